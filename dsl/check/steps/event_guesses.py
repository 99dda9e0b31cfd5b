"""Answer which event somebody means who writes a name that no event has: by its letters, by what
the events say to people, by the verb alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from dsl.check.expressions.expressions import guess
from dsl.check.expressions.other_words import STEP_HELPS
from dsl.languages import SLOT

LETTERS: Final = re.compile(r"[A-Z]?[a-z]+")
LITTLE: Final = frozenset(
    ["a", "an", "the", "of", "to", "from", "in", "on", "at", "with", "for", "and", "by", "one"]
)
SAME: Final = (
    "gain get take earn receive collect obtain", "pay spend", "lose forfeit", "draw pick",
    "discard trash", "play lay put place deploy", "buy purchase", "attack hit strike fight",
    "hurt damage harm wound", "kill destroy defeat slay", "build construct", "heal cure restore",
    "move go walk travel", "steal rob",
)  # fmt: skip
"""Verbs of which one stands for another."""
VERBS: Final = {verb: number for number, row in enumerate(SAME) for verb in row.split()}


def event_helps(name: str, events: Mapping[str, str], others: Iterable[str]) -> tuple[str, ...]:
    """Return the help for a name that no event has, the surest first; nothing where none is sure.

    Args:
        events: What can be done here: by id what its text says, "" for nothing.
        others: Further words that may stand in its place.
    """
    others = (*others,)
    near = () if name in STEP_HELPS else guess(name, [*events, *others])
    if near:
        return near
    meant = _by_text(name, events)
    if meant is not None:
        said = f", which says “{events[meant]}”" if events[meant] else ""
        return (f"write `{meant}`{said}",)
    return _by_verb(name, {*events, *others})


def _by_text(name: str, events: Mapping[str, str]) -> str | None:
    """Return the only event that says all the words of a name, or one of like verbs and the rest.

    A lone word must be what the event does, the first word of its id or text.
    """
    wanted = [*_words(name)]
    said = {id_: ([*_words(id_)], [*_words(text)]) for id_, text in events.items()}
    for same in (str.__eq__, _is_like):
        found = [id_ for id_, words in said.items() if _says(wanted, words, same)]
        if len(found) == 1:
            return found[0]
    return None


def _says(
    wanted: list[str], said: tuple[list[str], list[str]], same: Callable[[str, str], bool]
) -> bool:
    """Return whether words of an id and of a text hold all that are wanted."""
    if len(wanted) == 1:
        return any(same(wanted[0], words[0]) for words in said if words)
    both = [*said[0], *said[1]]
    return bool(wanted) and wanted[-1] in both and all(
        any(same(word, other) for other in both) for word in wanted
    )  # fmt: skip


def _is_like(one: str, other: str) -> bool:
    """Return whether two words are one, or verbs of which one stands for the other."""
    return one == other or (one in VERBS and VERBS[one] == VERBS.get(other))


def _by_verb(name: str, known: Collection[str]) -> tuple[str, ...]:
    """Return what is written instead of the verb with which a name begins."""
    verb = next(_words(name), "")
    if verb in known:
        return (f"write `{verb} …`",)
    return (STEP_HELPS[verb],) if verb in STEP_HELPS else ()


def _words(text: str) -> Iterator[str]:
    """Yield the words of a name or text in their plain form, without slots and little words."""
    for found in LETTERS.findall(SLOT.sub(" ", text)):
        word = found.lower()
        if word not in LITTLE:
            yield word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word
