"""Options that must fit together are held against it before a match begins."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group

STARS = """\
id: stars
version: "1"
language: 1
title: Stars
players: {count: 2}
state: {stars: int = 0}
options:
  low: {type: 0..5, default: 1}
  high: {type: 0..5, default: 3, so-that: low <= high}
scenarios:
  far: {options: {high: 5}}
actions:
  shine: {do: add 1 to stars}
phases:
- {id: night, turns: players, offer: [shine, pass]}
end:
  when: round > high
  rank: stars
  winners: players if stars >= low else []
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "game.yaml").write_text(STARS)
    return tmp_path


def test_a_program_is_told_the_condition(folder):
    with pytest.raises(cardwright.OptionError, match=r"`high` cannot be `3` .*: low <= high"):
        cardwright.load(folder, options={"low": 4})


def test_what_fits_is_played(folder):
    game = cardwright.load(folder, options={"low": 4, "high": 4})

    assert game.options["low"] == 4


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["-o", "low=4"], 2),
        (["-o", "low=4", "-o", "high=5"], 0),
        (["--scenario", "far", "-o", "low=4"], 0),
        (["--scenario", "far", "-o", "high=0"], 2),
    ],
)
def test_at_the_terminal_it_is_wrong_usage(folder, words, status):
    found = CliRunner().invoke(group, ["sim", str(folder), "-n", "1", "-j", "1", *words])

    assert (found.exit_code, "low <= high" in found.output) == (status, status == 2)


def test_a_game_of_all_together_ends_with_a_score_and_its_verdict(folder):
    """Both have scored alike; whether that is enough is for `winners` to say."""
    outcomes = []
    for answer in ("shine", "pass"):
        match = cardwright.load(folder).start(2, 1)
        while match.decision is not None:
            match.apply(answer)
        outcomes.append((match.outcome.kind, match.outcome.winners, match.scores))

    assert outcomes == [("win", (0, 1), (6, 6)), ("loss", (), (0, 0))]


def test_a_list_of_cards_is_looked_through(tmp_path):
    """A deck list in which a card stands twice is refused, one of two cards is not."""
    text = STARS.replace("  low:", DECK).replace("actions:", KINDS)
    (tmp_path / "game.yaml").write_text(text)

    assert cardwright.load(tmp_path, options={"deck": ["moth", "wasp"]}).options["deck"] == (0, 1)
    with pytest.raises(cardwright.OptionError, match="`deck` cannot be `moth,moth`"):
        cardwright.load(tmp_path, options={"deck": ["moth", "moth"]})


DECK = """\
  deck:
    type: list of def of bug
    so-that: count(deck) <= 2 and all(d in deck, count(e in deck, e == d) == 1)
  low:"""
KINDS = """\
kinds:
  bug: {start: jar}
cards:
- {id: moth, kind: bug}
- {id: wasp, kind: bug}
zones:
  jar: {of: bug, seen-by: everyone}
actions:"""
