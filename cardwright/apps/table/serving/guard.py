"""Keep strangers out: the headers of every answer, and the hosts that are ours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from cardwright.apps.table.serving.live import FORBIDDEN

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Give every answer the headers that keep strangers out; refuse what asks for another host."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "http":
            if not self._is_for_us(scope):
                await Response("wrong host", 421)(scope, receive, send)
                return
            await self._app(scope, receive, partial(_guarded, send))
        elif scope["type"] == "websocket" and not self._is_for_us(scope):
            await WebSocket(scope, receive, send).close(FORBIDDEN)
        else:
            await self._app(scope, receive, send)

    def _is_for_us(self, scope: Scope) -> bool:
        """Return whether the host that a browser asks for is ours; any is where none is set."""
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        return not self._hosts or not self._hosts.isdisjoint((host, host.rpartition(":")[0]))


async def _guarded(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        message = {**message, "headers": [*message.get("headers", ()), *more]}
    await send(message)
