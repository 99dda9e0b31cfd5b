"""Read what a game is to be like, and say how far from it some matches are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import fsum, inf, sqrt
from statistics import median
from typing import Final

from cardwright.apps.face.session import total
from cardwright.apps.lab.simulate.paired import Result
from cardwright.apps.lab.simulate.play_out import LEVEL, normal_deviate, wilson_interval
from cardwright.apps.lab.tuning.knobs import NotTunable
from dsl import Record
from dsl.model.game import Game
from dsl.model.nouns import lineage

FEWEST_HOLDERS: Final = 20
"""Seats that must have held a card before it counts among those of its kind."""
TOLERANCE: Final = 0.02
"""Points of a hundred for shares, the same part of a length; where nobody says."""

_TARGET: Final = (
    r"(?:(?P<bound>above|below)\s+)?(?P<low>-?[\d.]+?)\s*%?(?:\.\.(?P<high>[\d.]+)\s*%?)?"
    r"(?:\s*(?:±|\+-|\+/-)\s*(?P<tolerance>[\d.]+)\s*%?)?"
)
_MEASURES: Final = {
    "seat-wins": r"seat (?P<who>[1-9]\d*) wins",
    "goal-players": r"players win",
    "goal-draws": r"draws",
    "goal-median": r"median length",
    "goal-mean": r"mean length",
    "card-wins": r"(?P<who>[a-z][a-z0-9-]*) wins",
    "goal-kind": r"(?P<each>no|every) (?P<who>[a-z][a-z0-9-]*)",
}
_LENGTHS: Final = ("goal-median", "goal-mean")
_ABOUT_CARDS: Final = ("card-wins", "goal-kind")


class Figure(Record):
    """A number of some matches, and between what the true one lies.

    Attributes:
        card: The card it is of, where it is of the worst of many.
    """

    value: float
    low: float
    high: float
    card: str = ""


class Goal(Record):
    """What a number is to be.

    Attributes:
        words: As people wrote it.
        measure: Which number: the key of the text that names it.
        who: The seat, card or kind it is of.
        low, high: Between what it is to be: the same number, where one is wanted.
        tolerance: How far off is near enough.
        cards: Those of the kind.
    """

    words: str
    measure: str
    who: str
    low: float
    high: float
    tolerance: float
    cards: tuple[str, ...] = ()

    @property
    def is_share(self) -> bool:
        """Whether the number is told in hundredths."""
        return self.measure not in _LENGTHS

    @property
    def needs_cards(self) -> bool:
        """Whether it has to be known who held what."""
        return self.measure in _ABOUT_CARDS

    def distance(self, value: float) -> float:
        """Return how far a number is from where it is to be."""
        return max(self.low - value, value - self.high, 0.0)

    def loss(self, value: float) -> float:
        """Return that distance, as goals of different measures are added up."""
        near = self.low if self.low > -inf else self.high
        return self.distance(value) / (TOLERANCE if self.is_share else TOLERANCE * max(1.0, near))

    def is_met(self, value: float) -> bool:
        """Return whether a number is near enough."""
        return self.distance(value) <= self.tolerance

    def figure(self, results: Sequence[Result]) -> Figure:
        """Return the number of some matches."""
        if self.measure in _LENGTHS:
            lengths = sorted(each.decisions for each in results)
            return _middle(lengths) if self.measure == "goal-median" else _mean(lengths)
        if self.measure == "goal-players":
            return _share([any(each.wins) for each in results])
        if self.measure == "goal-draws":
            return _share([not any(each.wins) and not each.is_fault for each in results])
        if self.measure == "seat-wins":
            return _share([each.wins[int(self.who) - 1] for each in results])
        return self._worst(results)

    def _worst(self, results: Sequence[Result]) -> Figure:
        """Return the wins of who held the card that is farthest off; all intervals hold at once."""
        cards = self.cards or (self.who,)
        level = 1 - (1 - LEVEL) / len(cards)
        wins: dict[str, list[bool]] = {card: [] for card in cards}
        for each in results:
            for card in each.holders.keys() & wins.keys():
                wins[card] += [each.wins[seat] for seat in each.holders[card]]
        least = FEWEST_HOLDERS if self.cards else 1
        found = [_share(won, level, card) for card, won in wins.items() if len(won) >= least]
        if not found:
            return Figure(0.0, 0.0, 1.0)
        top = self.low == -inf
        return max(found, key=lambda e: (self.distance(e.value), e.value if top else -e.value))


def _share(won: Sequence[bool], level: float = LEVEL, card: str = "") -> Figure:
    return Figure(total(won) / len(won), *wilson_interval(total(won), len(won), level), card)


def _middle(lengths: Sequence[int]) -> Figure:
    """Return the middle length; it most likely lies between two of those that were seen."""
    number = len(lengths)
    spread = normal_deviate(LEVEL) * sqrt(number) / 2
    low, high = max(0, int(number / 2 - spread)), min(number - 1, int(number / 2 + spread))
    return Figure(median(lengths), lengths[low], lengths[high])


def _mean(lengths: Sequence[int]) -> Figure:
    number, mean = len(lengths), total(lengths) / len(lengths)
    squares = fsum((each - mean) ** 2 for each in lengths) / max(1, number - 1)
    spread = normal_deviate(LEVEL) * sqrt(squares / number)
    return Figure(mean, mean - spread, mean + spread)


def goal_of(words: str, game: Game, players: int) -> Goal:
    """Return the goal that words such as `seat 1 wins 50%` mean.

    Raises:
        NotTunable: They mean none, or name a seat, card or kind that the game does not have.
    """
    plain = " ".join(words.split())
    for measure, pattern in _MEASURES.items():
        said = re.fullmatch(rf"{pattern} {_TARGET}", plain)
        if said is not None:
            return _read(plain, measure, said.groupdict(), game, players)
    raise NotTunable("tune-goal", word=words)


def _read(
    words: str, measure: str, said: Mapping[str, str | None], game: Game, players: int
) -> Goal:
    who = said.get("who") or ""
    scale = 1.0 if measure in _LENGTHS else 0.01
    try:
        low = float(said["low"] or "") * scale
        high = float(said["high"] or said["low"] or "") * scale
        tolerance = float(said["tolerance"] or -1) * scale
    except ValueError:
        raise NotTunable("tune-goal", word=words) from None
    bound, each = said["bound"], said.get("each")
    is_range = bound is not None or said["high"] is not None
    if low > high or (each == "no" and bound is None) or (each == "every" and not is_range):
        raise NotTunable("tune-goal", word=words)
    if tolerance < 0:
        tolerance = 0.0 if is_range else TOLERANCE * (low if measure in _LENGTHS else 1)
    if bound is not None:
        is_least = (bound == "above") != (each == "no")  # none above is: all below
        low, high = (low, inf) if is_least else (-inf, high)
    cards = _cards(measure, who, game, players, words)
    return Goal(words, measure, who, low, high, tolerance, cards)


def _cards(measure: str, who: str, game: Game, players: int, words: str) -> tuple[str, ...]:
    """Return the cards of a goal's kind; hold that what it names is there."""
    kinds = {each.id: each.kind for each in game.definitions}
    if measure == "seat-wins" and int(who) > players:
        raise NotTunable("tune-seat", word=words, players=players)
    if measure == "card-wins" and who not in kinds:
        raise NotTunable("compare-no-card", word=who)
    if measure != "goal-kind":
        return ()
    found = tuple(id_ for id_, kind in kinds.items() if who in lineage(game.kinds, kind))
    if not found:
        raise NotTunable("tune-kind", word=who, all=", ".join(game.kinds))
    return found
