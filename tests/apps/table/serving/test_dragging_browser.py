"""Dragging a card gives the answer that touching it would give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.table.serving.conftest import MARK
from tests.apps.table.serving.test_kill import Server
from tests.apps.table.serving.test_serve_browser import SETTLED, mark_of, serious, sit_down

GAME = """
id: shelves
version: "1"
language: 1
title: {en: Shelves}
kinds:
  card: {start: deck, attributes: {size: int}}
  shelf: {unique: true}
cards:
- {each: {kind: card}, id: "card-{size}", name: {en: "{size}"}, size: 1..9}
- {id: shelf-1, kind: shelf, name: {en: shelf 1}}
- {id: shelf-2, kind: shelf, name: {en: shelf 2}}
- {id: shelf-3, kind: shelf, name: {en: shelf 3}}
players: {count: 2}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  shelf.row: {of: card, seen-by: everyone}
  heap: {of: card, seen-by: everyone}
actions:
  put:
    choose: {c: me.hand where size > 3, s: every shelf where row is empty}
    do: move c to s.row
    text: {en: "put {c} on {s}"}
  drop: {choose: {c: me.hand where size <= 3}, do: move c to heap, text: {en: "drop {c}"}}
setup: deal 4
phases:
- {id: playing, turns: players, offer: [put, drop]}
- {id: closing, do: "if round == 4, end game"}
"""


def shelves(folder: Path) -> Path:
    """Return the folder of a game in which some cards go to a place, and others to the middle."""
    path = folder / "shelves"
    path.mkdir()
    (path / "game.yaml").write_text(GAME, encoding="utf-8")
    return path


ANSWER = re.compile(r'name="option" value="([\d.]+)" data-options|\[&#34;([\d.]+)&#34;')
"""What a card answers when it is touched, or an entry of its menu."""


def test_a_page_is_told_where_a_card_can_go_and_both_are_answered_at_once(serve, tmp_path):
    laid = serve(str(shelves(tmp_path))).set_up("shelves", roles="person person")
    page = laid.page(0)
    mark, answers = MARK.search(page)[1], ["".join(each) for each in ANSWER.findall(page)]
    got = laid.served.client.get
    places = [got(f"{laid.seats[0]}/next?mark={mark}&option={each}").json() for each in answers]
    ways = next(each for each in places if each)
    assert [*ways] == ["@shelf-1", "@shelf-2", "@shelf-3"]
    assert {} in places  # a card that goes to the heap asks for no place

    laid.post(0, "answer", mark=mark, option=ways["@shelf-2"])
    log = re.search(r"data-log.*?</ol>", laid.page(0), re.DOTALL)[0]
    assert re.search(r"put \d on shelf 2", log), log
    assert got(f"{laid.seats[0]}/next?mark={mark}&option={answers[0]}").json() == {}  # too late


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """Return a server of the small game."""
    folder = tmp_path_factory.mktemp("tables")
    found = Server(folder / "tables", str(shelves(folder)))
    yield found
    found.kill()


@pytest.mark.soak
def test_a_card_is_dragged_to_its_place_or_to_the_middle_and_back_where_it_cannot_go(
    browser, server
):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    sit_down(page, server, "shelves", "en", "person random")
    for _ in range(2):
        page.wait_for_selector("#question")
        card = page.locator(".you button.face.can").first
        box, mark = card.bounding_box(), mark_of(page)
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        page.mouse.move(*at)
        page.mouse.down()
        page.mouse.move(at[0] + 30, at[1] - 20, steps=4)
        page.mouse.up()  # it was dropped where it lay
        page.wait_for_timeout(100)
        assert mark_of(page) == mark

        page.mouse.down()
        page.mouse.move(at[0], at[1] - 60, steps=4)
        page.wait_for_selector(".lit")
        assert serious(page) == []
        goal = page.locator(".lit").first.bounding_box()
        page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
        page.mouse.up()
        page.wait_for_function(SETTLED, arg=mark)
        assert page.locator(".dragged, .lit, .lifted").count() == 0
    page.close()
