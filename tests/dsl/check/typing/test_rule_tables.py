"""Hold that every sort of tree has a rule, and every word of the vocabulary too."""

from __future__ import annotations

from typing import get_args

import dsl.check.bodies  # noqa: F401
from dsl.check import expressions, steps
from dsl.check.arguments import NATIVES
from dsl.check.functions import PRIMITIVES
from dsl.check.lists import FOLDS
from dsl.check.operators import BINARY
from dsl.model.vocabulary import FUNCTIONS, NATIVE_EVENTS
from dsl.syntax import trees


def test_every_expression_has_a_rule():
    assert set(get_args(trees.Expression)) == set(expressions.RULES)


def test_every_step_has_a_rule():
    assert set(get_args(trees.Step)) == set(steps.RULES)


def test_every_binary_operator_has_a_rule():
    words = "+ - * // % == != < <= > >= and or in".split()
    assert {*words, "not in"} == set(BINARY)


def test_every_function_has_a_rule():
    assert {f.name for f in FUNCTIONS if f.folds} == set(FOLDS)
    assert {f.name for f in FUNCTIONS if not f.folds} | {"opponents"} == set(PRIMITIVES)


def test_every_native_event_has_a_head():
    assert {event.name for event in NATIVE_EVENTS} == set(NATIVES)
