"""`games --stats`: which lines count, and what there is of each thing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.authors.stats import lines_of
from cardwright.apps.commands.main import group
from dsl.records import Source

LONG = "a" * 90
RULES = f"""\
id: lamps
title: Lamps; a game                    # prose has no statements
source: a
summary:
  en: >-
    Two
    lines.

# nothing but a comment
zones:
  source: {{of: lamp, seen-by: everyone}}
  box:
    of: lamp
    text: {{en: box}}
    seen-by: nobody
events:
  earn (int n):
    do: add n to me.coins; add 1 to me.coins; draw 1
    text:
      en: long
      ja: long
  dream: {{text: a dream}}
  {LONG}-{LONG}: {{do: end game}}
setup: |
  if a, draw 1
  # a comment of an effect
  for each p in players, draw 1 by p; shuffle deck
examples:
- then: 1 == 1
cards:
- kind: lamp
  name: {{en: Spark}}
  id: spark
- each: {{kind: lamp}}
  rows:
  - {{id: red, name: {{en: red}}}}
  - id: blue
    worth: 1
"""
COUNTED = {
    "id title summary en two lines": 6,
    "zones source box of seen-by": 5,
    "events earn do(3) dream": 6,
    "over 100 columns": 2,
    "setup if for(2)": 4,
}


def test_lines_of_rules():
    assert lines_of(Source("game.yaml", RULES)).rules == sum(COUNTED.values())


def test_lines_of_cards_in_a_section():
    source = Source("game.yaml", RULES)
    lines = lines_of(source)

    assert lines.cards == 8
    starts = [source.position(span.start)[0] for span, _ in lines.of_cards]
    first = RULES.split("\n").index("- kind: lamp") + 1
    found = list(zip(starts, (count for _, count in lines.of_cards), strict=True))
    assert found == [(first, 2), (first + 3, 5), (first + 5, 1), (first + 6, 2)]


CARD = """\
kind: lamp
name: {en: Glow, ja: 光}
text:
  en: It
    glows.
source: reconstructed
worth: 2

triggers:
- after: earn by me
  # why
  do: |
    gain 1; gain 2
  text: {en: glow}
- {after: earn by me, do: gain 1, text: {en: glow}}
examples:
- then:
  - 1 == 1
"""


def test_lines_of_a_file_of_one_card():
    lines = lines_of(Source("glow.yaml", CARD))

    assert (lines.rules, lines.cards) == (0, 8)
    assert [count for _, count in lines.of_cards] == [8]


@pytest.mark.parametrize("text", ["script: a\nsteps:\n- save\n", "# a\n"])
def test_what_holds_neither(text):
    lines = lines_of(Source("a.yaml", text))
    assert (lines.rules, lines.cards) == (0, 0)


GAME = """\
id: lamps
version: "1"
language: 1
title: Lamps
options: {bright: bool = false}
kinds: {lamp: {attributes: {worth: int}, active-in: [player.lit], start: box}}
zones:
  box: {of: lamp, seen-by: everyone}
  player.lit: {of: lamp, seen-by: everyone}
players: {count: 2, state: {coins: int = 5}}
values: {wage -> int: 2}
events:
  gain (int n): {do: add n to me.coins}
actions: {work: {in: day, do: gain wage}}
phases:
- {id: day, turns: players}
end: {when: round > 3, rank: [coins]}
examples:
- {then: wage == 2}
cards:
- {kind: lamp, id: spark, worth: 1}
"""
GLOW = """\
kind: lamp
worth: 2
triggers:
- after: gain by me
  do: |
    if n > 9, stop
    add 1 to me.coins
examples:
- {then: wage == 2}
"""
BEAM = "kind: lamp\nworth: count(player.lit)\n"
SCRIPT = "script: a\ngame: lamps\nplayers: [ada, bo]\nsteps:\n- expect: wage == 2\n"
EXTRA = """\
id: extra
version: "1"
language: 1
title: Extra
requires: [lamps]
events: {rest: {text: a rest}}
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "lamps"
    texts = {"game": GAME, "glow": GLOW, "beam": BEAM, "scripts/a": SCRIPT,
             "expansions/extra/expansion": EXTRA}  # fmt: skip
    for name, text in texts.items():
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run(*words: object, status: int = 0) -> str:
    done = CliRunner(env={"LANG": "C", "COLUMNS": "80"}).invoke(group, ["games", *map(str, words)])
    assert done.exit_code == status, done.output
    return done.stdout


NOTHING = dict.fromkeys(
    ("values", "events", "actions", "triggers", "replacements", "modifiers", "forbids", "always",
     "options", "examples", "scripts"), 0,
)  # fmt: skip


def test_a_game_and_its_expansion(package):
    game, extra = json.loads(run(package, "--stats", "--json"))

    assert game == NOTHING | {
        "game": "lamps",
        "expansion": None,
        "lines": {"rules": 17, "cards": 11},
        "cards": {"with-rules": 2, "without-rules": 1},
        "values": 1,
        "events": 1,
        "actions": 1,
        "triggers": 1,
        "options": 1,
        "examples": 2,
        "scripts": 1,
        "lines-per-card": {
            "median": 4.5, "90-percent": 7, "max": 7, "cards": {"beam": 2, "glow": 7},
        },
    }  # fmt: skip
    assert extra == NOTHING | {
        "game": "lamps",
        "expansion": "extra",
        "lines": {"rules": 6, "cards": 0},
        "cards": {"with-rules": 0, "without-rules": 0},
        "events": 1,
        "lines-per-card": {"median": 0, "90-percent": 0, "max": 0, "cards": {}},
    }


def test_people_get_tables(package):
    lines = [line.split() for line in run(package, "--stats").splitlines()]

    assert lines[0] == ["lines"]
    assert [line for line in lines if line[:1] == ["lamps"]] == [
        ["lamps", "17", "11", "4.5", "7", "7"],
        ["lamps", "2", "1", "2", "1"],
        ["lamps", "1", "1", "1", "1"],
        ["lamps", "1", "–", "–", "–", "–"],
    ]
    assert ["+", "extra", "6", "–", "–", "–", "–"] in lines


def test_every_table_fits_a_narrow_terminal():
    assert max(map(len, run("--stats").splitlines())) <= 80


def test_a_package_with_errors_is_named_and_left_out(package, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "game.yaml").write_text("id: other\n")

    assert [each["game"] for each in json.loads(run(tmp_path, "--stats", "--json", status=1))] == [
        "lamps", "lamps",
    ]  # fmt: skip


def test_json_without_stats_is_what_the_list_says(package):
    (found,) = json.loads(run(package, "--json"))

    assert (found["id"], found["players"]) == ("lamps", [2, 2])


def test_what_tells_where_a_game_is_listed_is_no_line():
    found = lines_of(Source("game.yaml", "id: a\ngenre: tricks\n"))

    assert found.rules == lines_of(Source("game.yaml", "id: a\n")).rules == 1
