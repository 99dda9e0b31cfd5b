"""Hold that every match comes to a proper end: by each option, choice of cards, policy and budget.

Games of its own have moves that are free and can be taken back, where it is best to wait for ever.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final

import cardwright
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.apps.authors.authoring.scaffolds import recipes
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.policies import THINKING, policy_with
from dsl.load import check_text
from dsl.model.types import DefinitionType, ListOf
from interpreter.program.limits import UNITS, WORK
from interpreter.walk.assembly import MOST_DECISIONS, opened
from soak.course import SEEDS, any_option, look_at_end, play
from soak.expectations import setting_of
from soak.invariants import check_position
from soak.measure import Part, hold
from soak.settings import PACKAGES, SHELF, Setting, recipe, seats

LONGEST_CHAIN: Final = 12
"""Decisions after an option until the next action is chosen, at most: then it has led on."""

POLICIES: Final = ("quick", "greedy", "mcts", "strong")
"""`strong` thinks for a time, as `play` lets it."""

MOST: Final = 20_000
OWN: Final = ("free-moves", "waiting", "patience")

SET_UP: Final = "worldmonger"
OPTION: Final = "civilizations"
PLAYERS: Final = 4
IS_SET_UP: Final = (
    "count(civs) == 4 and all(civs, count(deck) + count(play) == 15) and left(villager) == 16 and "
    "count(supply) == 8 * count(piles) and count(piles) in 7..9"
)
"""A game with an option that lists a card for each player, and what holds then at the beginning."""


# --- every option ---------------------------------------------------------------------------------


def by_option(game: str, chance: Random, number: int, part: Part) -> None:
    """Play a match; at each decision try every option on a copy: each must lead on."""
    setting = setting_of(game, number)
    arranged = number % 4 == 3 and setting.positions
    seed = chance.randrange(SEEDS)
    match = setting.arranged(number, seed) if arranged else setting.start(seed)
    while not match.over:
        options = range(len(match.state.ask.options))
        for option in options:
            _lead_on(match, option, chance)
        part.tally["options"] += len(options)
        part.tally["decisions"] += 1
        match.apply(chance.choice(options))


def _lead_on(match: Match, option: int, chance: Random) -> None:
    """Take an option and go on until an action is chosen again."""
    copy = match.clone()
    label = match.state.ask.options[option]
    for _ in range(LONGEST_CHAIN):
        copy.apply(option)
        if copy.over:
            look_at_end(copy)
            return
        ask = copy.state.ask
        hold(ask is not None and ask.options, f"a dead end after {label}")
        if ask.kind == "action":
            return
        option = chance.randrange(len(ask.options))


# --- every choice of cards ------------------------------------------------------------------------


@cache
def choices() -> tuple[tuple[int, ...], ...]:
    """Return every choice of cards that the option of the game allows."""
    model = Setting(SET_UP, PLAYERS).play.model
    type_ = model.options[OPTION].type
    assert isinstance(type_, ListOf) and isinstance(type_.of, DefinitionType)
    pool = [i for i, card in enumerate(model.definitions) if card.kind == type_.of.kind]
    return tuple(combinations(pool, PLAYERS))


def by_set_up(chance: Random, number: int, part: Part) -> None:
    """Begin a game with a choice of cards, and play it at random."""
    cards = choices()[number % len(choices())]
    model = Setting(SET_UP, PLAYERS).play.model
    game = Game(model, {OPTION: cards})
    match = game.start(PLAYERS, chance.randrange(SEEDS), events=False)
    check_position(match.machine, match.state)
    formula, findings = check_text(IS_SET_UP, model, {})
    hold(formula is not None, str([each.message for each in findings]))
    is_so = match.machine.formula(formula)(match.state, [0, None, None])
    hold(is_so, f"{cards}: {IS_SET_UP}")
    play(match, any_option, chance)
    check_position(match.machine, match.state)
    part.tally["matches"] += 1


# --- every policy ---------------------------------------------------------------------------------


def by_policy(name: str, chance: Random, number: int, part: Part) -> None:
    """Let a policy play a match of a package, with few thoughts."""
    game = cardwright.load(PACKAGES / name if name in OWN else name)
    seed, policy = divmod(number, len(POLICIES))
    outcome, decisions = ends_of(game, POLICIES[policy], seed, iterations=8)
    part.tally[outcome] += 1
    hold(outcome in ("win", "loss", "draw"), f"{POLICIES[policy]}: {outcome} after {decisions}")


def ends_of(game: Game, policy: str, seed: int, iterations: int) -> tuple[str, int]:
    """Return how a match ends that a policy plays, and after how many decisions.

    One that does not end is `open`.
    """
    budget = {
        "mcts": Budget(iterations=iterations),
        "strong": Budget(iterations=1000, seconds=0.003),
    }
    word = THINKING if policy == "strong" else policy
    choose, random = policy_with(word, budget.get(policy)), Random(f"policy {seed}")
    match = game.start(seed=seed, events=False)
    match.keeps_history = False
    decisions = 0
    while not match.over and decisions < MOST:
        match.apply(choose(match, random))
        decisions += 1
    return match.outcome.kind if match.outcome else "open", decisions


# --- the budget -----------------------------------------------------------------------------------


def by_budget(id_: str, chance: Random, number: int, part: Part) -> None:
    """Play a match of a package; note the largest share of its budget that an answer has spent."""
    folder: Path | str = SHELF.parent / id_ if id_.startswith(SHELF.name) else id_
    game = recipe(id_) if id_ in recipes() else cardwright.load(folder)
    players = seats(game, number)
    machine, most = game.machine(players), 0
    names = game.start(players=players, seed=0).names
    st = opened(machine, chance.randrange(SEEDS), names, events=False)
    for _ in range(MOST_DECISIONS):
        if st.outcome is not None:
            break
        machine.answer(st, chance.choice(st.ask.options))
        most = max(most, machine.meter.total + st.steps * UNITS)
    part.note_most("hundredths of the budget for an answer", round(100 * most / WORK, 2))
    is_fault = st.outcome is not None and st.outcome[0] == "fault"
    hold(not is_fault, f"a fault: {st.outcome}")
