"""`cardwright graph --format html`: one file without a server that can be searched and clicked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardwright.api.loading import find_package
from cardwright.api.package import Package
from cardwright.apps.authors.graphs.page import STATIC, graph_of
from tests.apps.authors.test_graph_questions import SAMPLE, TEXT
from tests.browsing import opened

ROOT = Path(__file__).resolve().parents[3]
HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser():
    yield from opened("needs Chromium")


def told(page: str) -> dict:
    """Return the data of a page."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("game", SAMPLE)
@pytest.mark.parametrize("of", [None, "turn"])
def test_every_game_has_a_page_whose_parts_fit_together(game: str, of: str | None) -> None:
    page = graph_of(Package.at(ROOT / game), None, "html", True, "ja", of=of)
    data = told(page)
    known = {node["id"] for node in data["nodes"]}

    assert data["start"]
    assert set(data["start"]) <= known
    assert {end for one, other, _ in data["edges"] for end in (one, other)} <= known
    assert {node["sort"] for node in data["nodes"]} <= data["sorts"].keys()
    assert {kind for *_, kind in data["edges"]} <= data["kinds"].keys()


def test_a_page_loads_nothing() -> None:
    page = graph_of(find_package("hearts"), None, "html")
    ours = page.replace((STATIC / "cytoscape.min.js").read_text("utf-8"), "")

    assert not re.findall(r"\b(?:src|href)=|url\(|@import|https?:", ours)
    assert "default-src 'none'" in ours


def test_a_large_game_begins_with_a_round_and_has_the_rest_to_find() -> None:
    data = told(graph_of(find_package("res-arcana"), None, "html"))

    assert len(data["start"]) < 60 < len(data["nodes"])
    assert "card:hawk" not in data["start"]
    [hawk] = [node for node in data["nodes"] if node["id"] == "card:hawk"]
    assert {"hawk", "鷹", "card:hawk"} <= set(hawk["find"].split("\n"))


def test_search_finds_a_card_and_a_click_shows_it(browser, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(TEXT.replace("Bakery", f'"{HOSTILE}"'), "utf-8")
    path = tmp_path / "graph.html"
    path.write_text(graph_of(Package.at(tmp_path), None, "html", False, "en"), "utf-8")
    page = browser.new_page()
    faults, asked = [], []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]")

    page.fill("#search", "茶屋")
    page.locator("#found button").first.click()
    shown = page.locator("#about").inner_text()
    for text in ("Tea House", "茶屋", "card: stall", "card:tea-house", "game.yaml:11:"):
        assert text in shown
    page.get_by_role("button", name="Tea House: after: earns").click()
    assert "trigger:tea-house" in page.locator("#about").inner_text()
    page.fill("#search", "onerror")
    assert HOSTILE in page.locator("#found button").first.inner_text()
    page.locator("#found button").first.click()
    assert page.locator("#about h2").inner_text().startswith(HOSTILE)
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") in ("dark", "light")
    assert faults == []
    assert asked == [path.as_uri()]
