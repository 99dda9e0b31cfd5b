"""Read what a browser asks: language, form, where it comes from."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, quote, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from cardwright.apps.table.serving.limits import BODY, FIELDS
from dsl.languages import OWN
from interpreter.state.chance import MOST_SEED

NEVER: Final = {"cache-control": "no-store"}


class Denied(Exception):
    """A request that is not carried out: a status, and why in the pages' words."""

    def __init__(self, status: int, key: str, **slots: object) -> None:
        super().__init__(key)
        self.status, self.key, self.slots = status, key, slots


def language_of(request: HTTPConnection) -> str:
    """Return the language that a page is wanted in: as its address says, else its reader."""
    asked = request.query_params.get("lang")
    if asked in OWN:
        return str(asked)
    wanted = request.headers.get("accept-language", "").split(",")
    return next((tag for word in wanted if (tag := word.strip()[:2].lower()) in OWN), OWN[0])


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
    if not (text.isascii() and text.isdecimal() and len(digits) <= len(str(MOST_SEED))):
        raise Denied(400, "bad-seed", most=MOST_SEED)
    if int(digits) > MOST_SEED:
        raise Denied(400, "bad-seed", most=MOST_SEED)
    return int(digits)


def see(path: str, lang: str, shown: int | None = None) -> Response:
    """Lead to a page."""
    seat = "" if shown is None else f"&as={shown}"
    return RedirectResponse(f"{quote(path)}?lang={lang}{seat}", 303, headers=NEVER)
