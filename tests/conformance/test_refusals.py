"""T8: an action that cannot be taken is not offered, and the match says why."""

from __future__ import annotations

from pathlib import Path

import cardwright

HERE = Path(__file__).parent


def test_a_cost_without_a_card_says_what_it_needs() -> None:
    match = cardwright.load(HERE / "t08-no-option").start(players=1, seed=0)

    assert match.decision is not None
    assert "sell" not in match.decision.labels
    (refusal,) = match.refusals
    assert (refusal.action, refusal.texts["en"]) == ("sell", "needs 1 card in hand")
    assert "必要" in refusal.texts["ja"]


def test_what_is_offered_is_not_refused() -> None:
    match = cardwright.load("equilibrion").start(players=2, seed=3)
    while match.decision is not None and match.decision.kind != "action":
        match.apply(0)

    assert match.decision is not None
    refused = {refusal.action for refusal in match.refusals}
    assert refused.isdisjoint(match.decision.labels)
