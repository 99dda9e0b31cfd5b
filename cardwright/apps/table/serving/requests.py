"""Read what a browser asks: language, form, origin, the secret of a link; keep strangers out.

There are bounds on all. What is refused is said in the words of `messages/`, as all that pages say.
"""

from __future__ import annotations

import base64
import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import blake2b
from time import monotonic
from typing import Final
from urllib.parse import parse_qsl, quote, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from cardwright import Options
from dsl import Catalogue, Language

BODY: Final = 16 * 1024
"""Bytes of a form."""
FIELDS: Final = 200
MESSAGE: Final = 1024
"""Bytes of what a socket sends; pages send nothing."""
SOCKETS: Final = 4_000
SOCKETS_A_LINK: Final = 12
SEND_SECONDS: Final = 10.0
"""A page that has not read what it was sent after so long is let go."""
BUSY, GONE, FORBIDDEN = 1013, 1000, 1008
"""Why a socket is closed."""


class Rate:
    """Allow so many deeds at once, and so many a second after that, to each of many.

    Those who have not been seen for the longest time are forgotten.
    """

    def __init__(self, at_once: float, a_second: float, most: int = 10_000) -> None:
        self._at_once, self._a_second, self._most = at_once, a_second, most
        self._left: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def allows(self, who: object, now: float | None = None) -> bool:
        """Return whether one more is allowed, and count it."""
        now = monotonic() if now is None else now
        left, then = self._left.pop(who, (self._at_once, now))
        left = min(self._at_once, left + (now - then) * self._a_second)
        is_allowed = left >= 1
        self._left[who] = (left - is_allowed, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return is_allowed


BYTES: Final = 16
"""Of a secret: 128 bits."""
FORM: Final = re.compile("[A-Za-z0-9_-]{22}")


def new_token() -> str:
    """Return a secret that nobody can guess."""
    return _written(secrets.token_bytes(BYTES))


def derived(host: str, place: str) -> str:
    """Return the secret that a host gives away for a place at the table.

    Whoever has the host's secret can show it again; it says nothing about the host's.
    """
    return _written(blake2b(place.encode(), key=host.encode(), digest_size=BYTES).digest())


def hash_of(token: str) -> bytes:
    """Return what is kept of a secret. It is random, so a plain hash cannot be turned round."""
    return blake2b(
        token.encode("utf-8", "replace"), digest_size=32, person=b"cardwright-link"
    ).digest()


def is_token(text: str) -> bool:
    """Return whether a text has the form of a secret."""
    return FORM.fullmatch(text) is not None


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


NEVER: Final = {"cache-control": "no-store"}
FOR_A_WHILE: Final = {"cache-control": "public, max-age=60"}


class Denied(Exception):
    """A request that is not carried out: a status, and why in the pages' words."""

    def __init__(self, status: int, key: str, **slots: object) -> None:
        super().__init__(key)
        self.status, self.key, self.slots = status, key, slots


def language_of(request: HTTPConnection) -> str:
    """Return the language that a page is wanted in: as its address says, else its reader."""
    asked = request.query_params.get("lang")
    if asked in Language.OWN:
        return str(asked)
    wanted = request.headers.get("accept-language", "").split(",")
    return next(
        (tag for word in wanted if (tag := word.strip()[:2].lower()) in Language.OWN),
        Language.OWN[0],
    )


def address_of(request: HTTPConnection) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client else ""


def is_own(request: HTTPConnection, *, needed: bool) -> bool:
    """Return whether a page of this server sent a request.

    Args:
        needed: Whether it must say so; a browser says it of every socket and form.
    """
    origin = request.headers.get("origin")
    if origin is None:
        return not needed
    return bool(urlsplit(origin).netloc) and urlsplit(origin).netloc == request.headers.get("host")


async def form_of(request: Request) -> Mapping[str, str]:
    """Return the fields of a form.

    Raises:
        Denied: It is too large, or came from elsewhere.
    """
    if not is_own(request, needed=False):
        raise Denied(403, "wrong-origin")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY:
            raise Denied(413, "too-large")
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS)
    except ValueError:
        raise Denied(400, "bad-form") from None
    return dict(pairs)


def number_in(fields: Mapping[str, str], name: str) -> int:
    """Return a number of a form, from 0.

    Raises:
        Denied: It is none.
    """
    text = fields.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise Denied(400, "bad-form")
    return int(text)


MOST_PARTS: Final = 8
"""So many parts an answer has at most: an action and what it asks for."""


def path_in(fields: Mapping[str, str], name: str) -> Sequence[int]:
    """Return one number of a form, or some with dots between.

    Raises:
        Denied: It is something else.
    """
    found = fields.get(name, "").split(".")
    if len(found) > MOST_PARTS:
        raise Denied(400, "bad-form")
    return [number_in({name: each}, name) for each in found]


def seed_in(fields: Mapping[str, str]) -> int | None:
    """Return the seed of a form; None where none is said.

    It may stand among blanks, and in the digits of any writing.

    Raises:
        Denied: It is none.
    """
    text = "".join(unicodedata.normalize("NFKC", fields.get("seed", "")).split())
    if not text:
        return None
    digits = text.lstrip("0") or "0"
    if not (text.isascii() and text.isdecimal() and len(digits) <= len(str(Options.MOST_SEED))):
        raise Denied(400, "bad-seed", most=Options.MOST_SEED)
    if int(digits) > Options.MOST_SEED:
        raise Denied(400, "bad-seed", most=Options.MOST_SEED)
    return int(digits)


def see(path: str, lang: str, shown: int | None = None) -> Response:
    """Lead to a page."""
    seat = "" if shown is None else f"&as={shown}"
    return RedirectResponse(f"{quote(path)}?lang={lang}{seat}", 303, headers=NEVER)


WORDS: Final = Catalogue(__file__)
say = WORDS.say


# --- strangers --------------------------------------------------------------------------------


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
