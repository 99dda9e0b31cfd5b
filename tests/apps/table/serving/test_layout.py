"""On a table boards are as laid out, and nothing that matters lies out of the window."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.apps.screen.model import Board
from cardwright.apps.table.serving.answers import spots
from tests.apps.table.serving.test_kill import Server
from tests.apps.table.serving.test_serve_browser import CELLS, SIZES, play, sit_down

WINDOWS = {"1280x800": (1280, 800), "1920x1080": (1920, 1080), "768x1024": (768, 1024),
           "390x844": (390, 844)}  # fmt: skip
LONG = {"res-arcana": 3, "worldmonger": 3, "cerebria": 2}
GAMES = {"hearts": 4, **LONG}
SERVING = Path(__file__).resolve().parents[4] / "cardwright" / "apps" / "table" / "serving"
OUTSIDE = """() => ['.ask', '.news', '.mid', '.player.you', '.seats'].filter(each => {
const box = document.querySelector(each).getBoundingClientRect();
return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
|| box.height < 10; })"""
COVERED = """() => [...document.querySelectorAll('.player.you .card')].filter(card => {
const box = card.getBoundingClientRect();
const hit = document.elementFromPoint(box.left + 4, box.top + 8);
return box.width && !(hit && card.contains(hit)); }).length"""
"""Counts the cards of one's own of which the corner is not to be seen."""
BOXES = "all => all.map(each => each.getBoundingClientRect().toJSON())"
TOPMOST = """all => all.map(each => { const box = each.getBoundingClientRect();
return each.contains(document.elementFromPoint(
(box.left + box.right) / 2, (box.top + box.bottom) / 2)); })"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll('.mid > .area')].filter(
area => area.offsetWidth).map(area => [area.dataset.area, [area.offsetLeft, area.offsetTop]]))"""


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """Return a server of the game that a test plays: more would all be played for their lengths."""
    found = Server(tmp_path / "tables", request.node.callspec.params["game"])
    yield found
    found.kill()


def drawn(browser, window, board: Board, place: str):
    """Return a page with a board on it, each of its places the same."""
    css = (SERVING / "static" / "table.css").read_text("utf-8")
    script = (SERVING / "static" / "layout.js").read_text("utf-8")
    cell = '<td class="{}" colspan="{}" rowspan="{}" data-row="{}" data-column="{}">{}</td>'
    rows = "".join(
        "<tr>"
        + "".join(
            cell.format(
                "cell" if s.key else "bare", s.wide, s.high, s.row, s.column, place * bool(s.key)
            )
            for s in row
        )
        + "</tr>"
        for row in spots(board)
    )
    found = browser.new_page(viewport=window)
    found.set_content(
        f"<style>{css}</style><body class='felt'><main id='content'><div id='part'>"
        "<section class='cloth'><div class='seats'></div><div class='mid'>"
        f"<div class='board {board.form}' data-board='b'>"
        f"<table class='grid'>{rows}</table></div></div></section></div></main></body>"
    )
    found.add_script_tag(content=script)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("columns", [3, 5, 8])
def test_places_without_cards_are_squares_that_fit_the_window(browser, size, columns) -> None:
    rows = tuple(tuple(f"@{y}-{x}" for x in range(columns)) for y in range(columns))
    place = '<ul><li class="place"><button class="head can">a/1</button></li></ul>'
    found = drawn(browser, SIZES[size], Board(id="b", label="", form="rows", rows=rows, inside={}),
                  place)  # fmt: skip
    boxes, heads = (found.eval_on_selector_all(each, BOXES) for each in (".place", ".head"))
    found.close()

    for box, head in zip(boxes, heads, strict=True):
        assert abs(box["width"] - box["height"]) < 2
        assert head["width"] * head["height"] > 0.6 * box["width"] * box["height"]
    for side, room in (("x", SIZES[size]["width"]), ("y", SIZES[size]["height"])):
        length = "width" if side == "x" else "height"
        assert len({round(box[side]) for box in boxes}) == columns
        assert max(box[side] + box[length] for box in boxes) <= room


HOLDING = """<ul><li class="place holds"><div class="head"><span class="name">Valley</span></div>
<div class="inner"><div class="area set open" data-area="a"><h4>here</h4><ul class="cards"><li
class="card"><div class="face"><img alt="Courage"><i class="mini"><svg><rect fill="#a33"/><rect
fill="#a33"/></svg><span>Courage</span></i></div></li></ul></div></div></li></ul>"""
"""A place in which a card lies."""
LINES = """all => all.map(mini => { const text = mini.querySelector('span');
const [a, b] = [mini.getBoundingClientRect(), mini.closest('.place').getBoundingClientRect()];
return { px: parseFloat(getComputedStyle(text).fontSize), room: text.getBoundingClientRect().width,
inside: a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom }; })"""
"""Reads how small cards are written, and whether they lie in their places."""


@pytest.mark.parametrize("size", SIZES)
def test_a_number_on_a_small_place_is_seen_above_what_stands_there(browser, size) -> None:
    rows = tuple(tuple(f"@{y}-{x}" for x in range(6)) for y in range(6))
    place = (
        '<ul><li class="place"><div class="head"><span class="name">a1</span><span class="token">'
        '<svg class="sign" viewBox="0 0 9 9"><path d="M0 0h9v9h-9z"/></svg></span><span class='
        '"badges"><span class="badge"><span class="what">largest area</span> <b>1</b></span></span>'
        "</div></li></ul>"
    )
    board = Board(id="b", label="", form="rows", rows=rows, inside={})
    found = drawn(browser, SIZES[size], board, place)
    places, numbers = (found.eval_on_selector_all(each, BOXES) for each in (".place", ".badge b"))
    for place_, number in zip(places, numbers, strict=True):
        assert place_["left"] <= number["left"] and number["right"] <= place_["right"]
        assert place_["top"] <= number["top"] and number["bottom"] <= place_["bottom"]
    at_top = found.eval_on_selector_all(".badge b", TOPMOST)
    assert all(at_top)
    found.close()


@pytest.mark.parametrize("size", SIZES)
def test_cards_around_a_ring_can_be_read_where_they_are_small(browser, size) -> None:
    """Ten places with a card each: too small for faces, wide enough for the name."""
    board = Board(id="b", label="", form="ring", rows=(tuple("abcdefghij"),), inside={})
    found = drawn(browser, SIZES[size], board, HOLDING)
    found.evaluate("document.querySelector('.mid').classList.add('tiny')")
    lines = found.eval_on_selector_all(".mini", LINES)
    found.close()

    assert len(lines) == 10
    assert all(each["px"] >= 8 and each["room"] >= 35 and each["inside"] for each in lines), lines


ZONES = """zones => { document.querySelector('.mid').innerHTML = zones.map(([key, number]) =>
`<div class="area row" data-area="${key}"><h4>${key}</h4><ul class="cards">` +
'<li class="card"><div class="back"></div></li>'.repeat(number) + '</ul></div>').join('');
document.getElementById('part').dataset.mark = Math.random();
document.dispatchEvent(new Event('table:drawn')); }"""
"""Draws zones with so many cards in the middle, as a new state."""

INNER = """numbers => { document.querySelector('.mid').innerHTML = numbers.map((number, at) =>
`<ul><li class="card"><div class="inner"><div class="area row${number ? '' : ' quiet bare'}"
data-area="camp.${at}.field"><h4>field</h4><ul class="cards">` +
'<li class="card"><div class="back"></div></li>'.repeat(number) +
'</ul></div></div></li></ul>').join('');
document.getElementById('part').dataset.mark = Math.random();
document.dispatchEvent(new Event('table:drawn'));
return [...document.querySelectorAll('.area')].map(area => area.offsetWidth); }"""
"""Draws cards that hold so many cards each, in zones of one name; returns how wide these are."""


def test_zones_of_one_name_on_cards_keep_the_same_room(browser) -> None:
    """What comes to lie in the second zone moves nothing that lies beside it."""
    found = drawn(
        browser, SIZES["wide"], Board(id="b", label="", form="rows", rows=(), inside={}), ""
    )
    first, then = found.evaluate(INNER, [2, 0]), found.evaluate(INNER, [2, 2])
    found.close()

    assert first[0] == first[1] > 0
    assert then == first


def test_a_zone_that_grows_or_is_new_moves_no_other(browser) -> None:
    board = Board(id="b", label="", form="rows", rows=(), inside={})
    found = drawn(browser, SIZES["wide"], board, "")
    states = ([("a", 2), ("b", 1), ("c", 3)], [("a", 3), ("b", 1), ("c", 3)],
              [("a", 3), ("d", 2), ("b", 1), ("c", 4)], [("b", 1), ("c", 2)])  # fmt: skip
    places = []
    for state in states:
        found.evaluate(ZONES, state)
        places.append(found.evaluate(PLACES))
    found.close()

    assert [sorted(each) for each in places] == [[*"abc"], [*"abc"], [*"abcd"], [*"bc"]]
    for now in places[1:]:
        assert now["b"] == places[0]["b"] and now["c"] == places[0]["c"]
    assert len({tuple(place) for place in places[2].values()}) == len(places[2])


BOARDS = {
    "one row": ("rows", [60], False),
    "many rows": ("rows", [7] * 30, False),
    "squares": ("rows", [3, 3, 3], False),
    "hexagons": ("rows", [5, 5, 5, 5], True),
    **{f"a ring of {number}": ("ring", [number], False) for number in (1, 2, 3, 4, 7, 10, 40)},
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_drawn_as_it_is_laid_out(browser, name: str) -> None:
    form, lengths, is_slanted = BOARDS[name]
    rows = tuple(tuple(f"@{y}-{x}" for x in range(n)) for y, n in enumerate(lengths))
    board = Board(id="b", label="", form=form, rows=rows, inside={}, is_slanted=is_slanted)
    found = drawn(browser, SIZES["wide"], board, '<ul><li class="place"></li></ul>')
    cells = found.evaluate(CELLS)
    found.close()

    assert len(cells) == sum(lengths)
    for at, drawn_at in ((0, 2), (1, 3)):
        where = sorted({(cell[at], cell[drawn_at]) for cell in cells})
        assert len({line for line, _ in where}) == len(where)  # one place for each line
        assert [place for _, place in where] == sorted({place for _, place in where})


def test_a_hexagon_touches_six_others() -> None:
    rows = tuple(tuple(f"{y}-{x}" for x in range(3)) for y in range(3))
    board = Board(id="b", label="", form="rows", rows=rows, inside={}, is_slanted=True)
    at = {s.key: (s.column, s.row) for row in spots(board) for s in row if s.key}

    near = {key for key, (x, y) in at.items()
            if (abs(x - at["1-1"][0]), abs(y - at["1-1"][1])) in ((2, 0), (1, 1))}  # fmt: skip

    assert near == {"1-0", "1-2", "0-1", "0-2", "2-1", "2-0"}


@given(number=st.integers(1, 90))
def test_a_ring_of_any_size_goes_round_once(number: int) -> None:
    board = Board(id="b", label="", form="ring", rows=(tuple(map(str, range(number))),), inside={})

    at = {s.key: (s.row, s.column) for row in spots(board) for s in row if s.key}

    assert len({*at.values()}) == len(at) == number
    steps = [(at[str(n)], at[str(n + 1)]) for n in range(number - 1)]
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in steps)
    assert number < 4 or abs(at["0"][0] - at[str(number - 1)][0]) <= 2


@pytest.mark.parametrize(
    "game", ["hearts", *(pytest.param(each, marks=pytest.mark.soak) for each in LONG)]
)
def test_question_middle_and_hand_are_in_the_window(browser, server, game: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, server, game, "en", " ".join(["person", *["random"] * (GAMES[game] - 1)]))

    for most in (0, 4):
        play(page, Random(2), most=most)
        for width, height in WINDOWS.values():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("width => innerWidth === width", arg=width)
            page.wait_for_timeout(50)
            assert page.evaluate(OUTSIDE) == []
            assert page.evaluate(COVERED) == 0
            assert page.evaluate("document.documentElement.scrollHeight") <= height
    context.close()


@pytest.mark.soak
@pytest.mark.parametrize("game", ["hearts"])
def test_a_trick_that_empties_keeps_its_room(browser, server, game: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, server, game, "en", "person random random random")
    places = []
    for _ in range(14):
        play(page, Random(5), most=1)
        places += [page.evaluate(PLACES).get("trick")]
    context.close()

    met = [each for each in places if each]
    moved = sum(a != b for a, b in pairwise(met))
    assert len(met) > 9
    assert moved <= 3  # where one's own zones get more, all cards get smaller


@pytest.mark.soak
@pytest.mark.parametrize("game", ["res-arcana"])
def test_what_others_have_opens_where_only_its_number_has_room(browser, server, game: str) -> None:
    """On a phone the play areas of two others are numbers; a touch shows their cards, large."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    sit_down(page, server, game, "en", "person random random")
    play(page, Random(2), most=6)
    area = page.locator('.seats .area[data-area$=".field"]').first
    cards = area.locator(".card")
    assert cards.count() and not cards.first.is_visible()

    area.locator("h4").click()
    box = cards.first.locator("img").first.bounding_box()
    assert cards.first.is_visible() and box["width"] >= 70
    page.keyboard.press("Escape")
    assert not cards.first.is_visible()
    context.close()
