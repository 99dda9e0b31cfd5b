"""Answer whether players can pass in a phase."""

from __future__ import annotations

from typing import Final

from dsl.model.game import Game
from dsl.model.rules import Phase
from dsl.model.steps import DoEvent
from dsl.model.walk import walk

_PASS: Final = "pass"


def can_pass(phase: Phase, game: Game) -> bool:
    """Return whether anything that is done or offered in a phase, or in one within it, passes."""
    waiting: list[object] = [phase, *_offered(phase, game)]
    seen = set[str]()
    while waiting:
        for node in walk(waiting.pop()):
            if not isinstance(node, DoEvent) or node.event in seen:
                continue
            if node.event == _PASS:
                return True
            seen.add(node.event)
            waiting += [event.body for event in game.events.get(node.event, ())]
    return False


def _offered(phase: Phase, game: Game) -> list[object]:
    """Return the actions that a phase offers, and those within it."""
    ids, inner = {*(phase.offer or ())}, [*(phase.phases or ())]
    while inner:
        each = inner.pop()
        ids |= {*(each.offer or ())}
        inner += each.phases or ()
    return [action for action in game.actions if ids & {action.id, *action.groups}]
