"""Hold the recipes and the guide to trading card games: each excerpt stands word for word in a
package whose scripts the suite runs."""

from __future__ import annotations

import re

import pytest

from tests.docs.commands import ROOT

PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
DUEL = (ROOT / "docs" / "first-duel.md").read_text(encoding="utf-8")
EXCERPT = re.compile(r"^```yaml from=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WANTED = ("trick", "betting", "until", "target", "passing", "drafting", "melds", "auctions",
          "reactions", "trading", "campaign", "placing workers", "secret roles")  # fmt: skip


@pytest.mark.parametrize("page", [PAGE, DUEL], ids=["recipes", "duel"])
def test_every_block_stands_in_its_package(page: str):
    found = EXCERPT.findall(page)
    for path, text in found:
        assert text in (ROOT / path).read_text(encoding="utf-8"), (path, text)
    assert len(found) >= 14 and page.count("```yaml") == len(found)


def test_what_people_look_for_is_there():
    headings = " ".join(re.findall(r"^## .*|^- \*\*.*?\*\*", PAGE, re.MULTILINE)).casefold()

    assert [word for word in WANTED if word not in headings] == []
