"""What a seed stands for, and what streams give, is fixed for good."""

from __future__ import annotations

from hashlib import blake2b
from types import SimpleNamespace

import pytest

from interpreter.state.chance import below, key_of, shuffle

STREAM = "zone table.deck -1"


def drawn(key: int, count: int) -> int:
    """Return random bits as they are defined."""
    return int.from_bytes(blake2b(b"%d:%d:%s" % (key, count, STREAM.encode())).digest(), "big")


def shuffled(key: int, cards: list[int]) -> list[int]:
    """Return a list in random order as that is defined: a digest for every 80 cards."""
    left, count = len(cards), 0
    while left > 1:
        number, count = drawn(key, count), count + 1
        for _ in range(min(80, left - 1)):
            number, place = divmod(number, left)
            left -= 1
            cards[left], cards[place] = cards[place], cards[left]
    return cards


def test_keys() -> None:
    assert key_of(0) == 14_019_936_691_031_275_341
    for seed in (1, -1, 12_345, 1 << 70):
        plain = blake2b(b"seed:%d" % seed, digest_size=8).digest()
        assert key_of(seed) == int.from_bytes(plain, "big")


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 13, 52, 80, 81, 82, 160, 161, 162, 400])
def test_shuffles(size: int) -> None:
    for key in (3, key_of(7), key_of(8)):
        state, cards = SimpleNamespace(key=key, chance={}), list(range(size))
        shuffle(state, STREAM, cards)
        assert cards == shuffled(key, list(range(size)))
        uses = -(-(size - 1) // 80) if size > 1 else 0
        assert state.chance == ({STREAM: uses} if uses else {})


def test_draws_follow_one_another() -> None:
    state = SimpleNamespace(key=9, chance={})
    found = [below(state, STREAM, 1_000) for _ in range(5)]
    assert found == [drawn(9, count) % 1_000 for count in range(5)]
