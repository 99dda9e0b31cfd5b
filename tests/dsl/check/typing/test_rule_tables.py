"""Hold that every sort of tree has a rule, and every word of the vocabulary too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import dsl.check
from dsl.check.expressions import expressions
from dsl.check.expressions.functions import CHECKS
from dsl.check.expressions.operators import BINARY
from dsl.check.steps import steps
from dsl.diagnostics.catalogue import FINDINGS
from dsl.syntax import statements, trees
from dsl.words.vocabulary import FOLDS, WRITTEN


def test_every_expression_has_a_rule():
    assert set(get_args(trees.Expression)) == set(expressions.RULES)


def test_every_step_has_a_rule():
    assert set(get_args(statements.Step)) == set(steps.RULES)


def test_every_binary_operator_has_a_rule():
    words = ["+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "in"]
    assert {*words, "not in"} == set(BINARY)


def test_every_function_has_a_check():
    roles = {"mates", "opponents"}  # bare words as well, which are told among the roles
    others = {name for name, row in WRITTEN.items() if name in FOLDS or row.takes is not None}
    assert CHECKS.keys() - roles == WRITTEN.keys() - others


def names_given(path: Path) -> Iterator[str]:
    """Yield the names of findings that a module reports by `report.add`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if ast.unparse(node.func).endswith("report.add") else None
            if isinstance(first, ast.Constant):
                yield first.value.partition(".")[0]


def test_every_finding_is_in_the_catalogue():
    paths = Path(dsl.check.__file__).parent.rglob("*.py")
    found = {name for path in paths for name in names_given(path)}

    assert len(found) > 20
    assert found <= FINDINGS.keys()
