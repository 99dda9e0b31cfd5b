"""What `look:` says of cards is what their faces show."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.press import faces
from cardwright.apps.press.faces.content import content_of
from cardwright.apps.press.faces.looks import Symbol, channels, is_printed

ROOT = Path(__file__).resolve().parents[3]
CLASSICS = sorted(path.parent for path in ROOT.glob("examples/classics/*/game.yaml"))
LETTERS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}
RED_SUITS, BLACK_SUITS = {"hearts", "diamonds"}, {"spades"}

GAME = """\
id: look-game
version: "1"
language: 1
title: {en: Looks, ja: 見た目}
enums:
  sort: {hot: {en: hot, ja: 熱}, cold: {en: cold, ja: 冷}}
kinds:
  thing:
    attributes: {worth: int, sort: sort, weight: "int = 7", sorts: set of sort}
  jewel: {extends: thing}
  board: {unique: true}
players: {count: 1}
phases: [{id: all, do: end game}]
end: {rank: [0]}
cards:
- {kind: thing, id: plain-thing, worth: 11, sort: hot, weight: 22}
- {kind: jewel, id: red-jewel, worth: 33, sort: cold, weight: 44, sorts: [hot, cold]}
- {kind: board, id: whole-board}
"""
LOOK = """\
look:
  every: {size: 44x63, back: "#234", color: navy}
  thing: {color: sort, corner: worth, middle: weight, line: [sort]}
  jewel: {size: 100x70, line: [], middle: sorts, back: crimson}
  board: {print: false}
  sort:
    colors: {hot: "#FF0000"}
    symbols: {hot: "!", cold: {en: C, ja: 寒}}
"""


def cards(folder: Path, look: str) -> dict[str, object]:
    """Return the cards of the game with a look, by id."""
    package = folder / "look-game"
    package.mkdir()
    (package / "game.yaml").write_text(GAME + look, encoding="utf-8")
    return {card.id: card for card in cardwright.cards(package, cache=False)}


def texts(face: faces.Face) -> list[tuple[float, str]]:
    """Return the texts on a face with their size."""
    return [(mark.size, mark.text) for mark in face.marks if isinstance(mark, faces.Text)]


def test_what_a_look_says_is_shown(tmp_path):
    found = cards(tmp_path, LOOK)
    plain, jewel = (faces.face(found[id_], "ja") for id_ in ("plain-thing", "red-jewel"))

    assert (plain.width, plain.height) == (44, 63)
    assert (jewel.width, jewel.height) == (100, 70)
    assert plain.fill == "#ff0000"
    assert max(texts(plain))[1] == "22"
    assert {"11", "!", "熱"} <= {text for _, text in texts(plain)}
    assert [text for _, text in texts(jewel)][:2] == ["33", "red-jewel"]
    assert {text for _, text in texts(jewel)} >= {"!", "寒"}
    assert "冷" not in {text for _, text in texts(jewel)}


def test_backs_and_what_is_no_card(tmp_path):
    found = cards(tmp_path, LOOK)

    assert faces.back(found["plain-thing"], "en").fill == "#223344"
    assert faces.back(found["red-jewel"], "en").fill == "#9b1f3c"
    assert [id_ for id_, card in found.items() if not is_printed(card)] == ["whole-board"]


def test_without_a_look_there_is_a_face_all_the_same(tmp_path):
    found = cards(tmp_path, "")
    face = faces.face(found["red-jewel"], "en")

    assert (face.width, face.height) == (63, 88)
    assert all(is_printed(card) for card in found.values())
    assert {"33", "cold", "44"} <= {text for _, text in texts(face)}


def test_what_only_rules_ask_is_no_value_of_a_card():
    cards_ = {card.id: card for card in cardwright.cards(ROOT / "examples/recipes/stack")}
    shown = [stat.before for stat in content_of(cards_["bolt"], "en").stats]

    assert "works while" not in shown and "keywords" not in shown


@pytest.mark.parametrize("game", CLASSICS, ids=lambda folder: folder.name)
def test_courts_and_aces_have_their_letters_and_red_suits_are_red(game: Path) -> None:
    for card in cardwright.cards(game):
        words, content = card.name("en").split(), content_of(card, "en")
        if words[0] in LETTERS and len(words) in (1, 3):
            assert content.corner[0] == LETTERS[words[0]], (game.name, card.id)
        suits = [each for each in content.corner if isinstance(each, Symbol)]
        if words[-1] in RED_SUITS | BLACK_SUITS and suits:
            red, green, blue = channels(suits[0].fill)
            is_red = red > 2 * max(green, blue)
            assert is_red == (words[-1] in RED_SUITS), (game.name, card.id)
