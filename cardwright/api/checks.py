"""Check packages from their texts, each once, and look for what is doubtful in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import dsl.model.game
from cardwright.api.errors import PackageError
from cardwright.api.folders import prelude_folder
from cardwright.api.package import Package
from cardwright.api.process import nothing_collected
from dsl.records import record
from dsl.source import Source

if TYPE_CHECKING:
    from dsl.diagnostics.diagnostic import Diagnostic
    from dsl.syntax.package_files import Files


@record
class Checked:
    """A package as it was read: `game` is None where it has errors."""

    game: dsl.model.game.Game | None
    diagnostics: tuple[Diagnostic, ...]
    used: frozenset[tuple[str, str]] = frozenset()
    sources: tuple[Source, ...] = ()


@dataclass(slots=True)
class Checks:
    """What was found in packages, for as long as their texts are taken to stay as they are.

    Attributes:
        cache: Whether a model found without errors before will do; it comes without findings.
        texts: What some files are taken to hold, whatever lies on the disk.
    """

    cache: bool = False
    texts: Mapping[Path, str] = field(default_factory=dict)
    known: dict[Package, Checked] = field(default_factory=dict)

    def of(self, package: Package) -> Checked:
        """Return a package as it was read."""
        if package not in self.known:
            self.known[package] = check(package, self.cache, self.texts)
        return self.known[package]


def check(
    package: Package, cache: bool = False, texts: Mapping[Path, str] | None = None
) -> Checked:
    """Check a package from its texts.

    Args:
        cache: Whether a model found without errors before will do; it comes without findings.
        texts: What some of its files are taken to hold, whatever lies on the disk.
    """
    return check_files(package, package.files(texts or {}), cache)


def sound(checked: Checked) -> dsl.model.game.Game:
    """Return what was checked.

    Raises:
        PackageError: It has errors.
    """
    if checked.game is None:
        raise PackageError(checked.diagnostics)
    return checked.game


def check_files(package: Package, files: Sequence[Files], cache: bool = False) -> Checked:
    """Check a package whose texts are given; `check` says the rest."""
    from cardwright.api.cache import Cache, ModelStore
    from cardwright.api.folders import cache_folder, is_wanted

    store = ModelStore(Cache(cache_folder())) if cache and is_wanted() else None
    known = store.get(package, files) if store else None
    if known is not None:
        return Checked(known, ())
    checked = _check_texts(package, files)
    if store is not None and checked.game is not None:
        store.put(package, files, checked.game)
    return checked


def _check_texts(package: Package, files: Sequence[Files]) -> Checked:
    """Check a package from its texts."""
    from dsl.load import load_files

    with nothing_collected():
        loaded = load_files(files, package.shown, prelude_folder())
    return Checked(loaded.game, tuple(loaded.diagnostics), loaded.used, loaded.sources)


def lint_all(package: Package) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a game and all its variants, and what is doubtful in them."""
    checks = Checks()
    with nothing_collected():
        return tuple(
            found
            for each in lint_variants(package, checks)
            for found in findings_of(each, checks.of(each))
        )


def lint(package: Package) -> tuple[Diagnostic, ...]:
    """Return everything wrong with a package and, where nothing is, everything doubtful in it."""
    with nothing_collected():
        return findings_of(package, check(package))


def findings_of(package: Package, checked: Checked) -> tuple[Diagnostic, ...]:
    """Return everything wrong with a package that is checked, else everything doubtful in it."""
    from dsl.lint.allow import without_allowed
    from dsl.lint.rules import lint as look
    from interpreter.graph.findings import graph_diagnostics

    if checked.game is None:
        return checked.diagnostics
    game, sources = checked.game, checked.sources
    doubtful = (*look(game, checked.used, sources), *graph_diagnostics(game))
    own = _own_texts(package)
    sources = tuple(source for source in sources if own(source))
    doubtful = tuple(each for each in doubtful if own(each.span.source))
    return without_allowed((*checked.diagnostics, *doubtful), sources)


def _own_texts(package: Package) -> Callable[[Source], bool]:
    """Return whether a text is one that lint speaks of.

    Those are the texts of a game without its libraries, or of the expansion that requires all
    others.
    """
    whose = package.topmost() if package.parts else ""
    shared = tuple(f"{library.shown}/" for library in package.libraries())
    return lambda source: source.package == whose and not source.path.startswith(shared)


def variants(package: Package, cache: bool = True) -> tuple[Package, ...]:
    """Return a game by itself, with each installed expansion, and as its scripts ask for.

    A package with expansions already in it stands for these alone.
    """
    return lint_variants(package, Checks(cache))


def lint_variants(package: Package, checks: Checks) -> tuple[Package, ...]:
    """Return the variants of a game."""
    found = [package] if package.parts else [
        package, *(package.with_expansions([id_]) for id_ in package.installed())
    ]  # fmt: skip
    known = dict.fromkeys(each for one in found for each in _combinations(one, checks))
    return tuple(known)


def combinations(package: Package, cache: bool = True) -> tuple[Package, ...]:
    """Return a game, and the same with the further expansions that its scripts ask for."""
    return _combinations(package, Checks(cache))


def _combinations(package: Package, checks: Checks) -> tuple[Package, ...]:
    """Return the combinations of a game."""
    game = checks.of(package).game
    asked = () if game is None else game.combinations
    more = (package.with_expansions(ids) for ids in asked if set(ids) <= package.installed().keys())
    return (package, *more)
