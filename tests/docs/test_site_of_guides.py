"""Check the guides' site: links lead to pages, and both languages are found without a network."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SEARCH = """\
const fs = require('fs'), vm = require('vm'), folder = process.argv[1];
const world = {told: [], console: {log () {}, error () {}}};
world.postMessage = message => world.told.push(message);
world.importScripts = (...names) => names.forEach(name =>
  vm.runInContext(fs.readFileSync(`${folder}/search/${name}`, 'utf8'), world));
world.self = world.window = world.root = world;
world.XMLHttpRequest = function () {
  this.addEventListener = (_, then) => { this.then = then; };
  this.open = (_, path) => { this.path = path; };
  this.send = () => {
    this.responseText = fs.readFileSync(`${folder}/search/${this.path}`, 'utf8');
    this.then.call(this);
  };
};
vm.createContext(world);
world.importScripts('worker.js');
world.onmessage({data: {init: true}});
const found = process.argv.slice(2).map(query => {
  world.onmessage({data: {query}});
  return world.told.pop().results.map(each => each.location);
});
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = pytest.importorskip("mkdocs.commands.build")
    config = pytest.importorskip("mkdocs.config")
    folder = tmp_path_factory.mktemp("site")
    build.build(config.load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder)))
    return folder


def test_no_link_leads_out_of_the_site(site: Path):
    links = {
        (page.name, link)
        for page in site.glob("*.html")
        for link in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text("utf-8"))
        if not link.startswith(("http", "mailto:", "/"))
    }

    assert {(page, link) for page, link in links if not (site / link).exists()} == set()
    assert "examples/classics/agram" in (site / "classics.html").read_text("utf-8")


def test_words_of_both_languages_are_found(site: Path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    queries = ("山札", "手札から選ぶ", "札", "これ", "カード", "山札 move", "auctions", "龘龘")
    done = subprocess.run([node, "-e", SEARCH, str(site), *queries], check=True,
                          capture_output=True, text=True)  # fmt: skip
    deck, look, lone, common, card, both, english, nowhere = json.loads(done.stdout)

    def says(word: str) -> set[str]:
        docs = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
        return {each["location"] for each in docs if word in each["title"] + each["text"]}

    assert set(deck) == says("山札") != set()
    assert set(card) >= says("カード") and "language.ja.html" in {e.partition("#")[0] for e in card}
    assert set(look) >= says("手札から選ぶ") != set() and set(common) == says("これ")
    assert set(lone) == says("札") and set(both) <= set(deck)
    assert any(each.startswith("recipes.html") for each in english) and nowhere == []
