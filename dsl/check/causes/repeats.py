"""Make one finding of those that do not know one name, wherever it is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from dsl.check.causes.declared import Declared
from dsl.check.causes.missing import is_missing, quoted_in, quoted_words, word_of
from dsl.check.texts.consequences import ANY_CARD
from dsl.diagnostics.catalogue import CATALOGUE
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.order import in_order

MOST_MISSING: Final = 5
"""Names of one sort that may be missing, each with a finding of its own."""
ALIKE: Final = 4
"""Findings with the same words that are one."""
MOST_NAMED: Final = 4
UNDERSTOOD: Final = frozenset({"syntax", "names", "types"})
"""The stages after which a text is understood."""
PROOFS: Final = frozenset({"unassigned-state"})
"""What follows from all texts together."""


def without_repeats(
    found: Iterable[Diagnostic], declared: Sequence[Declared], lost: Iterable[str]
) -> list[Diagnostic]:
    """Return the findings; of those that miss the same name the first, with how many there are.

    Args:
        lost: Names that are declared in a way that cannot be understood.
    """
    known = frozenset(each.name for each in declared)
    ordered = _without_proofs(in_order(found))
    alike = Counter((each.name, each.message) for each in ordered)
    by_subject: dict[object, list[Diagnostic]] = {}
    for number, each in enumerate(ordered):
        is_alike = alike[each.name, each.message] >= ALIKE
        other: object = (each.name, each.message) if is_alike else number
        by_subject.setdefault(_subject(each, known) or other, []).append(each)
    firsts = [same[0] for same in by_subject.values()]
    missed = {word_of(each) for each in firsts if is_missing(each)} - known | {*lost}
    kept = [same for same in by_subject.values() if not _rests_on(same[0], missed)]
    return _without_many([_counted(same[0], len(same)) for same in kept], known)


def _without_proofs(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings; what must hold over the whole is told once all of it is understood."""
    is_understood = not any(CATALOGUE[each.name].stage in UNDERSTOOD for each in found)
    return [each for each in found if is_understood or each.name not in PROOFS]


def _without_many(found: list[Diagnostic], known: frozenset[str]) -> list[Diagnostic]:
    """Return the findings; where very many names of a sort are missing, these are one."""
    for name in dict.fromkeys(each.name for each in found if is_missing(each)):
        many = [e for e in found if e.name == name and not e.helps and word_of(e) not in known]
        if len(many) > MOST_MISSING:
            words = [f"`{word_of(each)}`" for each in many]
            message = (
                f"{', '.join(words[:MOST_NAMED])} and {len(words) - MOST_NAMED} more such names "
                "are declared nowhere"
            )
            help_text = "declare them, or look whether a file that does is missing"
            one = Diagnostic(name, message, many[0].span, (help_text,))
            found = [one if each is many[0] else each for each in found]
            found = [each for each in found if not any(each is other for other in many)]
    return found


def _subject(found: Diagnostic, known: frozenset[str]) -> object:
    """Return what a finding is about, where others may be about the same."""
    if is_missing(found):
        word = word_of(found)
        return word if word not in known else (found.name, found.message)
    if found.name == "unknown-text":
        return found.name, *_path(found)[:2]
    if found.name == "missing-attribute":
        return found.name, [*quoted_in(found.message)][-1]
    return None


def _path(found: Diagnostic) -> list[str]:
    """Return the words of the path of a translated text."""
    return next(quoted_in(found.message)).split(".")


def _rests_on(found: Diagnostic, missed: set[str]) -> bool:
    """Return whether a word of the prelude lacks, or a translation is of, what is missing."""
    if found.name == "unknown-text":
        is_of_cards = ANY_CARD in missed and _path(found)[0] == "cards"
        return is_of_cards or not missed.isdisjoint(_path(found))
    return found.name == "prelude-needs" and not missed.isdisjoint(quoted_words(found.message))


def _counted(found: Diagnostic, times: int) -> Diagnostic:
    if times < 2:
        return found
    if found.name == "missing-attribute":
        do = "does one" if times == 2 else f"do {times - 1}"
        return replace(found, message=f"{found.message}, nor {do} more")
    if found.name == "unknown-text":
        more = "one more" if times == 2 else f"{times - 1} more"
        return replace(found, message=f"{found.message}, nor {more} of what stands around it")
    how = f"used {times} times" if is_missing(found) else f"{times} times"
    return replace(found, message=f"{found.message} ({how}, first here)")
