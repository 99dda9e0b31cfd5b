"""Seat the referee of Cerebria beside the engine: its actions, questions, zones and options.

Compared at every decision: who decides and all legal answers, piece by piece (every upgrade, cell,
card given or shown, target and goal of all Actions, Abilities, Absorb, bonuses, powers, Revelations
and clean-up). Before every choice all that lies on the table: decks in order, hands, Willpower,
Essence, Ambition, Vibe tables, Emotions with Essence, token and Intensity, Fortresses, spheres,
who controls which Realm and Frontier, what can be absorbed where, the counts of all nine
Aspirations, Intentions fulfilled, wheel and score, Fragments, Identity, Aspirations left. At the
end winners and scores. Not compared: what seats may know, and the order of reactions in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.referees.cerebria import (
    CARDS,
    STARTING,
    STRONG_COPIES,
    SUPPLY,
    TEAMS,
    Board,
    Sphere,
    Spirit,
    Team,
)
from tests.referees.cerebria_game import Game, Way
from tests.referees.cerebria_vibes import DETERMINATION, EMPATHY_B, ROWS, UNLOCK
from tests.referees.cerebria_view import PLACE_NAMES, REALM_NAMES, SKILLS, Seen
from tests.referees.harness import Ask, Chance, Path, Pieces, Result, Step, Table

WHATS = {
    "move": "move-spirit",
    "invoke": "invoke-emotion",
    "quell": "quell-emotion",
    "fortify": "fortify-realm",
    "empower": "empower-emotion",
    "valley": "gain-willpower",
    "cradle": "draw-emotions",
    "network": "go-to-emotion",
    "land": "intensify",
    "willow": "harvest-essence",
    "insight": "place-vibe",
    "turn-origin": "turn-origin",
    "extra-action": "extra-action",
    "absorb": "absorb-sphere",
    "stop": "end-turn",
}
CELLS = {"exalt": "exalting", "raze": "razing"}
GAINS = {"ambition": "gain-ambition", "essence": "gain-essence", "wp": "gain-wp", "draw": "draw"}
ORDER = {
    "move": ("boosts", "goal", "fresh", "token", "with"),
    "invoke": ("place", "boosts", "card", "fresh", "token"),
    "quell": ("foe", "boosts", "shown", "fresh", "token"),
    "fortify": ("realm", "boosts", "fresh", "token"),
    "empower": ("mild", "boosts", "fresh", "token"),
}
"""In which order the engine asks for the parts of an Action."""

MAY_BE_NONE = {"slot", "fresh"}
ROW_ORDER = {name: i for row in (*ROWS.values(), *EMPATHY_B.values()) for i, name in enumerate(row)}
WEIGHTS = {
    "quell-emotion": 30,
    "invoke-emotion": 12,
    "empower-emotion": 10,
    "intensify": 3,
    "gain-willpower": 3,
    "harvest-essence": 2,
    "move-spirit": 2,
    "fortify-realm": 2,
    "absorb-sphere": 0.3,
    "turn-origin": 0.3,
    "end-turn": 0.1,
}
"""So that boards fill up before the match is over."""

MEASURE_WORDS = {
    "attitude": "realms-held",
    "openness": "frontiers-held",
    "reflection": "pairs-held",
    "awareness": "triads-touched",
    "unity": "in-a-row",
    "versatility": "vibes-shown",
    "liveliness": "essence-held",
    "sensibility": "strongest",
    "fortitude": "forts-held",
}
OPTIONS = (
    ("profile", ("community", "published")),
    ("side", ("a", "b")),
    ("decks", ("basic", "alternative")),
    ("own-boards", (False, True)),
    ("spirits", ("dealt", "chosen")),
)
SETTINGS = tuple(Setting("cerebria", players, mix=OPTIONS) for players in (2, 3, 4))


def cell_of(skill: str, cell: str) -> str:
    """Return what the engine calls a cell."""
    if cell in (DETERMINATION, UNLOCK):
        return f"{skill}-{'unlocked' if cell == UNLOCK else cell}"
    return CELLS.get(cell, cell)


_CELL_WORDS = {
    cell_of(skill, cell): (skill, cell)
    for board in (ROWS, EMPATHY_B)
    for skill, row in board.items()
    for cell in (UNLOCK, *row)
}


def asked_pieces(sets: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return which pieces of each set are asked for: the engine takes what all others share."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}

    def walk(family: list[tuple[str, ...]], at: int, asked: tuple[str, ...]) -> None:
        nexts = {pieces[at : at + 1] for pieces in family}
        for step in nexts:
            rest = [pieces for pieces in family if pieces[at : at + 1] == step]
            if step:
                walk(rest, at + 1, (*asked, *step) if len(nexts) > 1 else asked)
            else:
                found[rest[0]] = asked

    walk(sorted(set(sets)), 0, ())
    return found


class CerebriaTable(Table):
    """Words the choices of Cerebria as the engine asks for them."""

    def __init__(self, match: Match, game: Game) -> None:
        super().__init__(match)
        self.game = game
        self._board: dict[str, Any] = {}
        self._follows: dict[str, Any] = {}
        self._asked: tuple[Any, dict[Any, dict[tuple[str, ...], tuple[str, ...]]]] = (None, {})

    # --- questions ----------------------------------------------------------------------------

    def path(self, ask: Ask, option: Any) -> Path:
        """Return a way as the steps in which the engine asks for its parts."""
        order = ORDER.get(ask.what, tuple(option))
        given = {name for name, it in option.items() if it is not None or name in MAY_BE_NONE}
        fields = [name for name in order if name in given]
        if ask.what == "add from board":
            at = option["slot"]
            return ("no",) if at is None else ("yes", ("at", at))
        return tuple(self._word(ask, option, name) for name in fields)

    def _word(self, ask: Ask, way: Way, field: str) -> Step:
        value = way[field]
        if field in ("boosts", "cards"):
            return Pieces(*self._pieces(ask, way, field))
        if field == "fresh":
            return Pieces(cell_of(ask.what, value)) if value else Pieces()
        if field in ("foe", "mild") or (field == "slot" and ask.what != "start"):
            return "none" if value is None else ("at", value)
        if field in ("place", "slot"):
            return f"s{value:02}"
        if field in ("goal", "frontier"):
            return PLACE_NAMES[value]
        if field == "cell":
            return cell_of(way["skill"], value)
        words = {
            "what": WHATS,
            "skill": SKILLS,
            "gain": GAINS,
            "realm": REALM_NAMES,
            "who": self.match.names,
            "yes": ("no", "yes"),
        }
        if field == "with":
            return self.game.players[value].name
        return words[field][value] if field in words else str(value)

    def _pieces(self, ask: Ask, way: Way, field: str) -> tuple[str, ...]:
        """Return the pieces of a set that the engine asks for."""

        def key(way: Way) -> Any:
            return way.get("place"), way.get("foe"), way.get("realm"), way.get("mild")

        def pieces(way: Way) -> tuple[str, ...]:
            names = sorted(way[field], key=lambda name: (ROW_ORDER.get(name, 0), name))
            return tuple(cell_of(ask.what, it) for it in names) if field == "boosts" else (*names,)

        if self._asked[0] is not ask:
            families: dict[Any, set[tuple[str, ...]]] = {}
            for each in ask.options:
                families.setdefault(key(each), set()).add(pieces(each))
            self._asked = ask, {it: asked_pieces(sets) for it, sets in families.items()}
        return self._asked[1][key(way)][pieces(way)]

    def step(self, match: Match, index: int) -> Step:
        """Return an Emotion in play by its slot, a cell to place on as pieces, else the label."""
        ask = match.state.ask
        option, label = ask.options[index], self.read.label(match, index)
        if ask.kind == "piece" or not isinstance(option, int) or label not in CARDS:
            return label
        zone = self.read.zone_name(match.state.places[option])
        return ("at", int(zone[1:3])) if zone.endswith(".emotion") else label

    def weigh(self, step: Step) -> float:
        return WEIGHTS.get(step, 1.0) if isinstance(step, str) else 1.0

    # --- chance and ends ----------------------------------------------------------------------

    def chance(self, wanted: Chance) -> Any:
        """Return a dealt deck, or Hidden Aspirations as they were shuffled."""
        if wanted.what == "deck":
            return self._names(f"{self.match.names[wanted.of]}.deck")
        team, cards = wanted.of
        hidden = self._names(f"{team}.hidden")
        return hidden[len(hidden) - len(cards) :]

    def result(self) -> Result:
        names = enumerate(self.match.names)
        scores = {seat: self.read.value(f"points({name}.team)") for seat, name in names}
        winners = super().result().winners
        # Of teams that stay equal the engine says that all have won: a draw.
        return Result(frozenset() if len(winners) == len(scores) else winners, scores)

    # --- the position -------------------------------------------------------------------------

    def _names(self, text: str) -> list[str]:
        return list(map(self.read.card, self.read.value(text)))

    def _one(self, text: str) -> str | None:
        return next(iter(self._names(text)), None)

    def is_between(self) -> bool:
        """Return whether the engine asks for no token: when it does, the Action is paid already."""
        newest = self.match.state.log
        return newest is None or newest[0].event != "declare"

    def view(self) -> Mapping[str, Any]:
        """Return the position in the referee's words."""
        found: dict[str, Any] = {}
        for seat, name in enumerate(self.match.names):
            found |= self._player(seat, name)
        board = {f"slot {slot}": self._emotion(f"s{slot:02}") for slot in range(15)}
        for i, realm in enumerate(REALM_NAMES):
            fresh = self.read.value(f"any({realm}.fortress, it.fresh)")
            fort = self._one(f"{realm}.fortress")
            board[f"fortress {i}"] = fort and (fort, fresh)
            sphere = str(self._one(f"{realm}.sphere")).removesuffix("-sphere")
            found[f"sphere {i}"] = sphere, self.read.value(f"sum({realm}.sphere, it.wp)")
        for team in TEAMS:
            found |= self._team(team)
        found["fulfilled"] = sorted(self._names("intentions where it.fulfilled"))
        found["identity"] = sorted(self._names("identity"))
        found["commons"] = self._names("commons")
        return found | board | self._acting() | self._followed(board)

    def _acting(self) -> dict[str, Any]:
        active = self.read.value("active")
        if active is None:
            return {}
        name = self.match.names[active]
        reach = self._names(f"absorb-reach({name})")
        amounts = {r: self.read.value(f"absorb-amount({name}, {r})") for r in reach}
        return {"actions": self.read.value(f"{name}.actions"), "absorb": amounts}

    def _followed(self, board: dict[str, Any]) -> dict[str, Any]:
        """Return what follows from the board alone, worked out anew when it is another one."""
        if self._board != board:
            found: dict[str, Any] = {
                "held": [_of_lead(self.read.value(f"lead({x})")) for x in PLACE_NAMES]
            }
            for team in TEAMS:
                words = MEASURE_WORDS.items()
                counts = {name: self.read.value(f"{it}({team})") for name, it in words}
                found[f"measures {team}"] = counts
            self._board, self._follows = board, found
        return self._follows

    def _player(self, seat: int, name: str) -> dict[str, Any]:
        spirit, *numbers = (self.read.value(f"{name}.{it}") for it in ("spirit", "wp", "essence"))
        places = (x for x in PLACE_NAMES if spirit in self.read.value(f"{x}.spirits"))
        cells, marks = (self.read.value(f"{name}.{it}") for it in ("cells", "marks"))
        return {
            f"player {seat}": (*numbers, next(places, None)),
            f"deck {seat}": self._names(f"{name}.deck"),
            f"hand {seat}": sorted(self._names(f"{name}.hand")),
            f"cells {seat}": sorted(_CELL_WORDS[self._definition(code)] for code in cells),
            f"vibes {seat}": sorted(map(self._definition, marks)),
        }

    def _definition(self, code: int) -> str:
        return str(self.match.machine.definition_ids[code])

    def _emotion(self, slot: str) -> Any:
        name = self._one(f"{slot}.emotion")
        if name is None:
            return None
        parts = ("it.essence", "it.intensity-token", "intensity(it)")
        return (name, *(self.read.value(f"sum({slot}.emotion, {part})") for part in parts))

    def _team(self, team: str) -> dict[str, Any]:
        ambition, wheel = (self.read.value(f"{team}.{it}") for it in ("ambition", "wheel"))
        supply = len(self.read.value(f"{team}.starters"))
        return {
            f"team {team}": (ambition, wheel, supply, self.read.value(f"points({team})")),
            f"fragments {team}": Counter(self._names(f"{team}.fragments")),
            f"pool {team}": Counter(self._names(f"{team}.pool")),
            f"hidden {team}": self._names(f"{team}.hidden"),
        }


def _of_lead(lead: int) -> str | None:
    """Return the team whose Intensity is larger; the engine counts that of Gloom below zero."""
    return None if lead == 0 else TEAMS[lead < 0]


def seated(setting: Setting, match: Match) -> tuple[Seen, CerebriaTable]:
    """Return the referee of a match and its table, laid out as chance has it."""
    options = {name: values[0] for name, values in OPTIONS} | dict(setting.options)
    profile = str(options["profile"])
    game = Game(
        Board(tie_to_fortress=profile == "community"),
        players=[],
        teams={},
        commons=[],
        profile=profile,
        side=str(options["side"]),
        decks=str(options["decks"]),
        own_boards=options["own-boards"] in (True, "true"),
    )
    table = CerebriaTable(match, game)
    read = table.read
    for seat, name in enumerate(match.names):
        spirit = read.value(f"{name}.spirit")
        team = read.card(read.value(f"{name}.team"))
        game.players.append(Spirit(seat, team, "" if spirit is None else read.card(spirit), []))
    spheres = (str(table._one(f"{realm}.sphere")) for realm in REALM_NAMES)
    game.board.spheres = [Sphere(name.removesuffix("-sphere")) for name in spheres]
    game.commons = table._names("commons")
    for team in TEAMS:
        strong = [it.name for it in CARDS.values() if (it.team, it.tier) == (team, "strong")]
        pool = Counter(dict.fromkeys(strong, STRONG_COPIES))
        supply = SUPPLY[STARTING[team]]
        game.teams[team] = Team(team, table._names(f"{team}.hidden"), pool=pool, supply=supply)
    return Seen(game), table
