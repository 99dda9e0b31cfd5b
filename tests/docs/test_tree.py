"""The page of what programs may import of the language is what the code says."""

from __future__ import annotations

import re

import dsl
from docs.tree import FILE, MODULES, ROOT, page


def test_the_page_is_current():
    assert FILE.read_text("utf-8") == page(), "run: python -m docs.tree"


def test_each_module_of_the_tree_stands_there():
    there = {f"dsl.model.{path.stem}" for path in (ROOT / "dsl" / "model").glob("[a-z]*.py")}

    assert {*MODULES} == there


def test_each_name_and_each_class_says_what_it_is():
    rows = re.findall(r"^\| `([^`]+)` \|(?:.*\|)? (.*) \|$", page(), re.MULTILINE)

    assert {name for name, _ in rows} >= {*dsl.__all__}
    assert [name for name, meaning in rows if not meaning.strip()] == []
