"""Send a page what has changed at its table, as soon as it has; it sends nothing itself.

What is sent is the newest state alone, so nothing is kept for a page that is slow; one that does not
read at all is let go, and its table goes on.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright.serving.drawing import Artist, Looker
from cardwright.serving.limits import SEND_SECONDS, SOCKETS, SOCKETS_A_LINK
from cardwright.serving.table import Table

BUSY, GONE = 1013, 1000


class Live:
    """All pages that are open."""

    def __init__(self, artist: Artist) -> None:
        self._artist = artist
        self._open: Counter[str] = Counter()

    def has_room(self, path: str) -> bool:
        """Return whether one more page of a link may be open."""
        return self._open.total() < SOCKETS and self._open[path] < SOCKETS_A_LINK

    async def serve(self, socket: WebSocket, table: Table, looker: Looker) -> None:
        """Send what changes until the page is gone, or does not read any more."""
        news = asyncio.Event()
        self._open[looker.path] += 1
        table.waiting.add(news)
        await socket.accept()
        reading = asyncio.create_task(_gone(socket))
        sending = asyncio.create_task(self._send(socket, table, looker, news))
        try:
            await asyncio.wait((reading, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.waiting.discard(news)
            self._open[looker.path] -= 1
            if not self._open[looker.path]:
                del self._open[looker.path]
            for task in (reading, sending):
                task.cancel()
            await asyncio.gather(reading, sending, return_exceptions=True)
            with suppress(Exception):
                await asyncio.wait_for(socket.close(GONE), 1)

    async def _send(
        self, socket: WebSocket, table: Table, looker: Looker, news: asyncio.Event
    ) -> None:
        """Send each state that differs from the one before."""
        seen = socket.query_params.get("seen", "")
        sent = f'<div id="part" data-mark="{seen}">'
        while True:
            part = await self._artist.part(table, looker)
            if not part.startswith(sent):
                await asyncio.wait_for(socket.send_text(part), SEND_SECONDS)
                sent = part
            await news.wait()
            news.clear()


async def _gone(socket: WebSocket) -> None:
    """Return when a page has gone, or has said something, which it never does."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.receive_text()
