"""Send open pages what has changed.

What is sent is the newest state alone, so nothing is kept for a page that is slow; one that does
not read at all is let go, and its table goes on.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from anyio import CancelScope, create_task_group, fail_after, move_on_after, sleep
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright.apps.table.serving.requests import GONE, SEND_SECONDS, SOCKETS, SOCKETS_A_LINK
from cardwright.apps.table.serving.table import Table

MARKED: Final = '<div id="part" data-mark="{mark}"'
"""How a part of a page begins."""
Draw: TypeAlias = Callable[[], Awaitable[str]]

LATER_SECONDS = 0.05
"""Pages hear of news so much later than it happens: who has answered is served first, and several
steps in a row are one piece of news."""


PATIENCE: Final = 50
LOOKS_EVERY: Final = 0.01
"""So often, and after so many seconds each, is looked whether all have seen what happened."""


async def looked_at(table: Table) -> None:
    """Return once all who wait have begun to look at what has happened, or do not come to it: so
    each answer of a policy is a picture of its own."""
    for _ in range(PATIENCE):
        if not any(event.is_set() for event in table.waiting):
            return
        await asyncio.sleep(LOOKS_EVERY)


class Live:
    """All pages that are open."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def has_room(self, path: str) -> bool:
        """Return whether one more page of a link may be open."""
        return self._open.total() < SOCKETS and self._open[path] < SOCKETS_A_LINK

    async def serve(
        self, socket: WebSocket, table: Table, path: str, draw: Draw, seats: Sequence[int] = ()
    ) -> None:
        """Send what changes until the page is gone, or does not read any more.

        Args:
            path: Of the page; so many may be open of each.
            draw: Returns what is to be seen on it.
            seats: Whose page it is.
        """
        news = asyncio.Event()
        self._open[path] += 1
        table.waiting.add(news)
        table.presence.come(seats)
        try:
            await socket.accept()
            async with create_task_group() as group:
                group.start_soon(self._send, socket, draw, news, group.cancel_scope)
                await _gone(socket)
                group.cancel_scope.cancel()
        finally:
            table.waiting.discard(news)
            table.presence.go(seats, len(table.by))
            self._open[path] -= 1
            if not self._open[path]:
                del self._open[path]
        with suppress(Exception), move_on_after(1):
            await socket.close(GONE)

    async def _send(
        self, socket: WebSocket, draw: Draw, news: asyncio.Event, until: CancelScope
    ) -> None:
        """Send each state that differs from the one before; end all where it is not read."""
        sent = MARKED.format(mark=socket.query_params.get("seen", ""))
        with suppress(TimeoutError, OSError, RuntimeError, WebSocketDisconnect):
            while True:
                part = await draw()
                if not part.startswith(sent):
                    with fail_after(SEND_SECONDS):
                        await socket.send_text(part)
                    sent = part.partition(" data-age")[0]
                del part  # else each page that waits would hold its own
                await news.wait()
                await sleep(LATER_SECONDS)
                news.clear()  # a policy that waits for this goes on once this is drawn
        until.cancel()


async def _gone(socket: WebSocket) -> None:
    """Return when a page has gone, or has said something, which it never does."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.receive_text()
