"""Hold the recipes: each excerpt stands word for word in a package whose scripts the suite runs."""

from __future__ import annotations

import re

from tests.docs.commands import ROOT

PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
EXCERPT = re.compile(r"^```yaml from=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WANTED = ("trick", "betting", "until", "target", "passing", "drafting", "melds", "auctions",
          "reactions", "trading", "campaign")  # fmt: skip


def test_every_excerpt_stands_in_its_package():
    for path, text in EXCERPT.findall(PAGE):
        assert text in (ROOT / path).read_text(encoding="utf-8"), (path, text)
    assert len(EXCERPT.findall(PAGE)) >= 16


def test_every_block_is_an_excerpt():
    assert PAGE.count("```yaml") == len(EXCERPT.findall(PAGE))


def test_what_people_look_for_is_there():
    headings = " ".join(re.findall(r"^## .*|^- \*\*.*?\*\*", PAGE, re.MULTILINE)).casefold()

    assert [word for word in WANTED if word not in headings] == []
