"""A site in a browser, from disk: search, open a card, change the language, ask nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browsing import opened

GAMES = ("worldmonger", "hostile")
WIDE = (
    "index", "ja/worldmonger/index", "en/worldmonger/rules", "en/worldmonger/decks",
    "ja/worldmonger/cards/aqueduct", "en/worldmonger/kinds", "en/hostile/rules",
)  # fmt: skip
NO_BROWSER = "the site is not clicked through: no chromium here"


@pytest.fixture(scope="module")
def browser() -> Iterator:
    """Return a browser without a window."""
    yield from opened(NO_BROWSER)


@pytest.fixture(scope="module")
def folder(site, tmp_path_factory):
    """Return the folder of a site on disk."""
    files, _ = site(*GAMES)
    root = tmp_path_factory.mktemp("site")
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


@pytest.fixture
def page(browser):
    """Return a page that fails on any error, dialogue or request that is no file."""
    wrong: list[str] = []
    found = browser.new_page(viewport={"width": 1280, "height": 800})
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    found.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    found.on(
        "request",
        lambda asked: wrong.append(asked.url) if not asked.url.startswith("file://") else None,
    )
    yield found
    found.close()
    assert wrong == []


def names(page) -> list[str]:
    """Return the names of the cards that the gallery shows."""
    return page.locator(".tiles li:not([hidden]) .name").all_inner_texts()


def follow(page, name: str) -> None:
    """Click a link, and wait until the page behind it has settled."""
    page.get_by_role("link", name=name).first.click()
    page.wait_for_load_state("load")


def test_a_stranger_searches_opens_a_card_and_changes_the_language(page, folder):
    page.goto(f"file://{folder}/index.html")
    follow(page, "Worldmonger")
    assert len(names(page)) == 51
    page.get_by_label("Search the cards").fill("kind:culture worth>3")
    assert names(page) == ["Ironworking"]
    assert page.get_by_role("status").inner_text() == "1 of 51 cards"
    follow(page, "日本語")
    assert page.url.endswith("/ja/worldmonger/index.html#q=kind%3Aculture%20worth%3E3")
    assert page.get_by_label("カードを探す").input_value() == "kind:culture worth>3"
    assert names(page) == ["鉄器"]
    page.get_by_label("カードを探す").fill("does:discard does:draw")
    follow(page, "水道橋")
    assert page.get_by_role("heading", level=1).inner_text() == "水道橋"
    follow(page, "English")
    assert page.get_by_role("heading", level=1).inner_text() == "Aqueduct"
    follow(page, "Using cards")
    assert page.url.endswith("rules.html#phase-using")


def test_an_unknown_word_is_shown_with_a_caret_and_a_guess(page, folder):
    page.goto(f"file://{folder}/en/worldmonger/index.html")
    page.get_by_label("Search the cards").fill("kind:cultur")
    page.wait_for_selector("#error:not([hidden])")
    said = page.get_by_role("alert").inner_text()

    assert "`cultur` is no value of `kind`; did you mean `culture`?" in said
    assert "^^^^^^" in said
    page.get_by_role("button", name="Clear").click()
    page.wait_for_selector("#error", state="hidden")
    assert len(names(page)) == 51


def test_a_search_is_made_by_keyboard_and_chips(page, folder):
    page.goto(f"file://{folder}/en/worldmonger/index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.get_by_role("button", name="culture 21").press("Enter")
    assert len(names(page)) == 21
    assert page.get_by_label("Search the cards").input_value() == "kind:culture"
    page.get_by_label("Search the cards").fill("kind:culture sort:-worth show:name,worth")
    assert names(page)[0] == "Ironworking"
    assert "value 4" in page.locator(".tiles li:not([hidden])").first.inner_text()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_its_window(page, folder, width):
    page.set_viewport_size({"width": width, "height": 844})
    for path in WIDE:
        page.goto(f"file://{folder}/{path}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_hostile_pages_run_nothing(page, folder):
    for path in sorted((folder / "en" / "hostile").rglob("*.html")):
        page.goto(f"file://{path}")
    page.goto(f"file://{folder}/ja/hostile/index.html")
    page.get_by_label("カードを探す").fill('"<script>')
    assert page.locator("script").count() == 3


def test_without_scripts_the_gallery_shows_all_cards(browser, folder):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"file://{folder}/en/worldmonger/index.html")

    assert page.locator(".tiles li").count() == 51
    assert not page.locator("#search").is_visible()
    context.close()
