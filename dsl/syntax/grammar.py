"""Put the grammar of effect texts together, and take the words of the language from it."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

from dsl.syntax.statements import STATEMENTS


def _written() -> str:
    """Return the grammar: what statements share, the rule of each, and the terminals of words that
    came later."""
    shared = files("dsl.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")
    rows = STATEMENTS.values()
    lines = [
        f"_compound: {' | '.join(row.name for row in rows if row.holds_steps)}",
        f"?simple: {' | '.join(row.name for row in rows if not row.holds_steps)}",
        *(f"{row.name}: {row.rule}" for row in rows),
        *(f"_{word.upper()}.1: /{word}(?={behind})/"
          for row in rows for word, behind in row.later.items()),
    ]  # fmt: skip
    return shared + "\n".join(lines) + "\n"


GRAMMAR: Final = _written()


def _group(pattern: str) -> str:
    """Return what a pattern with one group finds in the grammar."""
    found = re.search(pattern, GRAMMAR)
    assert found is not None
    return found[1]


KEYWORDS: Final = tuple(_group(r"NAME: /\(\?!\(([a-z|]+)\)").split("|"))
"""They never become more within a version of the language."""
RESERVED: Final = frozenset(KEYWORDS)
LATER_STATEMENTS: Final = tuple(word for row in STATEMENTS.values() for word in row.later)
"""They begin a statement where no package has an event of that name."""
LATER_KEYWORDS: Final = tuple(
    word
    for word in re.findall(r"(?m)^_[A-Z]+\.1: /([a-z-]+)\(\?=", GRAMMAR)
    if word not in LATER_STATEMENTS
)
"""They mean something before a bracket alone, where no package has a value of that name."""
PREPOSITIONS: Final = tuple(re.findall(r'"([a-z]+)"', _group(r"!preposition: (.*)")))
_GOING_ON: Final = ("if", "elif", "else", "then")
"""Words with which parts of a statement begin."""
STEP_KEYWORDS: Final = tuple(
    dict.fromkeys((*_GOING_ON, *(row.word for row in STATEMENTS.values() if row.word)))
)
"""The words with which a line of an effect begins."""
