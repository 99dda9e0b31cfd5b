"""Draw random outcomes from keyed streams: the same on every machine, each stream on its own."""

from __future__ import annotations

from typing import Any

from dsl.hashes import blake2b

CARDS_A_DIGEST = 80


def key_of(seed: int) -> int:
    """Return the 64-bit key that a seed stands for."""
    return int.from_bytes(blake2b(b"seed:%d" % seed, digest_size=8).digest(), "big")


def _number(state: Any, stream: str) -> int:
    """Return the next 512 random bits of a stream."""
    count = state.chance.get(stream, 0)
    state.chance[stream] = count + 1
    text = b"%d:%d:%s" % (state.key, count, stream.encode())
    return int.from_bytes(blake2b(text, digest_size=64).digest(), "big")


def below(state: Any, stream: str, bound: int) -> int:
    """Return a random int from 0 to bound - 1."""
    return _number(state, stream) % bound


def shuffle(state: Any, stream: str, cards: list[Any]) -> None:
    """Put a list in random order, in place: a digest for every 80 cards, divided down."""
    left = len(cards)
    while left > 1:
        number = _number(state, stream)
        for _ in range(min(CARDS_A_DIGEST, left - 1)):
            number, place = divmod(number, left)
            left -= 1
            cards[left], cards[place] = cards[place], cards[left]
