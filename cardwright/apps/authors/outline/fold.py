"""Fold the boxes of an overview until they fit on a page.

What is done by one event alone goes into that event's box; then what stands alike to all others
becomes one box; then what has the fewest edges goes into a box for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardwright.apps.authors.outline.pile import Pile

PAGE: Final = 38
"""How many boxes a page holds."""
MOST: Final = {"action": 8, "kind": 7, "value": 5}
"""How many boxes there are of a sort, that of its rest counted."""
EVENTS: Final = (12, 18)
"""How many there are of events at least, and at most where the others leave room."""
REST: Final = "rest"


def fold_all(pile: Pile, bases: Mapping[str, str | None], course: int) -> None:
    """Fold every sort of box to its number; events have the room that is left.

    Args:
        bases: What each kind extends.
        course: How many boxes the course has.
    """
    _into_bases(pile, bases)
    _rest(pile, ("kind",), MOST["kind"])
    for sorts in (("action",), ("value", "attribute")):
        _alike(pile, sorts, MOST[sorts[0]])
        _rest(pile, sorts, MOST[sorts[0]])
    others = course + len(pile.members) - len(pile.of("event"))
    most = min(max(PAGE - others, EVENTS[0]), EVENTS[1])
    _into_doers(pile, most)
    _alike(pile, ("event",), most)
    _rest(pile, ("event",), most)


def _into_bases(pile: Pile, bases: Mapping[str, str | None]) -> None:
    """Put kinds into the kind they extend while there are too many."""
    for kind in reversed(list(bases)):
        box, base = f"kind:{kind}", bases[kind]
        if len(pile.of("kind")) > MOST["kind"] and box in pile.members and base is not None:
            pile.members.setdefault(f"kind:{base}", [("kind", base)])
            pile.merge(f"kind:{base}", [box])


def _into_doers(pile: Pile, most: int) -> None:
    """Put events that one other event alone does into it, those with the fewest links first."""
    while len(pile.of("event")) > most:
        lone = [box for box in pile.of("event") if _doer(pile, box) and _folds(pile, box)]
        if not lone:
            return
        box = min(lone, key=lambda box: (len(pile.around(box)), box))
        pile.merge(_doer(pile, box), [box])


def _doer(pile: Pile, box: str) -> str:
    """Return the one box that leads to a box, if it is an event's; else nothing."""
    sources = list(pile.sources(box))
    return sources[0] if len(sources) == 1 and sources[0].startswith("event:") else ""


def _alike(pile: Pile, sorts: tuple[str, ...], most: int) -> None:
    """Put boxes with the same links together, first where there are the fewest of them."""
    while len(pile.of(*sorts)) > most:
        classes: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
        for box in pile.of(*sorts):
            if _folds(pile, box):
                classes.setdefault(tuple(sorted(pile.around(box))), []).append(box)
        several = [each for each in classes.items() if len(each[1]) > 1]
        if not several:
            return
        _, boxes = min(several, key=lambda each: (len(each[1]), len(each[0]), each[0]))
        first = max(boxes, key=lambda box: (pile.weight(box), boxes.index(box) == 0))
        pile.alike.add(first)
        pile.merge(first, boxes)


def _rest(pile: Pile, sorts: tuple[str, ...], most: int) -> None:
    """Put the boxes with the fewest edges into one for the rest."""
    boxes = pile.of(*sorts)
    if len(boxes) <= most:
        return
    boxes.sort(key=lambda box: (not _folds(pile, box), pile.weight(box), box))
    rest = f"{sorts[0]}:{REST}:"
    pile.members[rest] = []
    pile.rests.add(rest)
    pile.merge(rest, boxes[: len(boxes) - most + 1])


def _folds(pile: Pile, box: str) -> bool:
    """Return whether no rule waits for what is in a box."""
    return not any(way == "to" and kind in LISTENING for way, kind, _ in pile.around(box))


LISTENING: Final = frozenset({"before", "after", "instead", "forbids"})
"""Edges from what happens to the rules that wait for it."""
