"""Check that answers of scripts which nothing is called are told, at their places."""

from __future__ import annotations

from tests.dsl.lint.test_rules import CLEAN, found


def test_answers_are_looked_up_wherever_a_script_gives_them():
    steps = (
        "examples:\n- players: [ada, bo]\n  steps:\n"
        "  - options: {bo: [lemno], after: [plmu]}\n  - illegal: {ada: eta}\nphases:\n"
    )
    slips = found(CLEAN.replace("phases:\n", steps, 1))

    assert [(each.span.text, each.helps) for each in slips] == [
        ("lemno", ("write `lemon`",)), ("plmu", ("write `plum`",)), ("eta", ())
    ]  # fmt: skip
