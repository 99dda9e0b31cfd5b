"""The reference is what the tables say, and the site of the guides has every page."""

from __future__ import annotations

import re

import pytest
import yaml

from cardwright.explained.reference import FILES, reference
from cardwright.explained.words import sentences, summaries
from dsl.diagnostics.catalogue import CATALOGUE
from tests.docs.commands import ROOT

DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", FILES)
def test_the_reference_is_current(name):
    text = (DOCS / name).read_text("utf-8")

    assert text == reference(FILES[name]), "run: python -m cardwright.explained.reference"
    for word in (*sentences(), *summaries(), *CATALOGUE):
        assert re.search(rf"`{re.escape(word)}\b", text), word


def test_the_site_has_every_page_once():
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    pages = [page for part in site["nav"] for each in part.values() for row in each
             for page in row.values()]  # fmt: skip

    assert sorted(pages) == sorted(path.name for path in DOCS.glob("*.md"))
