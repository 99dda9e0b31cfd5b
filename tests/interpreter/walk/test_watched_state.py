"""What the checks between bodies read: behind values stand attributes, and modifiers of both."""

from __future__ import annotations

import pytest

from dsl.model.expressions import StateKey
from interpreter.program.analysis import analyse
from interpreter.program.assembling import assemble_program
from interpreter.program.reads import is_untouched
from tests.conformance.scenarios import game


@pytest.mark.parametrize(
    "key",
    [
        StateKey("player", "coin"),
        StateKey("region", "holder-seat"),
        StateKey("card", "oil"),
        StateKey(None, "peace"),
    ],
    ids=["a condition", "a list", "an attribute of a card", "a modifier"],
)
def test_a_rule_that_waits_watches_all_it_reads(key):
    program = assemble_program(game("becomes"), {}, 2)

    assert not is_untouched(program, analyse(program).checks.reading, frozenset([key]))
