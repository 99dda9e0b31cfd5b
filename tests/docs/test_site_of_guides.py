"""Check the guides' site: links lead to pages, and both languages are found without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.browsing import opened

ROOT = Path(__file__).parents[2]
PLACEHOLDERS = re.compile(r"^(?:http|mailto:|/|data:|javascript:)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = pytest.importorskip("mkdocs.commands.build", reason="needs the extra `docs`")
    pytest.importorskip("material", reason="needs the extra `docs`")
    config = pytest.importorskip("mkdocs.config")
    folder = tmp_path_factory.mktemp("site")
    build.build(config.load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder)))
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator:
    """Return a browser without a window."""
    yield from opened("the site of the guides is not searched in a browser: no chromium here")


def test_no_link_leads_out_of_the_site(site: Path) -> None:
    links = {
        (page.name, link)
        for page in site.rglob("*.html")
        if page.name != "404.html"
        for link in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text("utf-8"))
        if not PLACEHOLDERS.match(link) and not (page.parent / link).exists()
    }

    assert links == set()
    assert "examples/classics/agram" in (site / "classics.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "page"),
    [("auction", "recipes"), ("手札", ".ja."), ("カード", ".ja.")],
)
def test_words_of_both_languages_are_found_without_a_network(
    site: Path, browser, words: str, page: str
) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    here = f"http://127.0.0.1:{server.server_port}/"
    asked: list[str] = []
    context = browser.new_context()
    context.on("request", lambda request: asked.append(request.url))
    window = context.new_page()
    window.goto(f"{here}index.html")
    window.click(".md-search__input")
    window.keyboard.insert_text(words)
    window.keyboard.press("End")  # The page reads its field when a key goes up.
    window.wait_for_selector(".md-search-result__item", timeout=20_000)
    found = window.locator(".md-search-result__link").evaluate_all("all => all.map(a => a.href)")
    context.close()
    server.shutdown()

    assert any(page in link for link in found)
    assert [url for url in asked if not url.startswith((here, "blob:", "data:"))] == []
