"""Which texts say nothing: those of which people see nothing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.characters import says_nothing

UNSEEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u200d\u2060\u2800\u3000\u3164\ufe0f\uffa0"
)


@given(st.text(st.sampled_from(UNSEEN + " \t")))
def test_blanks_and_signs_without_width_say_nothing(text: str) -> None:
    assert says_nothing(text)


@given(st.text(st.sampled_from(UNSEEN)), st.characters(categories=("L", "N", "P", "S")))
def test_a_sign_that_is_seen_says_something(unseen: str, seen: str) -> None:
    if seen not in UNSEEN:
        assert not says_nothing(f"{unseen}{seen}{unseen}")


@pytest.mark.parametrize("text", ["é", "e\u0301", "👩\u200d🚀", "山札", "!", "0"])
def test_joined_signs_are_seen(text: str) -> None:
    assert unicodedata.normalize("NFC", text) and not says_nothing(text)
