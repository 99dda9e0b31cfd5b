"""A report has no section of cards that says what one before it has said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cardwright.apps.lab.reporting.facts import Share, Standing
from cardwright.apps.lab.reporting.sections import _WAYS, _standing

DEALT = [Standing("ace", Share(30, 40), 0.25, False), Standing("king", Share(10, 40), -0.25, False)]
DRAWN = [*DEALT, Standing("jack", Share(20, 40), 0.0, False)]


def _shown(**found: list[Standing]) -> list[str]:
    by_having = {having: found.get(id_, []) for id_, (_, having) in _WAYS.items()}
    facts = SimpleNamespace(together=lambda: None, standings=by_having.__getitem__)
    names = {each.card: each.card for each in DRAWN}
    run: Any = SimpleNamespace(facts=facts, names=names, lang="en", say=lambda key, **slots: key)
    sections = (_standing(id_)(run) for id_ in _WAYS)
    return [each.id for each in sections if each is not None]


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ({"start": DEALT, "held": DEALT, "played": DEALT}, ["start"]),
        ({"start": DEALT, "held": DRAWN, "played": DRAWN}, ["start", "held"]),
        ({"start": DEALT, "held": DRAWN, "played": DEALT[::-1]}, ["start", "held", "played"]),
        ({"held": DRAWN, "played": DRAWN}, ["held"]),
    ],
)
def test_what_says_nothing_new_is_left_out(
    found: dict[str, list[Standing]], shown: list[str]
) -> None:
    assert _shown(**found) == shown
