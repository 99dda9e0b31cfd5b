"""Rules text of state that counts events: what counts, and what begins the count anew."""

from __future__ import annotations

import pytest

import cardwright
from cardwright.apps.press.rulebook_text import rulebook

RULES = {
    "en": [
        "Right after a player moves from a cell to a cell, add 1 to the moves without a jump.",
        "After a player jumps from a cell to a cell, set the moves without a jump to 0.",
    ],
    "ja": [
        "マスからマスへ動かすとすぐに、飛び越さない手の数に1を加える。",
        "マスからマスへ飛び越すたび、飛び越さない手の数を0にする。",
    ],
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_rulebook_says_what_counts_and_until_when(lang: str) -> None:
    _, chapters = rulebook(cardwright.load("draughts").model, lang)

    lines = [text for chapter in chapters for _, text in chapter.lines]
    assert [text for text in lines if text in RULES[lang]] == RULES[lang]
