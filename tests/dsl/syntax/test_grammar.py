"""Check that the grammar has no conflict and knows the same words as the code."""

from __future__ import annotations

import re

from lark import Lark

from dsl.syntax.engine import STARTS, Layout, grammar_text
from dsl.syntax.scan import KEYWORDS


def test_builds_in_strict_mode() -> None:
    Lark(grammar_text(), parser="lalr", start=STARTS, strict=True, postlex=Layout())


def test_keywords_are_those_of_the_grammar() -> None:
    found = re.search(r"NAME: /\(\?!\(([a-z|]+)\)", grammar_text())
    assert found is not None
    assert tuple(found.group(1).split("|")) == KEYWORDS
