"""Bold, italic, coloured, small and large letters in the texts of cards."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.authors.sheets.rows import table_of
from cardwright.apps.cards.card import as_plain
from cardwright.apps.cards.entries import Entry
from cardwright.apps.press import faces
from cardwright.apps.press.faces.looks import PAPER, READABLE, contrast
from dsl.model.texts import opening, runs_of, without_marks

GAME = """\
id: mark-game
version: "1"
language: 1
title: {en: Marks, ja: 印}
enums: {sort: {ruby: {en: ruby, ja: 紅玉}, opal: {en: opal, ja: 蛋白石}}}
kinds: {thing: {attributes: {worth: int}}}
look: {sort: {colors: {ruby: "#ff8888"}}}
players: {count: 1}
phases: [{id: all, do: end game}]
end: {rank: [0]}
cards:
- kind: thing
  id: letter
  worth: 1
  name: {en: Letter, ja: 手紙}
  text:
    en: "**Burn** *it*, {ruby:all} of {large:it} and {star}."
    ja: "**燃やす**。*灰*。"
  about: {flavour: "So it *is*."}
"""


def letter(folder: Path, text: str = GAME) -> Entry:
    """Return the card of a game."""
    package = folder / "mark-game"
    package.mkdir()
    (package / "game.yaml").write_text(text, encoding="utf-8")
    return cardwright.cards(package, cache=False)[0]


def look(text: str) -> list[tuple[str, str]]:
    """Return the letters of a text with their style in a word or two."""
    found = []
    for run in runs_of(text):
        s = run.style
        words = ("b" * s.is_bold, "i" * s.is_italic, s.color, "" if s.scale == 1 else f"{s.scale}")
        found.append((run.text, "".join(words)))
    return found


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("a **b** c", [("a ", ""), ("b", "b"), (" c", "")]),
        ("***both*** x", [("both", "bi"), (" x", "")]),
        ("**長い**文", [("長い", "b"), ("文", "")]),
        ("{red:pay {gold} **now**}", [("pay {gold} ", "red"), ("now", "bred")]),
        ("{large: big}", [("big", "1.25")]),
        ("2 * 3 = 6 *", [("2 * 3 = 6 *", "")]),
        (r"\*x* and \{red:y}", [("*x* and {red:y}", "")]),
        ("**a *b** c*", [("a *b", "b"), (" c*", "")]),
        ("****", [("****", "")]),
        ("{gold} { x }", [("{gold} { x }", "")]),
    ],
)
def test_marks_are_read(text, runs):
    assert look(text) == runs
    assert without_marks(text) == "".join(said for said, _ in runs)


@pytest.mark.parametrize("text", ["**a", "*foot", "{red:b", "a *b", "{red:*x}"])
def test_a_mark_that_does_not_close_is_known_and_stands_as_it_is(text):
    assert not all(mark.is_closed for mark in opening(text))
    assert without_marks(text).count("*") == text.count("*")


@pytest.mark.parametrize("text", ["2 * 3", "a* b", r"\*x", "{gold}", "**a** *b* {red:c}", "5*"])
def test_what_opens_nothing_is_no_finding(text):
    assert all(mark.is_closed for mark in opening(text))


def test_a_face_draws_each_style(tmp_path):
    face = faces.face(letter(tmp_path), "en")
    drawn = {text.text: text for text in face.texts}

    assert drawn["Burn"].is_bold and not drawn["Burn"].is_italic
    assert drawn["it"].is_italic or drawn["it"].size > drawn["Burn"].size
    assert drawn["So it"].is_italic and not drawn["is"].is_italic  # italics inside of italics
    assert drawn["all"].fill != drawn["of"].fill
    assert contrast(drawn["all"].fill, PAPER) >= READABLE
    assert max(t.size for t in face.texts if t.text == "it") == pytest.approx(
        drawn["Burn"].size * 1.25
    )
    assert not any("*" in text or "{" in text for text in drawn)
    written = faces.svg(face)
    assert 'font-weight="700" fill="#1d1d20">Burn<' in written
    assert 'font-style="italic"' in written


def test_whoever_reads_a_text_sees_no_marks(tmp_path):
    card = letter(tmp_path)

    assert card.text("en") == "Burn it, all of it and {star}."
    assert card.text("ja") == "燃やす。灰。"
    assert card.about("flavour", "en") == ("So it is.",)
    assert "*" not in str(as_plain(card))


def test_a_table_of_cards_keeps_the_marks(tmp_path):
    letter(tmp_path)
    headings, row = table_of(cardwright.find_packages((str(tmp_path / "mark-game"),), ())[0])
    said = dict(zip(headings, row, strict=True))

    assert said["text_en"].startswith("**Burn** *it*, {ruby:all}")
    assert said["flavour_en"] == "So it *is*."


def test_printed_letters_are_bold_and_italic_with_fonts_of_the_system(tmp_path):
    pytest.importorskip("reportlab")
    from cardwright.apps.press.faces.fonts import Fonts, font_files

    if "LiberationSans-BoldItalic.ttf" not in font_files():
        pytest.skip("no italic font is here: fonts-liberation")
    text = GAME.replace("**Burn** *it*", "***Burn*** *it*")
    fonts = Fonts()
    used = fonts.used([faces.face(letter(tmp_path, text), "en", fonts)])

    files = {font.path.stem: font for font in used}
    assert {"LiberationSans-BoldItalic", "LiberationSans-Italic"} <= set(files)
    assert all(font.is_italic for name, font in files.items() if "Italic" in name)
    upright, italic = fonts.runs("Burn", False), fonts.runs("Burn", False, is_italic=True)
    assert upright[0].width == pytest.approx(italic[0].width)
