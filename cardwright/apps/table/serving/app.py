"""Serve browsers: the lobby, a page a seat, the deeds there, the news sent to open pages.

Whoever has a secret may do what its link is for, and nothing tells a wrong one from an old one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from gzip import compress
from typing import Any, Final

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from cardwright import SaveError
from cardwright.apps.table.serving import deeds, requests
from cardwright.apps.table.serving.designer import Designer
from cardwright.apps.table.serving.drawing import Press, TableRenderer, Visitor
from cardwright.apps.table.serving.live import Live
from cardwright.apps.table.serving.lobby_pages import DesignerPages, Files, LobbyPages
from cardwright.apps.table.serving.offers import Faces, Offered
from cardwright.apps.table.serving.rules import RulesGone
from cardwright.apps.table.serving.store import Link
from cardwright.apps.table.serving.table import Late, Refused, Table
from cardwright.apps.table.serving.tables import Tables, is_record_told

REPLAY: Final = "replay"
"""The role of links that show a match which is over, as everybody saw it; its number follows."""
Handler = Callable[[Request], Awaitable[Response]]


class Site:
    """Everything that is served.

    Attributes:
        games: In the order of the lobby.
    """

    def __init__(
        self, games: Mapping[str, Offered], tables: Tables, *, is_designer: bool = False
    ) -> None:
        self.games, self.tables = games, tables
        self.press = Press()
        self.renderer, self.faces = TableRenderer(self.press), Faces()
        self.live = Live()
        self.designer: Designer | None = None
        if is_designer:
            packages = {id_: each.package for id_, each in games.items()}
            self.designer = Designer(self.press, packages)
        self.acts, self.misses = requests.Rate(40, 20), requests.Rate(40, 0.5)
        self.lobby = LobbyPages(
            games, tables, self.faces, self.link, self.html, has_panels=is_designer
        )

    def routes(self) -> list[BaseRoute]:
        """Return what answers which address."""
        seat = "/seat/{token}"
        posts: Mapping[str, Handler] = {
            f"{seat}/answer": self.answer,
            f"{seat}/put-back": self.put_back,
            f"{seat}/undo": self.undo,
            f"{seat}/agree": self.agree,
            f"{seat}/again": self.again,
            f"{seat}/stand-in": self.stand_in,
            f"{seat}/sign": self.sign,
            f"{seat}/renew": self.renew,
            f"{seat}/share": self.share,
        }
        gets: Mapping[str, Handler] = {
            seat: partial(self.page, role="seat"),
            "/watch/{token}": partial(self.page, role="watch"),
            f"{seat}/past/{{step:int}}": partial(self.past, role="seat"),
            "/watch/{token}/past/{step:int}": partial(self.past, role="watch"),
            "/replay/{token}/past/{step:int}": partial(self.past, role=REPLAY),
            f"{seat}/rules": partial(self.rules, role="seat"),
            "/watch/{token}/rules": partial(self.rules, role="watch"),
            f"{seat}/record": self.record,
            f"{seat}/next": self.next,
        }
        panels = [] if self.designer is None else DesignerPages(
            self.designer, self.tables, self.live, self.link, self.html
        ).routes()  # fmt: skip
        return [
            *panels,
            *self.lobby.routes(),
            *Files(self.press, self.tables, self.faces).routes(),
            *(Route(path, act, methods=["POST"]) for path, act in posts.items()),
            *(Route(path, act, methods=["GET"]) for path, act in gets.items()),
            WebSocketRoute(f"{seat}/live", partial(self.socket, role="seat")),
            WebSocketRoute("/watch/{token}/live", partial(self.socket, role="watch")),
        ]

    # --- who it is ----------------------------------------------------------------------------

    def link(self, request: HTTPConnection, role: str) -> Link:
        """Return what the secret in an address opens.

        Raises:
            Denied: It opens nothing of this sort.
        """
        token = request.path_params["token"]
        found = (
            self.tables.store.link(requests.hash_of(token)) if requests.is_token(token) else None
        )
        if found is None or found.role.partition(" ")[0] != role:
            if not self.misses.allows(requests.address_of(request)):
                raise requests.Denied(429, "too-often")
            raise requests.Denied(404, "no-such-link")
        return found

    async def at(self, request: HTTPConnection, role: str) -> tuple[Table, Visitor]:
        """Return the table of a link, and who looks at it.

        Raises:
            Denied, RulesGone: It opens nothing, or what it opens cannot be played.
        """
        link = self.link(request, role)
        wanted = request.query_params.get("as", "")
        shown = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 else None
        visitor = Visitor(
            path=f"/{role}/{request.path_params['token']}",
            seats=link.seats,
            shown=shown if shown in link.seats else link.seats[0] if len(link.seats) == 1 else None,
            lang=requests.language_of(request),
        )
        return await self.tables.table(link.table), visitor

    # --- the table ----------------------------------------------------------------------------

    async def page(self, request: Request, role: str) -> Response:
        """Show the table as a seat sees it."""
        table, visitor = await self.at(request, role)
        page = await self.renderer.page(table, visitor)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(page, headers=requests.NEVER)
        packed = await asyncio.to_thread(compress, page.encode())
        return HTMLResponse(packed, headers={**requests.NEVER, "content-encoding": "gzip"})

    async def rules(self, request: Request, role: str) -> Response:
        """Show the rules of the game, opened where the match is."""
        table, visitor = await self.at(request, role)
        return HTMLResponse(await self.renderer.rules(table, visitor), headers=requests.NEVER)

    async def past(self, request: Request, role: str) -> Response:
        """Show the table as a seat saw it."""
        table, visitor = await self.at(request, role)
        step, matches = request.path_params["step"], self.tables.store.matches(table.number)
        shared = self.link(request, role).match
        number = shared or (
            requests.number_in(request.query_params, "match")
            if "match" in request.query_params
            else matches
        )
        match: Table = table
        if number != matches or len(table.by) < len(table.match.choices):
            match = await self.tables.match(table, number)
        if number != matches and not shared:
            visitor = replace(visitor, match=number)
        is_part = request.headers.get("hx-request") == "true"
        page = await self.renderer.past(match, visitor, step, matches, is_part=is_part)
        return HTMLResponse(page, headers=requests.NEVER)

    async def act(
        self, request: Request, do: Callable[[Table, Visitor, Mapping[str, str]], Awaitable[None]]
    ) -> Response:
        """Do something at a table for a seat; answer with the table, or lead back to its page. A
        page that is late gets the table too, with why nothing was done."""
        self.link(request, "seat")
        form = await requests.form_of(request)
        if not self.acts.allows(request.path_params["token"]):
            raise requests.Denied(429, "too-often")
        table, visitor = await self.at(request, "seat")
        is_part, said = request.headers.get("hx-request") == "true", dict[str, str]()
        try:
            await do(table, visitor, form)
        except Late as late:
            if not is_part:
                raise
            said = {"late": json.dumps(requests.say(visitor.lang, late.key, **late.slots))}
        self.tables.wake(table)
        if is_part:
            part = await self.renderer.part(table, visitor)
            return HTMLResponse(part, headers={**requests.NEVER, **said})
        return requests.see(visitor.path, visitor.lang, visitor.shown)

    async def answer(self, request: Request) -> Response:
        """Take an option of the open decision."""
        return await self.act(
            request,
            lambda table, visitor, form: deeds.answer(
                table, visitor.seats, form.get("mark", ""), requests.path_in(form, "option")
            ),
        )

    async def next(self, request: Request) -> Response:
        """Tell what can be touched after an answer, for who drags a card."""
        table, visitor = await self.at(request, "seat")
        if not self.acts.allows(request.path_params["token"]):
            raise requests.Denied(429, "too-often")
        told = request.query_params
        path, mark = requests.path_in(told, "option"), told.get("mark", "")
        found = await deeds.followed(table, visitor.seats, mark, path)
        return JSONResponse(found, headers=requests.NEVER)

    async def put_back(self, request: Request) -> Response:
        """Put back a part of a choice that was picked, or all of them."""
        return await self.act(
            request,
            lambda table, visitor, form: deeds.put_back(
                table,
                visitor.seats,
                form.get("mark", ""),
                None if form.get("pick") == "all" else requests.number_in(form, "pick"),
            ),
        )

    async def undo(self, request: Request) -> Response:
        """Take back the last own step, or ask for it."""
        return await self.act(
            request, lambda table, visitor, _: deeds.take_back(table, visitor.seats)
        )

    async def agree(self, request: Request) -> Response:
        """Agree to a wish to take back, or not."""

        async def do(table: Table, visitor: Visitor, form: Mapping[str, str]) -> None:
            await deeds.agree(table, visitor.seats, does=form.get("does") == "yes")

        return await self.act(request, do)

    async def again(self, request: Request) -> Response:
        """Begin another match at the same table."""
        return await self.act(
            request,
            lambda table, visitor, form: deeds.again(
                table, visitor.seats, self.tables, is_same=form.get("seed") == "same"),
        )  # fmt: skip

    async def stand_in(self, request: Request) -> Response:
        """Let a policy play for somebody who has gone."""

        async def let(table: Table, _: Visitor, form: Mapping[str, str]) -> None:
            seat = requests.number_in(form, "who")
            if seat not in table.presence.away():
                raise Late("is-here")
            await deeds.stand_in(table, (seat,), is_so=True)

        return await self.act(request, let)

    async def share(self, request: Request) -> Response:
        """Make a link to a match that is over, for those who did not play; lead to it."""
        link = self.link(request, "seat")
        form = await requests.form_of(request)
        lang, store = requests.language_of(request), self.tables.store
        table = (await self.at(request, "seat"))[0]
        number = (
            requests.number_in(form, "match") if form.get("match") else store.matches(table.number)
        )
        match = table if number == store.matches(table.number) else None
        match = match or await self.tables.match(table, number)
        if not match.match.over:
            raise Refused("not-over")
        role = f"{REPLAY} {number}"
        token = requests.derived(request.path_params["token"], role)
        await asyncio.wrap_future(store.add_link(requests.hash_of(token), link.table, role))
        return requests.see(f"/{REPLAY}/{token}/past/0", lang)

    async def sign(self, request: Request) -> Response:
        """Sign to the others at a table."""

        async def do(table: Table, visitor: Visitor, form: Mapping[str, str]) -> None:
            seat = visitor.seats[0] if visitor.shown is None else visitor.shown
            await deeds.sign(table, visitor.seats, seat, form.get("sign", ""))

        return await self.act(request, do)

    async def renew(self, request: Request) -> Response:
        """Give a seat a new secret; the old one opens nothing any more."""
        self.link(request, "seat")
        await requests.form_of(request)
        visitor = (await self.at(request, "seat"))[1]
        old, new = requests.hash_of(request.path_params["token"]), requests.new_token()
        await asyncio.wrap_future(self.tables.store.renew_link(old, requests.hash_of(new)))
        return requests.see(f"/seat/{new}", visitor.lang, visitor.shown)

    async def record(self, request: Request) -> Response:
        """Give the course of a match that is over, for `cardwright replay`."""
        table, _ = await self.at(request, "seat")
        async with table.lock:
            if not table.match.over:
                raise Refused("not-over")
            if not await table.run(is_record_told, table):
                raise Refused("tells-of-next")
            try:
                data = await table.run(table.match.trajectory)
            except SaveError:
                raise Refused("no-record") from None
        name = f"{table.setting.game}-{table.kept.seed}.cardwright-trajectory"
        held = {"content-disposition": f'attachment; filename="{name}"', **requests.NEVER}
        return Response(data, media_type="application/octet-stream", headers=held)

    async def socket(self, socket: WebSocket, role: str) -> None:
        """Send a page the changes at its table."""
        try:
            if not requests.is_own(socket, needed=True):
                await socket.close(requests.FORBIDDEN)
                return
            table, visitor = await self.at(socket, role)
            if not self.live.has_room(visitor.path):
                await socket.close(requests.BUSY)
                return
        except (requests.Denied, RulesGone):
            await socket.close(requests.FORBIDDEN)
            return
        await deeds.stand_in(table, visitor.seats, is_so=False)
        draw = partial(self.renderer.part, table, visitor)
        await self.live.serve(socket, table, visitor.path, draw, visitor.seats)

    def html(self, template: str, request: Request, status: int = 200, **told: Any) -> Response:
        """Return a page."""
        page = self.press.printed(template, requests.language_of(request), **told)
        return HTMLResponse(page, status, headers=requests.NEVER)

    def wrong(self, request: Request, error: Exception) -> Response:
        """Return the page that says why something was not done."""
        status, key, slots = _why(error)
        token = request.path_params.get("token")
        path = f"/seat/{token}" if status == 409 and token else ""
        return self.html("wrong", request, status, key=key, slots=slots, path=path)


def _why(error: Exception) -> tuple[int, str, Mapping[str, object]]:
    """Return the status of an error, and what is said of it."""
    match error:
        case requests.Denied() | Refused() | RulesGone():
            return error.status, error.key, error.slots
        case HTTPException(status_code=404):
            return 404, "no-such-page", {}
        case HTTPException(status_code=405):
            return 405, "wrong-method", {}
        case _:
            return 500, "broken", {}


def make_app(site: Site, hosts: frozenset[str] = frozenset()) -> ASGIApp:
    """Return what a server runs."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        if site.designer is not None:
            await site.designer.close()
        await site.lobby.close()
        await site.tables.close()

    async def wrong(request: Any, error: Exception) -> Response:
        return site.wrong(request, error)

    handlers: dict[Any, Any] = dict.fromkeys(
        (requests.Denied, Refused, RulesGone, HTTPException, 500), wrong
    )
    app = Starlette(routes=site.routes(), lifespan=lifespan, exception_handlers=handlers)
    return requests.Guard(app, hosts)
