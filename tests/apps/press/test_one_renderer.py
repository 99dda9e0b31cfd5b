"""Faces are laid out once: what writes them as SVG, PDF or pixels decides nothing about looks."""

from __future__ import annotations

import ast
import io
from pathlib import Path

import pytest
from msgspec.structs import replace

import cardwright
from cardwright.apps.press import faces
from cardwright.apps.press.faces import files, fonts
from cardwright.apps.press.faces.fonts import USUAL, Fonts
from cardwright.apps.press.faces.primitives import Face, Text, Turned, bled
from cardwright.apps.press.faces.primitives import Rect as Box
from cardwright.apps.press.faces.shaping import cut

ROOM = Path(faces.__file__).parents[1]
WRITERS = ("faces/as_svg.py", "printing/drawer.py")
ROOMS = ("faces", "printing")
MAY_KNOW = {"primitives", "fonts", "shaping"}
LONGEST = 340


@pytest.mark.parametrize("writer", WRITERS)
def test_a_writer_is_one_file_and_knows_marks_and_fonts_alone(writer):
    text = (ROOM / writer).read_text("utf-8")
    froms = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.ImportFrom)]
    own = set[str]()
    for each in (each for each in froms if "press" in str(each.module)):
        room = str(each.module).rpartition(".")[2]
        own |= {name.name for name in each.names} if room in ROOMS else {room}

    assert own <= MAY_KNOW
    assert len(text.splitlines()) <= LONGEST


@pytest.mark.parametrize("game", ["res-arcana", "cerebria"])
def test_paper_and_screen_have_the_same_lines_whatever_fonts_are_here(game, monkeypatch):
    cards = cardwright.cards(game)[::2]
    here = [faces.face(card, lang) for lang in ("en", "ja") for card in cards]
    printed = [faces.face(card, lang, Fonts()) for lang in ("en", "ja") for card in cards]
    assert [face.texts for face in here] == [face.texts for face in printed]

    monkeypatch.setattr(fonts, "font_files", dict)
    known = [each for each in here if all(map(is_in_table, each.texts))]
    assert len(known) > len(here) * 0.9
    bare = {(each.lang, each.title): each for each in (
        faces.face(card, lang, Fonts()) for lang in ("en", "ja") for card in cards)}  # fmt: skip
    assert all(bare[each.lang, each.title].texts == each.texts for each in known)


def is_in_table(text: Text) -> bool:
    return all(files.width_in_helvetica(char, text.is_bold) is not None for char in text.text)


@pytest.mark.parametrize("text", ["Gain 1 gold", "1金を得る。", "AVA", "Ωmega"])
def test_a_line_on_paper_is_as_wide_as_it_was_laid_out(text):
    pypdfium2 = pytest.importorskip("pypdfium2")
    pytest.importorskip("reportlab")
    from cardwright.apps.press.printing.drawer import _pages

    wide = 40.0
    line = Text(x=10, y=15, text=f"|{text}|", size=8, width=wide, fill="#000000")
    face = Face(title="", lang="en", width=80, height=20, fill="#ffffff", marks=(line,))
    try:
        page = pypdfium2.PdfDocument(io.BytesIO(_pages([face], Fonts(), 0)))[0].get_textpage()
    except fonts.NoGlyph:
        pytest.skip("no font is here that has these letters")
    bar = 8 * USUAL.width("|", False)
    share = wide / (8 * USUAL.width(line.text, False))
    first, last = (page.get_charbox(n, loose=True) for n in (0, len(text) + 1))
    assert first[0] / 72 * 25.4 == pytest.approx(10, abs=0.1)
    assert last[2] / 72 * 25.4 == pytest.approx(10 + wide, abs=max(0.1, bar * share * 0.1))


def test_what_touches_an_edge_goes_on_beyond_it_upside_down_too():
    strip = Box(x=0, y=0, width=63, height=5, fill="#ff0000")
    face = Face(title="", lang="en", width=63, height=88, fill="#ffffff", marks=(strip,))
    turned = replace(face, marks=(Turned(x=31.5, y=44, marks=(strip,)),))

    wide = replace(strip, x=-3, y=-3, width=69, height=8)
    assert bled(face, 3)[1:] == (wide,)
    assert bled(turned, 3)[1:] == (Turned(x=31.5, y=44, marks=(wide,)),)


RTL = {
    "Hebrew": ("קח ", "זהב", " ועוד (2) קלפים"),
    "Hebrew and Latin": ("קח ", "gold now", " ועוד"),
    "Arabic": ("خذ ", "ذهب", " و 12 بطاقة"),
    "Latin and Hebrew": ("take ", "שלום עולם", " now"),
}


@pytest.mark.parametrize("sort", RTL)
def test_styles_in_a_line_stand_where_the_bidirectional_algorithm_puts_them(sort):
    bidi = pytest.importorskip("bidi.algorithm")
    runs = RTL[sort]
    is_rtl = not runs[0].isascii()
    said = "".join(
        text[::-1] if turned else text for _, text, turned in cut(runs, is_rtl)
    )  # fmt: skip

    mirrored = str.maketrans("()", ")(")
    assert said in (bidi.get_display("".join(runs)), bidi.get_display("".join(runs)).translate(
        mirrored))  # fmt: skip
    order = [number for number, _, _ in cut(runs, is_rtl)]
    assert {*order} == {0, 1, 2}


def test_an_icon_follows_its_number_in_either_direction():
    pytest.importorskip("bidi.algorithm")
    icon = "\ue000"

    assert [text for _, text, _ in cut(["קח 2 ", icon, " ועוד"], True)] == [
        " ועוד", icon, " ", "2", "קח ",
    ]  # fmt: skip
    assert "".join(text for _, text, _ in cut(["take 2 ", icon], False)) == f"take 2 {icon}"
