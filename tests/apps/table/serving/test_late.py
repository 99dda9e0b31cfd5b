"""What a page does that had not heard that the table went on: nothing is lost, answered twice, or
called an error."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.apps.screen.test_offer import choosy
from tests.apps.table.serving.conftest import MARK
from tests.apps.table.serving.test_kill import Server
from tests.apps.table.serving.test_serve_browser import SETTLED, mark_of, sit_down
from tests.apps.table.serving.test_tables import decisions

DEAF = "window.WebSocket = class {};"
"""A page that hears no news."""
TOUCH = "document.querySelector('#options button').click()"
LAY = "document.querySelector('button.face[name=option]').click()"
NEWS = """number => { const part = document.getElementById('part').cloneNode(true);
for (const each of part.querySelectorAll('[style]')) each.removeAttribute('style');
part.dataset.mark = number; part.querySelector('#log').innerHTML += '<li class="fresh">news</li>';
moves.hear(part.outerHTML); }"""
"""Lets a page hear of something that did not concern its question."""
STILL = """() => { window.setTimeout = () => 0;
document.body.addEventListener('htmx:afterRequest', () => { window.isAnswered = true; }); }"""
"""Lets news wait until it is skipped, and notes that there was an answer."""


def test_a_page_that_is_late_gets_the_table_and_why_nothing_was_done(served):
    laid = served.set_up()
    mark = MARK.search(laid.page(0))[1]
    laid.answer(0)
    own = {"hx-request": "true"}

    for verb, form in (
        ("answer", {"mark": mark, "option": "0"}), ("agree", {"does": "yes"}), ("again", {})
    ):  # fmt: skip
        path = f"{laid.seats[0]}/{verb}?lang=ja"
        answer = served.client.post(path, data=form, headers=own)
        assert answer.status_code == 200 and answer.text.startswith('<div id="part"')
        plain = served.client.post(path, data=form)
        assert plain.status_code == 409 and json.loads(answer.headers["late"]) in plain.text, verb
    mark = MARK.search(laid.page(1))[1]
    form = {"mark": mark, "option": "99"}  # no page ever offered that
    assert served.client.post(f"{laid.seats[1]}/answer", data=form, headers=own).status_code == 409

    assert len(decisions(served, laid)) == 1


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    """Return a server of a small game."""
    folder = tmp_path_factory.mktemp("tables")
    found = Server(folder / "tables", str(choosy(folder)))
    yield found
    found.kill()


@pytest.fixture
def page(browser) -> Iterator:
    """Return a page that hears no news, and fails on any error."""
    wrong: list[str] = []
    found = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    found.add_init_script(DEAF)
    yield found
    found.close()
    assert wrong == []


def test_a_late_answer_shows_what_happened_and_says_that_it_did_not_count(page, server, browser):
    sit_down(page, server, "choosy", "en", "person person")
    other = browser.new_page()  # the same seat, in another window
    other.goto(page.url)
    other.wait_for_selector("#question")
    mark = mark_of(other)
    other.evaluate(TOUCH)
    other.wait_for_function(SETTLED, arg=mark)
    mark = mark_of(page)

    page.evaluate(TOUCH)

    page.wait_for_function(SETTLED, arg=mark)
    assert mark_of(page) == mark_of(other)
    assert "happened since" in page.locator("#told").inner_text()
    other.close()


def test_what_others_did_meanwhile_does_not_keep_an_answer_waiting(page, server):
    sit_down(page, server, "choosy", "en", "person person")
    page.evaluate(STILL)

    page.evaluate(f"() => {{ {LAY}; ({NEWS})('1'); }}")  # it comes before the answer's picture

    page.wait_for_function("() => window.isAnswered && !document.querySelector('#question')")
    assert mark_of(page) != "1"


def test_a_question_is_answered_once_however_often_it_is_touched(page, server):
    sit_down(page, server, "choosy", "en", "person random")
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.evaluate(STILL)
    page.evaluate(NEWS, "1")
    page.evaluate(NEWS, "2")  # it waits until the first has stood: the question stands there too
    page.wait_for_selector("[data-playing] #question", state="attached")

    page.evaluate(TOUCH)
    page.evaluate(TOUCH)  # while the answer is on its way
    page.wait_for_function("() => window.isAnswered")
    assert page.locator("[data-playing] #question").count() == 1
    page.evaluate(TOUCH)  # while the news before it is shown

    page.keyboard.press("Escape")
    page.wait_for_function("() => document.getElementById('part').dataset.mark.length > 1")
    assert len(sent) == 1
