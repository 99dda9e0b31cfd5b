"""Time: when it runs, what happens when it is over, and what is told of it."""

from __future__ import annotations

import re

import pytest

from cardwright.apps.table.serving import lobby, seats
from tests.apps.table.serving.conftest import MARK
from tests.apps.table.serving.test_tables import wait_for
from tests.apps.table.serving.test_together import come, eventually, table_of

SHOWN = re.compile(r'data-clock="(\d+)"( data-runs)?')


@pytest.fixture(autouse=True)
def short(monkeypatch) -> None:
    """Let a form offer clocks for tests."""
    monkeypatch.setattr(lobby, "CLOCKS", (*lobby.CLOCKS, "turn-1", "match-1"))


def test_without_a_clock_no_time_is_shown(served):
    assert not SHOWN.search(served.set_up().page(0))


def test_time_runs_once_everybody_has_come(served):
    laid = served.set_up(clock="turn-60")
    assert SHOWN.findall(laid.page(0)) == [("60000", ""), ("60000", "")]
    with come(served, laid, 0) as own:
        own.receive_text()
        assert not any(runs for _, runs in SHOWN.findall(laid.page(0)))
        with come(served, laid, 1) as other:
            other.receive_text()

            (left, stands), (until, runs) = SHOWN.findall(laid.page(0))
            assert runs and not stands and left == "60000"
            assert 0 < int(until) - 1000 * table_of(served).clock._since <= 60_001


@pytest.mark.parametrize("sort", ["turn-1", "match-1"])
def test_a_policy_answers_when_time_is_over(served, sort):
    laid = served.set_up(clock=sort)
    with come(served, laid, 0) as own, come(served, laid, 1) as other:
        own.receive_text()
        other.receive_text()
        assert MARK.search(laid.page(0))

        eventually(lambda: bool(table_of(served).clock.out))
        served.client.portal.call(wait_for, served.site.tables)
        assert table_of(served).by[:1] == [0]
        assert not table_of(served).setting.seats[0].is_stood_in


def test_the_time_for_a_match_goes_on_where_it_was(serve, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(seats, "time", lambda: now[0])
    served = serve()
    laid = served.set_up(clock="match-300")
    with come(served, laid, 0) as own, come(served, laid, 1) as other:
        own.receive_text()
        other.receive_text()
        now[0] += 40
        laid.answer(0)
        assert SHOWN.findall(laid.page(0)) == [("440000", " data-runs"), ("260000", "")]
        now[0] += 10
        laid.answer(1)

    laid.served = serve()

    assert SHOWN.findall(laid.page(0)) == [("290000", ""), ("260000", "")]


def test_a_clock_that_no_form_offers_is_refused(served):
    form = {"players": "2", "clock": "turn-0"}
    assert served.client.post("/new/high-card", data=form).status_code == 400
    page = served.client.get("/new/high-card").text
    assert "30 seconds a turn" in page and "5 minutes each for the whole match" in page
