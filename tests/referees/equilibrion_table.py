"""Seat the referee of Equilibrion beside the engine: its actions, zones and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.referees.equilibrion import SIDES, Equilibrion
from tests.referees.harness import Ask, Chance, Path, Step, Table
from tests.referees.reading import Reader

BOOKS, ARCH = ("books", True), ("arch", True)
SETTINGS = tuple(
    Setting("equilibrion", players, options)
    for options in (
        (),
        (("hidden-hands", True),),
        (ARCH,),
        (BOOKS,),
        (BOOKS, ("book-price", 3)),
        (BOOKS, ARCH),
        (BOOKS, ARCH, ("book-price", 4)),
    )
    for players in (1, 2)
)
SELDOM = {"establish-balance": 3.0, "joyful-equilibrium": 3.0, "play-dream": 4.0, "no": 0.4}
"""What is taken more or less often than at random, so that cities are claimed."""


class EquilibrionTable(Table):
    """Words the choices of Equilibrion as the engine asks for them."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        zones = self.read.zones()
        self.cities = [self.read.card(city) for city in (*zones["rows"], *zones["cities"])]

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return an option as steps: a placed dream is one step, `(side, row, dream)`."""
        match option:
            case ("play", dream, row, side):
                return ("play-dream", dream, ("row", row), side)
            case ("swap", side, upper, lower, away):
                return ("swap-dreams", (side, *upper), (side, *lower), away)
            case ("establish", away):
                return ("establish-balance", away)
            case ("polarity", away):
                return ("swap-polarity", away)
            case ("square-lovers", row, away):
                return ("square-lovers", ("row", row), away)
            case (book, side, row, dream, *targets, away):
                return (book, (side, row, dream), *(("row", target) for target in targets), away)
            case ("join", row, side):
                return ("join-stronger-side", ("row", row), side)
            case ("clear", row):
                return ("lose-balanced-city", ("row", row))
            case ("lose",):
                return ("lose-four-dreams",)
            case (int() as row, side):
                return (("row", row), side)
        return option

    def step(self, match: Match, index: int) -> Step:
        """Return a city by its row, a placed dream by its place, all else by its label."""
        st, label = match.state, self.read.label(match, index)
        option = st.ask.options[index]
        entity = option[1] if st.ask.kind == "piece" and isinstance(option, tuple) else option
        if st.ask.kind not in ("parameter", "choose", "piece") or label in (*SIDES, "enough"):
            return label
        rows = self.read.zones()["rows"]
        return ("row", rows.index(entity)) if entity in rows else self._placed(match, entity)

    def _placed(self, match: Match, dream: int) -> Step:
        """Return `(side, row, dream)` of a placed dream, the name alone of another one."""
        st, name = match.state, self.read.card(dream)
        zone = st.places[dream]
        side = self.read.zone_name(zone).rpartition(".")[2]
        rows = self.read.zones()["rows"]
        return (side, rows.index(st.zone_owners[zone]), name) if side in SIDES else name

    def completed(self, after: Match, picked: Path) -> Path:
        """Return all dreams that thinning out discarded: those that must go are not asked for."""
        reader = Reader(after)
        reader.skip(self.match)
        gone = reader.run_of_moves("dream-discard")
        return tuple(self._placed(self.match, dream) for dream in gone)

    def weigh(self, step: Step) -> float:
        """Return how often a step is taken compared with others."""
        return SELDOM.get(str(step), 1.0)

    def chance(self, wanted: Chance) -> Any:
        """Return what was drawn; cities come in the order in which they lie from the beginning."""
        if wanted.what == "who starts":
            return self.read.next_event("begin-with").arguments[0]
        if wanted.what == "book":
            return self.read.card(self.read.next_move(lambda m: m.went == "open-books").card)
        if wanted.what == "look":
            pile, place = wanted.of
            return self.read.card(self.read.before[pile][place])
        if wanted.of[0] == "cities":
            return self.cities.pop(0)
        return self.read.card(self.read.next_move(_is_draw).card)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        zones, names = self.read.zones(), self.match.names
        rows = zones["rows"]

        def cards(entities: Any) -> list[str]:
            return sorted(map(self.read.card, entities))

        sides = [[cards(self._side(city, side)) for side in SIDES] for city in rows]
        polarity = [self.read.value(f"{name}.polarity") for name in names]
        return {
            "rows": [(self.read.card(c), *both) for c, both in zip(rows, sides, strict=True)],
            "balanced": [rows.index(city) for city in self.read.value("rows where balanced(it)")],
            "claimed": cards(zones["claimed"]),
            "cities": cards(zones["cities"]),
            "dreams": cards(zones["dreams"]),
            "discard": cards(zones["dream-discard"]),
            "hands": [cards(zones[f"{name}.hand"]) for name in names],
            "polarity": [SIDES[half] for half in polarity] if len(names) == 2 else None,
            "books": cards(zones.get("open-books", [])),
        }

    def _side(self, city: int, side: str) -> list[int | None]:
        st = self.match.state
        mine = [zone for zone, owner in enumerate(st.zone_owners) if owner == city]
        return next(st.zones[z] for z in mine if self.read.zone_name(z).endswith(f".{side}"))


def _is_draw(move: Any) -> bool:
    """Return whether a move takes the top dream; one that never moved lay in the deck."""
    if move.came is None:
        return move.went == "turned-up" or move.went.endswith(".hand")
    return bool(move.came == "dreams" != move.went)


def seated(setting: Setting, match: Match) -> tuple[Equilibrion, EquilibrionTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    referee = Equilibrion(
        setting.players,
        has_arch=bool(options.get("arch")),
        book_price=int(str(options.get("book-price", 2))) if options.get("books") else None,
    )
    return referee, EquilibrionTable(match)
