"""Return the numbers of a package: the game alone, then each expansion."""

from __future__ import annotations

from dataclasses import replace

from cardwright.api.expansions import installed, with_expansions
from cardwright.api.loading import load_package, variants
from cardwright.api.packages import Package
from cardwright.apps.authors.stats.counts import Stats, stats_of
from dsl.load import sources_in
from dsl.model.scripts import Script
from dsl.source import Source
from dsl.syntax.package_files import Place


def stats_of_package(package: Package, cache: bool = True) -> tuple[Stats, ...]:
    """Return the numbers of a game, then of each installed expansion of it.

    Raises:
        PackageError: The game or an expansion has errors.
    """
    alone = replace(package, parts=())
    game = load_package(alone, cache=cache).model
    cases = [case for each in variants(alone, cache) for case in _scripts_of(each, cache)]
    found = [stats_of(game, _sources(package), cases)]
    for id_, expansion in installed(package).items():
        whole = load_package(with_expansions(package, [id_]), cache=cache).model
        found.append(stats_of(whole, _sources(expansion, id_), cases, id_))
    return tuple(found)


def _scripts_of(package: Package, cache: bool) -> tuple[Script, ...]:
    """Return the examples and scripts of a package."""
    model = load_package(package, cache=cache).model
    return (*model.examples, *model.scripts)


def _sources(package: Package, expansion: str = "") -> tuple[Source, ...]:
    """Return the texts of a package alone."""
    return sources_in(Place(package.folder, package.shown, expansion))
