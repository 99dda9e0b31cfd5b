"""The board of Cerebria for its referee: what lies where, and who controls what.

Written from the rulebook alone; it knows nothing of the engine. Places of Spirits are numbered
round the ring: 2i is Realm i (Valley, Cradle, Network, Land, Willow), 2i + 1 the Frontier behind
it. Slots of Emotions are numbered round their ring: 3i and 3i - 1 lie in Realm i, 3i + 1 on
Frontier i. Control is never kept: it is worked out of what lies on the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import yaml

SLOTS = range(15)
REALMS = range(5)
PLACES = range(10)
TEAMS = ("bliss", "gloom")
MINOR, MAJOR, CAPPING = "minor", "major", "capping"
FRAGMENTS = {MINOR: 6, MAJOR: 3, CAPPING: 1}
FORTRESS_INTENSITY = {MINOR: 1, MAJOR: 2}
STARTING = {"bliss": "brightness", "gloom": "bleakness"}
SUPPLY = {"brightness": 2, "bleakness": 6}
STRONG_COPIES = 2
SPHERES = ("commitment", "creativity", "humility", "diligence", "knowledge")  # clockwise
SPHERE_WP = 7
ASPIRATIONS = (
    "attitude",
    "awareness",
    "fortitude",
    "liveliness",
    "openness",
    "unity",
    "versatility",
    "sensibility",
    "reflection",
)


class Face(NamedTuple):
    """What is printed on an Emotion."""

    name: str
    team: str
    tier: str
    faces: tuple[int, ...]
    vibe: str | None = None
    strong: str | None = None
    threshold: int = 0
    power: tuple[Any, ...] = ("none",)


def _faces(groups: dict[str, dict[str, dict[str, Any]]]) -> dict[str, Face]:
    found = {}
    for group, cards in groups.items():
        team, tier = group.split("-")
        for name, printed in cards.items():
            lists = {key: tuple(it) if isinstance(it, list) else it for key, it in printed.items()}
            found[name] = Face(name, team, tier, **lists)
    return found


_TABLE = yaml.safe_load((Path(__file__).parent / "cerebria.yaml").read_text("utf-8"))
CARDS: dict[str, Face] = _faces(_TABLE["emotions"])
DECKS: dict[str, list[str]] = _TABLE["decks"]
SPIRITS: dict[str, str] = _TABLE["spirits"]


def rival(team: str) -> str:
    """Return the other team."""
    return TEAMS[team == TEAMS[0]]


# --- where things lie -----------------------------------------------------------------------------


def slots_of(place: int) -> tuple[int, ...]:
    """Return the slots adjacent to a Spirit: two in a Realm, one on a Frontier."""
    i = place // 2
    return (3 * i + 1,) if place % 2 else ((3 * i - 1) % 15, 3 * i)


def place_of(slot: int) -> int:
    """Return the place whose Spirits a slot is adjacent to."""
    return next(place for place in PLACES if slot in slots_of(place))


def beside(slot: int) -> tuple[int, int]:
    """Return the two adjacent slots."""
    return (slot - 1) % 15, (slot + 1) % 15


def triad(frontier: int) -> tuple[int, int, int]:
    """Return the slots that influence a Frontier."""
    return 3 * frontier, 3 * frontier + 1, 3 * frontier + 2


def realms_at(place: int) -> tuple[int, ...]:
    """Return the Realms whose spheres and Fortress places are adjacent to a Spirit."""
    i = place // 2
    return (i, (i + 1) % 5) if place % 2 else (i,)


def realms_of(slot: int) -> tuple[int, ...]:
    """Return the Realm a slot lies in; both neighbours of a Frontier slot."""
    return realms_at(place_of(slot))


# --- what lies there ------------------------------------------------------------------------------


@dataclass
class Emotion:
    """An Emotion in play; `owner` is the seat whose deck it came from, if any."""

    name: str
    owner: int | None = None
    essence: int = 1
    token: int = 0
    lost: int = 0  # Essence lost in this Action

    @property
    def card(self) -> Face:
        return CARDS[self.name]

    @property
    def team(self) -> str:
        return self.card.team

    @property
    def spaces(self) -> int:
        """The Essence that fits on it."""
        return len(self.card.faces)

    @property
    def intensity(self) -> int:
        return self.card.faces[self.essence - 1] + self.token


@dataclass
class Fortress:
    team: str
    rank: str
    fresh: bool = False  # built or exalted in this turn


@dataclass
class Sphere:
    name: str
    wp: int = SPHERE_WP


@dataclass
class Spirit:
    """A player: the board of one Spirit and what lies on it."""

    seat: int
    team: str
    name: str
    deck: list[str]
    hand: list[str] = field(default_factory=list)
    wp: int = 0
    essence: int = 0
    place: int | None = None
    cells: set[tuple[str, str]] = field(default_factory=set)  # (Spirit Action, unlock or upgrade)
    vibes: set[tuple[str, str]] = field(default_factory=set)  # (Spirit Action, colour)
    actions: int = 3

    def draw(self, count: int) -> None:
        """Draw from the top; a short deck gives what is there."""
        self.hand += self.deck[:count]
        del self.deck[:count]

    def put_under(self, card: str) -> None:
        """Put a hand card under the deck."""
        self.hand.remove(card)
        self.deck.append(card)


@dataclass
class Team:
    name: str
    hidden: list[str]
    ambition: int = 0
    wheel: int = 0
    fragments: Counter[str] = field(default_factory=lambda: Counter(FRAGMENTS))
    pool: Counter[str] = field(default_factory=Counter)
    supply: int = 0  # of Brightness or Bleakness

    def gain_ambition(self, count: int) -> None:
        self.ambition = min(3, self.ambition + count)


@dataclass
class Board:
    """The main board, the Origin and the Identity."""

    tie_to_fortress: bool = True  # profile: who holds a Realm when Intensities are equal
    slots: list[Emotion | None] = field(default_factory=lambda: [None] * 15)
    forts: list[Fortress | None] = field(default_factory=lambda: [None] * 5)
    spheres: list[Sphere] = field(default_factory=list)
    identity: list[tuple[str, str]] = field(default_factory=list)  # (team, rank), the lowest first

    def emotions(self, team: str | None = None) -> Iterator[tuple[int, Emotion]]:
        """Yield (slot, Emotion) of a team or all, by slot number."""
        for slot, it in enumerate(self.slots):
            if it is not None and team in (None, it.team):
                yield slot, it

    def team_at(self, slot: int) -> str | None:
        it = self.slots[slot]
        return it.team if it else None

    def near(self, slot: int, team: str) -> list[int]:
        """Return the adjacent slots that hold an Emotion of a team."""
        return [other for other in beside(slot) if self.team_at(other) == team]

    def _lead(self, slots: Iterable[int]) -> int:
        """Return by how much the Intensity of Bliss is larger."""
        found = 0
        for slot in slots:
            it = self.slots[slot]
            if it:
                found += it.intensity if it.team == TEAMS[0] else -it.intensity
        return found

    def frontier_holder(self, i: int) -> str | None:
        """Return who controls Frontier i: Fortresses never count, a tie is nobody's."""
        return _leader(self._lead(triad(i)))

    def _is_blocked(self, outer: int, inner: int) -> bool:
        """Return whether the Realm slot holds a card of another colour than the Frontier's.

        Colour is read as the team's frame, not the Vibe (R-CE-08).
        """
        teams = self.team_at(outer), self.team_at(inner)
        return None not in teams and teams[0] != teams[1]

    def realm_holder(self, i: int) -> str | None:
        """Return who controls Realm i."""
        left, right = slots_of(2 * i)
        counted = [left, right]
        if not self._is_blocked(right + 1, right):
            counted.append(right + 1)
        if not self._is_blocked((left - 1) % 15, left):
            counted.append((left - 1) % 15)
        lead = self._lead(counted)
        fort = self.forts[i]
        if fort:
            strength = FORTRESS_INTENSITY[fort.rank]
            lead += strength if fort.team == TEAMS[0] else -strength
            if lead == 0 and self.tie_to_fortress:
                return fort.team
        return _leader(lead)

    def holder(self, place: int) -> str | None:
        """Return who controls the Realm or Frontier of a place."""
        return (self.frontier_holder if place % 2 else self.realm_holder)(place // 2)

    def realms_held(self, team: str) -> set[int]:
        return {i for i in REALMS if self.realm_holder(i) == team}

    def frontiers_held(self, team: str) -> set[int]:
        return {i for i in REALMS if self.frontier_holder(i) == team}

    def essence_of(self, team: str) -> int:
        """Return the Essence on the Emotions of a team."""
        return sum(it.essence for _, it in self.emotions(team))

    def longest_run(self, team: str) -> int:
        """Return the longest unbroken run of a team's Emotions on the ring of slots."""
        longest = run = 0
        for step in range(30):  # twice round, as a run may wrap
            run = run + 1 if self.team_at(step % 15) == team else 0
            longest = max(longest, run)
        return min(longest, 15)


def _leader(lead: int) -> str | None:
    return None if lead == 0 else TEAMS[lead < 0]
