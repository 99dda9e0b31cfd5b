"""Nobody gets in where they do not belong: the table of docs/playing.md, cell by cell."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from cardwright.apps.table.serving import requests
from cardwright.apps.table.serving.requests import Rate, new_token
from tests.apps.table.serving.conftest import MARK

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "playing.md").read_text(encoding="utf-8")
HERE = "ws://127.0.0.1"
ORIGIN = {"origin": "http://127.0.0.1"}


def rows() -> list[tuple[str, str, dict[str, str]]]:
    """Return the rows of the table: verb, address, what is answered to whose secret."""
    lines = PAGE[PAGE.index("| asked |") :].partition("\n\n")[0].splitlines()
    head, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    found = []
    for row in body[1:]:
        verb, path = row[0].split()
        found.append((verb, path, dict(zip(head[1:], row[1:], strict=True))))
    return found


def answer(served, verb: str, path: str, form: dict[str, str]) -> str:
    """Return what a server answers, as the table writes it."""
    if verb == "WS":
        try:
            with served.client.websocket_connect(HERE + path, headers=ORIGIN) as socket:
                assert 'id="part"' in socket.receive_text()
                return "open"
        except WebSocketDisconnect:
            return "no"
    found = served.client.request(
        verb, path, data=form if verb == "POST" else None, follow_redirects=False
    )
    return str(found.status_code)


def secrets(laid) -> dict[str, str]:
    """Return everybody's secret by the head of its column; the match goes on."""
    laid.answer(0)
    laid.answer(1)
    old = laid.seats[0]
    laid.seats = (laid.post(0, "renew").partition("?")[0], *laid.seats[1:])
    paths = {
        "old": old, "to watch": laid.watch, "host's": laid.host, "another's": laid.seats[1],
        "own": laid.seats[0],
    }  # fmt: skip
    found = {whose: path.rpartition("/")[2] for whose, path in paths.items()}
    return {"none": "", "forged": new_token(), **found}


@pytest.mark.parametrize(("verb", "path", "cells"), rows(), ids=lambda each: str(each)[:24])
def test_every_cell_is_as_the_docs_say(served, verb, path, cells):
    assert len(cells) == 7
    if "/code/" in path:
        pytest.importorskip("segno")
    laid = None
    for whose, expected in cells.items():
        if laid is None:
            laid = served.set_up()
            known = secrets(laid)
        token = known[whose]
        form = {"mark": MARK.search(laid.page(0))[1], "option": "0", "pick": "0", "who": "0"}
        assert answer(served, verb, path.replace("T", token), form) == expected, whose
        if verb != "GET" and not expected.startswith("4"):
            laid = None  # what looks, or is refused, leaves a table as it is


def test_the_table_has_every_address_with_a_secret(served):
    known = {re.sub(r"\d+", "{step:int}", path.replace("T", "{token}")) for _, path, _ in rows()}
    assert {r.path for r in served.site.routes() if "{token}" in r.path} == known


def test_another_sites_forms_and_sockets_are_refused(served):
    laid = served.set_up()
    form = {"mark": MARK.search(laid.page(0))[1], "option": "0"}
    for origin in ("http://evil.example", "null", "http://127.0.0.1.evil.example"):
        wrong = {"origin": origin}
        path = f"{laid.seats[0]}/answer"
        assert served.client.post(path, data=form, headers=wrong).status_code == 403
        assert served.client.post("/new/high-card", data={}, headers=wrong).status_code == 403
        with (
            pytest.raises(WebSocketDisconnect),
            served.client.websocket_connect(f"{HERE}{laid.seats[0]}/live", headers=wrong),
        ):
            pass
    with (
        pytest.raises(WebSocketDisconnect),
        served.client.websocket_connect(f"{HERE}{laid.seats[0]}/live"),
    ):
        pass


def test_what_is_too_much_is_refused(served, monkeypatch):
    monkeypatch.setattr(requests, "monotonic", lambda: 0.0)  # however slow the machine is
    laid = served.set_up()

    large = {"mark": "x" * (requests.BODY + 1)}
    assert served.client.post(f"{laid.seats[0]}/answer", data=large).status_code == 413
    many = {f"f{number}": "" for number in range(requests.FIELDS + 1)}
    assert served.client.post("/new/high-card", data=many).status_code == 400
    statuses = [served.client.post(f"{laid.seats[0]}/undo").status_code for _ in range(60)]
    assert statuses[-1] == 429 and 409 in statuses


def test_guessing_is_slowed_down(served, monkeypatch):
    monkeypatch.setattr(requests, "monotonic", lambda: 0.0)
    statuses = [served.client.get(f"/seat/{new_token()}").status_code for _ in range(60)]

    assert statuses[0] == 404 and statuses[-1] == 429


def test_rates_are_each_ones_own_and_fill_up_again():
    rate = Rate(2, 1, most=2)

    assert [rate.allows("a", 0), rate.allows("a", 0), rate.allows("a", 0)] == [True, True, False]
    assert rate.allows("b", 0)
    assert rate.allows("a", 1) and not rate.allows("a", 1)


def test_a_link_has_so_many_pages_open_and_no_more(served, monkeypatch):
    monkeypatch.setattr("cardwright.apps.table.serving.live.SOCKETS_A_LINK", 1)
    laid = served.set_up()
    path = f"{laid.seats[0]}/live"
    with served.client.websocket_connect(HERE + path, headers=ORIGIN) as first:
        first.receive_text()
        with (
            pytest.raises(WebSocketDisconnect),
            served.client.websocket_connect(HERE + path, headers=ORIGIN),
        ):
            pass
    with served.client.websocket_connect(HERE + path, headers=ORIGIN) as again:
        assert again.receive_text()


def test_every_answer_has_the_headers_that_keep_strangers_out(served):
    laid = served.set_up()
    for path in ("/", laid.seats[0], "/none", "/seat/x", f"{laid.seats[0]}/answer"):
        found = served.client.get(path).headers
        assert "script-src 'self'" in found["content-security-policy"]
        assert "unsafe" not in found["content-security-policy"]
        assert found["x-content-type-options"] == "nosniff"
    page = laid.page(0)
    assert not re.search(r"<script(?![^>]*src=)| on\w+=| style=|javascript:", page)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)


def test_what_people_say_is_text(served):
    laid = served.set_up(**{"name-0": "<script>x</script>", "name-1": '"><img src=x>'})
    page = laid.page(0) + served.client.get(laid.host).text

    assert "<script>x" not in page and "<img src=x" not in page
    assert "&lt;script&gt;x" in page


def test_errors_are_pages_in_the_readers_language(served):
    english = served.client.get("/seat/none")
    japanese = served.client.get("/nothing", headers={"accept-language": "ja,en"})

    assert "This link opens nothing" in english.text
    assert "そのページはありません" in japanese.text and 'lang="ja"' in japanese.text


def test_no_log_has_a_secret(served, caplog):
    caplog.set_level(logging.DEBUG)
    laid = served.set_up()
    laid.answer(0)
    served.client.get(f"{laid.seats[0]}/nothing")

    ours = [r.getMessage() for r in caplog.records if not r.name.startswith("httpx")]
    assert not any(path.rpartition("/")[2] in said for path in laid.seats for said in ours)


def test_a_server_of_a_local_address_answers_for_no_other_host(served):
    from starlette.testclient import TestClient

    from cardwright.apps.table.serving.app import make_app
    from cardwright.apps.table.serving.server import LOCAL

    local = TestClient(make_app(served.site, LOCAL), "http://localhost:8040")

    assert local.get("/").status_code == 200
    assert local.get("/", headers={"host": "127.0.0.1:8040"}).status_code == 200
    assert local.get("/", headers={"host": "rebound.example:8040"}).status_code == 421
