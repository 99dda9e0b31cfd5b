"""Hebrew and Arabic are drawn glyph by glyph as HarfBuzz says, and read back in reading order."""

from __future__ import annotations

import io
import subprocess
from functools import cache
from pathlib import Path
from unicodedata import normalize

import pytest

from cardwright.apps.press.faces.fonts import Fonts, font_files
from cardwright.apps.press.faces.primitives import Face, Text
from cardwright.apps.press.faces.shaping import is_right_to_left
from tests.system import needs_poppler

uharfbuzz = pytest.importorskip("uharfbuzz")
pytest.importorskip("reportlab")
pypdfium2 = pytest.importorskip("pypdfium2")
bidi = pytest.importorskip("bidi.algorithm")

NAME = "DejaVuSans.ttf"
pytestmark = pytest.mark.skipif(NAME not in font_files(), reason=f"no font {NAME}")
ONE_SCRIPT = {
    "Hebrew": "שלום עולם",
    "pointed Hebrew": "בְּרֵאשִׁית בָּרָא אֱלֹהִים",
    "Arabic": "السلام عليكم",
    "a ligature": "لا إله",
    "Arabic with vowels": "مُحَمَّد",
}
MIXED = ("קח 2 gold עכשיו", "take שלום now", "שלום 12 עולם", "(שלום) gold!")
WORDS = (*ONE_SCRIPT.values(), "سوق", "סוחר", "لا إله إلا الله", "مُحَمَّدٌ رَسُولُ")
READ = (*WORDS, *MIXED[:3], "קַלְעָה 12 זָהָב", "قَلْعَة 12 ذهب")
SIGNS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Poppler writes them around text from right to left."""


@cache
def fonts() -> Fonts:
    return Fonts([font_files()[NAME]])


@pytest.mark.parametrize("sort", ONE_SCRIPT)
def test_glyphs_and_their_places_are_those_of_harfbuzz(sort: str) -> None:
    text, path = ONE_SCRIPT[sort], Path(font_files()[NAME])
    font, buffer = uharfbuzz.Font(uharfbuzz.Face(path.read_bytes())), uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    pairs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    wanted = [
        (font.glyph_to_string(info.codepoint), at.x_advance, at.x_offset, at.y_offset)
        for info, at in pairs
    ]

    drawn = [
        (glyph.glyph, *(round(n * run.font.units) for n in (glyph.advance, glyph.x, glyph.y)))
        for run in fonts().runs(text, False) for glyph in run.glyphs
    ]  # fmt: skip
    assert drawn == wanted


@pytest.mark.parametrize("text", [*ONE_SCRIPT.values(), *MIXED])
def test_each_letter_is_meant_by_one_glyph(text: str) -> None:
    said = [glyph.text for run in fonts().runs(text, False) for glyph in run.glyphs]

    assert sorted("".join(said)) == sorted(text)


@pytest.mark.parametrize("text", MIXED)
def test_parts_stand_in_the_order_of_the_bidirectional_algorithm(text: str) -> None:
    said = "".join(glyph.text for run in fonts().runs(text, False) for glyph in run.glyphs)

    mirrored = str.maketrans("()", ")(")
    assert said in (bidi.get_display(text), bidi.get_display(text).translate(mirrored))


@pytest.mark.parametrize("text", READ)
def test_another_program_reads_a_page_in_reading_order(text: str) -> None:
    got = pypdfium2.PdfDocument(page_of(text))[0].get_textpage().get_text_range()

    assert normalize("NFC", str(got)) == normalize("NFC", text)


@needs_poppler
@pytest.mark.parametrize("text", WORDS)
def test_a_third_program_reads_the_same(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(page_of(text))
    words = ["pdftotext", "-enc", "UTF-8", str(tmp_path / "a.pdf"), "-"]
    got = subprocess.run(words, capture_output=True, check=True, encoding="utf-8").stdout

    assert normalize("NFC", got.translate(SIGNS).strip()) == normalize("NFC", text)


def page_of(text: str) -> bytes:
    """Return a PDF of a page with one line."""
    from reportlab.pdfgen.canvas import Canvas

    from cardwright.apps.press.printing.drawer import Drawer, register

    line = Text(x=10, y=15, text=text, size=8, width=fonts().width(text, False) * 8,
                fill="#000000", is_rtl=is_right_to_left(text))  # fmt: skip
    face = Face(title="", lang="he", width=150, height=20, fill="#ffffff", marks=(line,))
    names, out = register([face], fonts()), io.BytesIO()
    canvas = Canvas(out, invariant=1)
    drawer = Drawer(canvas, fonts(), names)
    drawer.page(150, 20)
    drawer.side(face, 0, 0, 0)
    canvas.showPage()
    canvas.save()
    return out.getvalue()
