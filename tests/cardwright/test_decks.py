"""Check decks as players give them: by name, as a list, with a sideboard, held against a format."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardwright
from dsl.syntax.deck_lists import DeckList, lines_of
from tests.cardwright.decks import duel


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return duel(tmp_path_factory.mktemp("decks"))


def chosen(folder: Path, **options: str) -> tuple[list[str], list[str]]:
    """Return the deck and the sideboard of a game with some options."""
    words = {name.replace("_", "-"): value for name, value in options.items()}
    game = cardwright.load(folder, words)
    plain = cardwright.Options(game.model).plain(game.options)
    return plain["first-deck"], plain["first-side"]


@pytest.mark.parametrize(
    ("given_", "deck", "side"),
    [
        ("reds", "ash ash wolf wolf", "bell"),
        ("blues", "ash ash ash bell", ""),
        ("ash,ash,wolf,far", "ash ash wolf far", ""),
        ("4 ash", "ash ash ash ash", ""),
        ("2x ASH, 2 Far  One", "ash ash far far", ""),
        ("3 灰\n1 火の狼\nサイドボード\n1 鐘", "ash ash ash wolf", "bell"),
        ("Deck:\n3 Ash (SET) 12\n1 Fire wolf\n\nSideboard:\n1 Bell", "ash ash ash wolf", "bell"),
        ("# mine\n4 ash\n// beside\nSB: 1 wolf", "ash ash ash ash", "wolf"),
    ],
)
def test_a_deck_is_read(folder: Path, given_: str, deck: str, side: str) -> None:
    assert chosen(folder, first_deck=given_) == (deck.split(), side.split())


def test_a_deck_by_name_stays_what_the_default_was(folder: Path) -> None:
    assert chosen(folder) == (["ash", "ash", "wolf", "wolf"], ["bell"])
    assert chosen(folder, first_deck="4 ash", first_side="wolf") == (["ash"] * 4, ["wolf"])


def test_a_list_with_a_sideboard_needs_an_option_for_it(folder: Path) -> None:
    with pytest.raises(cardwright.OptionError, match="`second-deck` has a sideboard"):
        cardwright.load(folder, {"second-deck": "1 ash\nSideboard\n1 wolf"})


def test_a_pool_holds_the_cards_that_a_list_names(folder: Path) -> None:
    def held(deck: str) -> set[str]:
        game = cardwright.load(folder, {"first-deck": deck})
        return {each.id for each in game.model.definitions}

    always = {"ash", "wolf", "bell", "moon"}  # the default, and what the format names
    assert held("reds") == always
    assert held("3 Ash\n1 Far one") == {*always, "far"}
    assert held("3 ash\n1 遠い者") == {*always, "far"}


CARD = st.sampled_from(("ash", "Fire wolf", "鐘", "big-one"))


@given(st.lists(st.tuples(st.integers(1, 9), CARD, st.booleans()), max_size=8), st.data())
def test_a_written_deck_is_read_as_it_was(
    cards: list[tuple[int, str, bool]], data: st.DataObject
) -> None:
    """A deck is a number and a card on each line, however it is written."""
    numbers = st.sampled_from(("{} {}", "{}x {}", "{}× {}", "  {}  {}  ", "{}\t{}"))
    main = [(number, name) for number, name, is_side in cards if not is_side]
    side = [(number, name) for number, name, is_side in cards if is_side]
    lines = [data.draw(numbers).format(*each) for each in main]
    if data.draw(st.booleans()):
        lines += ["", data.draw(st.sampled_from(("Sideboard", "SIDEBOARD:", "サイドボード")))]
        lines += [data.draw(numbers).format(*each) for each in side]
    else:
        lines += ["SB: " + data.draw(numbers).format(*each).strip() for each in side]
    text = "\n".join([*lines, ""])
    found = DeckList.of(text, lambda name: name)
    assert found.main == tuple(name for number, name in main for _ in range(number))
    assert found.side == tuple(name for number, name in side for _ in range(number))
    assert all(text[line.start : line.end] == line.name for line in lines_of(text))
