"""Card games written as data: load one, play it, look at it.

    import cardwright

    game = cardwright.load("dream-tricks")
    match = game.start(players=3, seed=7)
    while not match.over:
        match.apply(match.decision.options[0])
    print(match.outcome)

Applications import these names and nothing deeper. Each is brought in when it is first asked for,
so that `import cardwright` costs next to nothing.

- `CHANCE`: the seat of chance, where chance is a player.
- `Cards`: the cards of a package (of the application `cards`).
- `Coverage`: which nodes of a game its scripts reached.
- `Follower`: tells the events of a match as they come.
- `Game`: the rules of one package with its options settled.
- `Match`: one play of a game.
- `NotAnOption`: an answer that is none of the options.
- `OptionError`: an option of a game that does not fit.
- `Options`: the options of a game, read and written as people type them.
- `Package`: a folder with a game in it, and the expansions that are in.
- `PackageError`: a package with errors: `diagnostics` are these.
- `QueryError`: a search for cards that cannot be read (of `cards`).
- `Replay`: what came of playing a trajectory again.
- `SaveError`: bytes that are no save of this game, or a match that cannot be saved.
- `ScriptResult`: what came of a scripted game.
- `TooManyActions`: a decision begins more whole actions than can be listed.
- `UndoRefused`: a decision that cannot be taken back.
- `UnknownPackageError`: no package has this name.
- `cards`: the cards of a package that a query means (of `cards`).
- `data_folder`: a folder of the data that comes with the program.
- `find_package`: the package that an id or a path means.
- `find_packages`: the packages that words mean, or all that there are.
- `load`: a game, ready to be played.
- `match_after`: the match that a script leads to.
- `rank_value`: the game's rank of a seat, best first.
- `replay`: a trajectory played again.
- `run_script`: what comes of a script or an example.
- `write_atomically`: a file replaced as a whole or not at all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardwright.version import __version__

if TYPE_CHECKING:
    from cardwright.api.chance import CHANCE
    from cardwright.api.errors import PackageError
    from cardwright.api.folders import data_folder
    from cardwright.api.game import Game
    from cardwright.api.loading import load, rank_value, replay
    from cardwright.api.match import Follower, Match, TooManyActions
    from cardwright.api.options import OptionError, Options
    from cardwright.api.package import Package
    from cardwright.api.packages import UnknownPackageError, find_package, find_packages
    from cardwright.api.scripting import match_after, run_script
    from cardwright.api.scripts import Coverage
    from cardwright.api.storage import write_atomically
    from interpreter.script.result import ScriptResult
    from interpreter.state.saving import SaveError
    from interpreter.trajectory.trajectory import Replay
    from interpreter.walk.match import NotAnOption, UndoRefused

_HOMES = {
    "CHANCE": "cardwright.api.chance",
    "PackageError": "cardwright.api.errors",
    "data_folder": "cardwright.api.folders",
    "Game": "cardwright.api.game",
    "load": "cardwright.api.loading",
    "rank_value": "cardwright.api.loading",
    "replay": "cardwright.api.loading",
    "Follower": "cardwright.api.match",
    "Match": "cardwright.api.match",
    "TooManyActions": "cardwright.api.match",
    "OptionError": "cardwright.api.options",
    "Options": "cardwright.api.options",
    "Package": "cardwright.api.package",
    "UnknownPackageError": "cardwright.api.packages",
    "find_package": "cardwright.api.packages",
    "find_packages": "cardwright.api.packages",
    "match_after": "cardwright.api.scripting",
    "run_script": "cardwright.api.scripting",
    "Coverage": "cardwright.api.scripts",
    "write_atomically": "cardwright.api.storage",
    "Cards": "cardwright.apps.cards.listing",
    "cards": "cardwright.apps.cards.listing",
    "QueryError": "cardwright.apps.cards.query_errors",
    "ScriptResult": "interpreter.script.result",
    "SaveError": "interpreter.state.saving",
    "Replay": "interpreter.trajectory.trajectory",
    "NotAnOption": "interpreter.walk.match",
    "UndoRefused": "interpreter.walk.match",
}

__all__ = [
    "CHANCE",
    "Cards",
    "Coverage",
    "Follower",
    "Game",
    "Match",
    "NotAnOption",
    "OptionError",
    "Options",
    "Package",
    "PackageError",
    "QueryError",
    "Replay",
    "SaveError",
    "ScriptResult",
    "TooManyActions",
    "UndoRefused",
    "UnknownPackageError",
    "__version__",
    "cards",
    "data_folder",
    "find_package",
    "find_packages",
    "load",
    "match_after",
    "rank_value",
    "replay",
    "run_script",
    "write_atomically",
]


def __getattr__(name: str) -> Any:
    """Return a public name from the module that has it."""
    if name not in _HOMES:
        raise AttributeError(f"module `cardwright` has no `{name}`")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
