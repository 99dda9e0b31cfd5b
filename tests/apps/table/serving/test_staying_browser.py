"""What does not change on a table stays where it is, while other things grow, come and go."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.apps.table.serving.test_layout import SERVING
from tests.apps.table.serving.test_serve_browser import SIZES

CARD = '<li class="card"><div class="back"></div>{}</li>'
BADGES = '<span class="badges"><span class="badge"><b>{}</b></span></span>'
BUTTON = '<button class="button">do something with a long name</button>'
STYLES = "".join(
    (SERVING / "static" / f"{each}.css").read_text("utf-8") for each in ("table", "play")
)
LAYOUT, MOVES = (
    (SERVING / "static" / f"{each}.js").read_text("utf-8") for each in ("layout", "moves")
)
NEXT = """html => { const part = document.getElementById('part'); part.innerHTML = html;
part.dataset.mark = Math.random(); document.dispatchEvent(new Event('table:drawn')); }"""
"""Shows the next state of a table."""
PLACES = """what => Object.fromEntries([...document.querySelectorAll(what)].map(each => {
const box = each.getBoundingClientRect();
return [each.id || each.dataset.area, [Math.round(box.left), Math.round(box.top)]]; }))"""


def zone(key: str, cards: int, badges: int = 0, form: str = "set", label: str = "") -> str:
    """Return a zone with cards, some of which show a value."""
    listed = "".join(CARD.format(BADGES.format(5) if at < badges else "") for at in range(cards))
    bare = "" if cards else " quiet bare"
    return (
        f'<div class="area {form} open{bare}" data-area="{key}"><h4>{label or key} '
        f'<span class="count">{cards}</span></h4><ul class="cards">{listed}</ul></div>'
    )


def player(name: str, values: int, zones: str = "", you: str = "") -> str:
    """Return a player of whom so many values are shown."""
    badges = "".join(
        f'<span class="badge"><span class="what">a value of many words</span> <b>{at}</b></span>'
        for at in range(values)
    )
    return (
        f'<section class="player{you}" data-player="{name}"><h3><bdi>{name}</bdi>'
        f'<span class="badges">{badges}</span></h3><div class="areas">{zones}</div></section>'
    )


def state(middle: str, deeds: str = "", seats: str = "", you: str = "", end: str = "") -> str:
    """Return what stands on the page of a table."""
    mine = you or player("Ada", 1, zone("~0.hand", 3), " you")
    side = f'<details class="end" open><summary><h2>The end</h2></summary>{end}</details>'
    return (
        '<div class="asking"><section class="ask" id="ask"><p class="status">You decide</p>'
        f'<h2>Choose</h2><div class="tools"></div></section><div class="deeds">{deeds}</div></div>'
        '<section class="cloth"><div class="now"><p class="headline">round 1</p></div>'
        f'<div class="seats">{seats or player("Bo", 1)}</div><div class="mid">{middle}</div>{mine}'
        f'</section><aside class="side">{side if end else ""}</aside>'
    )


@pytest.fixture(params=SIZES)
def table(browser, request) -> Iterator:
    """Return a page on which a table is shown state by state."""
    found = browser.new_page(viewport=SIZES[request.param], reduced_motion="reduce")
    found.set_content(
        f"<style>{STYLES}</style><body class='felt'><main id='content'><div id='part'></div>"
        "</main></body>"
    )
    found.add_script_tag(content=LAYOUT)
    yield found
    found.close()


def shown(table, html: str, what: str = ".mid > .area") -> dict[str, list[int]]:
    """Return where some things lie in the next state."""
    table.evaluate(NEXT, html)
    return table.evaluate(PLACES, what)


def test_a_value_that_comes_on_a_card_moves_nothing(table) -> None:
    plain = shown(table, state(zone("a", 3) + zone("b", 2)))

    assert shown(table, state(zone("a", 3, badges=2) + zone("b", 2))) == plain


def test_a_value_on_a_card_is_whole(table) -> None:
    table.evaluate(NEXT, state(zone("a", 8, badges=8)))
    cut = "all => all.filter(e => e.clientWidth && e.scrollWidth > e.clientWidth).length"

    assert table.eval_on_selector_all(".card .badge b", cut) == 0


def test_a_lone_zone_lies_amid_the_middle_however_often_it_is_drawn(table) -> None:
    empty, one = state(zone("a", 0) + zone("b", 0)), state(zone("a", 0) + zone("b", 2))
    shown(table, empty)
    shown(table, one)
    boxes = []
    for _ in range(3):
        table.evaluate("document.dispatchEvent(new Event('table:drawn'))")
        boxes.append(table.locator('[data-area="b"]').bounding_box())
    middle = table.locator(".mid").bounding_box()

    assert boxes[0] == boxes[2]
    left = boxes[0]["x"] - middle["x"]
    right = middle["x"] + middle["width"] - boxes[0]["x"] - boxes[0]["width"]
    assert abs(left - right) < 4


def test_what_lies_open_before_oneself_has_a_row_above_the_hand(table) -> None:
    hand = zone("~0.hand", 7).replace(" open", "")
    mine = player("Ada", 1, hand + zone("~0.field", 1) + zone("~0.past", 0), " you")
    table.evaluate(NEXT, state(zone("a", 1), you=mine))
    field, cards = (
        table.locator(f'[data-area="~0.{each}"] .card').first.bounding_box()
        for each in ("field", "hand")
    )

    assert field["y"] + field["height"] <= cards["y"]
    assert cards["y"] + cards["height"] <= table.viewport_size["height"]


def test_a_zone_that_is_empty_yet_has_its_room(table) -> None:
    before = shown(table, state(zone("a", 4) + zone("late", 0) + zone("b", 4)))
    after = shown(table, state(zone("a", 4) + zone("late", 2) + zone("b", 4)))

    assert (after["a"], after["b"]) == (before["a"], before["b"])


def test_buttons_that_need_more_room_lie_over_the_table(table) -> None:
    one, many = (shown(table, state(zone("a", 4), BUTTON * n)) for n in (1, 5))
    boxes = table.eval_on_selector_all(
        ".deeds .button", "all => all.map(each => each.getBoundingClientRect().right)"
    )

    assert one == many
    assert max(boxes) <= table.viewport_size["width"]


def test_the_end_moves_nothing_that_lies_on_the_table(table) -> None:
    before = shown(table, state(zone("a", 4)))
    scores = "<table>" + "<tr><td>Ada</td><td>5</td></tr>" * 5 + "</table>"

    assert shown(table, state(zone("a", 4), end=scores)) == before
    middle, end = (table.locator(each).bounding_box() for each in (".mid", ".end"))
    assert end["x"] > middle["x"] + middle["width"] or end["y"] + end["height"] <= middle["y"]
    box = table.locator(".end h2").bounding_box()
    assert box["y"] + box["height"] < table.viewport_size["height"]


def test_another_line_of_values_moves_nothing_in_the_middle(table) -> None:
    zones = zone("~0.hand", 3)
    few, many = (
        shown(table, state(zone("a", 4), you=player("Ada", number, zones, " you")))
        for number in (4, 6)
    )

    assert few == many


HOLDER = """<ul><li class="place holds" id="{}"><div class="head"><span class="name">far away</span>
</div>{}</li></ul>"""
INNER = '<div class="inner">{}</div>'


def board(held: tuple[int, ...]) -> str:
    """Return a board of one column, on whose places so many cards lie each."""
    rows = "".join(
        f'<tr><td class="cell" data-row="{at}" data-column="0">'
        + HOLDER.format(f"p{at}", INNER.format(zone(f"@{at}.held", n)) if n else "")
        + "</td></tr>"
        for at, n in enumerate(held)
    )
    return f'<div class="board" data-board="b"><table class="grid">{rows}</table></div>'


@pytest.mark.parametrize("rows", [2, 14])
def test_a_card_that_comes_to_a_place_moves_no_other_place(table, rows: int) -> None:
    before = shown(table, state(board((1, *[0] * (rows - 1)))), ".place")
    after = shown(table, state(board((1, 1, *[0] * (rows - 2)))), ".place")

    assert len(before) == rows
    assert all(abs(after[key][1] - top) < 3 for key, (_, top) in before.items())


def test_what_does_not_fit_stays_where_it_is_while_something_new_is_in_sight(table) -> None:
    def zones(*fresh: int) -> str:
        return state(
            "".join(zone(f"z{n}", 8, 0, "set fresh" if n in fresh else "set") for n in range(60))
        )

    before = shown(table, zones())

    assert shown(table, zones(1, 59)) == before
    shown(table, zones(59))
    last = table.locator('[data-area="z59"]').bounding_box()
    assert last["y"] + last["height"] <= table.viewport_size["height"]


MOVERS = """<template data-mover="{}"><li class="card" data-card="{}"><div class="back"></div>
<span class="by">Bo</span></li></template>"""
PART = """<div id="part" data-mark="{}" data-age="{}"><div id="ask"></div><div id="moves"
data-epoch="e" data-moves='{}'>{}</div>
<div class="area stack" data-area="pile"><h4><span class="count" data-count="1">1</span></h4>
<ul class="cards"><li class="card" data-card="old"><div class="face"></div></li></ul></div>
<div class="area quiet bare" data-area="shown"><h4></h4><ul class="cards"></ul></div>
<div class="area" data-area="~0.hand"><h4></h4><ul class="cards"></ul></div></div>"""


def test_cards_on_their_way_look_as_where_they_lie(browser) -> None:
    """On a pile one card is seen, and nobody's name stands under a card where none does else."""
    move = {"count": 1, "face": "f", "by": 1}
    moves = [
        {**move, "track": "c1", "origin": "~1.hand", "target": "pile", "cause": 1},
        {**move, "track": "c2", "origin": "~1.hand", "target": "pile", "cause": 1},
        {**move, "track": "c3", "origin": "~1.hand", "target": "shown", "cause": 1},
        {**move, "track": "c3", "origin": "shown", "target": "~0.hand", "cause": 2},
    ]
    movers = "".join(MOVERS.format(each, each) for each in ("c1", "c2", "c3"))
    found = browser.new_page(reduced_motion="reduce")
    found.set_content(f"<style>{STYLES}</style>" + PART.format("a", 1, "[]", ""))
    found.evaluate("window.htmx = {process() {}}")
    found.add_script_tag(content=MOVES)
    found.evaluate("html => moves.hear(html)", PART.format("b", 2, json.dumps(moves), movers))
    found.wait_for_selector('[data-area="shown"] [data-card="c3"]')
    piled = found.eval_on_selector_all(
        '[data-area="pile"] .card', "all => all.map(e => e.dataset.card)"
    )
    names, is_shown = found.locator(".by").count(), found.locator('[data-card="c3"]').is_visible()
    found.close()

    assert piled == ["c2"]
    assert names == 0
    assert is_shown
