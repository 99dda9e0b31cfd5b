"""What is read from a table's page, held against pages of which the answers are known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.table.robot import PAGE
from tests.browsing import opened

STYLE = """<style>
* { margin: 0; font: 14px sans-serif } body { height: 3000px; background: #fff; color: #111 }
.spot { position: absolute; width: 60px; height: 84px }
.cover { position: fixed; left: 0; right: 0; bottom: 0; height: 200px; background: #ddd }
</style>"""
ASKED = """<section data-ask="card" style="height:60px"><h2 data-question>Play a card</h2>
<button data-option="0" data-touches="">pass</button><button data-option="1">A</button></section>"""
CELL = """<i data-row="{0}" data-column="{1}"
style="position:absolute;width:40px;height:40px;left:{2}px;top:{3}px"></i>"""
COVER = '<div class="cover"></div>'


@pytest.fixture(scope="module")
def browser() -> Iterator:
    """Return a browser without a window."""
    yield from opened("pages are not measured: no chromium here")


@pytest.fixture
def found(browser) -> Iterator:
    """Return a page of the usual size."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    yield page
    page.close()


def card(key: str, face: str, left: int, top: int, more: str = "") -> str:
    """Return a card at a place."""
    style = f"left:{left}px;top:{top}px{more}"
    marks = f'data-card="{key}" data-face="{face}"'
    return f'<div class="spot" style="{style}" {marks}>{face}</div>'


def page(area: str, cards: str, rest: str = "") -> str:
    """Return a page with one area."""
    count = cards.count("data-card")
    held = f'<div data-area="{area}">{cards}<b data-count="{count}">{count}</b></div>'
    return f'{STYLE}<div id="part" data-mark="1">{ASKED}{held}{rest}</div>'


def changed(found, before: str, after: str) -> dict[str, bool]:
    """Return what changes from one page to the next, and whether it is seen."""
    found.set_content(before)
    found.evaluate(PAGE)
    found.evaluate("measure.remember()")
    found.evaluate("html => { document.body.innerHTML = html }", after)
    return {each["id"]: each["seen"] for each in found.evaluate("measure.changed()")["changed"]}


ONE, TWO = card("c1", "A", 10, 100), card("c2", "B", 90, 100)


def test_a_new_card_is_seen_where_it_lies_in_the_window(found) -> None:
    assert changed(found, page("trick", ONE), page("trick", ONE)) == {}
    assert changed(found, page("trick", ONE), page("trick", ONE + TWO))["card c2"]
    below = card("c2", "B", 90, 900)
    assert not changed(found, page("trick", ONE), page("trick", ONE + below))["card c2"]


def test_what_is_covered_or_small_is_not_seen(found) -> None:
    hidden, tiny = card("c2", "B", 90, 700), card("c2", "B", 90, 100, ";font-size:5px")
    assert not changed(found, page("t", ONE, COVER), page("t", ONE + hidden, COVER))["card c2"]
    assert not changed(found, page("t", ONE), page("t", ONE + tiny))["card c2"]


def test_a_card_at_another_area_has_moved_one_further_right_has_not(found) -> None:
    assert changed(found, page("hand", ONE), page("trick", ONE))["card c1"]
    assert changed(found, page("hand", ONE), page("hand", card("c1", "A", 300, 100))) == {}


def test_a_value_of_a_player_that_changes_is_one_change(found) -> None:
    value = '<p data-player="ann"><span data-value="points"><b>{}</b></span></p>'
    was, now = (page("t", "", value.format(n)) for n in (1, 2))
    assert changed(found, was, now) == {"value player ann|points": True}


@pytest.mark.parametrize(("left", "is_seen"), [(300, True), (12, False)])
def test_a_value_that_lets_touches_through_is_seen_where_its_card_is(found, left, is_seen) -> None:
    """Touching it touches the card below, unless another card lies over both."""
    held = '<div class="spot" data-card="c1" style="left:10px;top:100px"><img>{}</div>'
    value = (
        '<span data-value="worth" style="pointer-events:none;position:absolute;left:0">'
        "<b>{}</b></span><i style='display:block;height:80px'>A</i>"
    )
    over = card("c2", "B", left, 100, ";background:#ccc")
    was, now = (page("t", held.format(value.format(n)) + over) for n in (1, 2))
    assert changed(found, was, now)["value card c1|worth"] == is_seen


def test_what_lies_on_the_table_reaches_the_options_that_it_names(found) -> None:
    found.set_content(f'{page("t", ONE)}<button data-options="1">A</button>')
    found.evaluate(PAGE)

    ways = [each["way"] for each in found.evaluate("measure.decision()")["options"]]

    assert ways == [None, "alone"]
    assert found.evaluate("measure.isAsked()") and not found.evaluate("measure.isOver()")


@pytest.mark.parametrize(("moved", "right"), [(False, 9), (True, 8)])
def test_cells_are_right_where_row_and_column_say(found, moved, right) -> None:
    cells = [(r, c, 200 + 50 * c, 200 + 50 * r) for r in range(3) for c in range(3)]
    if moved:
        cells[2] = (0, 2, 200, 400)
    drawn = "".join(CELL.format(*each) for each in cells)
    found.set_content(f'{STYLE}<div data-board="b">{drawn}</div>')
    found.evaluate(PAGE)

    board = found.evaluate("measure.boards()")[0]

    assert (board["cells"], board["right"]) == (9, right)


def test_contrast_is_that_of_ink_on_its_ground(found) -> None:
    found.set_content(
        '<p style="color:#777;background:#888">low</p>'
        '<p style="color:#000;background:#fff">high</p>'
    )
    found.evaluate(PAGE)

    ratios = {each["text"]: each["ratio"] for each in found.evaluate("measure.texts()")}

    assert ratios["low"] < 2 and ratios["high"] == 21


GLIDE = """() => { measure.watch(); const card = document.querySelectorAll('[data-card]')[1];
card.animate([{transform: 'translateX(2000px)'}, {transform: 'none'}], 200);
card.dataset.more = ''; }"""


def test_a_card_that_glides_is_seen_where_it_comes_to_rest(found) -> None:
    found.set_content(page("trick", ONE + TWO))
    found.evaluate(PAGE)
    found.evaluate(GLIDE)
    found.wait_for_timeout(400)
    shots = found.evaluate("measure.watched()")["frames"]

    assert len(shots) > 1
    assert all(len(shot["areas"]["trick"]) == 2 for shot in shots)


def test_a_card_that_was_used_lies_where_it_lay(found) -> None:
    found.set_content(page("~0.field", ONE))
    found.evaluate(PAGE)

    assert found.evaluate("measure.liesIn('c1', '~0.field')")
    assert not found.evaluate("measure.liesIn('c1', '~0.hand')")
    assert not found.evaluate("measure.liesIn('c2', '~0.field')")
