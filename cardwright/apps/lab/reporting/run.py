"""Hold what a report is made of: the tables of a run, and what people call the things in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.apps.lab.reporting.called import Called
from cardwright.apps.lab.reporting.facts import Facts, Share
from cardwright.apps.lab.reporting.words import say
from dsl.model.game import Game
from dsl.records import record


@record(kw_only=True)
class Run:
    """What a report is made of.

    Attributes:
        told: What the tables tell of the run.
        called: What people call cards, actions and all else.
        ladder: How often a policy won in one seat against random ones, by name.
        settings: How often all won together with one option changed, by its words.
        absent: Ids of the cards that are not in the game with these options and players.
    """

    facts: Facts
    game: Game
    told: Mapping[str, Any]
    lang: str
    called: Called
    ladder: Sequence[tuple[str, Share]] = ()
    settings: Sequence[tuple[str, Share]] = ()
    absent: frozenset[str] = frozenset()

    def say(self, key: str, **slots: object) -> str:
        """Return a text in the report's language."""
        return say(self.lang, key, **slots)

    @property
    def names(self) -> dict[str, str]:
        """What the cards are called, by id."""
        return self.called.cards
