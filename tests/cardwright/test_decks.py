"""Check decks as players give them: by name, as a list, with a sideboard, held against a format."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardwright
from dsl.syntax.deck_lists import DeckList, lines_of

GAME = """\
id: duel
version: 1
language: 1
title: {en: Duel, ja: 決闘}
options:
  first-deck: {type: list of def of beast, format: short, default: reds}
  first-side: {type: list of def of beast, sideboard-of: first-deck, default: [bell]}
  second-deck: {type: list of def of beast}
kinds:
  beast: {attributes: {rank: int}, copies: 4}
players: {count: 2, state: {coins: int = 0}}
zones:
  player.deck: {of: beast, order: stack, seen-by: nobody}
formats:
  short:
    size: 4..6
    sideboard: 0..2
    copies: 2
    limits: {bell: 1, ash: any}
    banned: [moon]
    legal: {rank: [1..3, 5]}
decks:
  reds:
    format: short
    cards: |
      2 ash
      2x Fire wolf
      Sideboard
      1 Bell
  blues: 3 ash, 1 Bell
cards:
- {id: ash, kind: beast, rank: 1, name: {en: Ash, ja: 灰}}
- {id: wolf, kind: beast, rank: 2, name: {en: Fire wolf, ja: 火の狼}}
- {id: bell, kind: beast, rank: 5, name: {en: Bell, ja: 鐘}}
- {id: moon, kind: beast, rank: 3, name: {en: Moon, ja: 月}}
- {id: big, kind: beast, rank: 9, name: {en: Big one, ja: 大物}}
- {id: far, kind: beast, rank: 1, name: {en: Far one, ja: 遠い者}}
actions: {count-all: {do: add count(first-side) + count(second-deck) to me.coins}}
setup: for each k in first-deck, create 1 k into seats[1].deck
phases:
- {id: day, turns: players, offer: [count-all, pass]}
end: {when: round > 1, rank: coins}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("decks") / "duel"
    found.mkdir()
    (found / "game.yaml").write_text(GAME, "utf-8")
    return found


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
