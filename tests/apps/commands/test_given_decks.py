"""Check decks that are given on the command line: in words, from a file, of a pool of cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.pools import decks_of
from cardwright.apps.commands.main import group
from tests.cardwright.decks import CARDS, OTHER, duel
from tests.cardwright.decks import pool as pool_in


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return duel(tmp_path_factory.mktemp("decks"))


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pool_in(tmp_path_factory.mktemp("pools"))


@pytest.mark.parametrize(
    ("given_", "english", "japanese"),
    [
        ("3 ash", "`first-deck` has 3 cards; `short` asks for 4 or more", "4 枚以上"),
        ("7 ash", "`first-deck` has 7 cards; `short` allows 6", "6 枚まで"),
        ("3 ash, 3 wolf", "`first-deck` holds `wolf` 3 times; `short` allows 2", "2 枚まで"),
        ("3 ash, 2 bell", "`first-deck` holds `bell` 2 times; `short` allows 1", "1 枚まで"),
        ("4 ash, Sideboard, 1 bell, 1 bell", "`bell` 2 times; `short` allows 1", "1 枚まで"),
        ("4 ash, moon", "holds `moon`, which is banned in `short`", "禁止"),
        ("4 ash, big", "holds `big`, which is not legal in `short` because of its rank", "rank"),
        ("4 ash, Sideboard, 3 far", "the sideboard of `first-deck` has 3 cards", "2 枚まで"),
        ("4 ash, elk", "no card that `first-deck` could hold is called `elk`", "`elk`"),
    ],
)
def test_a_deck_is_refused_in_words(decks: Path, given_: str, english: str, japanese: str) -> None:
    for language, words in (("en", english), ("ja", japanese)):
        command = ["--lang", language, "sim", str(decks), "-n", "1", "-o", f"first-deck={given_}"]
        done = CliRunner().invoke(group, command)
        assert done.exit_code == 2
        assert words in done.output


def test_a_deck_comes_from_a_file(decks: Path, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes("\ufeff3 灰\r\n1 Fire wolf\r\n".encode())
    command = ["sim", str(decks), "-n", "1", "-o", f"first-deck=@{file}"]
    done = CliRunner().invoke(group, command)
    assert done.exit_code == 0
    assert "ash,ash,ash,wolf" in "".join(done.output.split())
    done = CliRunner().invoke(group, [*command[:-1], f"first-deck=@{tmp_path / 'none.txt'}"])
    assert done.exit_code == 2
    assert "No such file" in done.output


def test_options_on_the_command_line_may_name_any_card(pool: Path) -> None:
    words = [word for name, deck in OTHER.items() for word in ("-o", f"{name}={deck}")]
    done = CliRunner().invoke(group, ["sim", str(pool), "-n", "1", *words])
    assert done.exit_code == 0
    assert "card-100" in done.output


def test_a_misspelt_card_is_guessed_among_all_of_the_pool(pool: Path) -> None:
    other = next(n for n in range(CARDS) if all(n not in deck for deck in decks_of(CARDS)))
    words = ["-o", f"first-deck=card-1,crad-{other}"]
    done = CliRunner().invoke(group, ["sim", str(pool), "-n", "1", *words])
    assert f"card-{other}" in done.output
