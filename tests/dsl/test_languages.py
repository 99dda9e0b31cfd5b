"""Parts of texts that are left out where they say nothing."""

from __future__ import annotations

import pytest

from dsl.languages import Phrase

PRICE = "{p} pays [{n} eggs], [{m} jugs] or so [today {n}]"


@pytest.mark.parametrize(
    ("empty", "said"),
    [
        ("", "{p} pays {n} eggs, {m} jugs or so today {n}"),
        ("m", "{p} pays {n} eggs or so today {n}"),
        ("n", "{p} pays {m} jugs or so"),
        ("nm", "{p} pays {n} eggs or so"),
    ],
)
def test_what_is_nothing_is_left_out(empty: str, said: str) -> None:
    assert Phrase(PRICE).without_empty(empty.__contains__) == said


def test_a_text_that_is_read_by_itself_has_all_parts_and_plain_brackets_stay() -> None:
    assert Phrase(PRICE).whole == "{p} pays {n} eggs, {m} jugs or so today {n}"
    assert Phrase("[see below] {n}").whole == "[see below] {n}"
