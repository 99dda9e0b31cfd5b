"""How pages of numbers look: the scheme of the browser, labels that do not touch."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from cardwright.apps.lab.reporting import facts
from cardwright.apps.lab.reporting.facts import Share

APPS = Path(__file__).resolve().parents[3] / "cardwright" / "apps"
LETTER = 7
"""Pixels of a letter of an axis, at most."""
PAGES = [path for path in APPS.rglob("*.html") if "<style>" in path.read_text("utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=[path.stem for path in PAGES])
def test_a_page_follows_the_scheme_of_the_browser(page: Path) -> None:
    read = (page, *page.parent.glob("*.css"))
    assert any("prefers-color-scheme: dark" in each.read_text("utf-8") for each in read)


@pytest.mark.parametrize("hundredths", range(5, 101, 5))
def test_labels_of_an_axis_do_not_touch(hundredths: int) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    svg = facts.shares([("ada", Share(hundredths, 100)), ("bo", Share(2, 100))], 0.5, "wins")
    labels = re.findall(r'text-anchor="(\w+)" transform="translate\(([\d.]+),[^>]*>(\d+%)<', svg)
    assert len(labels) > 2 and {anchor for anchor, _, _ in labels} == {"middle"}
    places = sorted((float(x), len(text)) for _, x, text in labels)
    for (left, size), (right, more) in pairwise(places):
        assert right - left > LETTER * (size + more) / 2
