"""People at one table: who is there, who plays for somebody who has gone, and another match."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from time import sleep

import pytest

from cardwright.apps.table.serving import seats
from tests.apps.table.serving.conftest import MARK, OPTION
from tests.apps.table.serving.test_tables import wait_for

OWN = {"origin": "http://127.0.0.1", "host": "127.0.0.1"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch) -> None:
    monkeypatch.setattr(seats, "GRACE_SECONDS", 0.0)


def come(served, laid, seat: int):
    """Return the open page of a seat."""
    return served.client.websocket_connect(f"{laid.seats[seat]}/live?lang=en", headers=OWN)


def eventually(is_so: Callable[[], bool]) -> None:
    """Wait until something is so: the server hears of a page that closes a moment later."""
    for _ in range(200):
        if is_so():
            return
        sleep(0.02)
    raise AssertionError("it never came about")


def table_of(served):
    return served.client.portal.call(served.site.tables.table, 1)


def test_who_has_no_page_open_is_away(served):
    laid = served.set_up()
    with come(served, laid, 0) as own, come(served, laid, 1):
        own.receive_text()
        assert ">away<" not in laid.page(0)
    with come(served, laid, 0) as own:
        own.receive_text()
        eventually(lambda: ">away<" in laid.page(0))
        assert ">away<" not in laid.page(1)  # nobody is away for themselves


def test_a_policy_plays_for_who_has_gone_until_they_are_back(served):
    laid = served.set_up()
    with come(served, laid, 0) as own:
        own.receive_text()
        laid.answer(0)
        laid.post(0, "stand-in", who="1")
        served.client.portal.call(wait_for, served.site.tables)

        assert "a machine plays" in laid.page(0)
        assert OPTION.findall(laid.page(0))  # Bo's card was laid for him: it is Ada's turn again
        with come(served, laid, 1) as other:
            other.receive_text()
            assert "a machine plays" not in laid.page(0)
            laid.answer(0)
            assert MARK.search(laid.page(1))


def test_nobody_plays_for_who_is_there(served):
    laid = served.set_up()
    with come(served, laid, 1) as other:
        other.receive_text()
        laid.post(0, "stand-in", 409, who="1")
    laid.post(0, "stand-in", 409, who="7")


def test_a_stand_in_goes_on_when_the_server_is_again(serve):
    served = serve()
    laid = served.set_up()
    laid.post(0, "stand-in", who="1")

    laid.served = serve()

    assert "a machine plays" in laid.page(0)


def test_who_has_gone_is_not_asked_to_agree(served):
    laid = served.set_up(roles="person person person")
    for seat in range(3):
        laid.answer(seat)
    laid.post(0, "stand-in", who="2")

    laid.post(0, "undo")
    laid.post(1, "agree", does="yes")

    assert served.site.tables.store.match(1).answers == ()


def test_another_match_begins_when_all_who_are_here_wish_it(served):
    laid = served.set_up()
    laid.play_out()
    with ExitStack() as stack:
        for seat in range(2):
            stack.enter_context(come(served, laid, seat)).receive_text()

        laid.post(0, "again", seed="same")
        assert "Would play again: Ada" in laid.page(1) and table_of(served).match.over
        assert 'value="new"' not in laid.page(0) and 'value="new"' in laid.page(1)

        laid.post(1, "again", seed="same")
        assert not table_of(served).match.over


def test_players_sign_to_each_other_where_the_host_allows_it(served):
    silent, laid = served.set_up(), served.set_up(signs="yes")
    silent.post(0, "sign", 409, sign="thanks")
    assert "Well played" not in silent.page(0)
    laid.post(0, "sign", 409, sign="<b>")

    laid.post(0, "sign", sign="thanks")

    assert "Thanks, that was fun." in laid.page(1)
    assert "ありがとう、楽しかった" in served.client.get(f"{laid.watch}?lang=ja").text
    assert 'value="thanks"' not in served.client.get(laid.watch).text  # who watches says nothing


def test_who_comes_back_is_told_what_they_missed(served):
    laid = served.set_up()
    with come(served, laid, 1) as other:
        other.receive_text()
        with come(served, laid, 0) as own:
            own.receive_text()
            assert "While you were away" not in laid.page(0)
        eventually(lambda: 0 in table_of(served).presence.left)
        assert "While you were away" not in laid.page(0)  # nothing has happened
        laid.post(1, "stand-in", who="0")
        served.client.portal.call(wait_for, served.site.tables)

        page = laid.page(0)

        assert "While you were away: " in page and "while you were away" not in laid.page(1)
        step = re.search(r'href="[^"]*/past/(\d+)[^"]*">See what you missed', page)
        assert step and served.client.get(f"{laid.seats[0]}/past/{step[1]}").status_code == 200
        with come(served, laid, 0) as again:
            again.receive_text()
            laid.answer(1)
            laid.answer(0)
            assert "While you were away" not in laid.page(0)
