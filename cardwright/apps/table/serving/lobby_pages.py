"""Serve the pages before a match: the lobby, the setting of a table, the links of its host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Final, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardwright import PackageError
from cardwright.apps.table.serving.lobby import (
    Setting,
    WrongFields,
    asked,
    groups,
    setting_from,
)
from cardwright.apps.table.serving.offers import Faces, Lengths, Offered
from cardwright.apps.table.serving.requests import (
    FOR_A_WHILE,
    NEVER,
    Denied,
    Rate,
    address_of,
    derived,
    form_of,
    hash_of,
    language_of,
    see,
)
from cardwright.apps.table.serving.store import Link
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
        self.lengths, self._makes = Lengths(), Rate(20, 0.5)
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
        found = groups(self._games.values(), words, wanted, language_of(request))
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
                return Response(svg, media_type="image/svg+xml", headers=FOR_A_WHILE)
        raise Denied(404, "no-such-page")

    async def _new(self, request: Request) -> Response:
        """Ask how a table is to be set, or set it."""
        offered = self._games.get(request.path_params["game"])
        if offered is None:
            raise Denied(404, "no-such-game")
        lang = language_of(request)
        if request.method == "POST":
            return await self._set_up(request, offered, lang)
        return self._html("new", request, **asked(offered, request.query_params, {}, lang))

    async def _set_up(self, request: Request, offered: Offered, lang: str) -> Response:
        form = await form_of(request)
        if not self._makes.allows(address_of(request)):
            raise Denied(429, "too-often")
        try:
            setting, seed = setting_from(offered, form, lang)
            host = await self._tables.set_up(offered.package, setting, seed)
        except WrongFields as error:
            return self._html("new", request, 400, **asked(offered, form, error.reasons, lang))
        except PackageError as error:
            raise Denied(409, "package-broken", reason=str(error)) from None
        if form.get("now"):
            return see(f"/seat/{derived(host, places(setting)[0][0])}", lang)
        return see(f"/host/{host}", lang)

    async def _host(self, request: Request) -> Response:
        """Show all links of a table to whoever set it."""
        link, token = self._link(request, "host"), request.path_params["token"]
        table = await self._tables.table(link.table)
        title = table.game.title(language_of(request))
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
            raise Denied(404, "no-such-page")
        import segno

        path = f"{str(request.base_url).rstrip('/')}{invited[number][2]}"
        svg = segno.make(path, micro=False).svg_inline(scale=4, dark="#000", light="#fff")
        drawn = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
        return Response(drawn, media_type="image/svg+xml", headers=NEVER)

    def _invited(self, setting: Setting, host: str) -> list[tuple[str, str, str]]:
        """Return each place: its role, who sits there, and its link; "" where it was renewed."""
        found = []
        for place, role, seats in places(setting):
            token = derived(host, place)
            is_there = self._tables.store.link(hash_of(token)) is not None
            names = ", ".join(setting.names[seat] for seat in seats)
            found.append((role, names, f"/{role}/{token}" if is_there else ""))
        return found
