"""Values and attributes come natively to what the evaluator says, in positions of random matches.

A game that says each word of the language once stands for all; some packages for rules that modify.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.walk import walk
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.state.record import State
from interpreter.walk.assembly import assemble_machine, opened
from interpreter.walk.machine import Machine
from tests.interpreter.native.asking import FAULTED, Asking
from tests.interpreter.small import program_of

ROOT = Path(__file__).parents[3]
PACKAGES = (
    *("tests/conformance/circles-in-layers", "tests/conformance/circles-that-close"),
    *("tests/conformance/order-of-modifiers", "examples/recipes/stack"),
    "tests/conformance/layers-with-names",
    "tests/conformance/keywords",
    *("tests/conformance/values-within-themselves", "examples/recipes/works"),
)
ELSEWHERE = {"was", "definitions", "none-over"}
"""Words for which the checker puts something else."""
EVERYTHING = (Path(__file__).parent / "every_word.yaml").read_text("utf-8")


def scattered(machine: Machine, st: State, draw: random.Random) -> State:
    """Return a position in which some cards lie in other zones that they fit in."""
    found, program = st.clone(), machine.program
    found.zones = [list(cards) for cards in found.zones]
    fixed = len(machine.analysis.holders.fixed)
    for card, old in enumerate(found.places):
        if old < 0 or old >= fixed or draw.random() < 0.3:
            continue
        kind = program.game.definitions[found.entity_definitions[card]].kind
        new = draw.randrange(fixed)
        source, family = (program.families[found.zone_families[zone]] for zone in (old, new))
        cards = found.zones[new]
        fits = family.kind in program.ancestors[kind] and source.slots is family.slots is None
        if fits and len(cards) < (family.limit or len(found.places)):
            found.zones[old].remove(card)
            cards.append(card)
            found.places[card] = new
            if not family.is_ordered:
                cards.sort()
    machine.listener.listen(found)
    return found


def differences(machine: Machine, matches: int, every: int) -> list[object]:
    """Return where a value or attribute differs: in positions of random matches, and in others with
    the cards scattered."""
    asking, draw, found, asked = Asking(machine), random.Random(3), list[object](), 0
    assert asking.left == {}
    names = tuple(f"p{seat}" for seat in range(machine.program.seats))
    for seed in range(matches):
        st, step = opened(machine, seed, names, events=False), 0
        while st.outcome is None and step < 120:
            others = (scattered(machine, st, draw) for _ in range(3))
            for position in (st.clone(), *others) if step % every == 0 else ():
                asking.put(position)
                for name, *rest in asking.questions(draw, 10):
                    wanted, native = asking.evaluated(name, *rest), asking.native(name, *rest)
                    asked += wanted is not FAULTED
                    if wanted != native:
                        found.append((seed, step, asking.asked[name][0], rest, native, wanted))
            machine.answer(st, draw.choice(st.ask.options))
            step += 1
    assert asked > 50
    return found


def test_a_game_that_says_every_word():
    machine = assemble_machine(program_of(EVERYTHING))

    assert differences(machine, 2, 20) == []


def test_that_game_says_every_word():
    program = program_of(EVERYTHING)
    texts = (*program.values.values(), *program.game.kinds.values())
    nodes = [node for text in texts for node in walk(text)]

    functions = {node.name for node in nodes if isinstance(node, e.Primitive)}
    assert {node.function for node in nodes if isinstance(node, e.Fold)} == {*FOLDS}
    assert {*FUNCTIONS} - functions - {"abs"} <= ELSEWHERE
    actions = {type(node) for node in walk(program.game.actions)}
    assert {*s.DELAYED} <= actions
    assert any(field.looks_at for field in program.game.state.values()), "positions are compared"


@pytest.mark.parametrize("package", PACKAGES)
def test_packages(package: str):
    game = cardwright.load(ROOT / package)

    assert differences(game.machine(game.player_counts[0]), 2, 12) == []
