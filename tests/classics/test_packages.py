"""Hold every classic: clean, short, in two languages, shown by scripts, played without a fault."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from statistics import median

import pytest

import cardwright
from cardwright import api
from cardwright.packages import find_package
from cardwright.shelves import CLASSICS, packages_below
from cardwright.stats.counts import Stats

ROOT = Path(__file__).resolve().parents[2]
GAMES = [package.id for package in packages_below(ROOT / CLASSICS)]
MOST_LINES, USUAL_LINES = 200, 70
PAGE = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| \[([a-z0-9-]+)\]\((\S+)\) \| ([^|]+) \| ([^|]+) \| (\d+) \| ([^|]+) \|$", re.M
)
MATCHES, MOST_DECISIONS = 2, 5_000


@cache
def stats(name: str) -> Stats:
    """Return the numbers of a game."""
    return api.stats_of(find_package(name), cache=False)[0]


def lines(name: str) -> int:
    """Return the lines of a game without blanks, comments, names, texts and examples."""
    return stats(name).rules + stats(name).cards


@pytest.mark.parametrize("name", GAMES)
def test_lint_finds_nothing(name: str) -> None:
    assert [f"{each.span.place} {each.message}" for each in api.lint_all(find_package(name))] == []


@pytest.mark.parametrize("name", GAMES)
def test_two_scripts_show_the_rules_that_make_it(name: str) -> None:
    game = cardwright.load(name)
    shown = [*game.scripts, *game.examples]

    assert len(shown) >= 2
    for script in shown:
        assert cardwright.run_script(script, game).failures == (), script.title


@pytest.mark.parametrize("name", GAMES)
def test_it_reads_in_two_languages(name: str) -> None:
    model = cardwright.load(name).model
    manifest = model.manifest
    texts = [manifest.title, manifest.summary, *(each.text for each in model.options.values())]
    texts += [action.text for action in model.actions if action.id != "pass"]

    assert [text for text in texts if not {"en", "ja"} <= text.keys()] == []
    assert manifest.source


@pytest.mark.parametrize("name", GAMES)
def test_matches_of_any_number_of_players_come_to_an_end(name: str) -> None:
    game = cardwright.load(name)
    for players in {game.player_counts[0], game.player_counts[-1]}:
        chance = Random(f"{name} {players}")
        for seed in range(MATCHES):
            match = game.start(players=players, seed=seed, events=False)
            for _ in range(MOST_DECISIONS):
                if match.over:
                    break
                match.apply(chance.randrange(len(match.state.ask.options)))
            assert match.outcome and match.outcome.kind in ("win", "loss"), match.outcome


def test_they_are_short() -> None:
    found = {name: lines(name) for name in GAMES}

    assert {name: n for name, n in found.items() if n > MOST_LINES} == {}
    assert median(found.values()) <= USUAL_LINES


def test_the_page_has_a_line_a_game() -> None:
    rows = {row[1]: row for row in ROW.finditer(PAGE)}

    assert sorted(rows) == GAMES
    for name, row in rows.items():
        counts = cardwright.load(name).player_counts
        players = str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
        assert (row[4].strip(), int(row[5])) == (players, lines(name)), name
        assert (ROOT / "docs" / row[2]).resolve() == ROOT / CLASSICS / name
