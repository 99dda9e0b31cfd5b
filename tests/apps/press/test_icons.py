"""Icons, pips and corners: what a look says of them is drawn, in texts too."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.press import faces
from cardwright.apps.press.faces import drawings, index, outlines
from cardwright.apps.press.faces.content import content_of
from cardwright.apps.press.faces.looks import Symbol
from dsl.model.look import ICONS

GAME = """\
id: icon-game
version: "1"
language: 1
title: {en: Icons, ja: 絵}
enums:
  metal: {gold: {en: gold, ja: 黄金}, tin: {en: tin, ja: 錫}}
kinds:
  thing: {attributes: {worth: int, metal: metal}, text: {en: Thing, ja: 物}}
players: {count: 1}
phases: [{id: all, do: end game}]
end: {rank: [0]}
cards:
- {kind: thing, id: coin-thing, worth: 3, metal: gold, text: {en: "TEXT", ja: "黄金2と錫"}}
look:
  thing: {icons: {worth: star}, line: [worth]}
  metal: {colors: {gold: gold, tin: grey}, icons: {gold: coin, tin: shield}, in-text: true}
"""


def front(folder: Path, text: str, more: str = "", lang: str = "en") -> faces.Face:
    """Return the face of a card with a text."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME.replace("TEXT", text) + more, encoding="utf-8")
    return faces.face(cardwright.cards(folder, cache=False)[0], lang)


def drawn(face: faces.Face, name: str) -> int:
    """Return how often an icon stands on a face, turned or not."""
    outline = drawings.icon(name).shapes[0].d

    def count(marks: tuple[object, ...]) -> int:
        return sum(
            count(mark.marks) if isinstance(mark, faces.Turned) else mark.d == outline
            for mark in marks
            if isinstance(mark, faces.Turned | faces.Path)
        )

    return count(face.marks)


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_that_comes_along_is_a_plain_drawing_inside_its_box(name: str) -> None:
    found = drawings.icon(name)
    assert found.is_plain and (found.width, found.height) == (24, 24)
    for shape in found.shapes:
        numbers = [float(word) for word in shape.d.split() if not word.isalpha()]
        assert numbers and min(numbers) >= -1 and max(numbers) <= 25


@pytest.mark.parametrize(
    ("text", "coins", "left"),
    [
        ("Gain 2 gold.", 1, "Gain 2 ."),
        ("Gain {gold} and {tin}.", 1, "Gain  and ."),
        ("Golden goldfish and gold", 1, "Golden goldfish and "),
        ("Pay {skull} or {nothing}.", 0, "Pay  or {nothing}."),
    ],
)
def test_words_of_members_and_slots_become_icons(
    tmp_path: Path, text: str, coins: int, left: str
) -> None:
    face = front(tmp_path / "icon-game", text)
    assert drawn(face, "coin") == coins
    assert left.replace(" ", "") in "".join(each.text for each in face.texts).replace(" ", "")
    assert drawn(face, "skull") == text.count("{skull}")


def test_words_without_blanks_between_them_become_icons(tmp_path: Path) -> None:
    face = front(tmp_path / "icon-game", "", lang="ja")
    # one letter alone may be a part of a word
    assert (drawn(face, "coin"), drawn(face, "shield")) == (1, 0)


def test_the_icon_of_an_attribute_stands_for_its_name(tmp_path: Path) -> None:
    face = front(tmp_path / "icon-game", "")
    assert drawn(face, "star") == 1
    assert "worth" not in {text.text for text in face.texts}


def test_icons_of_a_text_take_room(tmp_path: Path) -> None:
    words = "Gain 2 gold and then 2 tin and more of all that is 2 gold. " * 4
    face = front(tmp_path / "icon-game", words)
    for mark in face.marks:
        if isinstance(mark, faces.Path) and mark.scale < 0.3:
            assert mark.x > 3 and mark.x + 24 * mark.scale < face.width - 3


@pytest.mark.parametrize("number", range(1, index.MOST_PIPS + 1))
def test_as_many_pips_lie_on_a_card_as_its_number_says(number: int) -> None:
    card = next(c for c in cardwright.cards("spades") if c.id == f"hearts-{max(2, number)}")
    # two more stand in the corners
    assert drawn(faces.face(card, "en"), "heart") == max(2, number) + 2
    places = list(index.pips_on_card(number))
    assert len(set(places)) == number
    assert sorted(places) == sorted((1 - x, y) for x, y in places)


@pytest.mark.parametrize("id_", ["hearts-ace", "spades-queen"])
def test_courts_and_aces_have_no_pips(id_: str) -> None:
    card = next(card for card in cardwright.cards("spades") if card.id == id_)
    suit = id_.partition("-")[0].removesuffix("s")
    face = faces.face(card, "en")
    assert drawn(face, suit) == (3 if id_.endswith("ace") else 4)
    signs = [text.text for text in face.texts if text.text in "AJQK"]
    assert len(signs) >= 2


def test_dominoes_have_the_dots_of_both_halves() -> None:
    for card in cardwright.cards("dominoes"):
        dots = sum(isinstance(mark, faces.Circle) for mark in faces.face(card, "en").marks)
        assert dots == sum(int(half) for half in card.id.split("-")[1:])


def test_suits_are_drawn_and_no_letters_of_a_font() -> None:
    for game in ("hearts", "briscola"):
        for card in cardwright.cards(game):
            symbols = [p for p in content_of(card, "en").corner if isinstance(p, Symbol)]
            assert symbols and all(each.icon is not None for each in symbols)


def ends(text: str) -> list[complex]:
    """Return where the steps of an outline end."""
    return [points[-1] for _, points in outlines.commands(text) if points]


def test_outlines_in_short_and_long_notation_are_the_same() -> None:
    one = "M0 0h10v5H0zm2 2l1,1-1 1"
    two = "M 0 0 L 10 0 L 10 5 L 0 5 Z M 2 2 L 3 3 L 2 4"
    assert outlines.written(outlines.commands(one)) == outlines.written(outlines.commands(two))
    assert ends("M1 1q1 1 2 0t2 0") == [1 + 1j, 3 + 1j, 5 + 1j]
    assert ends("M0 0c0 1 1 1 1 0s1-1 1 0") == [0, 1, 2]


def test_arcs_end_where_they_say_and_keep_their_radius() -> None:
    found = list(outlines.commands("M-5 0A5 5 0 1 1 5 0A5 5 0 0110 0"))
    assert abs(found[-1][1][-1] - 10) < 1e-9
    top = [points[-1] for _, points in found[:3]]
    assert all(abs(abs(point) - 5) < 1e-6 for point in top)


@pytest.mark.parametrize(
    "text", ["", "L 1 1", "M 1", "M 1 1 A 1 1 0 2 0 3 3", "M1 1 x", "M0 0 Z 1"]
)
def test_what_is_no_outline_is_refused(text: str) -> None:
    if text:
        with pytest.raises(outlines.BadPath):
            list(outlines.commands(text))
    else:
        assert not list(outlines.commands(text))
