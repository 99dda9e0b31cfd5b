"""Make the secrets of links, and what is kept of them: never the secret itself."""

from __future__ import annotations

import base64
import re
import secrets
from hashlib import blake2b
from typing import Final

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
