"""The face of a card on a screen: all that stands there can be read, and lies inside."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.press import faces
from cardwright.apps.press.faces.content import content_of
from cardwright.apps.press.faces.fonts import USUAL
from cardwright.apps.press.faces.looks import contrast
from tests.apps.press.test_contrast import LEAST, below
from tests.apps.press.test_faces import cards, thing
from tests.apps.press.test_looks import LOOK
from tests.apps.press.test_looks import cards as with_look

GAMES = ("worldmonger", "equilibrion", "res-arcana", "dream-tricks", "cerebria", "hearts")
NARROWEST = 48
"""So many pixels wide is the smallest card of a table."""
READABLE = 8
WIDEST = 6
"""A word that is wider, at size 1, has no room in a line of the least size."""


def texts(face: faces.Face) -> list[faces.Text]:
    """Return the texts on a face."""
    return [mark for mark in face.marks if isinstance(mark, faces.Text)]


def hold(face: faces.Face) -> None:
    """Hold that every text of a face can be read and lies inside."""
    for text in texts(face):
        assert text.size * NARROWEST / face.width >= READABLE, text
        assert text.x >= 0 and text.x + text.width <= face.width, text
        assert text.size * 0.72 <= text.y < face.height, text
        assert contrast(text.fill, below(face, text)) >= LEAST, text


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_every_text_can_be_read_and_lies_inside(game: str, lang: str) -> None:
    for entry in cards(game):
        hold(faces.small_face(entry, lang))


@pytest.mark.parametrize("game", GAMES)
def test_the_name_stands_where_there_would_be_only_its_initial(game: str) -> None:
    for entry in cards(game):
        face = faces.small_face(entry, "en")
        words = entry.name("en").split()
        has_room = max(USUAL.width(word, is_bold=True) for word in words) < WIDEST
        if content_of(entry, "en").is_initial and has_room:
            shown = "".join(text.text for text in texts(face)).replace(" ", "")
            assert entry.name("en").replace(" ", "") in shown, entry.id


def test_a_name_of_one_long_word_gives_way_to_its_initial(tmp_path: Path) -> None:
    name = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamter"
    face = faces.small_face(thing(tmp_path, name), "en")

    hold(face)
    assert [text.text for text in texts(face)] == ["-3", "D"]
    assert face.title == name


def test_cards_of_other_sizes_have_small_faces_too(tmp_path: Path) -> None:
    found = with_look(tmp_path, LOOK)
    shown = {id_: faces.small_face(card, "en") for id_, card in found.items()}

    for face in shown.values():
        hold(face)
    assert (shown["red-jewel"].width, shown["red-jewel"].height) == (100, 70)
    assert [text.text for text in texts(shown["plain-thing"])] == ["11", "22"]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", [*GAMES, "briscola", "koi-koi", "dominoes", "liars-dice"])
def test_a_token_has_no_text_that_is_too_small(game: str, lang: str) -> None:
    for entry in cards(game):
        face = faces.token_face(entry, lang)
        assert face.width == face.height
        assert len(face.marks) > 1, entry.id
        for text in texts(face):
            # half of its height is 8 pixels where it is 16 pixels high
            assert text.size >= face.height * 0.33, text
            assert contrast(text.fill, below(face, text)) >= LEAST, text


@pytest.mark.parametrize("frame", ["plain", "index"])
def test_a_name_without_room_on_a_token_of_paper_is_a_finding(tmp_path: Path, frame: str) -> None:
    look = f"look:\n  thing: {{size: token, frame: {frame}, corner: [], color: red}}\n"
    long = "An Extraordinarylongwordthatnobodycanreadonsolittlepaper" * 9
    told = []
    for number, name in enumerate(("Short", long)):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = Path(thing(folder, name).definition.span.source.path)
        file.write_text(file.read_text("utf-8") + look, "utf-8")
        card = cardwright.cards(file.parent, cache=False)[0]
        told.append([str(each.in_words("en")) for each in faces.overflows([card], ["en"])])

    assert told[0] == []
    assert len(told[1]) == 1 and "the name of" in told[1][0]


def test_letters_are_pressed_together_only_a_little(tmp_path: Path) -> None:
    face = faces.small_face(thing(tmp_path, "Transmuter"), "en")

    hold(face)
    [name] = [text for text in texts(face) if text.text == "Transmuter"]
    assert 0.7 < name.width / (name.size * USUAL.width(name.text, is_bold=True)) < 1


def test_a_little_card_with_a_price_alone_shows_its_name_too() -> None:
    """Villager and Pyramid cost 1 both."""
    drawn = {card.id: faces.small_face(card, "en") for card in cards("worldmonger")}
    shown = {id_: {each.text for each in texts(face)} for id_, face in drawn.items()}

    assert "Villager" in shown["villager"] and "Pyramid" in shown["pyramid"]


def test_a_token_shows_two_symbols_where_its_figure_is_two() -> None:
    """Else all cities of a phone would look alike: `City of Earth and …`."""
    found = [entry for entry in cards("equilibrion") if entry.kinds[0] == "city"]
    cities = [entry for entry in found if len(content_of(entry, "en").figure) == 2]
    drawn = {faces.svg(faces.token_face(entry, "en")) for entry in cities}
    pairs = {content_of(entry, "en").symbols for entry in cities}

    assert all(len(pair) == 2 for pair in pairs)
    assert len(drawn) == len(pairs) > 2


def test_a_number_that_is_called_the_same_has_the_sign_of_the_cards_of_a_deck() -> None:
    melds = [each for each in cards("canasta") if each.kinds[0] == "meld"]
    corners = {each.value("rank"): content_of(each, "en").corner for each in melds}

    assert [corners[rank] for rank in (3, 10, 11, 12, 13, 14)] == [
        ("3",), ("10",), ("J",), ("Q",), ("K",), ("A",),
    ]  # fmt: skip
    assert "jacks" in {word for each in melds for word in each.name("en").split()}


def test_a_number_is_part_of_a_name_in_every_language() -> None:
    """Japanese has no blank before it."""
    entry = next(each for each in cards("dream-tricks") if each.id == "blue-10")
    assert content_of(entry, "en").is_named_by_figure
    assert content_of(entry, "ja").is_named_by_figure
