"""Where the rules let all choose in secret, nobody waits for another."""

from __future__ import annotations

import re

import pytest

from tests.apps.table.serving.conftest import MARK, OPTION

CARD = re.compile(r"/small/[^/]+/en/([\w-]+)\.svg")


@pytest.fixture
def table(serve):
    """Return a table of hearts, where each of four passes three cards at once."""
    return serve("hearts").set_up("hearts", "person person person person")


def choose(laid, seat: int) -> None:
    """Pick the first three cards and confirm them."""
    before = MARK.search(laid.page(seat))[1].split(".")[3]
    for _ in range(4):
        if MARK.search(page := laid.page(seat)) is None:
            return
        mark = MARK.search(page)[1]
        if mark.split(".")[3] != before or not OPTION.findall(page):
            return
        laid.post(seat, "answer", mark=mark, option=OPTION.findall(page)[-1 if "Confirm" in page
                                                                      else 0])  # fmt: skip


def is_asked(laid, seat: int) -> bool:
    return MARK.search(laid.page(seat)) is not None


def hand(laid, seat: int) -> list[str]:
    own = laid.page(seat).partition(f'class="player p{seat} you')[2].partition("</section>")[0]
    return CARD.findall(own)


def test_everybody_is_asked_from_the_beginning(table):
    assert [is_asked(table, seat) for seat in range(4)] == [True] * 4


def test_the_last_may_choose_first_and_nobody_learns_what(table):
    before = hand(table, 3)
    others = {seat: hand(table, seat) for seat in range(3)}
    choose(table, 3)

    assert not is_asked(table, 3)
    assert "has chosen" in table.page(0) and "has chosen" not in table.page(3)
    assert {seat: hand(table, seat) for seat in range(3)} == others
    seen = {card for seat in range(3) for card in CARD.findall(table.page(seat))}
    assert not set(before) & seen
    for seat in (2, 0, 1):
        choose(table, seat)
    assert len(set(before) - set(hand(table, 3))) == 3  # its cards are passed with all others
    assert sum(is_asked(table, seat) for seat in range(4)) == 1
    assert "has chosen" not in table.page(0)


def test_what_one_picks_is_no_news_to_what_another_was_asked(table):
    pages = [table.page(seat) for seat in range(4)]

    for seat in (1, 3, 0, 2):
        mark, option = MARK.search(pages[seat])[1], OPTION.findall(pages[seat])[0]
        table.post(seat, "answer", mark=mark, option=option)

    assert all("1 of 3" in table.page(seat) for seat in range(4))


def test_what_was_chosen_ahead_can_be_taken_back(table):
    choose(table, 2)
    assert not is_asked(table, 2)

    table.post(2, "undo")

    assert is_asked(table, 2) and "has chosen" not in table.page(0)


def test_what_was_chosen_ahead_is_kept(serve):
    laid = serve("hearts").set_up("hearts", "person person person person")
    choose(laid, 3)
    chosen = laid.page(3)

    laid.served = serve("hearts")

    assert not is_asked(laid, 3) and is_asked(laid, 0)
    for seat in range(3):
        choose(laid, seat)
    assert hand(laid, 3) != CARD.findall(chosen)
    assert laid.served.site.tables.store.match(1).ahead  # of no use any more, and not used again
    laid.served = serve("hearts")
    assert sum(is_asked(laid, seat) for seat in range(4)) == 1


def test_the_same_as_if_one_had_chosen_after_the_other(serve):
    served = serve("hearts")
    orders = ((0, 1, 2, 3), (3, 2, 1, 0), (2, 3, 0, 1))
    hands = []
    for order in orders:
        laid = served.set_up("hearts", "person person person person")
        for seat in order:
            choose(laid, seat)
        hands.append([sorted(hand(laid, seat)) for seat in range(4)])

    assert hands[0] == hands[1] == hands[2]
