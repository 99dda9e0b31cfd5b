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
- `Cache`: what is kept between runs: the user's own, or none for a while.
- `Cards`: the cards of a package (of the application `cards`).
- `Case`: a script or an example with its package: runs it, compares its transcript.
- `Checks`: what was found in packages and their variants, each checked once.
- `Coverage`: which nodes of a game its scripts reached.
- `DamagedFileError`: a file that is no save, no campaign, or one of another game.
- `Draft`: a file that a library writes and that then takes the place of another; added lines.
- `Failure`: a step of a script that did not come out.
- `Follower`: tells the events of a match as they come.
- `Game`: the rules of one package with its options settled.
- `Match`: one play of a game.
- `Mistake`: what a person asked for and cannot have, in words of both languages.
- `NotAnOption`: an answer that is none of the options.
- `OptionError`: an option of a game that does not fit.
- `Options`: the options of a game, read and written as people type them.
- `Package`: a folder with a game in it, and the expansions that are in.
- `PackageError`: a package with errors: `diagnostics` are these.
- `QueryError`: a search for cards that cannot be read (of `cards`).
- `Replay`: what came of playing a trajectory again.
- `SaveError`: bytes that are no save of this game, or a match that cannot be saved.
- `SavedFile`: a saved match or a recorded one: its game, its course.
- `ScriptResult`: what came of a scripted game.
- `TooManyActions`: a decision begins more whole actions than can be listed.
- `UndoRefused`: a decision that cannot be taken back.
- `UnknownPackageError`: no package has this name.
- `cards`: the cards of a package that a query means (of `cards`).
- `check`: a package as it is read: its game, or what is wrong.
- `data_folder`: a folder of the data that comes with the program.
- `find_package`: the package that an id or a path means.
- `find_packages`: the packages that words mean, or all that there are.
- `language_guide`: the guide of the language, as one text.
- `limits`: all limits of texts and of matches.
- `lint`: all that is wrong with a package, or doubtful.
- `load`: a game, ready to be played.
- `nothing_collected`: no collection of garbage while many objects are made.
- `prelude`: the events and values that most games share, by name.
- `rank_value`: the game's rank of a seat, best first.
- `replay`: a trajectory played again.
- `write_atomically`: a file replaced as a whole or not at all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardwright.version import __version__

if TYPE_CHECKING:
    from cardwright.api.cache import Cache
    from cardwright.api.chance import CHANCE
    from cardwright.api.checks import Checks, check, lint
    from cardwright.api.errors import DamagedFileError, Mistake, PackageError
    from cardwright.api.folders import (
        Draft,
        data_folder,
        language_guide,
        write_atomically,
    )
    from cardwright.api.game import Game
    from cardwright.api.loading import (
        UnknownPackageError,
        find_package,
        find_packages,
        limits,
        load,
        prelude,
        rank_value,
    )
    from cardwright.api.match import Follower, Match, TooManyActions
    from cardwright.api.options import OptionError, Options
    from cardwright.api.package import Package
    from cardwright.api.saved import SavedFile, replay
    from cardwright.api.scripts import Case, Coverage
    from dsl.records import nothing_collected
    from interpreter.script.session import Failure, ScriptResult
    from interpreter.state.saving import SaveError
    from interpreter.trajectory.trajectory import Replay
    from interpreter.walk.match import NotAnOption, UndoRefused

_HOMES = {
    "Cache": "cardwright.api.cache",
    "CHANCE": "cardwright.api.chance",
    "Checks": "cardwright.api.checks",
    "check": "cardwright.api.checks",
    "lint": "cardwright.api.checks",
    "DamagedFileError": "cardwright.api.errors",
    "Mistake": "cardwright.api.errors",
    "PackageError": "cardwright.api.errors",
    "data_folder": "cardwright.api.folders",
    "Draft": "cardwright.api.folders",
    "language_guide": "cardwright.api.folders",
    "Game": "cardwright.api.game",
    "limits": "cardwright.api.loading",
    "load": "cardwright.api.loading",
    "prelude": "cardwright.api.loading",
    "rank_value": "cardwright.api.loading",
    "Follower": "cardwright.api.match",
    "Match": "cardwright.api.match",
    "TooManyActions": "cardwright.api.match",
    "OptionError": "cardwright.api.options",
    "Options": "cardwright.api.options",
    "Package": "cardwright.api.package",
    "UnknownPackageError": "cardwright.api.loading",
    "find_package": "cardwright.api.loading",
    "find_packages": "cardwright.api.loading",
    "nothing_collected": "dsl.records",
    "SavedFile": "cardwright.api.saved",
    "replay": "cardwright.api.saved",
    "Case": "cardwright.api.scripts",
    "Coverage": "cardwright.api.scripts",
    "write_atomically": "cardwright.api.folders",
    "Cards": "cardwright.apps.cards.store",
    "cards": "cardwright.apps.cards.store",
    "QueryError": "cardwright.apps.cards.query_reader",
    "Failure": "interpreter.script.session",
    "ScriptResult": "interpreter.script.session",
    "SaveError": "interpreter.state.saving",
    "Replay": "interpreter.trajectory.trajectory",
    "NotAnOption": "interpreter.walk.match",
    "UndoRefused": "interpreter.walk.match",
}

__all__ = [
    "CHANCE",
    "Cache",
    "Cards",
    "Case",
    "Checks",
    "Coverage",
    "DamagedFileError",
    "Draft",
    "Failure",
    "Follower",
    "Game",
    "Match",
    "Mistake",
    "NotAnOption",
    "OptionError",
    "Options",
    "Package",
    "PackageError",
    "QueryError",
    "Replay",
    "SaveError",
    "SavedFile",
    "ScriptResult",
    "TooManyActions",
    "UndoRefused",
    "UnknownPackageError",
    "__version__",
    "cards",
    "check",
    "data_folder",
    "find_package",
    "find_packages",
    "language_guide",
    "limits",
    "lint",
    "load",
    "nothing_collected",
    "prelude",
    "rank_value",
    "replay",
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
