"""What a kind says under `given` begins the positions of the examples on its cards."""

from __future__ import annotations

from dsl.load import Loaded, load_sources, prelude_in
from dsl.records import Source
from interpreter.script.run import run_script
from interpreter.script.session import Machines, Services
from tests.interpreter.small import PRELUDE

GAME = """\
id: small
version: "1"
language: 1
title: Small
kinds:
  animal:
    attributes: {{legs: int = 4}}
    start: meadow
    given: {{den: [self], me.food: self.legs, you.food: 1, phase: eating, turn: you}}
  bird: {{extends: animal, given: {{you.food: {food}}}}}
cards:
- id: cow
  kind: animal
  examples: [{{given: {{}}, then: {then}}}]
- id: owl
  kind: bird
  legs: 2
  examples:
  - {{given: {{}}, then: ada.food == 2 and bo.food == 7 and active == bo and den.legs == 2}}
  - {{given: {{me.food: 5, turn: me}}, then: ada.food == 5 and active == ada}}
  - {{worlds: [{{given: {{}}}}, {{given: {{me.food: 2}}}}], then: ada.food == 2 and bo.food == 7}}
  - {{given: {{phase: none}}, then: active is none and ada.food == 2}}
  - {{then: ada.food == 2 and bo.food == 7 and den.legs == 2}}
  - {{play: [eat], then: bo.food == 8}}
  - {{arrange: {{}}, then: ada.food == 0 and den is empty and count(seats) == 1}}
  - {{arrange: {{me.food: 4}}, then: ada.food == 4 and den is empty and count(seats) == 1}}
zones:
  meadow: {{of: animal, seen-by: everyone}}
  den: {{of: animal, max: 1, seen-by: everyone}}
players: {{count: 1-2, state: {{food: int = 0}}}}
actions: {{eat: {{do: add 1 to me.food}}, wait: {{do: subtract 0 from me.food}}}}
phases: [{{id: eating, turns: players, offer: [eat, wait]}}]
end: {{rank: food}}
"""
COW = "ada.food == 4 and bo.food == 1 and active == bo"


def loaded(then: str = COW, food: str = "7") -> Loaded:
    source = Source("small/game.yaml", GAME.format(then=then, food=food))
    return load_sources([source], "small", prelude_in(PRELUDE))


def failures(game: Loaded) -> list[str]:
    assert game.game is not None, [each.message for each in game.diagnostics]
    model, machines, services = game.game, Machines(), Services()
    results = [run_script(model, example, machines=machines, services=services)
               for example in model.examples]  # fmt: skip
    return [str(each) for result in results for each in result.failures]


def test_the_kinds_a_card_is_of_begin_its_positions_and_the_example_goes_on() -> None:
    assert failures(loaded()) == []


def test_what_a_kind_gives_is_what_the_example_finds() -> None:
    assert len(failures(loaded(then="ada.food == 0"))) == 1


def test_a_mistake_in_it_is_told_once() -> None:
    found = [(each.name, each.span.text) for each in loaded(food="many").diagnostics]
    assert found == [("unknown-name", "many")]
