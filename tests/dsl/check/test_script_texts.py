"""What scripts and examples refuse, and at which words they point."""

from __future__ import annotations

import pytest

HEAD = "script: s\ngame: small\nplayers: [ada, bo]\n"

BAD = [
    ("steps:\n- adda: pass\n", "unknown-name", "adda"),
    ("steps:\n- expect: ada.pints == 1\n", "unknown-attribute", "pints"),
    ("steps:\n- happened: shufle bag\n", "unknown-event", "shufle"),
    ("steps:\n- random: for ever\n", "bad-choice", "for ever"),
    ("steps:\n- ended: {outcome: lost}\n", "bad-choice", "lost"),
    ("steps:\n- options: {ada: [pass], afte: [play]}\n", "unknown-name", "afte"),
    ("steps:\n- undoo\n", "bad-choice", "undoo"),
    ("steps: []\ngiven: {ada.hnad: [ruby]}\n", "unknown-name", "hnad"),
    ("steps: []\ngiven: {ada.hand: [rubi]}\n", "unknown-card", "rubi"),
    ("steps: []\ngiven: {phase: night}\n", "unknown-phase", "night"),
    ("steps: []\ngiven: {turn: cy}\n", "unknown-name", "cy"),
    ("steps: []\nscenario: none-such\n", "unknown-scenario", "none-such"),
    ("steps: []\ncheck: [cloned]\n", "bad-choice", "cloned"),
    ("steps: []\nsead: 3\n", "unknown-key", "sead"),
    ("given: {}\n", "missing-key", "script"),
]


HELPED = [
    ("steps: []\ngiven: {ada.hand: [ruby x3]}\n", "write `{ruby: 3}`"),
    ("steps: []\ngiven: {ada.hand: [3 ruby]}\n", "write `{ruby: 3}`"),
    ('steps: []\ngiven: {ada.hand: "ruby, ruby"}\n', "write a list: `[ruby, ruby]`"),
    ("steps:\n- winner: ada\n", "write who answers (ada, bo), or one of: asked, chance, "),
    ("illegal: {ada: pass}\nsteps: []\n", "stands in `steps`: `- illegal: …`"),
    ("steps:\n- expct: round == 1\n", "write `expect`"),
    ("steps:\n- expect: winner == ada\n", "scripts ask `ended: {winners: …}`"),
    ("steps:\n- happened: shuffle z where z == bag\n", "what holds now is asked by `expect`"),
]


@pytest.mark.parametrize(("rest", "help_part"), HELPED)
def test_what_others_write_is_answered(load, rest: str, help_part: str):
    (found,) = load({"scripts/s.yaml": HEAD + rest}).diagnostics
    assert help_part in str(found.helps)


@pytest.mark.parametrize(("rest", "name", "words"), BAD)
def test_what_is_wrong_is_found(findings, rest: str, name: str, words: str):
    assert findings({"scripts/s.yaml": HEAD + rest}) == [(name, words)]


def test_too_many_players_are_found(findings):
    text = "script: s\ngame: small\nplayers: [a1, a2, a3, a4]\nsteps: []\n"

    assert findings({"scripts/s.yaml": text}) == [("bad-number", "[a1, a2, a3, a4]")]


def test_too_few_players_for_the_scenario_are_found(findings):
    text = "script: s\ngame: small\nplayers: [ada, bo]\nscenario: three\nsteps: []\n"
    scenarios = "scenarios: {three: {players: 3}}\n"

    assert findings({"scripts/s.yaml": text}, scenarios=scenarios) == [("bad-number", "[ada, bo]")]


def test_a_script_for_another_game_is_found(findings):
    text = "script: s\ngame: smal\nplayers: [ada, bo]\nsteps: []\n"

    assert findings({"scripts/s.yaml": text}) == [("unknown-game", "smal")]


def test_a_card_of_another_kind_does_not_fit_a_zone(findings):
    kinds = "kinds:\n  tile: {attributes: {color: color, rank: int = 1}, start: bag}\n  coin: {}\n"
    text = HEAD + "steps: []\ngiven: {ada.hand: [penny]}\n"
    more = {"scripts/s.yaml": text, "cards/penny.yaml": "kind: coin\n"}

    assert findings(more, kinds=kinds) == [("wrong-type", "penny")]


def test_examples_name_the_usual_players(load):
    text = "examples:\n- {given: {cy.points: 2}, then: cy.points == 2 and me.points == 0}\n"
    (example,) = load(examples=text).game.examples

    assert example.players == ("ada", "bo", "cy")
