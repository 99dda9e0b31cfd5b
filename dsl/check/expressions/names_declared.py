"""Answer whether an id can stand, and where it was declared first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl.check.scopes.collect import report_duplicate
from dsl.diagnostics.diagnostic import Instead, Report
from dsl.diagnostics.spelling import nearest
from dsl.source import Span
from dsl.syntax.documents import Scalar
from dsl.syntax.keywords import RESERVED
from dsl.syntax.parser import parse_name
from dsl.syntax.trees import Word
from dsl.words.first import FIRST_ROLES

MOST_LISTED: Final = 12
LITERALS: Final = ("it", "true", "false")
CARD_ID: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*(-[a-zA-Z0-9_]+)*")


def is_card_id(scalar: Scalar, report: Report) -> bool:
    """Return whether a text can be a card's id: a name whose later parts may begin with digits."""
    if scalar.text in RESERVED or CARD_ID.fullmatch(scalar.text) is None:
        return parse_name(scalar, report) is not None
    return True


def unknown(
    report: Report, name: str, what: str, word: str, span: Span, candidates: list[str]
) -> None:
    """Report a word that nothing declares, with the nearest one that is."""
    known = sorted(candidates)
    near = nearest(word, known)
    helps: tuple[str, ...] = (Instead.of(near, word),) if near else ()
    if not helps and 0 < len(known) <= MOST_LISTED:
        helps = (f"write one of: {', '.join(known)}",)
    report.add(name, f"no {what} named `{word}`", span, *helps)


def check_locals(words: Iterable[Word], report: Report) -> None:
    """Report slots and parameters with one name, or with one that has a meaning of its own."""
    places = Places("slot", report)
    for word in words:
        places.add(word.text, word.span)
        if word.text in FIRST_ROLES:
            message = f"`{word.text}` has a meaning of its own"
            report.add("duplicate-name", message, word.span, "take another name")


class Places:
    """Where each name of one sort was declared."""

    def __init__(self, what: str, report: Report) -> None:
        self._what = what
        self._report = report
        self._first: dict[str, Span] = {}

    def add(self, name: str, span: Span) -> bool:
        """Return whether a name is new; a second one is reported."""
        first = self._first.setdefault(name, span)
        if first is not span:
            report_duplicate(self._report, self._what, name, span, first)
        return first is span
