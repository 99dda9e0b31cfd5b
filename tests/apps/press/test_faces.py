"""Faces of cards: everything on them lies inside, is readable, and is only ever a picture."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.cards.entries import Entry
from cardwright.apps.commands.main import group
from cardwright.apps.press import faces
from cardwright.apps.press.faces.content import content_of
from cardwright.apps.press.faces.fitting import NEVER_FIRST, NEVER_LAST, Paragraph, hyphens_of
from cardwright.apps.press.faces.fonts import USUAL
from cardwright.apps.press.faces.looks import Values, ink_on, mixed, told_apart
from cardwright.apps.press.faces.words_as_icons import Icons
from dsl.model.look import settled_color
from dsl.model.texts import Run

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("worldmonger", "equilibrion", "res-arcana", "dream-tricks", "cerebria")
RECIPES = sorted(path.parent for path in ROOT.glob("examples/recipes/*/game.yaml"))
GAME = """\
id: thing-game
version: "1"
language: 1
title: {{en: "<b>Things</b> & more", ja: 物}}
enums:
  sort: {{ruby: {{en: ruby, ja: 紅玉}}, rose: {{en: rose, ja: 薔薇}}}}
kinds:
  thing:
    attributes: {{worth: int, sort: maybe sort = none}}
    text: {{en: Thing, ja: 物}}
players: {{count: 1}}
phases: [{{id: all, do: end game}}]
end: {{rank: [0]}}
cards:
- kind: thing
  id: first-thing
  name: {name}
  text: {text}
  worth: -3
  sort: ruby
"""


BOATS = """\
id: boats
version: "1"
language: 1
title: {en: Boats}
enums: {good: {gold: {en: gold}, calm: {en: calm}}}
kinds:
  boat:
    attributes: {cost: {is: "amount of good = []", text: {en: price}}, worth: int}
    text: {en: Boat}
players: {count: 1}
phases: [{id: all, do: end game}]
end: {rank: [0]}
"""


@cache
def cards(game: str) -> tuple[Entry, ...]:
    """Return the cards of a game with those of its expansions."""
    return tuple(cardwright.cards(game))


def thing(folder: Path, name: str = "Thing", text: str = "A text.") -> Entry:
    """Return the card of a game with one card."""
    package = folder / "thing-game"
    package.mkdir()
    written = GAME.format(name=quoted(name), text=quoted(text))
    (package / "game.yaml").write_text(written, encoding="utf-8")
    return cardwright.cards(package, cache=False)[0]


def quoted(text: str) -> str:
    """Return a text in quotes of YAML."""
    return "'" + text.replace("'", "''") + "'"


def texts(face: faces.Face) -> list[str]:
    """Return the lines of text on a face."""
    return [text.text for text in face.texts]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_all_that_stands_on_a_face_lies_inside(game, lang):
    for entry in cards(game):
        face = faces.face(entry, lang)
        for mark in face.texts:
            assert mark.x >= 1, (entry.id, mark)
            assert mark.x + mark.width <= face.width - 1, (entry.id, mark)
            assert 0 < mark.y < face.height - 1, (entry.id, mark)
            assert mark.size >= 1.3, (entry.id, mark)


@pytest.mark.parametrize("game", GAMES)
def test_a_face_says_name_kind_and_text(game):
    for entry in cards(game)[:40]:
        shown = "".join(texts(faces.face(entry, "ja"))).replace(" ", "")
        printed = entry.definition.text.get("ja", "".join(entry.rules("ja")))
        assert re.sub(r"\s", "", entry.name("ja")) in shown
        letters = Icons(Values(entry, "ja")).put_into(printed)
        assert re.sub(r"[\s\ue000-\uf8ff]", "", letters) in shown


@pytest.mark.parametrize("game", GAMES)
def test_a_face_as_svg_is_a_picture_by_itself(game):
    for entry in cards(game)[:20]:
        written = faces.svg(faces.face(entry, "ja"))
        root = ElementTree.fromstring(written)
        assert root.get("viewBox") == "0 0 63 88"
        assert written.count("http") == 1  # the name of the vocabulary
        assert not re.search(r"url\(|href|@import|<script|<style|<image", written)


def test_texts_of_a_card_are_texts_and_never_markup(tmp_path):
    name = '"><script>alert(1)</script>'
    entry = thing(tmp_path, name, "&amp; <img src=x onerror=y> ]]> ' ")

    front = ElementTree.fromstring(faces.svg(faces.face(entry, "en")))
    back = ElementTree.fromstring(faces.svg(faces.back(entry, "en")))

    for root in (front, back):
        tags = {each.tag.rpartition("}")[2] for each in root.iter()}
        assert tags <= {"svg", "title", "rect", "circle", "path", "text"}
    words = "".join(front.itertext())
    assert "<script>" in words and "<img src=x onerror=y>" in words and "&amp;" in words
    assert front.get("aria-label") == name
    assert "<b>Things</b>" in "".join(back.itertext())


def test_a_text_that_is_too_long_is_an_error_with_the_line_of_the_card(tmp_path):
    entry = thing(tmp_path, text="This is said again and again. " * 60)

    with pytest.raises(faces.DoesNotFit) as caught:
        faces.face(entry, "en")

    assert caught.value.card == "first-thing"
    assert re.search(r"game\.yaml:18:9$", caught.value.place)


def test_a_text_without_room_is_a_finding_of_lint_and_of_print(tmp_path):
    package = tmp_path / "thing-game"
    thing(tmp_path, text="This is said again and again. " * 60)
    asked = ["lint", str(package), "--faces"]
    linted = CliRunner().invoke(group, asked)

    assert "text-overflow" in linted.output and "game.yaml:18:9" in linted.output
    assert "the text of `first-thing` has no room on its face in `en`" in linted.output
    assert (
        "`first-thing` の文が `en`"
        in CliRunner().invoke(group, [*asked, "--language", "ja"]).output
    )
    assert "text-overflow" not in CliRunner().invoke(group, asked[:2]).output


@pytest.mark.parametrize("game", RECIPES, ids=lambda path: path.name)
def test_no_text_of_a_recipe_lacks_room(game):
    assert [*faces.overflows(cardwright.cards(game), ("en", "ja"))] == []


def test_a_longer_text_is_smaller(tmp_path):
    sizes = []
    for number, times in enumerate((1, 20, 40)):
        folder = tmp_path / str(number)
        folder.mkdir()
        face = faces.face(thing(folder, text="This is said again. " * times), "en")
        sizes.append(next(m.size for m in face.marks if getattr(m, "text", "").startswith("This")))

    assert sizes[0] > sizes[1] > sizes[2]


def test_a_name_without_blanks_is_torn_rather_than_cut_off(tmp_path):
    name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter"
    face = faces.face(thing(tmp_path, name), "en")

    assert name in "".join(texts(face))
    assert all(m.x + m.width < 63 for m in face.marks if isinstance(m, faces.Text))


def test_a_member_with_its_whole_word_has_no_letters_beside_it(tmp_path):
    entry = thing(tmp_path)

    assert "ruby" in texts(faces.face(entry, "en"))
    assert not {"r", "ru"} & {*texts(faces.face(entry, "en"))}


@cache
def backs(game: str) -> dict[str, set[str]]:
    """Return the different backs of the cards of each kind."""
    found: dict[str, set[str]] = {}
    for entry in cards(game):
        found.setdefault(entry.kinds[0], set()).add(faces.svg(faces.back(entry, "en")))
    return found


@pytest.mark.parametrize(
    ("words", "short"),
    [
        (["gold", "life"], ["G", "L"]),
        (["ruby", "rose", "red"], ["ru", "ro", "re"]),
        (["side A", "side B"], ["A", "B"]),
        (["A面", "B面"], ["A", "B"]),
        (["same", "same"], ["sa", "sa"]),
    ],
)
def test_letters_on_discs(words, short):
    assert told_apart(words) == short


def test_numbers_in_a_list_stand_beside_each_other():
    anger = next(card for card in cards("cerebria") if card.id == "anger")

    assert texts(faces.face(anger, "en"))[:2] == ["1", "2"]


def test_cards_of_one_hidden_pile_have_one_back():
    found = backs("worldmonger")

    assert found["culture"] == found["stock"]
    assert found["culture"] != found["civilization"]


def test_cards_that_never_share_a_hidden_pile_are_told_apart_by_their_backs():
    found = backs("res-arcana")

    assert len(set.union(*found.values())) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_back_tells_nothing_but_the_kind(game):
    assert {len(each) for each in backs(game).values()} == {1}


def paragraph(text: str, lang: str = "") -> Paragraph:
    """Return a paragraph of plain letters."""
    hyphens = hyphens_of(lang) if lang else None
    return Paragraph((Run(text),), lambda run: USUAL.width(run.text, False), hyphens)


def lines_of(text: str, room: float, lang: str = "") -> list[str]:
    """Return a text in lines."""
    found = paragraph(text, lang)
    return ["".join(run.text for run in found.runs(line)) for line in found.lines(room)]


def even_lines(text: str, room: float, lang: str = "") -> list[str]:
    """Return a text in lines that are about equally long."""
    return [text[line.start : line.end] for line in paragraph(text, lang).even(room)]


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("draw two cards", 5, ["draw two", "cards"]),
        ("a-b", 1, ["a-", "b"]),
        ("カードを引く。", 6, ["カードを引", "く。"]),
        ("「引く」と言う", 4, ["「引く」", "と言う"]),
        ("三枚「引く」", 3, ["三枚", "「引", "く」"]),
        ("全部で10枚", 4, ["全部で", "10枚"]),
        ("", 5, []),
        ("iiii", 0.1, ["i", "i", "i", "i"]),
    ],
)
def test_lines(text, room, lines):
    assert lines_of(text, room) == lines


def test_no_word_stands_alone_in_the_last_line():
    text = "Choose one of your cards and put it under the deck, then draw as many again."

    assert lines_of(text, 9)[-2:] == ["then draw as many", "again."]
    assert even_lines(text, 9)[-2:] == ["then draw as", "many again."]
    assert even_lines(text, 9)[:-2] == lines_of(text, 9)[:-2]


def test_latin_words_are_hyphenated_in_narrow_boxes_alone():
    pytest.importorskip("pyphen")
    text = "An extraordinary constellation of incomprehensible things."

    assert lines_of(text, 11, "en") == [
        "An extraordinary con-", "stellation of incompre-", "hensible things."
    ]  # fmt: skip
    assert lines_of(text, 16, "en") == ["An extraordinary constellation of",
                                        "incomprehensible things."]  # fmt: skip
    wide = "At the next dusk: that target comes onto your field."
    assert even_lines(wide, 16, "en") == ["At the next dusk: that target", "comes onto your field."]
    assert lines_of("Donaudampfschifffahrtsgesellschaft", 8, "de")[0] == "Donaudampf-"
    assert lines_of(text, 4, "ja") == lines_of(text, 4)  # nothing knows hyphens of Japanese


def test_a_few_lines_are_about_equally_long():
    text = "このカードを捨て、カードを2枚引く。"

    assert lines_of(text, 16) == ["このカードを捨て、カードを2枚引", "く。"]
    assert even_lines(text, 16) == ["このカードを捨て、", "カードを2枚引く。"]
    assert even_lines(text, 40) == [text]


@pytest.mark.parametrize("room", range(4, 20))
def test_no_line_begins_or_ends_with_what_may_not(room):
    for entry in cards("res-arcana"):
        text = entry.definition.text.get("ja", "")
        lines = lines_of(text, room)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
        assert all(line[0] not in NEVER_FIRST for line in lines[1:] if line)
        assert all(line[-1] not in NEVER_LAST for line in lines[:-1])


def of_boats(folder: Path, name: str, **said: str) -> Entry:
    """Return a card with a price and a number, called like that."""
    (folder / "game.yaml").write_text(BOATS, "utf-8")
    row = {"cost": "2 gold + 3 calm", "worth": "7", **said}
    texts = "".join(f", {key}: {value}" for key, value in row.items())
    text = f"cards:\n- {{kind: boat, id: a, name: {name}, text: {name}{texts}}}\n"
    (folder / "cards.yaml").write_text(text, "utf-8")
    [entry] = cardwright.cards(folder, cache=False)
    return entry


def test_a_face_from_right_to_left_is_the_mirror_of_one_from_left_to_right(tmp_path):
    for draw in (faces.face, faces.small_face):
        plain, turned = (draw(of_boats(tmp_path, name), "en") for name in ("abc", "אבג"))

        def places(face: faces.Face, is_mirrored: bool) -> list[tuple[float, float]]:
            """Return the middle of what is no text of a card's own, which is as wide in both."""
            shown = [m for m in face.texts if m.text not in ("abc", "אבג")]
            found = [(m.x + m.width / 2, m.y) for m in shown]
            found += [(m.x, m.y) for m in face.marks if isinstance(m, faces.Circle)]
            found += [(m.x + m.width / 2, m.y) for m in face.marks if isinstance(m, faces.Rect)]
            wide = face.width
            return sorted((round(wide - x if is_mirrored else x, 6), y) for x, y in found)

        assert len(places(plain, False)) > 8
        assert places(plain, False) == places(turned, True)
        names = [m for m in turned.texts if m.text == "אבג"]
        assert all(m.x + m.width / 2 >= turned.width * 0.5 - 1e-6 for m in names)


def test_a_price_of_nothing_leaves_the_corner_free(tmp_path):
    free = faces.face(of_boats(tmp_path, "abc", cost="'[]'"), "en")

    assert not {"nothing", "0"} & {*texts(free)}


def test_colors():
    assert settled_color("#Fa0") == "#ffaa00"
    assert settled_color("#Fa0b") == settled_color("#xyz") == settled_color("no color") == ""
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert ink_on("#ffff00") != ink_on("#000080")


def test_signs_stand_for_numbers() -> None:
    game = cardwright.load("hearts")
    entries = {card.id: Entry(game.model, card, None) for card in game.model.definitions}
    shown = {id_: content_of(entries[f"hearts-{id_}"], "en").corner[0] for id_ in ("jack", "7")}

    assert shown == {"jack": "J", "7": "7"}
