"""Hold what is offered in a game of payments against a list made from the printed facts alone.

Scope: every action of a player's turn up to the end of its cost: placing an artifact with
discounts, claiming a place or a monument, discarding, passing, and all powers of components and
scrolls with what they cost (turning, also by what stands in for it, paying, removing, destroying,
discarding, returning). Not here: what is chosen in effects, reactions, collecting and set-up.

Half of the positions are arranged by chance: any components in play, turned or not, with essences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from cardwright.api.match import Match
from dsl.model.expressions import StateKey
from interpreter.lower.ops import FIRST_SLOT
from interpreter.state.record import State
from interpreter.walk.machine import Machine
from soak.course import SEEDS, any_option, noted
from soak.measure import Measure, Part, hold, measured
from soak.settings import NAMES, Setting

GAME = "res-arcana"
LUX = (("lux-et-tenebrae", True),)
SETTINGS = (Setting(GAME, 2), Setting(GAME, 2, LUX), Setting(GAME, 3, LUX))
MOST_WAYS = 1_500
"""Positions with more ways to act are passed over: those that have many essences."""

LATEST, TRIES = 700, 40
POOL = StateKey("player", "pool")
TURNED, STORED = StateKey("component", "tapped"), StateKey("component", "stored")
ESSENCES = ("life", "death", "elan", "calm", "gold")
IN_PLAY = {"mage": (1, 1), "magic-item": (1, 1), "artifact": (1, 7), "monument": (0, 2),
           "place": (0, 3)}  # fmt: skip
"""How many components of a kind a player has in play, at least and at most."""

TURNED_SHARE, STORING_SHARE = 0.25, 0.2
FEW, MANY, STORE = 3, 8, 7
"""Essences of a kind in a small pool, in a large one, on a component; at most."""


def measures() -> Iterator[Measure]:
    """Yield the measure, if the suite with its list of costs is there."""
    try:
        _suite()
    except ModuleNotFoundError:
        return
    yield measured(f"offers/{GAME}", check, GAME, conclude=_conclude, enough=0.5)


def _suite() -> Any:
    return import_module("tests.cards.arcana_payments")


def check(chance: Random, number: int, part: Part) -> None:
    """Compare all that can be done in one position: arranged, or from a random match."""
    setting = SETTINGS[number % len(SETTINGS)]
    make = arranged if number % 2 else _played
    for _ in range(TRIES):
        match = make(setting, chance)
        if match is None:
            continue
        wanted = _suite().ways(table_of(match))
        if wanted.total() <= MOST_WAYS:
            compare(match, wanted, part)
            return
    hold(False, f"no position with {MOST_WAYS} ways at most")


def _conclude(part: Part) -> Mapping[str, Any]:
    """Ask for every printed power to have been used at least once."""
    powers = _suite().powers()
    every = {f"power {n + 1}:{id_}" for id_, costs in powers.items() for n in range(len(costs))}
    unused = sorted(every - part.tally.keys())
    problems = [f"the power is never used: {name}" for name in unused]
    return {"powers used": len(every) - len(unused), "problems": problems}


def compare(match: Match, wanted: Counter[Any], part: Part) -> None:
    """Follow every option of a position through its cost.

    Raises:
        Broken: A way is missing, offered more than once, or should not be.
    """
    offered = Counter(_ways(match))
    for ways, what in ((wanted - offered, "not offered"), (offered - wanted, "offered wrongly")):
        few = [f"{count} times {way}" for way, count in list(ways.items())[:4]]
        hold(not ways, f"{what}: {'; '.join(few)}")
    part.tally["positions"] += 1
    part.tally["actions"] += len(match.state.ask.options)
    part.tally["ways"] += offered.total()
    part.tally.update(f"{way[0]}:{way[1]}" for way in {way[:2] for way in offered})


# --- positions ------------------------------------------------------------------------------------


def _played(setting: Setting, chance: Random) -> Match | None:
    """Return a random match at an action some way on."""
    match = setting.start(chance.randrange(SEEDS))
    noted(match, chance, most=chance.randrange(LATEST))
    while not match.over and match.state.ask.kind != "action":
        match.apply(any_option(match, chance))
    return None if match.over else match


def arranged(setting: Setting, chance: Random) -> Match | None:
    """Return a match at the first player's action in a random position; None where there is none,
    since nobody could do anything."""
    given = _given(setting, chance)
    match = setting.play.start(setting.players, chance.randrange(SEEDS), events=False, given=given)
    match.keeps_history = False
    is_first = not match.over and match.state.ask.kind == "action"
    return match if is_first and match.state.ask.decider == 0 else None


def _given(setting: Setting, chance: Random) -> dict[str, Any]:
    """Return a position in which the first player is to act; no component is in it twice."""
    piles = {kind: chance.sample(ids, len(ids)) for kind, ids in _ids(setting).items()}

    def take(kind: str, number: int) -> list[str]:
        return [piles[kind].pop() for _ in range(min(number, len(piles.get(kind, ()))))]

    def state() -> dict[str, Any]:
        stored = _essences(chance, STORE) if chance.random() < STORING_SHARE else "0 life"
        return {"tapped": chance.random() < TURNED_SHARE, "stored": stored}

    me = NAMES[0]
    field = [
        {id_: state()}
        for kind, (least, most) in IN_PLAY.items()
        for id_ in take(kind, chance.randint(least, most))
    ]
    given: dict[str, Any] = {
        "start-player": me,
        f"{me}.field": field,
        f"{me}.pool": _essences(chance, chance.choice((FEW, FEW, MANY))),
        f"{me}.hand": take("artifact", chance.randint(0, 4)),
        f"{me}.discard": take("artifact", chance.randint(0, 3)),
        f"{NAMES[1]}.hand": take("artifact", 1),
        "places": take("place", 3),
        "offer": take("monument", 2),
        "monuments": take("monument", 3),
        "phase": "act",
        "turn": me,
    }
    if "scroll" in piles:
        given[f"{me}.scrolls"] = take("scroll", chance.randint(0, 3))
    return given


@cache
def _ids(setting: Setting) -> dict[str, tuple[str, ...]]:
    """Return the components of a game by kind."""
    known = {each.id for each in setting.play.model.definitions}
    found: dict[str, tuple[str, ...]] = {}
    for id_, row in _suite().printed().items():
        if id_ in known:
            found[row["kind"]] = (*found.get(row["kind"], ()), id_)
    return found


def _essences(chance: Random, most: int) -> str:
    return " + ".join(f"{chance.randint(0, most)} {essence}" for essence in ESSENCES)


# --- what a player has ----------------------------------------------------------------------------


def own_of(st: State, machine: Machine, seat: int) -> Any:
    """Return what a player has, as the list of payments takes it."""
    layout = machine.program.layout
    field = _cards(st, machine, "field", seat)

    def value(card: int, key: StateKey) -> Any:
        return st.values[st.entity_bases[card] + layout.entity[key]]

    def ids(name: str) -> frozenset[str]:
        return frozenset(_id(st, machine, card) for card in _cards(st, machine, name, seat))

    def bag(pairs: Any) -> tuple[int, ...]:
        counts = dict(pairs)
        return tuple(counts.get(essence, 0) for essence in range(len(ESSENCES)))

    stored = ((_id(st, machine, card), value(card, STORED)) for card in field)
    return _suite().Own(
        pool=bag(st.values[layout.seat_base + seat * layout.seat_size + layout.seat[POOL]]),
        field=ids("field"),
        turned=frozenset(_id(st, machine, card) for card in field if value(card, TURNED)),
        stored=frozenset((id_, bag(pairs)) for id_, pairs in stored if pairs),
        hand=ids("hand"),
        discard=ids("discard"),
        scrolls=ids("scrolls"),
    )


def table_of(match: Match) -> Any:
    """Return what the player who acts has and can reach."""
    st, machine = match.state, match.machine
    reached = (*_cards(st, machine, "offer"), *_cards(st, machine, "monuments")[:1])
    return _suite().Table(
        own=own_of(st, machine, st.ask.decider),
        places=frozenset(_id(st, machine, card) for card in _cards(st, machine, "places")),
        monuments=frozenset(_id(st, machine, card) for card in reached),
    )


def _cards(st: State, machine: Machine, name: str, seat: int | None = None) -> list[int]:
    """Return the cards of a zone; none where the game has no such zone."""
    owner = None if seat is None else "player"
    for zone, number in enumerate(st.zone_families):
        key = machine.program.families[number].key
        if (key.owner, key.name) == (owner, name) and seat in (None, st.zone_owners[zone]):
            return [card for card in st.zones[zone] if card is not None]
    return []


def _id(st: State, machine: Machine, card: int) -> str:
    return machine.definition_ids[st.entity_definitions[card]]


# --- what the machine offers ----------------------------------------------------------------------


def _ways(match: Match) -> Iterator[Any]:
    """Yield every way to take every option until its cost is paid."""
    st, machine = match.state, match.machine
    options = st.ask.options
    hold(len(set(options)) == len(options), "an action is offered twice")
    for index, (number, card) in enumerate(options):
        plan = machine.program.actions[number]
        name = plan.action.id
        if plan.cost is None:
            yield name, "", "", own_of(st, machine, st.ask.decider)
            continue
        if card is not None:
            name = f"power {name.rpartition('.')[2] if name[-1].isdigit() else 1}"
        paid: list[Any] = []
        with _noting(machine, paid):
            copy = match.clone()
            copy.keeps_history = False
            copy.apply(index)
            _follow(copy, paid, 0)
        on = "" if card is None else _id(st, machine, card)
        for done_with, own in paid:
            yield name, on, done_with, own


def _follow(match: Match, paid: list[Any], before: int) -> None:
    """Take every option until the cost is paid.

    Where a single action is left it is taken by itself, so that one step may pay for two.
    """
    if len(paid) > before:
        del paid[before + 1 :]
        return
    ask = match.state.ask
    hold(ask is not None and ask.options, "a dead end in a cost")
    hold(len(set(ask.options)) == len(ask.options), f"an option is offered twice: {ask}")
    for index in range(len(ask.options)):
        before, copy = len(paid), match.clone()
        copy.apply(index)
        _follow(copy, paid, before)


@contextmanager
def _noting(machine: Machine, paid: list[Any]) -> Iterator[None]:
    """Note what is left when the cost of an action is paid."""
    table, plain = machine.table, list(machine.table)

    def step(st: Any, frame: Any) -> None:
        if not st.is_trial:
            plan = machine.program.actions[machine.program.paying[frame.kind]]
            me, *_ = frame.locals
            chosen = frame.locals[FIRST_SLOT : FIRST_SLOT + len(plan.action.parameters)]
            ids = [_id(st, machine, card) for card in chosen]
            paid.append((" ".join(ids), own_of(st, machine, me)))
        plain[frame.kind](st, frame)

    for number in machine.program.paying:
        table[number] = step
    yield
    table[:] = plain
