"""Build the parser of the effect language once, from `grammar.lark`, and keep its tables.

Building takes a third of a second, reading the kept tables a hundredth. They lie in the user's
cache folder under a name that changes with the grammar; where they cannot be written, the parser is
built each time.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

import lark
from lark import Lark

from dsl.syntax.layout import Layout

STARTS = [
    "effect",
    "expression",
    "quantified",
    "loop",
    "event_signature",
    "value_signature",
    "type_",
    "field",
    "pattern",
]


CACHE_VARIABLE = "CARDWRIGHT_CACHE"
"""Names the folder of kept tables; `off` keeps none."""
NO_CACHE = "off"


@cache
def engine() -> Lark:
    """Return the parser."""
    grammar = grammar_text()
    kept = _cache_file(grammar)
    if kept is None:
        return _build(grammar, False)
    # A table that cannot be read is built anew; nobody needs to hear of it.
    logging.getLogger("lark").setLevel(logging.CRITICAL)
    return _build(grammar, kept)


def grammar_text() -> str:
    """Return the grammar as it is written."""
    return files("dsl.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")


def _build(grammar: str, kept: str | bool) -> Lark:
    """Return a parser, read from the kept tables where they are there."""
    return Lark(
        grammar,
        start=STARTS,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=kept,
    )


def _cache_file(grammar: str) -> str | None:
    """Return where the tables are kept, or None where no folder of the user's own is writable."""
    version = f"{lark.__version__} {sys.version_info[:2]} {STARTS}"
    digest = hashlib.blake2b(f"{version}\n{grammar}".encode(), digest_size=8).hexdigest()
    named = os.environ.get(CACHE_VARIABLE)
    if named == NO_CACHE:
        return None
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(named) if named else Path(base) / "cardwright"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        usable = os.access(folder, os.W_OK) and _is_own(folder)
    except (OSError, RuntimeError):
        return None
    return str(folder / f"effects-{digest}.tables") if usable else None


def _is_own(folder: Path) -> bool:
    """Return whether a folder is the user's: the tables of another could run their code."""
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
