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


POSITIONS = {
    "en": [
        "Right after a player puts a stone on a point, note the position: "
        "the stones of the points.",
        "The answer is how often the position was noted as it is now, "
        "first after set-up: the stones of the points.",
    ],
    "ja": [
        "点に石を打つとすぐに、局面（点それぞれの石）を控える。",
        "答えは準備の後から控えた局面のうち今と同じもの（点それぞれの石）の数。",
    ],
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_rulebook_says_what_makes_a_position_and_when_it_is_noted(lang: str) -> None:
    _, chapters = rulebook(cardwright.load("go-nine").model, lang)

    lines = [text for chapter in chapters for _, text in chapter.lines]
    noted, counted = POSITIONS[lang]
    assert noted in lines
    assert [text for text in lines if text.endswith(counted)]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_rulebook_says_when_positions_are_forgotten(lang: str) -> None:
    _, chapters = rulebook(cardwright.load("chess").model, lang)

    forgotten = {
        "en": "After a man is taken or a pawn moves, forget the positions noted so far.",
        "ja": "駒が取られるかポーンが動くたび、控えた局面を忘れる。",
    }
    lines = [text for chapter in chapters for _, text in chapter.lines]
    assert lines.count(forgotten[lang]) == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_rulebook_says_what_counts_and_until_when(lang: str) -> None:
    _, chapters = rulebook(cardwright.load("draughts").model, lang)

    lines = [text for chapter in chapters for _, text in chapter.lines]
    assert [text for text in lines if text in RULES[lang]] == RULES[lang]
