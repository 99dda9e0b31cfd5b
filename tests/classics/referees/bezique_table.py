"""Seat the referee of Bezique beside the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import bezique
from tests.classics.referees.cards import SUITS, rank_of, suit_of
from tests.classics.referees.trick import TrickTable
from tests.referees.harness import Path, Pieces, Step
from tests.referees.reading import Reader

SETTINGS = (Setting("bezique", 2, mix=(("goal", (300, 1000)),)),)
PLANTED = (bezique.PAIRS, "royal-marriage", 20)
"""An error that has to show: a marriage of trumps is worth as much as any other."""

WORDS = ("marriage", "royal-marriage", "trump-sequence", "single-bezique", "double-bezique")
WORDS += ("four-jacks", "four-queens", "four-kings", "four-aces")


class BeziqueTable(TrickTable):
    """Words the choices of Bezique as the engine asks for them; cards of one name differ in where
    they lie and what they were declared in. What may be declared is seldom played, and double
    béziques and sequences are waited for, so that there are some."""

    weights: ClassVar = {"draw-on": 0.2}
    zones = ("turned",)

    def step(self, match: Match, index: int) -> Step:
        """Return a card with how it looks, all else by its label."""
        label = self.read.label(match, index)
        if label not in self.numbers:
            return label
        option = match.state.ask.options[index]
        return self.look(match, option[1] if isinstance(option, tuple) else option, label)

    def weigh(self, step: Any) -> float:
        """Return how often a step is taken."""
        if not isinstance(step, tuple) or isinstance(step, Pieces):
            return super().weigh(step)
        name = str(step[0])
        is_trump = suit_of(name) == SUITS[self.read.value("trumps")]
        return 0.02 if is_trump or name in bezique.LOVERS else 0.2 if rank_of(name) > 10 else 1.0

    def look(self, match: Match, card: int, name: str) -> tuple[Any, ...]:
        """Return what tells a card from the other one of its name."""
        st = match.state
        served = st.values[st.entity_bases[card]]
        is_open = self.read.zone_name(st.places[card]).endswith(".table")
        return (name, is_open, tuple(sorted(WORDS[each] for each in served)))

    def completed(self, after: Match, picked: Path) -> Path:
        """Return all cards of a declaration, the last ones too, which had to be."""
        reader = Reader(after)
        reader.skip(self.match)
        cards = reader.next_event("act:declare").arguments[1]
        return tuple(self.look(self.match, card, self.read.card(card)) for card in cards)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        zones = self.read.zones()
        cards = [zones[f"{name}.hand"] + zones[f"{name}.table"] for name in self.match.names]
        looks = [[self.look(self.match, c, self.read.card(c)) for c in each] for each in cards]
        rest = {key: seen for key, seen in super().view().items() if key != "hands"}
        return {"cards": [sorted(each) for each in looks], **rest}


def seated(setting: Setting, match: Match) -> tuple[bezique.Bezique, BeziqueTable]:
    """Return the referee of a match and its table."""
    return bezique.Bezique(int(str(dict(setting.options)["goal"]))), BeziqueTable(match)
