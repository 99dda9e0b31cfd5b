"""Seat the referee of Res Arcana beside the engine: its actions, zones and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial, reduce
from operator import and_
from typing import Any

from cardwright.api.match import Match
from soak.expectations import mix_of
from soak.settings import Setting
from tests.referees.harness import Ask, Chance, Difference, Path, Result, Step, Table
from tests.referees.piles import Pile
from tests.referees.res_arcana import ResArcana
from tests.referees.res_arcana_cards import facts
from tests.referees.res_arcana_essences import ESSENCES, bag_of

RULINGS = mix_of("res-arcana", 3)
LUX = ("lux-et-tenebrae", True)
KEPT = (("lives-may-be-kept", (False, True)), ("straightening-is-optional", (False, True)))
SETTINGS = (
    *(Setting("res-arcana", players) for players in (2, 3, 4)),
    *(Setting("res-arcana", players, (LUX,)) for players in (2, 3, 4, 5)),
    *(Setting("res-arcana", players, mix=(RULINGS[0], *KEPT)) for players in (2, 3)),
    *(Setting("res-arcana", players, (LUX,), mix=(*RULINGS, KEPT[1])) for players in (2, 3, 4)),
)
SELDOM = {"pass": 0.15, "discard-card": 0.3}
"""What is taken more seldom than at random, so that matches get on."""

DISCARDS = {"gold": 0, "others": 1}


class ResArcanaTable(Table):
    """Words the choices of Res Arcana as the engine asks for them."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.first = {zone: self.names(cards) for zone, cards in self.read.zones().items()}
        self.offered = list(self.first["offer"])
        self.dealt: set[str] = set()
        self.used: set[int] = set()

    def names(self, cards: Any) -> list[str]:
        return list(map(self.read.card, cards))

    def path(self, ask: Ask, option: tuple[Any, ...]) -> Path:
        """Return an option as steps; essences are chosen one by one in their order."""
        if ask.what == "turn":
            return self._turn(option)
        if ask.what in ("gain", "pay", "put"):
            fixed = reduce(and_, (Counter(some) for some in ask.options))
            return bag_of((Counter(option) - fixed).elements())
        match ask.what, option:
            case "place", (card,):
                return ("no",) if card == "none" else ("yes", card)
            case "discard for", (way,):
                return (("way", DISCARDS[way]),)
            case "which deck", (which,):
                return ("look-at-own-deck" if which == "own" else "look-at-monuments",)
            case "forge", (way,):
                return ("tap" if way == "turn" else way,)
            case "any mix", _:
                return (str(len(option)), *option)
            case "rival", (seat,):
                return (self.match.names[seat],)
            case "life loss", (*_, name):
                return ("none",) if name == "suffer" else (name,)
            case (("how many" | "how many lives"), (number,)):
                return (str(number),)
        return option

    def _turn(self, option: tuple[Any, ...]) -> Path:
        """Return an action with what it is about."""
        match option:
            case ("place", card):
                return ("place-artifact", card)
            case ("claim", place):
                return ("claim-place", place)
            case ("monument", name):
                return ("claim-monument", name)
            case ("discard", card):
                return ("discard-card", card)
            case ("power", name, number):
                several = len(facts()[name]["powers"]) > 1
                return (f"{name}.{number + 1}" if several else name,)
        return option

    def step(self, match: Match, index: int) -> Step:
        """Return an alternative of one name by its place, all else by its label."""
        label = self.read.label(match, index)
        st = match.state
        if st.ask.kind == "parameter" and st.ask.options[index] in self.read.zones()["monuments"]:
            return "top"
        if label == "illusion":
            return match.decision.labels[index]
        is_way = match.state.ask.kind == "alternative" and label == "gain"
        return ("way", index) if is_way else label

    def completed(self, after: Match, picked: Path) -> Path:
        """Return all cards that were discarded: the last of them are not asked for."""
        name = self.match.names[self.match.state.ask.decider]
        old, now = self.read.zones(), self.read.zones(after)
        gone = [card for card in now[f"{name}.discard"] if card in old[f"{name}.hand"]]
        return tuple(self.names(gone)) or picked

    def weigh(self, step: Step) -> float:
        """Return how often a step is taken compared with others."""
        return SELDOM.get(str(step), 1.0)

    def chance(self, wanted: Chance) -> Any:
        """Return what was dealt or drawn."""
        names, first = self.match.names, self.first
        match wanted.what, wanted.of:
            case "first player", _:
                return self.read.next_event("begin-with").arguments[0]
            case "places", _:
                return list(first["places"])
            case "monuments", number:
                every = [*first["offer"], *first["monuments"]]
                _hold(len(set(every)) == number, f"{number} monuments, not {every}")
                return Pile("monuments", every)
            case "mages", _:
                return [first[f"{name}.mages"] for name in names]
            case "packet", seat:
                to = f"{names[seat]}.packet"
                return self._dealt(to, 4)
            case "dealt", (seat, number):
                return self._dealt(f"{names[seat]}.deck", number)
            case "look", (pile, place):
                return self.names(self.read.zones()[self._zone(pile)])[place]
            case "draw", ("monuments", _):
                return self._monument()
        hand = f"{names[int(wanted.of[0].split()[1])]}.hand"
        deck = self._zone(wanted.of[0])
        drawn = self.read.next_move(lambda m: m.went == hand and m.came in (deck, None))
        return self.read.card(drawn.card)

    def _zone(self, pile: str) -> str:
        """Return the engine's zone of a referee's pile."""
        word, _, seat = pile.partition(" ")
        return f"{self.match.names[int(seat)]}.{word}" if seat else word

    def _dealt(self, zone: str, number: int) -> list[str]:
        """Return cards that were dealt into a zone, each once."""
        new = (None, "stock")
        fits = partial(self.read.next_move, lambda m: m.went == zone and m.came in new)
        moves = [fits() for _ in range(number)]
        cards = self.names(move.card for move in moves)
        _hold(len(set(cards) - self.dealt) == number, f"{cards} are dealt to {zone}")
        self.dealt.update(cards)
        return cards

    def _monument(self) -> str:
        """Return the monument that came off the pile: to the offer, or to who claimed it."""
        if self.offered:
            return self.offered.pop(0)
        old, now = self.read.before, self.read.zones()
        fields = [zone for zone in now if zone.endswith(".field") or zone == "offer"]
        lay = {*old["monuments"]} - self.used
        came = [card for zone in fields for card in now[zone] if card in lay]
        if not came:
            raise LookupError("the engine turned up no monument")
        self.used.add(came[0])
        return self.read.card(came[0])

    def view(self) -> Mapping[str, Any]:
        """Return all that lies on the table."""
        zones, value, names = self.read.zones(), self.read.value, self.match.names

        def cards(zone: str) -> list[str]:
            return sorted(self.names(zones.get(zone, [])))

        found: dict[str, Any] = {
            "token": value("token"),
            "places": cards("places"),
            "offer": cards("offer"),
            "monuments": cards("monuments"),
            "items": cards("items"),
            "scrolls": cards("scroll-supply"),
        }
        for seat, name in enumerate(names):
            turned = value(f"{name}.field where tapped")
            found[f"{seat} pool"] = self._bag(value(f"{name}.pool"))
            for zone in ("hand", "deck", "discard", "scrolls"):
                found[f"{seat} {zone}"] = cards(f"{name}.{zone}")
            found[f"{seat} passed"] = value(f"{name}.passed")
            found[f"{seat} score"] = value(f"score({name})")
            found[f"{seat} field"] = sorted(
                (self.read.card(c), c in turned, self._stored(c)) for c in zones[f"{name}.field"]
            )
        return found

    def _stored(self, component: int) -> tuple[str, ...]:
        """Return what lies on a component."""
        field = f"only(player.field where it.definition == {self.read.card(component)}).stored"
        return self._bag(self.read.value(field))

    def _bag(self, amount: Any) -> tuple[str, ...]:
        """Return the engine's bag, pairs of an essence's number and how many, as a bag."""
        return bag_of(ESSENCES[essence] for essence, number in amount for _ in range(number))

    def result(self) -> Result:
        """Return the winners, and everyone's points with essences that settle ties."""
        outcome = self.match.outcome
        assert outcome is not None
        return Result(frozenset(outcome.winners), dict(enumerate(outcome.rank)))


def _hold(condition: bool, words: str) -> None:
    if not condition:
        raise Difference(words)


def seated(setting: Setting, match: Match) -> tuple[ResArcana, ResArcanaTable]:
    """Return the referee of a match and its table."""
    game = ResArcana(setting.players, dict(setting.options))
    return game, ResArcanaTable(match)
