"""Answer in which file of a site a page lies, and how one leads to another."""

from __future__ import annotations

import posixpath
import re
from hashlib import sha256
from typing import Final

_PLAIN: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST: Final = 60
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]|index")
"""Names that Windows keeps for devices, whatever their ending; and our own."""


def file_name(id_: str) -> str:
    """Return the name of a file for an id, without its ending: one that every system takes.

    What is no plain id gets a piece of its hash, so that two that differ only in their case, or in
    signs that file names cannot have, stay two.
    """
    if len(id_) <= _MOST and _PLAIN.fullmatch(id_) and not _RESERVED.fullmatch(id_):
        return id_
    digest = sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    plain = "-".join(re.findall(r"[a-z0-9]+", id_.lower()))[:_MOST].strip("-")
    return f"{plain}--{digest}" if plain else f"-{digest}".strip("-")


def link(page: str, target: str) -> str:
    """Return how a page leads to another file of the site, with or without a place in it."""
    path, sign, place = target.partition("#")
    if path == page:
        return f"#{place}" if place else posixpath.basename(page)
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + sign + place


def page_in(page: str, lang: str) -> str:
    """Return the same page in another language."""
    return f"{lang}/{page.partition('/')[2]}" if "/" in page else f"{lang}/{page}"
