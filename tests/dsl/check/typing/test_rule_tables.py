"""Hold that every sort of tree has a rule, and every word of the vocabulary too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import dsl.check.bodies
from dsl.check import expressions, steps
from dsl.check.arguments import NATIVES
from dsl.check.functions import PRIMITIVES
from dsl.check.lists import FOLDS
from dsl.check.operators import BINARY
from dsl.diagnostics.catalogue import CATALOGUE
from dsl.model.vocabulary import FUNCTIONS, NATIVE_EVENTS
from dsl.syntax import trees


def test_every_expression_has_a_rule():
    assert set(get_args(trees.Expression)) == set(expressions.RULES)


def test_every_step_has_a_rule():
    assert set(get_args(trees.Step)) == set(steps.RULES)


def test_every_binary_operator_has_a_rule():
    words = ["+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "in"]
    assert {*words, "not in"} == set(BINARY)


def test_every_function_has_a_rule():
    assert {f.name for f in FUNCTIONS if f.folds} == set(FOLDS)
    assert {f.name for f in FUNCTIONS if not f.folds} | {"opponents", "mates"} == set(PRIMITIVES)


def test_every_native_event_has_a_head():
    assert {event.name for event in NATIVE_EVENTS} == set(NATIVES)


def names_given(path: Path) -> Iterator[str]:
    """Yield the names of findings that a module reports by `report.add`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if node.func.attr == "add" and len(node.args) > 2 else None
            if isinstance(first, ast.Constant):
                yield first.value


def test_every_finding_is_in_the_catalogue():
    paths = Path(dsl.check.bodies.__file__).parent.glob("*.py")
    found = {name for path in paths for name in names_given(path)}

    assert len(found) > 20
    assert found <= CATALOGUE.keys()
