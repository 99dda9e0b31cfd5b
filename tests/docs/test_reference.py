"""The reference is what the tables say, and the site of the guides has every page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import yaml

from cardwright.apps.authors.explained.reference import FILES, reference, sentences, summaries
from dsl.diagnostics.catalogue import FINDINGS
from tests.docs.commands import ROOT

DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", FILES)
def test_the_reference_is_current(name):
    text = (DOCS / name).read_text("utf-8")

    run = "run: python -m cardwright.apps.authors.explained.reference"
    assert text == reference(FILES[name]), run
    for word in (*sentences(), *summaries(), *FINDINGS):
        assert re.search(rf"`{re.escape(word)}\b", text), word


def pages_of(nav: object) -> Iterator[str]:
    """Yield the pages of the navigation, however deep they stand."""
    if isinstance(nav, str):
        yield nav
    else:
        for each in nav.values() if isinstance(nav, dict) else nav:
            yield from pages_of(each)


def test_the_site_has_every_page_once():
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    pages = [*pages_of(site["nav"])]

    assert sorted(pages) == sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))
