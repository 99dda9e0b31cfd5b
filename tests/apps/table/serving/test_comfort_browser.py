"""What each reader sets for themselves: colours that can be read, keys, sounds that are off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.apps.table.serving.conftest import SMALL
from tests.apps.table.serving.test_kill import Server
from tests.apps.table.serving.test_serve_browser import serious, sit_down
from tests.browsing import opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Iterator:
    """Return what opens a page for a reader whose system is light or dark, and a server."""
    server = Server(tmp_path_factory.mktemp("tables") / "tables", SMALL, "dream-tricks")
    for browser in opened("colours are not looked at: no chromium here"):
        yield lambda scheme, b=browser: b.new_context(color_scheme=scheme).new_page(), server
    server.kill()


def ground(page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_every_page_can_be_read_in_the_colours_of_the_system(pages, scheme):
    page, server = pages[0](scheme), pages[1]
    for path in ("/", "/new/dream-tricks"):
        page.goto(server.url + path)
        assert serious(page) == [], path
    sit_down(page, server, "dream-tricks", "en", "person person")

    page.locator("#comfort summary").click()
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    assert serious(page) == []


def test_a_reader_chooses_other_colours_and_keeps_them(pages):
    page, server = pages[0]("dark"), pages[1]
    page.goto(server.url)
    dark = ground(page)
    page.locator("#comfort summary").click()

    page.select_option("#set-theme", "light")

    assert (light := ground(page)) != dark
    page.goto(f"{server.url}/new/high-card")
    assert ground(page) == light
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


def test_sounds_are_heard_by_those_alone_who_want_them(pages):
    page, server = pages[0]("dark"), pages[1]
    sit_down(page, server, "high-card", "en", "person quick")
    heard = "document.documentElement.dataset.heard"
    page.locator(".face.can").first.click()
    page.wait_for_selector(".asked > #ask, [data-end]")
    assert page.evaluate(heard) is None

    page.locator("#comfort summary").click()
    page.check("#set-sound")
    page.locator("#comfort summary").click()
    page.wait_for_selector(":root[data-heard=turn]")  # it is heard once, as it will be
    page.locator(".face.can").first.click()

    page.wait_for_selector(":root:not([data-heard=turn])")


@pytest.mark.soak
def test_a_reader_walks_through_a_match(pages):
    page, server = pages[0]("light"), pages[1]
    sit_down(page, server, "high-card", "en", "person random")
    while not page.locator("[data-end]").count():
        page.evaluate("document.querySelector('#options button')?.click()")
        page.wait_for_timeout(100)
    page.locator(".end a", has_text="Replay").click()
    place = page.locator("#replay output")
    page.wait_for_selector("#replay input:visible")
    last = page.get_attribute("#replay", "data-steps")
    assert serious(page) == []

    for key, told in (("ArrowRight", 2), ("End", last), ("ArrowLeft", int(last) - 1), ("Home", 1)):
        page.keyboard.press(key)
        page.wait_for_selector(f'#part[data-mark="{int(told) - 1:x}"]')
        assert place.inner_text() == f"Step {told} of {last}"
    page.locator("[data-go=play]").click()
    page.wait_for_selector(f'#part[data-mark="{int(last) - 1:x}"]')


@pytest.mark.soak
def test_each_hint_is_said_once_and_not_at_all_to_those_who_want_none(pages):
    page, server = pages[0]("dark"), pages[1]
    sit_down(page, server, "high-card", "en", "person person")
    hint = page.locator("#hint")
    page.wait_for_selector("#hint:not([hidden])")
    first = hint.inner_text()

    hint.get_by_role("button").click()
    assert hint.is_hidden()
    page.reload()
    page.wait_for_selector("#hint:not([hidden])")
    assert hint.inner_text() != first

    page.locator("#comfort summary").click()
    page.uncheck("#set-hints")
    assert hint.is_hidden()
    page.reload()
    page.wait_for_selector("#question")
    assert hint.is_hidden()


@pytest.mark.soak
def test_the_keyboard_keeps_its_place_through_news(pages):
    page, server = pages[0]("dark"), pages[1]
    sit_down(page, server, "dream-tricks", "en", "person quick quick")
    for _ in range(3):
        page.wait_for_selector("#question", timeout=20_000)
        page.keyboard.press("ArrowDown")
        asked = page.locator("#answer [name=mark]").get_attribute("value")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "was => { const form = document.getElementById('answer');"
            " return form && form.elements.mark.value !== was }",
            arg=asked,
            timeout=20_000,
        )
        page.wait_for_function("() => document.activeElement.closest('#part')")
