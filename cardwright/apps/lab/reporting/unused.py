"""Tell what nobody did in the matches of a run: cards, actions, answers and events."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cardwright.apps.lab.reporting.called import Called
from cardwright.apps.lab.reporting.facts import Facts
from dsl.model.game import Game

MOST_NAMED: Final = 5
"""As many are named in a row."""


def unused(
    facts: Facts, called: Called, game: Game, absent: Collection[str]
) -> dict[str, list[str]]:
    """Return what was never done, by the word for it.

    Args:
        absent: Ids of cards that are not in the game, of which nothing is said.
    """
    uses, names = facts.uses(), called.cards
    seen = {card for card, each in uses.items() if each.held or each.offered or each.claimed}
    actions = [each for each in game.actions if each.card not in absent]
    taken, happened = facts.actions(), facts.events()
    return {
        "unused-cards": [names[c] for c, each in uses.items() if each.offered and not each.chosen],
        "unseen-cards": [
            name for card, name in names.items() if card not in seen and card not in absent
        ],
        "unused-actions": [called.action(each.id) for each in actions if each.id not in taken],
        "unused-answers": _left(facts, called),
        "unused-events": [called.event(each) for each in game.events if not happened.get(each)],
    }


def _left(facts: Facts, called: Called) -> list[str]:
    """Return what was never taken, question by question."""
    found: dict[str, list[str]] = {}
    for kind, question, answer, _, taken in facts.answers():
        if kind != "action" and not taken:
            found.setdefault(question, []).append(called.answer(answer))
    return [
        f"{called.question(question)}: {', '.join(each[:MOST_NAMED])}"
        + (f" … ({len(each)})" if len(each) > MOST_NAMED else "")
        for question, each in found.items()
    ]
