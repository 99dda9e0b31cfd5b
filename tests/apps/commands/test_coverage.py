"""`test --coverage`: which nodes of a small game its examples come to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

RULES = """\
id: lamps
version: "1"
language: 1
title: Lamps
kinds: {lamp: {attributes: {worth: int}, active-in: [player.lit], start: box}}
zones:
  box: {of: lamp, seen-by: everyone}
  player.lit: {of: lamp, seen-by: everyone}
players: {count: 2, state: {coins: int = 5}}
values:
  wage -> int: 2
  rate(int n) -> int: |
    if n > 3, return 3
    return n
events:
  earn (int n): {do: add n to me.coins}
  pay (int n): {when: n <= me.coins, do: subtract n from me.coins}
  dream: {text: a dream}
actions:
  work: {in: day, do: earn wage}
  trade:
    in: day
    choose: {n: "1..2"}
    cost: pay n
    do: |
      if n == 2:
        earn rate(n)
      else:
        earn 1
  beg:
    in: day
    cost: pay 1
    do: earn 100
always:
- when: any(players, coins > 50)
  do: for each p in players, pay 1 by p
phases:
- {id: day, turns: players}
- {id: night, do: dream}
end:
  when: round > 3
  rank: [coins]
cards:
- each: {kind: lamp, worth: 1}
  rows: [{id: spark}]
"""
CARD = """\
kind: lamp
worth: count(player.lit)
triggers:
- after: earn by me
  do: |
    may choose p from opponents:
      pay 1 by p
replacements:
- {instead: earn where n == 1}
modifiers:
- {value: wage, to: result + 1}
forbids:
- earn where n == 7
"""


def package(folder: Path, examples: str) -> Path:
    (folder / "lamps").mkdir()
    (folder / "lamps/game.yaml").write_text(RULES)
    (folder / "lamps/glow.yaml").write_text(CARD)
    (folder / "lamps/scripts.yaml").write_text(examples)
    return folder / "lamps"


def run(*words: object, status: int = 0) -> str:
    done = CliRunner(env={"LANG": "C", "COLUMNS": "80"}).invoke(group, ["test", *map(str, words)])
    assert done.exit_code == status, done.output
    return done.stdout


def report(folder: Path) -> dict:
    return json.loads(run(folder, "--coverage", "--json"))


def places(found: dict) -> list[str]:
    return [f"{Path(e['file']).name}:{e['line']} {e['text']}" for e in found["unreached"]]


HEAD = "game: lamps\nplayers: [ada, bo]\n"
AT_ADA = HEAD + "given: {ada.lit: [glow], bo.coins: 20, phase: day, turn: ada}\n"
IDLE = "script: idle\n" + HEAD + "steps:\n- expect: ada.coins == 5\n"
WORK = (
    "script: work\n"
    + AT_ADA
    + """\
steps:
- ada: [work, bo]
- expect: ada.coins == 8 and bo.coins == 19
"""
)
MORE = (
    "script: more\n"
    + AT_ADA
    + """\
steps:
- do: earn 1; earn 7
- expect: ada.coins == 5
- ada: [trade, 2, none]
- expect: ada.coins == 5
- do: set ada.coins to 60
- expect: ada.coins == 50 and bo.coins == 10 and first(ada.lit).worth == 1
- do: end game
- ended: true
"""
)


def test_a_match_that_only_begins_reaches_its_first_phase(tmp_path):
    found = report(package(tmp_path, IDLE))

    assert list(found) == ["game", "nodes", "reached", "share", "unreached", "cards"]
    assert (found["game"], found["nodes"], found["reached"]) == ("lamps", 35, 1)
    assert found["share"] == round(1 / 35, 4)
    assert places(found) == [
        "game.yaml:11 value wage",
        "game.yaml:12 value rate(int n)",
        "game.yaml:13 if n > 3, return 3",
        "game.yaml:13 return 3",
        "game.yaml:14 return n",
        "game.yaml:16 event earn (int n)",
        "game.yaml:16 add n to me.coins",
        "game.yaml:17 event pay (int n)",
        "game.yaml:17 subtract n from me.coins",
        "game.yaml:18 event dream",
        "game.yaml:20 action work",
        "game.yaml:20 earn wage",
        "game.yaml:21 action trade: n",
        'game.yaml:23 n: "1..2"}',
        "game.yaml:24 pay n",
        "game.yaml:26 if n == 2:",
        "game.yaml:27 earn rate(n)",
        "game.yaml:29 earn 1",
        "game.yaml:30 action beg",
        "game.yaml:32 pay 1",
        "game.yaml:33 earn 100",
        "game.yaml:35 always when: any(players, coins > 50)",
        "game.yaml:36 for each p in players, pay 1 by p",
        "game.yaml:36 pay 1 by p",
        "game.yaml:39 phase night",
        "game.yaml:39 dream",
        "game.yaml:40 end end:",
        "glow.yaml:2 worth: count(player.lit)",
        "glow.yaml:4 trigger after earn",
        "glow.yaml:6 may choose p from opponents:",
        "glow.yaml:7 pay 1 by p",
        "glow.yaml:9 replacement instead of earn",
        "glow.yaml:11 modifier changes wage",
        "glow.yaml:13 forbid no earn",
    ]


def test_what_a_turn_evaluates_modifies_and_raises_is_reached(tmp_path):
    (card,) = report(package(tmp_path, WORK))["cards"]

    assert (card["card"], card["nodes"], card["reached"], card["share"]) == ("glow", 7, 4, 0.5714)
    assert places(card) == [
        "glow.yaml:2 worth: count(player.lit)",
        "glow.yaml:9 replacement instead of earn",
        "glow.yaml:13 forbid no earn",
    ]
    node = card["unreached"][1]
    assert (node["line"], node["column"], node["sort"]) == (9, 4, "replacement")


def test_replacing_forbidding_and_checking_count_and_a_cost_only_tried_does_not(tmp_path):
    found = report(package(tmp_path, MORE))

    assert places(found) == [
        "game.yaml:11 value wage",
        "game.yaml:13 return 3",
        "game.yaml:18 event dream",
        "game.yaml:20 action work",
        "game.yaml:20 earn wage",
        "game.yaml:29 earn 1",
        "game.yaml:30 action beg",
        "game.yaml:32 pay 1",
        "game.yaml:33 earn 100",
        "game.yaml:38 phase day (turns)",
        "game.yaml:39 phase night",
        "game.yaml:39 dream",
        "glow.yaml:7 pay 1 by p",
        "glow.yaml:11 modifier changes wage",
    ]


def test_scripts_are_joined_whatever_the_number_of_processes(tmp_path):
    folder = package(tmp_path, "---\n".join([IDLE, WORK, MORE]))
    one, two = (run(folder, "--coverage", "--json", "-j", jobs) for jobs in "12")

    assert one == two
    assert (json.loads(one)["reached"], json.loads(one)["cards"][0]["reached"]) == (27, 7)


def test_people_get_a_line_a_card_and_the_places(tmp_path):
    folder = package(tmp_path, "---\n".join([WORK, MORE]))
    lines = run(folder, "--coverage").splitlines()

    assert [line.split() for line in lines[2:3] + lines[4:7]] == [
        ["card", "nodes", "reached", "share"],
        ["glow", "7", "7", "100", "%"],
        ["(rules)", "28", "19", "67.8", "%"],
        ["all", "35", "26", "74.2", "%"],
    ]
    assert lines[8] == "not reached:"
    assert lines[9] == f"  {folder}/game.yaml:13:15: return 3"
    assert lines[-1] == "examples and scripts: 2, failed: 0"


@pytest.mark.parametrize(("percent", "status"), [("74.2", 0), ("74.3", 1), ("0", 0)])
def test_a_bound(tmp_path, percent, status):
    folder = package(tmp_path, "---\n".join([WORK, MORE]))
    out = run(folder, "--coverage", "--at-least", percent, status=status)

    assert "examples and scripts: 2, failed: 0" in out


def test_a_failure_is_still_a_failure(tmp_path):
    folder = package(tmp_path, IDLE.replace("== 5", "== 6"))
    run(folder, "--coverage", status=1)
    assert run(folder, "--coverage", "--json", status=1).startswith('{"game": "lamps"')


@pytest.mark.parametrize("words", [["--json"], ["--at-least", "5"]])
def test_what_goes_with_coverage_alone(tmp_path, words):
    run(package(tmp_path, IDLE), *words, status=2)
