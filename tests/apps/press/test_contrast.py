"""What stands on a face can be read on what lies below it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press import faces
from cardwright.apps.press.faces.looks import (
    PAPER,
    contrast,
    darkened,
    ink_on,
    mixed,
    theme_of,
)
from dsl.model.look import THEMES
from tests.apps.press.test_faces import cards

GAMES = ("worldmonger", "equilibrion", "res-arcana", "dream-tricks", "cerebria", "hearts")
LEAST = 4.5
COLORS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def below(face: faces.Face, text: faces.Text) -> str:
    """Return the colour below the middle of a text."""
    x, y = text.x + text.width / 2, text.y - text.size * 0.35
    fill = face.fill
    for mark in face.marks[: face.marks.index(text)]:
        match mark:
            case faces.Rect():
                is_under = 0 <= x - mark.x <= mark.width and 0 <= y - mark.y <= mark.height
            case faces.Circle():
                is_under = (x - mark.x) ** 2 + (y - mark.y) ** 2 <= mark.radius**2
            case _:
                continue
        fill = mark.fill if is_under else fill
    return fill


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@given(COLORS)
def test_an_ink_can_be_read_on_every_colour(color: str) -> None:
    assert contrast(ink_on(color), color) >= LEAST


@given(COLORS)
def test_a_figure_can_be_read_on_the_tint_of_its_colour(color: str) -> None:
    tint = mixed(color, PAPER, 0.82)

    assert contrast(darkened(color, tint), tint) >= LEAST


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_can_be_read_in_every_theme(theme: str) -> None:
    shown = cards("res-arcana")[::9]
    looks = shown[0].model.looks
    assert looks is not None
    kinds = {name: replace(look, theme=theme) for name, look in looks.kinds.items()}
    model = replace(shown[0].model, looks=replace(looks, kinds=kinds))
    papers = set[str]()
    for entry in (Entry(model, each.definition, None) for each in shown):
        face = faces.face(entry, "en")
        papers.add(theme_of(entry).paper)
        for mark in face.texts:
            found = contrast(mark.fill, below(face, mark)) if mark in face.marks else LEAST
            assert found >= LEAST, (entry.id, mark.text, found)
    assert (theme == "plain") == (PAPER in papers)


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_face_or_back_can_be_read(game: str) -> None:
    for entry in cards(game):
        for face in (faces.face(entry, "en"), faces.back(entry, "en")):
            for mark in face.marks:
                if isinstance(mark, faces.Text):
                    found = contrast(mark.fill, below(face, mark))
                    assert found >= LEAST, (entry.id, mark.text, found)
