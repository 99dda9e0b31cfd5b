"""The table as one seat sees it: state by what the game calls it."""

from __future__ import annotations

import pytest

from cardwright import api
from cardwright.packages import find_package
from cardwright.view.seen import Words

POOL = {"pool": {"life": 2, "gold": 1}, "passed": True, "check-points": 0}


@pytest.mark.parametrize(
    ("lang", "mine", "lying"),
    [
        ("en", "essences 2 life + 1 gold, passed, points for this check 0",
         "tapped, essences on it 3 elan"),
        ("ja", "エッセンス 2 生命 + 1 黄金, パス済み, この判定での得点 0",
         "横倒し, 上のエッセンス 3 活力"),
    ],
)  # fmt: skip
def test_state_is_called_by_its_texts(lang, mine, lying):
    model = api.check(find_package("res-arcana")).game
    assert model is not None
    words = Words(model, lang)

    assert words.state_text(POOL, ("player",)) == mine
    stored = {"tapped": True, "stored": {"elan": 3}}
    assert words.state_text(stored, ("artifact", "component")) == lying
    assert words.state_text({"unknown": 2}, (None,)) == "unknown 2"
