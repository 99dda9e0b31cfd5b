"""Card games written as data: load one, play it, look at it.

    import cardwright

    game = cardwright.load("dream-tricks")
    match = game.start(players=3, seed=7)
    while not match.over:
        match.apply(match.decision.options[0])
    print(match.outcome)

Names are brought in when they are first asked for, so that `import cardwright` costs next to
nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cardwright.version import __version__

# Where each public name comes from.
_HOMES = {
    "CHANCE": "cardwright.api.chance",
    "Cards": "cardwright.apps.cards.listing",
    "Game": "cardwright.api.game",
    "Match": "cardwright.api.match",
    "NotAnOption": "interpreter.walk.match",
    "OptionError": "cardwright.api.options",
    "PackageError": "cardwright.api.errors",
    "QueryError": "cardwright.apps.cards.query_errors",
    "Replay": "interpreter.trajectory.trajectory",
    "SaveError": "interpreter.state.saving",
    "ScriptResult": "interpreter.script.result",
    "TooManyActions": "cardwright.api.match",
    "UndoRefused": "interpreter.walk.match",
    "UnknownPackageError": "cardwright.api.packages",
    "cards": "cardwright.apps.cards.listing",
    "load": "cardwright.api.loading",
    "match_after": "cardwright.api.scripting",
    "rank_value": "cardwright.api.loading",
    "replay": "cardwright.api.loading",
    "run_script": "cardwright.api.scripting",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    """Return a public name from the module that has it."""
    if name not in _HOMES:
        raise AttributeError(f"module `cardwright` has no `{name}`")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
