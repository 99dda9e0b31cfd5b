"""Begin a game with every choice of cards that an option allows, and play each at random."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from cardwright.game import Game
from dsl.load import check_text
from dsl.model.types import DefinitionType, ListOf
from soak.course import any_option, play
from soak.expectations import SETUPS, Choice
from soak.invariants import Invariants, check_position
from soak.measure import Measure, Part, each, hold
from soak.settings import Setting

COST = 0.12


def measures() -> Iterator[Measure]:
    """Yield one measure a choice."""
    for choice in SETUPS:
        name = f"setups/{choice.game}"
        count = comb(len(_pool(choice)), choice.size)
        run = each(name, _check_of(choice))
        yield Measure(name=name, game=choice.game, count=count, cost=COST, run=run)


@cache
def _pool(choice: Choice) -> tuple[int, ...]:
    """Return the cards that the option can list."""
    model = Setting(choice.game, choice.players).play.model
    type_ = model.options[choice.option].type
    assert isinstance(type_, ListOf) and isinstance(type_.of, DefinitionType)
    return tuple(i for i, card in enumerate(model.definitions) if card.kind == type_.of.kind)


@cache
def _choices(choice: Choice) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(_pool(choice), choice.size))


def _check_of(choice: Choice) -> Any:
    def check(chance: Random, number: int, part: Part) -> None:
        cards = _choices(choice)[number % len(_choices(choice))]
        model = Setting(choice.game, choice.players).play.model
        game = Game(model, {choice.option: cards})
        match = game.start(choice.players, chance.randrange(1 << 40), events=False)
        machine = match.machine
        check_position(machine, match.state)
        formula, findings = check_text(choice.is_so, model, {})
        hold(formula is not None, str([each.message for each in findings]))
        hold(machine.formula(formula)(match.state, [0, None, None]), f"{cards}: {choice.is_so}")
        play(match, any_option, chance, (Invariants(machine, always=False),))
        part.tally["matches"] += 1

    return check
