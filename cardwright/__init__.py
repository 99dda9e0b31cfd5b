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

__all__ = [
    "PackageError",
    "Replay",
    "ScriptResult",
    "UndoRefused",
    "__version__",
    "load",
    "rank_value",
    "replay",
    "run_script",
]


def __getattr__(name: str) -> Any:
    """Return a public name from the module that has it."""
    if name not in __all__:
        raise AttributeError(f"module `cardwright` has no `{name}`")
    return getattr(import_module("cardwright.api"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
