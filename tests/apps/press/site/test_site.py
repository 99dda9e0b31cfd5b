"""A site holds together: links, languages, the same bytes, nothing from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

SMALL = ("worldmonger", "hostile")
LARGE = ("cerebria",)
EXPANDED = ("equilibrion",)
ROOT = Path(__file__).resolve().parents[4]
DIGEST = """
import sys
from hashlib import sha256
from cardwright.apps.cards.store import Cardbase
from cardwright.api.loading import find_package
from cardwright.apps.press.site.pages import site_files
whole = sha256()
for path, data in site_files([Cardbase(find_package(sys.argv[1], []), cache=False)]):
    whole.update(path.encode() + data)
print(whole.hexdigest())
"""


def target_of(page, href):
    """Return the file and the place in it that a link leads to."""
    path, _, place = href.partition("#")
    return normpath(join(dirname(page), path)) if path else page, place


@pytest.mark.parametrize("games", [SMALL, LARGE, EXPANDED])
def test_every_link_leads_somewhere(site, pages, games):
    files, _ = site(*games)
    read = pages(*games)
    broken = []
    for path, page in read.items():
        for href in page.links:
            target, place = target_of(path, href)
            if target not in files or (place and place not in read[target].ids):
                broken.append(f"{path}: {href}")

    assert len(read) > 30
    assert broken == []


@pytest.mark.parametrize("games", [SMALL, EXPANDED])
def test_every_file_is_reached_from_the_first_page(site, pages, games):
    files, _ = site(*games)
    read = pages(*games)
    waiting, reached = ["index.html"], set()
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            links = read[path].links if path in read else ()
            waiting += [target_of(path, href)[0] for href in links]

    assert sorted(set(files) - reached) == []


@pytest.mark.parametrize("games", [SMALL, LARGE, EXPANDED])
def test_no_place_is_there_twice(pages, games):
    twice = {
        path: sorted(each for each, number in Counter(page.ids).items() if number > 1)
        for path, page in pages(*games).items()
    }

    assert {path: ids for path, ids in twice.items() if ids} == {}


def test_nothing_is_asked_of_others(site, pages):
    files, _ = site(*SMALL)

    assert [
        (path, href)
        for path, page in pages(*SMALL).items()
        for href in page.links
        if ":" in href or href.startswith(("//", "/"))
    ] == []
    sheet = files["assets/site.css"].decode()
    assert "url(" not in sheet and "@import" not in sheet


def test_every_page_is_there_in_both_languages(pages):
    read = pages(*SMALL)

    for path, page in read.items():
        lang, _, rest = path.partition("/")
        if not rest:
            continue
        other = {"en": "ja", "ja": "en"}[lang]
        assert page.lang == lang
        assert [target_of(path, href)[0] for href in page.alternates] == [f"{other}/{rest}"]
        assert f"{other}/{rest}" in read


def test_pictures_have_texts_and_pages_their_landmarks(pages):
    for path, page in pages(*SMALL).items():
        assert page.unlabelled == [], path
        assert {"main", "header", "footer", "nav", "h1", "title"} <= page.tags, path


@pytest.mark.parametrize("game", ["nim", pytest.param("dream-tricks", marks=pytest.mark.soak)])
def test_the_same_game_gives_the_same_bytes(game):
    found = {
        subprocess.run(
            [sys.executable, "-c", DIGEST, game],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(found) == 1
