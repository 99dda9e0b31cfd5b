"""People at one table: who is there, who plays for somebody who has gone, and another match."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from time import sleep

import pytest

from cardwright.apps.table.serving import presence
from tests.apps.table.serving.conftest import MARK, OPTION
from tests.apps.table.serving.test_tables import wait_for

OWN = {"origin": "http://127.0.0.1", "host": "127.0.0.1"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch) -> None:
    monkeypatch.setattr(presence, "GRACE_SECONDS", 0.0)


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
