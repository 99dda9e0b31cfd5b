"""Put the options of a question in the order in which they are numbered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cardwright.apps.screen.model import Card, Option, View


def choices(view: View, cards: Mapping[str, Card]) -> list[tuple[Option, int]]:
    """Return options with how many are the same: cards that lie in one area in the order in which
    they lie there."""
    asked = view.question
    if asked is None:
        return []
    ranks = {c.key: at for area in view.areas for at, c in enumerate(area.cards)}
    touched = [option.touches[0] for option in asked.options if len(option.touches) == 1]
    homes = {key.rpartition(".")[0] for key in touched}
    found = [*_grouped(asked.options, cards)]
    if len(homes) == 1 and all(key in ranks for key in touched):
        last = len(ranks)
        found.sort(key=lambda it: ranks[it[0].touches[0]] if it[0].touches else last)
    return found


def _grouped(options: Sequence[Option], cards: Mapping[str, Card]) -> Iterator[tuple[Option, int]]:
    """Yield options with how many are the same: cards that look alike in an area without order."""
    groups: dict[object, list[Option]] = {}
    for option in options:
        groups.setdefault(_sameness(option, cards) or option.index, []).append(option)
    for group in groups.values():
        first = group[0]
        if len(group) > 1:
            text, name = first.text, cards[first.touches[0]].name
            at = text.find(" (", text.find(name) + len(name))
            first = replace(first, text=text[:at] if at > 0 else text)
        yield first, len(group)


def _sameness(option: Option, cards: Mapping[str, Card]) -> object:
    """Return what options that are the same have in common; None for an option of its own."""
    if len(option.touches) != 1 or option.touches[0] not in cards:
        return None
    card = cards[option.touches[0]]
    home, _, _ = card.key.rpartition(".")
    if not card.name or not home or not option.text.startswith(card.name):
        return None
    return home, replace(card, key="", options=()), option.label.partition("#")[0], option.does
