"""Fold the boxes of an overview until they fit on a page.

What is done by one event alone goes into that event's box; then what stands alike to all others
becomes one box; then what has the fewest edges goes into a box for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.graph.overview.pile import Pile

MOST: Final = {"action": 7, "kind": 7, "event": 12, "value": 5}
"""How many boxes there are of a sort, those of its rest counted."""
REST: Final = "rest"


def fold_all(pile: Pile, bases: Mapping[str, str | None]) -> None:
    """Fold every sort of box to its number.

    Args:
        bases: What each kind extends.
    """
    _into_bases(pile, bases)
    _into_doers(pile)
    for sorts in (("action",), ("event",), ("value", "attribute"), ("kind",)):
        most = MOST[sorts[0]]
        if sorts != ("kind",):
            _alike(pile, sorts, most)
        _rest(pile, sorts, most)


def _into_bases(pile: Pile, bases: Mapping[str, str | None]) -> None:
    """Put kinds into the kind they extend while there are too many."""
    for kind in reversed(list(bases)):
        box, base = f"kind:{kind}", bases[kind]
        if len(pile.of("kind")) > MOST["kind"] and box in pile.members and base is not None:
            pile.members.setdefault(f"kind:{base}", [("kind", base)])
            pile.merge(f"kind:{base}", [box])


def _into_doers(pile: Pile) -> None:
    """Put events that one other event alone does into it, those with the fewest links first."""
    while len(pile.of("event")) > MOST["event"]:
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
    """Put boxes with the same links together, first those with the fewest."""
    while len(pile.of(*sorts)) > most:
        classes: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
        for box in pile.of(*sorts):
            if _folds(pile, box):
                classes.setdefault(tuple(sorted(pile.around(box))), []).append(box)
        several = [(len(links), links) for links, boxes in classes.items() if len(boxes) > 1]
        if not several:
            return
        boxes = classes[min(several)[1]]
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
