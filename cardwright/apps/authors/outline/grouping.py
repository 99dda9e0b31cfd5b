"""Answer in which box each action is: its own, or that of a group around it."""

from __future__ import annotations

from dsl.model.game import Game

MOST = 8
"""How many boxes there are while groups are opened."""


def groups_of_actions(game: Game) -> dict[str, str]:
    """Return the box of each action that stands on no card: its id, or that of a group.

    Groups are opened, outer ones first, as long as there is room.
    """
    paths = {
        action.id: (*action.groups, action.id)
        for action in game.actions
        if action.card is None and action.kind is None
    }
    depth = dict.fromkeys(paths, 0)
    while True:
        shown = {action: path[depth[action]] for action, path in paths.items()}
        opened = next(
            (box for box in dict.fromkeys(shown.values()) if _fits(box, shown, paths)), None
        )
        if opened is None:
            return shown
        for action, box in shown.items():
            depth[action] += box == opened


def _fits(box: str, shown: dict[str, str], paths: dict[str, tuple[str, ...]]) -> bool:
    """Return whether there is room for what is inside a box; an action has nothing inside."""
    inside = {path[path.index(box) + 1] for path in paths.values() if box in path[:-1]}
    return bool(inside) and len(set(shown.values())) - 1 + len(inside) <= MOST
