"""Load, check, replay and run packages: the entry points of the API.

Imports stand in the functions so that a command loads only what it uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.api.checks import (
    Checked,
    Checks,
    check,
    combinations,
    lint,
    lint_all,
    sound,
    variants,
)
from cardwright.api.errors import DamagedFileError, PackageError
from cardwright.api.folders import prelude_folder
from cardwright.api.package import Package
from cardwright.api.packages import find_package
from cardwright.api.storage import read_saved
from dsl.source import Span
from dsl.syntax.limits import Limit

if TYPE_CHECKING:
    from cardwright.api.game import Game
    from cardwright.api.match import Match
    from cardwright.api.scripts import Case, Coverage, Key
    from dsl.check.texts.texts import Prelude
    from interpreter.script.result import ScriptResult
    from interpreter.trajectory.trajectory import Replay

__all__ = [
    "Checked",
    "Checks",
    "DamagedFileError",
    "PackageError",
    "check",
    "combinations",
    "lint",
    "lint_all",
    "variants",
]


def load(
    target: str | Path,
    options: Mapping[str, object] | None = None,
    path: Sequence[str | Path] = (),
    cache: bool = True,
) -> Game:
    """Return a game, ready to be played.

    Args:
        target: The id of a game, or the path of a package.
        options: By id, as people write them; what is not named has its default.
        path: Extra folders in which packages are looked for.
        cache: Whether the compiled game is kept in, and taken from, the user's cache folder.

    Raises:
        PackageError: The package has errors; `diagnostics` lists them.
        LookupError: There is no such package.
        OptionError: An option does not fit.
    """
    package = find_package(str(target), [Path(each) for each in path])
    return load_package(package, options, cache)


def load_package(
    package: Package,
    options: Mapping[str, object] | None = None,
    cache: bool = True,
) -> Game:
    """Return the game of a package; the same one within a process, until a file of it changes.

    Raises:
        PackageError: The package has errors.
    """
    whole, others = package.settled(options or {})
    key = tuple(sorted((name, _frozen(value)) for name, value in others.items()))
    return _load(whole, key, cache, whole.stamp())


def _frozen(value: object) -> object:
    """Return a value with tuples for its lists, so that it can be looked up."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


@lru_cache(maxsize=64)
def _load(
    package: Package, options: tuple[tuple[str, object], ...], cache: bool, stamp: object
) -> Game:
    """Return the game of a package and options.

    Args:
        stamp: What its files are like; with others it is another game.
    """
    import cardwright.api.pickling  # noqa: F401 (it says how games and matches travel)
    from cardwright.api.game import game_of

    return game_of(sound(check(package, cache)), package, dict(options), cache)


def run_case(case: Case, walker: bool = False, cache: bool = True) -> ScriptResult:
    """Run a script of a package under the options that it asks for."""
    from cardwright.api.scripting import run_script

    return run_script(case.script, load_package(case.package, cache=cache), walker)


def run_watched(case: Case, cache: bool = True) -> tuple[ScriptResult, frozenset[Key]]:
    """Run a script by the walker; return what came of it and where in the texts it has been."""
    from cardwright.api.scripting import run_script_watched

    return run_script_watched(case.script, load_package(case.package, cache=cache))


def coverage_of(package: Package, reached: Iterable[Key], cache: bool = True) -> Coverage:
    """Return which nodes of a game, all its variants together, are among places reached.

    Of a package with expansions in it only the one that requires all others counts.
    """
    from cardwright.api.scripts import coverage
    from interpreter.graph.nodes import executable_nodes

    models = [load_package(each, cache=cache).model for each in variants(package, cache)]
    nodes = [node for model in models for node in executable_nodes(model)]
    if package.parts:
        whose = package.topmost()
        nodes = [node for node in nodes if node.span.source.package == whose]
    title = " + ".join([package.id, *(part.id for part in package.parts)])
    return coverage(title, nodes, reached)


def recorded_form(result: ScriptResult) -> str:
    """Return the transcript as it is recorded: always in English, so that it compares."""
    return result.transcript("en").rstrip("\n") + "\n"


def rank_value(match: Match, seat: int) -> tuple[int, ...]:
    """Return the game's rank of a seat as numbers, best first; empty for a game without."""
    return match.rank(seat)


def restore(package: Package, file: Path, cache: bool = True) -> tuple[Game, Match]:
    """Return the game and the match of a saved file.

    Raises:
        DamagedFileError: The file is damaged or belongs to another game.
    """
    from interpreter.state.saving import SaveError
    from interpreter.trajectory.identity import SaveRefused, options_of

    data = read_saved(file)
    try:
        game = _game_saved(package, data, cache)
        for name, value in options_of(data).items():
            if value is True and name not in game.model.options:  # an expansion, not found
                raise SaveRefused(f"it was made with `{name}`, which this game does not have here")
        return game, game.restore(data)
    except SaveError as error:
        raise DamagedFileError(file, str(error)) from None


def _game_saved(package: Package, data: bytes, cache: bool) -> Game:
    """Return a game with the expansions and options that saved bytes were made with.

    Raises:
        SaveError: The bytes are damaged.
    """
    whole = _with_saved(package, data)
    return load_package(whole, cache=cache).with_saved_options(data)


def _with_saved(package: Package, data: bytes) -> Package:
    """Return a game with the expansions that saved bytes were made with."""
    from interpreter.trajectory.identity import options_of

    return replace(package, parts=()).settled(options_of(data))[0]


def replay(data: bytes, game: Game) -> Replay:
    """Play a trajectory again on a game; `difference` of the result is None if nothing differs.

    The options are those of the trajectory, whatever the game's are.

    Raises:
        SaveError: The bytes are damaged, or belong to another game.
    """
    from interpreter.trajectory.trajectory import replay as play_again

    again = game.with_saved_options(data)
    if game.package is not None and _with_saved(game.package, data).parts != game.package.parts:
        again = _game_saved(game.package, data, game.store is not None)
    return play_again(lambda options, seats: again.machine(seats), data)


def replay_file(file: Path, extra: Sequence[Path], cache: bool = True) -> str | None:
    """Play a saved trajectory again; return the first difference in words, or None.

    Raises:
        DamagedFileError: The file is damaged or no trajectory.
    """
    from interpreter.state.saving import SaveError

    try:
        difference = replay(read_saved(file), game_of_file(file, extra, cache)).difference
    except SaveError as error:
        raise DamagedFileError(file, str(error)) from None
    return None if difference is None else str(difference)


def game_of_file(file: Path, extra: Sequence[Path], cache: bool = True) -> Game:
    """Return the game that a saved file belongs to, with the options it was made with.

    Raises:
        SaveError: The file is damaged.
    """
    from interpreter.trajectory.identity import game_of

    data = read_saved(file)
    return _game_saved(find_package(game_of(data), extra), data, cache)


def diagnostic_page(name: str, language: str = "en") -> str:
    """Return the page of a diagnostic: what, why, bad, good; empty where there is none."""
    from dsl.diagnostics.explain import page_of
    from dsl.lint.rules import page_of as manual_of

    page = page_of(name)
    return manual_of(name, language) if page is None else page.text(language)


def prelude_words() -> tuple[str, ...]:
    """Return the events and values that most games share, by name."""
    sections = _prelude().sections
    return tuple(name for section in sections.values() for name in section)


def prelude_spans(name: str) -> tuple[Span, ...]:
    """Return where the prelude says what a word is; nothing where it has no such word."""
    entries = [section[name] for section in _prelude().sections.values() if name in section]
    return tuple(entry.key.span.to(entry.value.span) for entry in entries)


@lru_cache(maxsize=1)
def _prelude() -> Prelude:
    from dsl.load import prelude_in

    return prelude_in(prelude_folder())


def limits() -> tuple[Limit, ...]:
    """Return all limits, those of texts first."""
    from dsl.syntax.limits import LIMITS
    from interpreter.program import limits as of_matches

    return (*LIMITS, *of_matches.LIMITS)
