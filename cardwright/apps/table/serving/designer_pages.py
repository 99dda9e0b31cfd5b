"""Serve the pages of the designer's panel to those who have the secret of a table's host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cardwright.apps.table.serving.designer import Designer
from cardwright.apps.table.serving.live import FORBIDDEN, Live
from cardwright.apps.table.serving.requests import (
    NEVER,
    Denied,
    form_of,
    is_own,
    language_of,
    see,
    seed_in,
)
from cardwright.apps.table.serving.rules import RulesGone
from cardwright.apps.table.serving.store import Link
from cardwright.apps.table.serving.table import Table
from cardwright.apps.table.serving.tables import Tables

Opens = Callable[[HTTPConnection, str], Link]
Html = Callable[..., Response]


class DesignerPages:
    """The addresses of the panels."""

    def __init__(
        self, designer: Designer, tables: Tables, live: Live, link: Opens, html: Html
    ) -> None:
        self._designer, self._tables, self._live = designer, tables, live
        self._link, self._html = link, html

    def routes(self) -> list[BaseRoute]:
        """Return what answers which address."""
        at = "/designer/{token}"
        acts: dict[str, Any] = {"back": self._back, "forth": self._forth, "begin": self._begin}
        return [
            Route(at, self._page, methods=["GET"]),
            *(
                Route(f"{at}/{verb}", partial(self._act, do=act), methods=["POST"])
                for verb, act in acts.items()
            ),
            WebSocketRoute(f"{at}/live", self._socket),
        ]

    async def _at(self, request: HTTPConnection) -> tuple[Table, str]:
        """Return the table of a host's secret, and the path of its panel."""
        link = self._link(request, "host")
        table = await self._tables.table(link.table)
        return table, f"/designer/{request.path_params['token']}"

    async def _page(self, request: Request) -> Response:
        table, path = await self._at(request)
        lang = language_of(request)
        part = await self._designer.part(table, path, lang)
        return self._html("designer", request, part=part, path=path, title=table.game.title(lang))

    async def _act(self, request: Request, do: Callable[[Table, Any], Awaitable[None]]) -> Response:
        self._link(request, "host")
        form = await form_of(request)
        table, path = await self._at(request)
        await do(table, form)
        lang = language_of(request)
        if request.headers.get("hx-request") == "true":
            return HTMLResponse(await self._designer.part(table, path, lang), headers=NEVER)
        return see(path, lang)

    async def _back(self, table: Table, _: Any) -> None:
        await self._designer.back(table)

    async def _forth(self, table: Table, _: Any) -> None:
        await self._designer.forth(table)

    async def _begin(self, table: Table, form: Any) -> None:
        seed = seed_in(form)
        key = form.get("key", "arrange")
        await self._designer.begin(table, seed, key, form.get("position", ""))
        self._tables.wake(table)

    async def _socket(self, socket: WebSocket) -> None:
        try:
            if not is_own(socket, needed=True):
                raise Denied(403, "wrong-origin")
            table, path = await self._at(socket)
            if not self._live.has_room(path):
                raise Denied(429, "too-often")
        except (Denied, RulesGone):
            await socket.close(FORBIDDEN)
            return
        draw = partial(self._designer.part, table, path, language_of(socket))
        await self._live.serve(socket, table, path, draw)
