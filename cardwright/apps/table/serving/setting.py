"""Say how a table is set: which game, with which options, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from cardwright.apps.policies.policies import POLICIES
from dsl.records import record

PERSON: Final = "person"
PLAYERS: Final = (PERSON, *POLICIES)
"""What can play a seat: a person, or a policy by its name."""
LONGEST_NAME: Final = 40


@record(kw_only=True)
class Seat:
    """A seat at a table.

    Attributes:
        name: Of its player.
        player: `person`, or the policy that plays it.
        screen: Seats of people with the same number share a screen, and so a link.
    """

    name: str
    player: str
    screen: int


@record(kw_only=True)
class Setting:
    """How a table is set.

    Attributes:
        options: As people write them.
        seconds: How long a policy that thinks ahead does so.
    """

    game: str
    title: Mapping[str, str]
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    seconds: float = 1.0

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(seat.name for seat in self.seats)

    def is_person(self, seat: int) -> bool:
        """Return whether a person plays a seat."""
        return self.seats[seat].player == PERSON

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(filter(self.is_person, range(len(self.seats))))

    def screens(self) -> Mapping[int, tuple[int, ...]]:
        """Return the seats of people by the screen at which they play."""
        found = dict[int, tuple[int, ...]]()
        for number in sorted(self.people):
            screen = self.seats[number].screen
            found[screen] = (*found.get(screen, ()), number)
        return found

    def screen_of(self, seats: Sequence[int]) -> int:
        """Return the screen of some seats that share one."""
        return self.seats[seats[0]].screen


def written(setting: Setting) -> dict[str, Any]:
    """Return a setting as JSON data."""
    return {**asdict(setting), "seats": [asdict(seat) for seat in setting.seats]}


def read(data: Mapping[str, Any]) -> Setting:
    """Return a setting that was written."""
    seats = tuple(Seat(**seat) for seat in data["seats"])
    return Setting(**{**data, "seats": seats})
