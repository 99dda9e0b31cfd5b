"""Seat the referee of Worldmonger beside the engine: its actions, zones and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.referees.harness import Ask, Chance, Path, Result, Step, Table
from tests.referees.worldmonger import Worldmonger
from tests.referees.worldmonger_cards import CIVILIZATIONS, CULTURES

LISTS = (
    "",
    "egypt greece huns carthage",
    "macedonia egypt persia india",
    "hittites rome maya celts",
)
OPTIONS = (
    ("dividend-timing", ("end-of-phase", "end-of-civilization-turn")),
    ("clean-up-order", ("play-area", "controller")),
    ("coins", ("unlimited", "bank-500")),
    ("use-limit", ("100", "3", "1")),
)
SETTINGS = (
    *(Setting("worldmonger", players) for players in (2, 3, 4, 5, 6)),
    *(Setting("worldmonger", players, mix=OPTIONS) for players in (2, 3, 4, 5, 6)),
    *(
        Setting("worldmonger", players, (("civilizations", tuple(names.split())),), mix=OPTIONS)
        for players in (3, 4)
        for names in LISTS[1:]
    ),
)
PLACED = ("play", "discard")
CARDS = {*CULTURES, *(f"{name}-stock" for name in CIVILIZATIONS)}


class WorldmongerTable(Table):
    """Words the choices of Worldmonger as the engine asks for them."""

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return an option as steps: a card of a play area is one step, `(civilization, place)`."""
        if ask.what == "invest":
            return tuple(map(str, option))
        match option:
            case ("stop",):
                return ("pass",)
            case ("use", civ, at):
                return ((civ, at),)
            case (str(), int()):
                return (option,)
        return option

    def step(self, match: Match, index: int) -> Step:
        """Return a card of a play area or discard pile by its place, all else by its label."""
        st = match.state
        option = st.ask.options[index]
        if st.ask.kind in ("action", "piece") and isinstance(option, tuple):
            option = option[1]
        label = self.read.label(match, index)
        if not isinstance(option, int) or label not in CARDS:
            return label
        zone = st.places[option]
        owner, _, name = self.read.zone_name(zone).partition(".")
        if name not in PLACED and (name != "deck" or st.ask.kind != "piece"):
            return label
        at = st.zones[zone].index(option)
        if name == "discard":
            at = len(st.zones[zone]) - 1 - at  # the top is last
        return at if st.ask.kind == "piece" else (owner, at)

    def chance(self, wanted: Chance) -> Any:
        """Return what was drawn or drawn for."""
        if wanted.what == "civilizations":
            return tuple(map(self.read.card, self.read.zones()["civs"]))
        if wanted.what == "start player":
            return self.read.next_event("begin-with").arguments[0]
        if wanted.what == "look":
            civ, place = wanted.of
            return self.read.card(self.read.zones()[f"{civ}.deck"][place])
        deck = f"{wanted.of[0]}.deck"
        return self.read.card(self.read.next_move(lambda m: m.came in (deck, None)).card)

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        zones, value, names = self.read.zones(), self.read.value, self.match.names
        civs = [self.read.card(civ) for civ in zones["civs"]]

        def kinds(zone: str) -> list[str]:
            return list(map(self.read.card, zones[zone]))

        stocks = [Counter(kinds(f"{name}.stocks")) for name in names]
        found: dict[str, Any] = {
            "round": value("round"),
            "last round": value("last-round"),
            "start player": value("start-player"),
            "coins": [value(f"{name}.coins") for name in names],
            "shares": [{civ: held[f"{civ}-stock"] for civ in civs} for held in stocks],
            "supply": dict(Counter(kinds("supply"))),
        }
        for civ in civs:
            used = value(f"{civ}.play where used")
            marks = [card in used for card in zones[f"{civ}.play"]]
            found[f"{civ} deck"] = sorted(kinds(f"{civ}.deck"))
            found[f"{civ} play"] = list(zip(kinds(f"{civ}.play"), marks, strict=True))
            found[f"{civ} discard"] = kinds(f"{civ}.discard")[::-1]
            found[f"{civ} price"] = value(f"price({civ})")
            found[f"{civ} controller"] = value(f"controller({civ})")
        return found

    def result(self) -> Result:
        """Return the winners and what everyone has."""
        names = enumerate(self.match.names)
        coins = {seat: self.read.value(f"{name}.coins") for seat, name in names}
        return Result(super().result().winners, coins)


def seated(setting: Setting, match: Match) -> tuple[Worldmonger, WorldmongerTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    referee = Worldmonger(
        setting.players,
        options.get("civilizations", ()),
        has_bank=options.get("coins") == "bank-500",
        pays_at_once=options.get("dividend-timing") == "end-of-civilization-turn",
        orders=options.get("clean-up-order") == "controller",
        use_limit=int(options.get("use-limit", "100")),
    )
    return referee, WorldmongerTable(match)
