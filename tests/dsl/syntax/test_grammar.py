"""Check that the grammar has no conflict, and that its words and rules are those of the rows."""

from __future__ import annotations

import re

import pytest
from lark import Lark

from dsl.records import annotations_of
from dsl.syntax import build_trees
from dsl.syntax.grammar import (
    GRAMMAR,
    KEYWORDS,
    LATER_KEYWORDS,
    LATER_STATEMENTS,
    STARTS,
    STEP_KEYWORDS,
    Layout,
)
from dsl.syntax.statements import ROW_OF, STATEMENTS


def test_builds_in_strict_mode() -> None:
    Lark(GRAMMAR, parser="lalr", start=STARTS, strict=True, postlex=Layout())


NAMES_TOO = {"again", "far", "game", "maybe", "number", "that"}
"""Words that stand in places of a rule where no name can stand, or, as `again` behind `may`, where
the word is meant."""


def test_each_word_of_a_rule_is_a_keyword() -> None:
    assert {*re.findall(r'"([a-z]+)"', GRAMMAR)} == {*KEYWORDS, *NAMES_TOO}
    assert not {*LATER_KEYWORDS} & {*KEYWORDS}


@pytest.mark.parametrize("name", STATEMENTS)
def test_each_field_of_a_statement_says_what_it_is_made_of(name: str) -> None:
    row = STATEMENTS[name]
    assert ROW_OF[row.tree] is row
    assert [*annotations_of(row.tree)][-1] == "span"
    assert len(build_trees._parts(row.tree)) == len(annotations_of(row.tree)) - 1


def test_a_step_begins_with_a_keyword_or_a_name() -> None:
    assert {*STEP_KEYWORDS} <= {*KEYWORDS, *LATER_STATEMENTS}
    assert [name for name, row in STATEMENTS.items() if not row.word] == ["if", "phrase"]
