"""What the Emotions and Spirits of Cerebria do as long as they lie there, for its referee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.referees.cerebria import SLOTS, Spirit, beside, realms_of, rival, slots_of, triad
from tests.referees.cerebria_game import Game


def lasting(game: Game, team: str, what: str) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield (slot, words) of a team's Emotions with such a power."""
    for slot, it in game.board.emotions(team):
        if it.card.power[0] == what:
            yield slot, it.card.power[1:]


def absorb_bonus(game: Game, team: str, realm: int) -> int:
    """Return how much more a team absorbs at a Realm."""
    cards = lasting(game, team, "absorb-bonus")
    return sum(count for slot, (count,) in cards if realm in realms_of(slot))


def quell_extra(game: Game, team: str, target: int) -> int:
    """Return how much more a team pays to quell at a slot."""
    extra = 0
    for slot, (count, scope) in lasting(game, rival(team), "quell-cost-add"):
        near = {"self": (slot,), "adjacent-own": beside(slot), "all-own": SLOTS}[scope]
        extra += count if target in near else 0
    return extra


def is_immune(game: Game, target: int) -> bool:
    """Return whether the Emotion on a slot cannot be chosen for Quell."""
    team = game.board.team_at(target)
    for slot, _ in lasting(game, team, "quell-immunity"):
        if target in (slot, *beside(slot)):
            return True
    for p in game.members(team):
        if p.name == "empathy":  # slots of the Spirit and one step more (R-CE-34)
            for slot in slots_of(p.place):
                if target in (slot, *beside(slot)):
                    return True
    return False


def invoke_extra(game: Game, team: str, target: int, what: str) -> int:
    """Return what a team pays more, in Willpower or Essence, to invoke on a slot."""
    cards = lasting(game, rival(team), what)
    return sum(n for slot, (n, scope) in cards if scope == "board" or target in beside(slot))


def fortify_extra(game: Game, team: str, realm: int) -> int:
    """Return how much more a team pays to fortify, exalt or raze in a Realm."""
    cards = lasting(game, rival(team), "fortify-cost-add")
    return sum(n for slot, (n, scope) in cards if scope == "board" or realm in realms_of(slot))


def discount(game: Game, team: str, realm: str) -> int:
    """Return what a team's Emotions take off the first step of a Realm Action."""
    return sum(realm in names for _, names in lasting(game, team, "realm-action-discount"))


def move_toll(game: Game, team: str, place: int) -> int:
    """Return the Willpower lost by ending a Move at a place."""
    cards = lasting(game, rival(team), "move-toll")
    return sum(count for slot, (count,) in cards if slot in slots_of(place))


def quell_reach(p: Spirit) -> tuple[int, ...]:
    """Return the slots a Spirit may quell at; Malice's reach is wider."""
    slots = slots_of(p.place)
    if p.name != "malice":
        return slots
    if p.place % 2:
        return triad(p.place // 2)
    return tuple(sorted({near for slot in slots for near in (slot, *beside(slot))}))


def after_empower(game: Game, team: str) -> int:
    """Return the Actions gained after an Empower."""
    return sum(count for _, (count,) in lasting(game, team, "gain-action"))


def at_cleanup(game: Game, team: str) -> int:
    """Return the Willpower gained at clean-up from Emotions."""
    return sum(count for _, (count,) in lasting(game, team, "cleanup-wp"))
