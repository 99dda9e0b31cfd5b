"""Check that the work of a check grows as its text does, at small lengths; `make soak` at large."""

from __future__ import annotations

import pytest

from soak.growth import MOST_EXPONENT, SHAPES, exponent, text_of, word

LENGTHS = (60, 240)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_work_grows_as_the_text_does(shape: str):
    assert exponent(shape, LENGTHS) <= MOST_EXPONENT


def test_words_differ_and_texts_grow():
    assert len({word(number) for number in range(5_000)}) == 5_000
    for shape in SHAPES:
        assert len(text_of(shape, 200)) > 1.8 * len(text_of(shape, 100)) - 300
