"""What referees of games of tricks have in common: following suit, and who takes a trick."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from tests.classics.referees.cards import suit_of
from tests.referees.harness import Ask


def following(hand: Sequence[str], trick: Sequence[str]) -> list[str]:
    """Return what may be played by whoever must follow the suit that was led."""
    return [card for card in hand if trick and suit_of(card) == suit_of(trick[0])] or [*hand]


def play_trick(
    hands: Sequence[list[str]], trick: list[str], order: Sequence[int]
) -> Generator[Ask, Any, None]:
    """Let all play a card in turn, following suit."""
    for player in order:
        legal = following(hands[player], trick)
        (card,) = yield Ask(player, "play", [(card,) for card in legal])
        hands[player].remove(card)
        trick.append(card)


def taker(trick: Sequence[str], height: Callable[[str], int], trumps: str | None = None) -> int:
    """Return the place of the highest trump, or else of the highest card of the suit led."""
    led = suit_of(trick[0])
    strengths = [(suit_of(c) == trumps, suit_of(c) == led, height(c)) for c in trick]
    return strengths.index(max(strengths))


def around(leader: int, players: int) -> list[int]:
    """Return the seats in their order from a leader on."""
    return [(leader + turn) % players for turn in range(players)]
