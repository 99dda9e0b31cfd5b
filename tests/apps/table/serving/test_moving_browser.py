"""What moves on the page, and what touching things there does, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.apps.screen.test_offer import choosy
from tests.apps.table.serving.test_kill import Server
from tests.apps.table.serving.test_serve_browser import (
    SETTLED,
    mark_of,
    serious,
    sit_down,
    take_first,
)
from tests.architecture.sources import ROOT

LOOKS = """() => { window.most = {cards: 0, ms: 0}; let since = null; setInterval(() => {
const cards = document.querySelectorAll('[data-area="trick"] .card').length;
if (cards > window.most.cards) window.most = {cards, ms: 0};
if (cards === 4) { since ??= performance.now(); window.most.ms = Math.max(window.most.ms,
performance.now() - since); } else since = null; }, 20); }"""
"""Notes how many cards have lain in the trick at once, and how long four of them did."""
REASON = """why => { const thing = document.querySelector('#part .back');
thing.dataset.key = 'it'; document.getElementById('offers').dataset.why = JSON.stringify({it: why});
thing.click(); }"""
"""Touches something on the table that cannot be chosen."""


def pass_cards(page) -> None:
    """Choose the cards to pass, and say that these are the three."""
    for _ in range(3):
        take_first(page)
        page.wait_for_timeout(200)
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_function("() => !document.querySelector('.tray')")


BOARDS = """() => [...document.querySelectorAll('.board')].map(each => {
const {left, right, top, bottom} = each.getBoundingClientRect();
return [each.dataset.board, left, right, top, bottom]; })"""


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """Return a server of a game of tricks, of one in which cards can begin two actions, and of one
    in which each player has a board."""
    folder = tmp_path_factory.mktemp("tables")
    gardens = ROOT / "examples" / "recipes" / "gardens"
    found = Server(folder / "tables", "hearts", str(choosy(folder)), str(gardens))
    yield found
    found.kill()


@pytest.fixture
def page(browser) -> Iterator:
    """Return a page that fails on any error."""
    wrong: list[str] = []
    found = browser.new_page(viewport={"width": 1280, "height": 800})
    found.on("pageerror", lambda error: wrong.append(str(error)))
    yield found
    found.close()
    assert wrong == []


@pytest.mark.soak
def test_a_full_trick_stays_before_it_is_swept(page, server):
    sit_down(page, server, "hearts", "en", "person quick quick quick")
    pass_cards(page)
    page.evaluate(LOOKS)
    for _ in range(2):
        page.wait_for_selector("#question", timeout=20_000)
        take_first(page)
        page.wait_for_timeout(300)
    page.wait_for_function(
        "() => window.most.cards === 4 && window.most.ms >= 800 && "
        "!document.querySelector('[data-area=trick] .card')",
        timeout=20_000,
    )


def test_the_boards_of_players_lie_apart_and_ones_own_is_the_nearest(page, server):
    sit_down(page, server, "gardens", "en", "person random")
    for _ in range(2):
        page.wait_for_selector("#question")
        mark = mark_of(page)
        (other, _, right, _, bottom), (mine, left, _, top, _) = page.evaluate(BOARDS)
        assert (other, mine) == ("gardens.1", "gardens.0")
        assert right <= left or bottom <= top
        take_first(page)
        page.wait_for_function(SETTLED, arg=mark)


def test_a_card_with_two_meanings_opens_a_menu_and_one_of_them_is_taken(page, server):
    sit_down(page, server, "choosy", "en", "person person")
    card = page.locator("button.face[data-options]:not([name])").first
    page.wait_for_function("() => document.getAnimations().length === 0")
    mark = mark_of(page)

    card.click()
    entries = [each.lower() for each in page.locator("#menu button").all_inner_texts()]
    assert serious(page) == []
    page.locator("#menu button").last.click()

    assert [each.split()[0] for each in entries] == ["lay", "burn"]
    page.wait_for_function(SETTLED, arg=mark)
    page.wait_for_function("() => !document.querySelector('#question')")
    assert entries[-1] in page.locator("#log").inner_text()


def test_what_cannot_be_chosen_says_why(page, server):
    sit_down(page, server, "choosy", "en", "person person")
    page.wait_for_function("() => document.getAnimations().length === 0")

    page.evaluate(REASON, "not now")

    assert page.locator("#menu:popover-open").inner_text() == "not now"
    assert serious(page) == []


def test_a_click_skips_to_what_is_now(page, server):
    sit_down(page, server, "hearts", "en", "person quick quick quick")
    pass_cards(page)
    page.wait_for_selector('[data-area="trick"] .card', timeout=20_000)
    page.wait_for_timeout(1500)

    page.keyboard.press("Escape")

    page.wait_for_selector("#question", timeout=20_000)
    take_first(page)
    page.wait_for_selector('[data-area="trick"] .card')


def test_a_picked_card_is_put_back_by_a_second_touch(page, server):
    sit_down(page, server, "hearts", "en", "person quick quick quick")
    for _ in range(2):
        take_first(page)
        page.wait_for_timeout(200)
    picked = page.locator("button.pick")
    assert picked.count() == 2
    assert serious(page) == []
    key = picked.first.get_attribute("data-pick")

    page.locator(f'div.face[data-key="{key}"]').click()

    page.wait_for_function("() => document.querySelectorAll('button.pick').length === 1")
