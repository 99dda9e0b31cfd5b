"""Leave out findings that only follow from others: names unknown since their text is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Diagnostic, Label
from dsl.diagnostics.wording import Said
from dsl.records import Span
from dsl.syntax.yaml_problem import indent_of

LOSING: Final = frozenset(
    [
        "unreadable-file",
        "file-too-large",
        "not-utf8",
        "control-character",
        "package-too-large",
        "yaml-syntax",
        "too-many-documents",
        "yaml-too-deep",
        "yaml-anchor",
        "scalar-too-long",
        "flow-trap",
        "bad-key",
        "unknown-library",
    ]
)
"""What takes a part of a file away, so that nobody knows which names it declared."""

LOSING_A_PIECE: Final = frozenset(["yaml-syntax", "flow-trap", "bad-key", "yaml-anchor"])
"""What takes no more away than the entry that it stands in."""

MOST_PIECES: Final = 100
"""Of more lost pieces it is not asked what each of them may have declared."""

FOLLOWING: Final = frozenset(
    kind.name for kind in FINDINGS.values() if "NAM101" <= kind.code <= "NAM118"
) | {
    "missing-section",
    "missing-attribute",
    "missing-key",
    "empty-value",
    "prelude-needs",
    "unassigned-state",
    "bad-phase",
}
"""What a lost part leads to: names of what a text declares that are not known, and gaps."""

NAMED: Final = re.compile("unknown-|bad-phase")
"""What a lost piece leads to only if it holds the words at fault."""

MADE_UP: Final = frozenset(["unknown-card", "unknown-slot", "unknown-game"])
"""What may be named by words that stand nowhere: a table makes ids of its cards."""

LACKS: Final = "missing-key.no"
STRAY: Final = "unknown-key.does-not-belong-in"
UNREADABLE: Final = frozenset(
    (
        "misspelt-keyword.near",
        "effect-syntax.unexpected",
        "effect-syntax.for-player",
        "effect-syntax.for-card",
        "effect-syntax.move-from",
        "effect-syntax.without-is",
    )
)
"""Keys of messages that a word cannot stand where it does."""

OF_CALLS: Final = frozenset(
    ["no-actor", "unknown-preposition", "wrong-type", "missing-argument", "too-many-arguments"]
)
"""What is said of how a word is called."""

WORD: Final = re.compile(r"[\w-]+")

ANY_CARD: Final = "any card"
"""Stands among the lost names where it is not known which cards a table would have made."""


def without_consequences(
    diagnostics: Iterable[Diagnostic], lost: Iterable[str], taken: Iterable[str] = ()
) -> list[Diagnostic]:
    """Return the findings without those that follow from a lost part or a lost name.

    Args:
        lost: Names whose declaration was read and could not be understood.
        taken: Words of the language declared as names; effects cannot be read where they stand.
    """
    names = frozenset(taken)
    readable = [
        each
        for each in diagnostics
        if each.key not in UNREADABLE or each.slots.get("word") not in names
    ]
    readable = _without_calls(readable)
    found, names = _without_misread(_without_strays(_once_a_place(readable))), frozenset(lost)
    shapes = (each.span.text for each in found if each.name == "wrong-shape")
    names = names.union(*map(WORD.findall, shapes))  # `p from opponents` may declare p
    keys = frozenset(each.span.text for each in found if each.name == "unknown-key")
    found = [
        each
        for each in found
        if each.name not in FOLLOWING
        or each.name == "unknown-key"
        or not each.name.startswith("unknown-")
        or each.span.text.strip("{}") not in keys
    ]
    losing = [each for each in found if each.name in LOSING]
    if any(each.name not in LOSING_A_PIECE for each in losing) or len(losing) > MOST_PIECES:
        return [each for each in found if each.name not in FOLLOWING]
    words = frozenset(word for each in losing for word in _words_around(each.span))
    causes = [
        each
        for each in found
        if not _follows(each, names) and not (losing and _may_be_lost(each, words))
    ]
    return found if any(map(_is_error, found)) > any(map(_is_error, causes)) else causes


def _is_error(found: Diagnostic) -> bool:
    """Return whether the package cannot be read: then something is told that it follows from."""
    return FINDINGS[found.name].severity == "error"


def _once_a_place(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings; what has the wrong shape, or is no YAML, is the cause of all else that
    is said of the same words, or of the same line."""
    every = list(found)
    shapes = {_place(each) for each in every if each.name == "wrong-shape"}
    lines = {_line(each): each for each in reversed(every) if each.name == "yaml-syntax"}
    return [
        each
        for each in every
        if lines.get(_line(each), each) is each
        and (each.name == "wrong-shape" or _place(each) not in shapes)
    ]


def _place(found: Diagnostic) -> tuple[str, int, int]:
    return found.span.source.path, found.span.start, found.span.end


def _line(found: Diagnostic) -> tuple[str, int]:
    return found.span.source.path, found.span.source.position(found.span.start)[0]


def _without_calls(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those of calls of a word of the prelude that cannot be had."""
    words = {each.slots.get("name") for each in found if each.name == "prelude-needs"}
    kept = []
    for each in found:
        text, span = each.span.source.text, each.span
        line = text[text.rfind("\n", 0, span.start) + 1 : span.end]
        if each.name not in OF_CALLS or words.isdisjoint(WORD.findall(line)):
            kept.append(each)
    return kept


def _without_strays(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings; a key that is unknown beside one that is missing may be the same."""
    lacking: dict[tuple[str, object], Diagnostic] = {}
    for each in found:
        if each.key == LACKS:
            lacking.setdefault((each.span.source.path, each.slots["name"]), each)
    strays: dict[int, Label] = {}
    kept = []
    for each in found:
        where = each.slots["where"] if each.key == STRAY else ""
        place = (each.span.source.path, where)
        one = lacking.pop(place, None) if each.fix is None else None
        if one is None:
            kept.append(each)
        else:
            strays[id(one)] = Label(each.span, Said("help.no-key"))
    return [
        replace(each, labels=(*each.labels, strays[id(each)])) if id(each) in strays else each
        for each in kept
    ]


def _without_misread(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those that say what a misspelt key would have said.

    Of each such key, one finding that misses the key is left out, the nearest, and the names that
    stand in its entry are known.
    """
    misread = [each for each in found if each.name == "unknown-key" and each.fix is not None]
    if not misread or len(misread) > MOST_PIECES:
        return found
    for each in misread:
        missing = [one for one in found if _misses(one, each)]
        if missing:
            found.remove(min(missing, key=lambda one: abs(one.span.start - each.span.start)))
    words = frozenset(word for each in misread for word in _words_below(each.span))
    return [
        one
        for one in found
        if one.name not in FOLLOWING
        or not one.name.startswith("unknown-")
        or words.isdisjoint(WORD.findall(one.span.text))
    ]


def _misses(one: Diagnostic, other: Diagnostic) -> bool:
    """Return whether one finding asks for the key that another one takes for misspelt."""
    is_missing = one.name.startswith("missing-") or one.name == "bad-phase"
    key = "" if other.fix is None else other.fix.text
    told = (one.message, *one.helps)
    same = one.span.source is other.span.source
    return is_missing and same and any(f"`{key}`" in t or f"`{key}:`" in t for t in told)


def _words_below(span: Span) -> list[str]:
    """Return the words of the entries below a key that stands alone in its line."""
    lines = span.source.text.split("\n")
    at = span.source.position(span.start)[0] - 1
    if not lines[at].rstrip().endswith(":"):
        return []
    last, own = at + 1, indent_of(lines[at])
    while last < len(lines) and (not lines[last].strip() or indent_of(lines[last]) > own):
        last += 1
    return WORD.findall("\n".join(lines[at + 1 : last]))


def _may_be_lost(diagnostic: Diagnostic, words: frozenset[str]) -> bool:
    """Return whether a piece with these words may have held what is missing."""
    if diagnostic.name not in FOLLOWING:
        return False
    is_name = NAMED.match(diagnostic.name) is not None and diagnostic.name not in MADE_UP
    return not is_name or not words.isdisjoint(WORD.findall(diagnostic.span.text))


def _words_around(span: Span) -> list[str]:
    """Return the words of the entry in whose piece something stands, and of all inside it."""
    lines = span.source.text.split("\n")
    at = min(span.source.position(span.start)[0], len(lines)) - 1
    own = indent_of(lines[at])
    above = (n for n in range(at, -1, -1) if lines[n].strip() and indent_of(lines[n]) < own)
    first = next(above, at)
    outer, last = indent_of(lines[first]), at + 1
    while last < len(lines) and (not lines[last].strip() or indent_of(lines[last]) > outer):
        last += 1
    return WORD.findall("\n".join(lines[first:last]))


def _follows(diagnostic: Diagnostic, lost: frozenset[str]) -> bool:
    """Return whether a finding names what was lost."""
    if diagnostic.name not in FOLLOWING:
        return False
    if ANY_CARD in lost and diagnostic.name in ("unknown-card", "unknown-name"):
        return True
    return diagnostic.name.startswith("unknown-") and diagnostic.span.text.strip("{}") in lost
