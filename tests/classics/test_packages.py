"""Hold every classic: clean, short, in two languages, shown by scripts, played without a fault."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

import cardwright
from cardwright.api.loading import find_package
from cardwright.apps.face.words import GENRES
from tests.classics.page import PAGE, ROW, games, lines, row

GAMES = games()
MOST_LINES, USUAL_LINES = 200, 80
MATCHES, MOST_DECISIONS = 2, 5_000


@pytest.mark.parametrize("name", GAMES)
def test_lint_finds_nothing(name: str) -> None:
    assert [
        f"{each.span.place} {each.message}"
        for each in cardwright.lint(find_package(name), variants=True)
    ] == []


@pytest.mark.parametrize("name", GAMES)
def test_two_scripts_show_the_rules_that_make_it(name: str) -> None:
    game = cardwright.load(name)
    shown = [*game.scripts, *game.examples]

    assert len(shown) >= 2
    for script in shown:
        assert game.run(script).failures == (), script.title


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
                match.apply(chance.randrange(match.decision.count))
            assert match.outcome and match.outcome.kind in ("win", "loss"), match.outcome


def test_they_are_short() -> None:
    found = {name: lines(name) for name in GAMES}

    assert {name: n for name, n in found.items() if n > MOST_LINES} == {}
    assert median(found.values()) <= USUAL_LINES


@pytest.mark.parametrize("name", GAMES)
def test_it_stands_beside_others_of_its_genre(name: str) -> None:
    assert cardwright.load(name).model.manifest.genre in GENRES


def test_the_page_has_a_row_a_game() -> None:
    page = PAGE.read_text("utf-8").splitlines()
    rows = {found[1]: found for line in page if (found := ROW.match(line))}

    assert sorted(rows) == GAMES
    assert [name for name, found in rows.items() if not found[2]] == [], "what does it show?"
    for name, found in rows.items():
        assert found[0] == row(name, found[2]), "python -m tests.classics.page"
    assert len(rows) == sum(line.startswith("| [") for line in page), "a row stands twice"
