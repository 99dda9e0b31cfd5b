"""A match is looked at again, step by step: by those who played, and by those who get its link."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.apps.table.serving.conftest import MARK

CARD = re.compile(r"/small/[^/]+/en/(card-\d+)")
STEPS = re.compile(r'data-steps="(\d+)"')


def get(served, path: str, status: int = 200, **headers: str) -> str:
    answer = served.client.get(path, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.text


def share(served, laid, seat: int, **form: str) -> str:
    """Return the path of a link to a match, without its step."""
    where = laid.post(seat, "share", **form).partition("?")[0]
    assert where.endswith("/past/0")
    return where.removesuffix("/past/0")


def test_a_replay_goes_to_the_end_of_the_match(served):
    laid = served.set_up()
    laid.play_out()

    last = get(served, f"{laid.seats[0]}/past/9999")

    steps = int(STEPS.search(last)[1])
    assert "The end" in last and f"Step {steps} of {steps}" in last
    assert "The end" not in get(served, f"{laid.seats[0]}/past/{steps - 2}")


def test_the_time_line_has_a_turn_for_each_player_in_a_row(served):
    laid = served.set_up()
    laid.play_out()
    page = get(served, f"{laid.seats[0]}/past/0")

    turns = re.findall(r'<rect class="(p\d)?" x="(\d+)" width="(\d+)"', page)

    ends = [int(x) + int(width) for _, x, width in turns]
    assert [int(x) for _, x, _ in turns] == [0, *ends[:-1]]  # each begins where another ends
    assert ends[-1] == int(STEPS.search(page)[1])
    assert all(a[0] != b[0] for a, b in pairwise(turns))


def test_who_goes_from_step_to_step_is_told_what_moves(served):
    laid = served.set_up()
    laid.play_out()
    steps = [get(served, f"{laid.seats[0]}/past/{n}", **{"hx-request": "true"}) for n in (1, 2, 3)]
    again = get(served, f"{laid.seats[0]}/past/1", **{"hx-request": "true"})

    epochs = [re.search(r'data-epoch="([^"]*)"', each)[1] for each in steps]
    assert len(set(epochs)) == 1 and all("<html" not in each for each in steps)
    assert any('data-moves="[{' in each for each in steps[1:])
    assert 'data-moves="[]"' in again  # nothing moves backwards


def test_a_link_to_a_match_shows_what_everybody_saw(served):
    laid = served.set_up()
    hands = {card for seat in (0, 1) for card in CARD.findall(laid.page(seat))}
    laid.play_out()
    path = share(served, laid, 0)

    first = get(served, f"{path}/past/0")

    assert hands and not hands & set(CARD.findall(first))
    assert CARD.findall(get(served, f"{path}/past/9999"))
    assert MARK.search(first) is None  # nothing is done there
    for other in (path, f"{path}/record", path.replace("replay", "seat"),
                  path.replace("replay", "watch")):  # fmt: skip
        get(served, other, 404)


def test_the_link_is_the_same_each_time_and_stays_with_its_match(served):
    laid = served.set_up()
    laid.post(0, "share", 409)
    laid.play_out()
    path = share(served, laid, 0)
    before = get(served, f"{path}/past/9999")
    assert share(served, laid, 0) == path != share(served, laid, 1)
    laid.post(0, "again", seed="new")

    assert STEPS.search(get(served, f"{path}/past/9999"))[1] == STEPS.search(before)[1]
    assert CARD.findall(get(served, f"{path}/past/9999")) == CARD.findall(before)
    laid.post(0, "share", 409)
    assert share(served, laid, 0, match="1") == path


def test_earlier_matches_of_a_table_are_there_for_their_players(served):
    laid = served.set_up()
    laid.play_out()
    past = get(served, f"{laid.seats[0]}/past/0")
    laid.post(0, "again", seed="8")

    earlier = get(served, f"{laid.seats[0]}/past/0?match=1")

    assert CARD.findall(earlier) == CARD.findall(past)
    assert "match=1" in re.search(r'data-query="([^"]*)"', earlier)[1]
    assert CARD.findall(get(served, f"{laid.seats[0]}/past/0")) != CARD.findall(past)
    assert "The end" in get(served, f"{laid.seats[0]}/past/9999?match=1")
    for wrong, status in (("0", 409), ("3", 409), ("x", 400)):
        get(served, f"{laid.seats[0]}/past/0?match={wrong}", status)


@pytest.mark.parametrize("role", ["seats", "watch"])
def test_a_match_that_was_opened_from_a_save_is_looked_at_from_its_beginning(
    serve, monkeypatch, role
):
    monkeypatch.setattr("cardwright.apps.table.serving.table.SAVED_EVERY", 2)
    served = serve()
    laid = served.set_up()
    laid.play_out()
    path = laid.seats[0] if role == "seats" else laid.watch
    whole = STEPS.search(get(served, f"{path}/past/0"))[1]

    laid.served = served = serve()

    assert STEPS.search(get(served, f"{path}/past/0"))[1] == whole
