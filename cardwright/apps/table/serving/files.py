"""Give pages what they load: the faces of cards, styles and scripts."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cardwright.apps.table.serving.drawing import Press
from cardwright.apps.table.serving.offers import Faces
from cardwright.apps.table.serving.requests import FOR_A_WHILE, Denied
from cardwright.apps.table.serving.tables import Tables

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
            raise Denied(404, "no-such-page")
        headers = FOR_EVER if self._faces.lasts(game) else FOR_A_WHILE
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def _static(self, request: Request) -> Response:
        """Give a file that all pages share."""
        encodings = request.headers.get("accept-encoding", "")
        found = self._press.file(request.path_params["name"], encodings)
        if found is None:
            raise Denied(404, "no-such-page")
        return Response(found[0], headers={**FOR_EVER, **found[1]})
