"""Hold what is offered in a game of payments against a list made from the printed facts alone.

Scope: every action of a player's turn up to the end of its cost: placing an artifact with
discounts, claiming a place or a monument, discarding, passing, and all powers of components and
scrolls with what they cost (turning, also by what stands in for it, paying, removing, destroying,
discarding, returning). Not here: what is chosen in effects, reactions, collecting and set-up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from random import Random
from typing import Any

from cardwright.match import Match
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.machine import Machine
from soak.course import any_option
from soak.holdings import own_of, table_of
from soak.measure import Measure, Part, each, hold
from soak.random_tables import arranged
from soak.settings import Setting

GAME = "res-arcana"
LUX = (("lux-et-tenebrae", True),)
SETTINGS = (Setting(GAME, 2), Setting(GAME, 2, LUX), Setting(GAME, 3, LUX))
COUNT, COST = 2_000, 0.12
MOST_WAYS = 1_500
"""Positions with more ways to act are passed over: those that have many essences."""

LATEST, TRIES = 700, 40


def measures() -> Iterator[Measure]:
    """Yield the measure, if the suite with its list of costs is there."""
    try:
        import_module("tests.cards.arcana_payments")
    except ModuleNotFoundError:
        return
    name, run = f"offers/{GAME}", each(f"offers/{GAME}", _check)
    yield Measure(
        name=name, game=GAME, count=COUNT, cost=COST, run=run, conclude=_conclude, enough=COUNT // 2
    )


def _check(chance: Random, number: int, part: Part) -> None:
    """Compare all that can be done in one position: arranged, or from a random match."""
    setting = SETTINGS[number % len(SETTINGS)]
    make = arranged if number % 2 else _played
    for _ in range(TRIES):
        match = make(setting, chance)
        if match is None:
            continue
        wanted = import_module("tests.cards.arcana_payments").ways(table_of(match))
        if wanted.total() <= MOST_WAYS:
            compare(match, wanted, part)
            return
    hold(False, f"no position with {MOST_WAYS} ways at most")


def _conclude(part: Part) -> Mapping[str, Any]:
    """Ask for every printed power to have been used at least once."""
    powers = import_module("tests.cards.arcana_payments").powers()
    every = {f"power {n + 1}:{id_}" for id_, costs in powers.items() for n in range(len(costs))}
    unused = sorted(every - part.tally.keys())
    return {
        "powers used": len(every) - len(unused),
        "problems": [f"the power is never used: {name}" for name in unused],
    }


def compare(match: Match, wanted: Counter[Any], part: Part) -> None:
    """Follow every option of a position through its cost.

    Raises:
        Broken: A way is missing, offered more than once, or should not be.
    """
    offered = Counter(_ways(match))
    missing, surplus = wanted - offered, offered - wanted
    hold(not missing, f"not offered: {_shown(missing)}")
    hold(not surplus, f"offered wrongly or twice: {_shown(surplus)}")
    part.tally["positions"] += 1
    part.tally["actions"] += len(match.state.ask.options)
    part.tally["ways"] += offered.total()
    part.tally.update(f"{way[0]}:{way[1]}" for way in {way[:2] for way in offered})


def _shown(ways: Counter[Any]) -> str:
    return "; ".join(f"{count} times {way}" for way, count in list(ways.items())[:4])


def _played(setting: Setting, chance: Random) -> Match | None:
    """Return a random match at an action some way on."""
    match = setting.start(chance.randrange(1 << 40))
    match.keeps_history = False
    for _ in range(chance.randrange(LATEST)):
        if match.over:
            return None
        match.apply(any_option(match, chance))
    while not match.over and match.state.ask.kind != "action":
        match.apply(any_option(match, chance))
    return None if match.over else match


# --- what the machine offers ------------------------------------------------------------------


def _ways(match: Match) -> Iterator[Any]:
    """Yield every way to take every option until its cost is paid."""
    me = match.state.ask.decider
    options = match.state.ask.options
    hold(len(set(options)) == len(options), "an action is offered twice")
    for index, (number, card) in enumerate(options):
        plan = match.machine.program.actions[number]
        name = plan.action.id
        if plan.cost is None:
            yield name, "", "", own_of(match.state, match.machine, me)
            continue
        if card is not None:
            name = f"power {name.rpartition('.')[2] if name[-1].isdigit() else 1}"
        paid: list[Any] = []
        with _noting(match.machine, paid):
            copy = match.clone()
            copy.keeps_history = False
            copy.apply(index)
            _follow(copy, paid, 0)
        on = "" if card is None else _id(match, card)
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
            ids = [machine.definition_ids[st.entity_definitions[card]] for card in chosen]
            paid.append((" ".join(ids), own_of(st, machine, me)))
        plain[frame.kind](st, frame)

    for number in machine.program.paying:
        table[number] = step
    yield
    table[:] = plain


def _id(match: Match, card: int) -> str:
    return match.machine.definition_ids[match.state.entity_definitions[card]]
