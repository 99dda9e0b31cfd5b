"""Serve pages: before a match, the panel of a designer, and what all pages load.

Before a match: the lobby, the setting of a table, the links of its host. The panel is for those who
have the secret of the host.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from typing import Any, Final, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cardwright import PackageError
from cardwright.apps.table.serving import requests
from cardwright.apps.table.serving.designer import Designer
from cardwright.apps.table.serving.drawing import Press
from cardwright.apps.table.serving.live import Live
from cardwright.apps.table.serving.lobby import (
    Setting,
    WrongFields,
    asked,
    groups,
    setting_from,
)
from cardwright.apps.table.serving.offers import Faces, Lengths, Offered
from cardwright.apps.table.serving.rules import RulesGone
from cardwright.apps.table.serving.store import Link
from cardwright.apps.table.serving.table import Table
from cardwright.apps.table.serving.tables import Tables, places

FEW: Final = 8
"""More games than that can be searched."""
PLAYERS: Final = tuple(map(str, range(1, 9)))
T = TypeVar("T")


class LobbyPages:
    """The addresses of all that comes before a match.

    Attributes:
        lengths: About how long the games take.
    """

    def __init__(
        self, games: Mapping[str, Offered], tables: Tables, faces: Faces,
        link: Callable[[HTTPConnection, str], Link], html: Callable[..., Response], *,
        has_panels: bool,
    ) -> None:  # fmt: skip
        self._games, self._tables, self._faces = games, tables, faces
        self._link, self._html, self._has_panels = link, html, has_panels
        self.lengths, self._makes = Lengths(), requests.Rate(20, 0.5)
        self._sketching = ThreadPoolExecutor(1, thread_name_prefix="sketches")
        self._measuring: asyncio.Task[None] | None = None
        self._drawing = 0

    def routes(self) -> list[BaseRoute]:
        """Return what answers which address."""
        gets = {
            "/": self._show,
            "/cover/{game}/{lang}.svg": self._cover,
            "/host/{token}": self._host,
            "/host/{token}/code/{step:int}.svg": self._code,
        }
        return [
            Route("/new/{game}", self._new, methods=["GET", "POST"]),
            *(Route(path, act, methods=["GET"]) for path, act in gets.items()),
        ]

    async def _show(self, request: Request) -> Response:
        """Show the games, or those that are looked for."""
        if self._measuring is None:
            self._measuring = asyncio.create_task(self._measure())
        words, players = request.query_params.get("q", ""), request.query_params.get("players", "")
        wanted = int(players) if players in PLAYERS else None
        found = groups(self._games.values(), words, wanted, requests.language_of(request))
        return self._html(
            "lobby", request, groups=found, lengths=self.lengths, words=words, wanted=wanted,
            is_long=len(self._games) > FEW,
        )  # fmt: skip

    async def _measure(self) -> None:
        """Find out how long games take, one after the other, where pictures are drawn."""
        for each in self._games.values():
            while self._drawing:  # pictures are waited for
                await asyncio.sleep(0.1)
            await self._sketch(self.lengths.measure, each)

    async def _sketch(self, draw: Callable[..., T], *values: object) -> T:
        """Do something with a game of the lobby, in the one thread that may."""
        return await asyncio.get_running_loop().run_in_executor(self._sketching, draw, *values)

    async def close(self) -> None:
        """End what is done in the background."""
        if self._measuring is not None:
            self._measuring.cancel()
        self._sketching.shutdown(wait=True, cancel_futures=True)

    async def _cover(self, request: Request) -> Response:
        """Show the picture of a game in the lobby."""
        offered, lang = self._games.get(request.path_params["game"]), request.path_params["lang"]
        if offered is not None:
            asked = {"rules": offered.id, "lang": lang, "card": "", "sort": "cover"}
            self._drawing += 1
            try:
                svg = await self._sketch(self._faces.svg, offered.game, asked)
            finally:
                self._drawing -= 1
            if svg:
                return Response(svg, media_type="image/svg+xml", headers=requests.FOR_A_WHILE)
        raise requests.Denied(404, "no-such-page")

    async def _new(self, request: Request) -> Response:
        """Ask how a table is to be set, or set it."""
        offered = self._games.get(request.path_params["game"])
        if offered is None:
            raise requests.Denied(404, "no-such-game")
        lang = requests.language_of(request)
        if request.method == "POST":
            return await self._set_up(request, offered, lang)
        return self._html("new", request, **asked(offered, request.query_params, {}, lang))

    async def _set_up(self, request: Request, offered: Offered, lang: str) -> Response:
        form = await requests.form_of(request)
        if not self._makes.allows(requests.address_of(request)):
            raise requests.Denied(429, "too-often")
        try:
            setting, seed = setting_from(offered, form, lang)
            host = await self._tables.set_up(offered.package, setting, seed)
        except WrongFields as error:
            return self._html("new", request, 400, **asked(offered, form, error.reasons, lang))
        except PackageError as error:
            raise requests.Denied(409, "package-broken", reason=str(error)) from None
        if form.get("now"):
            return requests.see(f"/seat/{requests.derived(host, places(setting)[0][0])}", lang)
        return requests.see(f"/host/{host}", lang)

    async def _host(self, request: Request) -> Response:
        """Show all links of a table to whoever set it."""
        link, token = self._link(request, "host"), request.path_params["token"]
        table = await self._tables.table(link.table)
        title = table.game.title(requests.language_of(request))
        panel = f"/designer/{token}" if self._has_panels else ""
        invited = self._invited(table.setting, token)
        return self._html(
            "host", request, title=title, panel=panel, invited=invited, here=f"/host/{token}",
            has_codes=find_spec("segno") is not None,
        )  # fmt: skip

    async def _code(self, request: Request) -> Response:
        """Show a link of a table as a code that a phone reads from the screen."""
        link, token = self._link(request, "host"), request.path_params["token"]
        table = await self._tables.table(link.table)
        invited, number = self._invited(table.setting, token), request.path_params["step"]
        if number >= len(invited) or not invited[number][2] or find_spec("segno") is None:
            raise requests.Denied(404, "no-such-page")
        import segno

        path = f"{str(request.base_url).rstrip('/')}{invited[number][2]}"
        svg = segno.make(path, micro=False).svg_inline(scale=4, dark="#000", light="#fff")
        drawn = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        return Response(drawn, media_type="image/svg+xml", headers=requests.NEVER)

    def _invited(self, setting: Setting, host: str) -> list[tuple[str, str, str]]:
        """Return each place: its role, who sits there, and its link; "" where it was renewed."""
        found = []
        for place, role, seats in places(setting):
            token = requests.derived(host, place)
            is_there = self._tables.store.link(requests.hash_of(token)) is not None
            names = ", ".join(setting.names[seat] for seat in seats)
            found.append((role, names, f"/{role}/{token}" if is_there else ""))
        return found


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
        lang = requests.language_of(request)
        part = await self._designer.part(table, path, lang)
        return self._html("designer", request, part=part, path=path, title=table.game.title(lang))

    async def _act(self, request: Request, do: Callable[[Table, Any], Awaitable[None]]) -> Response:
        self._link(request, "host")
        form = await requests.form_of(request)
        table, path = await self._at(request)
        await do(table, form)
        lang = requests.language_of(request)
        if request.headers.get("hx-request") == "true":
            return HTMLResponse(
                await self._designer.part(table, path, lang), headers=requests.NEVER
            )
        return requests.see(path, lang)

    async def _back(self, table: Table, _: Any) -> None:
        await self._designer.back(table)

    async def _forth(self, table: Table, _: Any) -> None:
        await self._designer.forth(table)

    async def _begin(self, table: Table, form: Any) -> None:
        seed = requests.seed_in(form)
        key = form.get("key", "arrange")
        await self._designer.begin(table, seed, key, form.get("position", ""))
        self._tables.wake(table)

    async def _socket(self, socket: WebSocket) -> None:
        try:
            if not requests.is_own(socket, needed=True):
                raise requests.Denied(403, "wrong-origin")
            table, path = await self._at(socket)
            if not self._live.has_room(path):
                raise requests.Denied(429, "too-often")
        except (requests.Denied, RulesGone):
            await socket.close(requests.FORBIDDEN)
            return
        draw = partial(self._designer.part, table, path, requests.language_of(socket))
        await self._live.serve(socket, table, path, draw)


FOR_EVER: Final = {"cache-control": "public, max-age=31536000, immutable"}
SORTS: Final = ("face", "small", "token", "back")


class Files:
    """The addresses of what all pages share."""

    def __init__(self, press: Press, tables: Tables, faces: Faces) -> None:
        self._press, self._tables, self._faces = press, tables, faces

    def routes(self) -> list[BaseRoute]:
        """Return what answers which address."""
        found = [Route("/static/{version}/{name}", self._static, methods=["GET"])]
        for sort in SORTS:
            path = f"/{sort}/{{rules}}/{{lang}}/{{card}}.svg"
            found.append(Route(path, partial(self._face, sort=sort), methods=["GET"]))
        return [*found]

    async def _face(self, request: Request, sort: str) -> Response:
        """Show the face of a card of a game that is played here."""
        asked = {**request.path_params, "sort": sort}
        game = self._tables.game(asked["rules"])
        svg = None if game is None else await asyncio.to_thread(self._faces.svg, game, asked)
        if game is None or not svg:
            raise requests.Denied(404, "no-such-page")
        headers = FOR_EVER if self._faces.lasts(game) else requests.FOR_A_WHILE
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def _static(self, request: Request) -> Response:
        """Give a file that all pages share."""
        encodings = request.headers.get("accept-encoding", "")
        found = self._press.file(request.path_params["name"], encodings)
        if found is None:
            raise requests.Denied(404, "no-such-page")
        return Response(found[0], headers={**FOR_EVER, **found[1]})
