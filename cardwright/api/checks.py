"""Check packages from their texts, each once, and look for what is doubtful in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

import dsl.model.game
from cardwright.api.errors import PackageError
from cardwright.api.folders import prelude_folder
from cardwright.api.package import Package
from dsl.records import Record, Source, collect, nothing_collected

if TYPE_CHECKING:
    from cardwright.api.card_changes import ChangedCards
    from cardwright.api.card_data import CardData
    from cardwright.api.relint import Look
    from dsl.diagnostics.diagnostic import Diagnostic
    from dsl.syntax.package_files import Files


_SMALL = 500_000
"""Bytes of texts that are cut sooner than it is looked up how they were."""


class Checked(Record):
    """A package as it was read: `game` is None where it has errors.

    Attributes:
        is_whole: Whether no card was left out that cannot come into a match.
        made_of: What tells it apart from every other, its texts included; "" where no model of it
            may be kept.
    """

    game: dsl.model.game.Game | None
    diagnostics: tuple[Diagnostic, ...]
    used: frozenset[tuple[str, str]] = frozenset()
    sources: tuple[Source, ...] = ()
    is_whole: bool = True
    made_of: str = ""

    def sound(self) -> dsl.model.game.Game:
        """Return what was checked.

        Raises:
            PackageError: It has errors.
        """
        if self.game is None:
            raise PackageError(self.diagnostics)
        return self.game


@dataclass(slots=True)
class Checks:
    """What was found in packages, for as long as their texts are taken to stay as they are.

    Attributes:
        cache: Whether a model found without errors before will do; it comes without findings.
        texts: What some files are taken to hold, whatever lies on the disk.
        keeps: Whether findings in a large pool of cards are kept, and taken from there.
    """

    cache: bool = False
    texts: Mapping[Path, str] = field(default_factory=dict)
    known: dict[Package, Checked] = field(default_factory=dict)
    keeps: bool = False

    @staticmethod
    def page_of(name: str, language: str = "en") -> str:
        """Return the page of a finding: what, why, bad, good; empty where there is none."""
        from dsl.diagnostics.catalogue import page_of
        from dsl.lint.rules import page_of as manual_of

        page = page_of(name)
        return manual_of(name, language) if page is None else page.text(language)

    @staticmethod
    def by_rule(name: str, game: dsl.model.game.Game) -> tuple[Diagnostic, ...]:
        """Return what one lint rule finds in a checked game."""
        from dsl.lint.rules import lint_rule

        return lint_rule(name, game)

    @staticmethod
    def is_large(package: Package) -> bool:
        """Return whether its texts are so many that a part of them is read where that will do."""
        return not _is_small(package.files())

    @staticmethod
    def data_of_cards(package: Package, has_rules: bool = False) -> CardData | None:
        """Return a checked game in which most cards of its pool have no rules; None without a pool,
        or where it does not stand so.

        Args:
            has_rules: Whether it is asked which card does the same as each of these.
        """
        from cardwright.api.card_data import data_of

        def checked(files: Sequence[Files]) -> dsl.model.game.Game | None:
            return check(package, files=files, scripts=False).game

        with nothing_collected():
            return data_of(package.files(), checked, has_rules)

    @staticmethod
    def data_of_changed(package: Package, kept: bytes) -> ChangedCards | None:
        """Return what the changed cards of a pool are; None where all are to be read.

        Args:
            kept: What `data_of_cards` said was to be kept when all were read.
        """
        from cardwright.api.card_changes import ChangedCards, changes

        found = changes(kept, package.files())
        if found is None:
            return None
        with nothing_collected():
            game = check(package, files=found.files, scripts=False).game
        return None if game is None else ChangedCards(game, found.cards, found.gone, found.kept)

    @staticmethod
    def cards_naming(package: Package, ids: Iterable[str]) -> frozenset[str]:
        """Return the cards of its pool whose lines name some."""
        from cardwright.api.card_data import naming

        return naming(package.files(), ids)

    def of(self, package: Package) -> Checked:
        """Return a package as it was read."""
        if package not in self.known:
            self.known[package] = check(package, self.cache, self.texts)
        return self.known[package]

    def findings(self, package: Package) -> tuple[Diagnostic, ...]:
        """Return everything wrong with a package, else everything doubtful in it."""
        if self.keeps:
            return _kept_findings(self, package)
        return findings_of(package, self.of(package))

    def combinations(self, package: Package) -> tuple[Package, ...]:
        """Return a game, and the same with the further expansions that its scripts ask for."""
        known = package.installed()
        game = self.of(package).game if known else None
        asked = () if game is None else game.combinations
        more = (package.with_expansions(ids) for ids in asked if set(ids) <= known.keys())
        return (package, *more)

    def variants(self, package: Package) -> tuple[Package, ...]:
        """Return a game by itself, with each installed expansion, and as its scripts ask for.

        A package with expansions already in it stands for these alone.
        """
        alone = () if package.parts else package.installed()
        found = [package, *(package.with_expansions([id_]) for id_ in alone)]
        return tuple(dict.fromkeys(each for one in found for each in self.combinations(one)))


def check(
    package: Package,
    cache: bool = False,
    texts: Mapping[Path, str] | None = None,
    files: Sequence[Files] | None = None,
    scripts: bool = True,
) -> Checked:
    """Check a package from its texts.

    Args:
        cache: Whether a model found without errors before will do; it comes without findings.
        texts: What some of its files are taken to hold, whatever lies on the disk.
        files: What it is made of, if that was read before.
        scripts: Whether its scripts and examples are checked too. A model without them is not kept.
    """
    from cardwright.api.cache import Cache, ModelStore, model_name

    files = package.files(texts or {}) if files is None else files
    kept = Cache.of_user() if cache and scripts else None
    store = None if kept is None else ModelStore(kept)
    if store is None:
        return _check_texts(package, files, scripts)
    name = model_name(package, files)
    known = store.get(name)
    if known is not None:
        return Checked(known, (), made_of=name)
    checked = _check_texts(package, files, scripts)
    if checked.game is not None:
        store.put(name, checked.game)
    return replace(checked, made_of=name)


def check_for_match(package: Package, named: Iterable[str], cache: bool = False) -> Checked:
    """Check a package without the cards of a pool that cannot come into a match.

    What is wrong with cards that are left out is not found.

    Args:
        named: Texts whose words name cards that can: the values of options, a position.
        cache: As of `check`.
    """
    files = package.files()
    found = _cut(files, tuple(named), cache)
    if found != files:
        checked = check(package, cache, files=found)
        if checked.game is not None:
            return replace(checked, is_whole=False)
    return check(package, cache, files=files)


def _cut(files: tuple[Files, ...], named: tuple[str, ...], cache: bool) -> tuple[Files, ...]:
    """Return the files of a game as a match needs them."""
    from cardwright.api.cache import Cache, CutStore

    kept = Cache.of_user() if cache and not _is_small(files) else None
    store = None if kept is None else CutStore(kept)
    found = store.get(files, named) if store else None
    if found is None:
        from dsl.syntax.cuts import cut

        found = cut(files, named).files
        if store is not None:
            store.put(files, named, found)
    return found


def _is_small(files: Sequence[Files]) -> bool:
    """Return whether files are cut sooner than it is looked up how they were."""
    return sum(len(data) for each in files for _, data in each.contents) < _SMALL


def _check_texts(package: Package, files: Sequence[Files], scripts: bool) -> Checked:
    """Check a package from its texts."""
    from dsl.load import load_files

    with nothing_collected():
        loaded = load_files(files, package.shown, prelude_folder(), scripts)
        if not _is_small(files):
            collect()
    return Checked(loaded.game, tuple(loaded.diagnostics), loaded.used, loaded.sources)


def lint(
    package: Package, *, variants: bool = False, cache: bool = False
) -> tuple[Diagnostic, ...]:
    """Return everything wrong with a package and, where nothing is, everything doubtful in it.

    Args:
        variants: Whether it is looked at with each of its expansions too.
        cache: Whether what was found in a large pool of cards before is kept, and taken from there.
    """
    checks = Checks(keeps=cache)
    with nothing_collected():
        every = checks.variants(package) if variants else (package,)
        return tuple(found for each in every for found in checks.findings(each))


def _kept_findings(checks: Checks, package: Package) -> tuple[Diagnostic, ...]:
    """Return what lint finds, with what it found before in a large pool of cards."""
    from cardwright.api import relint
    from cardwright.api.cache import Cache, LastStore

    files, kept = package.files(), Cache.of_user()
    if kept is None or _is_small(files):
        if package not in checks.known:
            checks.known[package] = check(package, checks.cache, files=files)
        return findings_of(package, checks.known[package])

    store = LastStore(kept, "lint", package)
    content = store.get()
    look = looker(package)
    found = None if content is None else relint.relint(content, files, look)
    if found is None:
        found, content = relint.linted(files, look)
        if content is not None:
            store.put(content)
    return found


def looker(package: Package) -> Look:
    """Return what lints a package as some files have it."""
    from cardwright.api.relint import Looked

    def look(files: Sequence[Files]) -> Looked:
        checked = _check_texts(package, files, True)
        return Looked(checked.game, checked.diagnostics, lambda: findings_of(package, checked))

    return look


def findings_of(package: Package, checked: Checked) -> tuple[Diagnostic, ...]:
    """Return everything wrong with a package that is checked, else everything doubtful in it."""
    from dsl.lint.rules import lint as look
    from dsl.lint.rules import without_allowed
    from interpreter.graph.findings import graph_diagnostics

    if checked.game is None:
        return checked.diagnostics
    game, sources = checked.game, checked.sources
    is_expanded = not package.parts and bool(package.installed())
    doubtful = look(game, checked.used, sources, is_expanded=is_expanded)
    doubtful = (*doubtful, *graph_diagnostics(game))
    # lint speaks of a game without its libraries, or of the expansion that requires all others
    whose = package.topmost() if package.parts else ""
    shared = tuple(f"{library.shown}/" for library in package.libraries())

    def is_own(source: Source) -> bool:
        return source.package == whose and not source.path.startswith(shared)

    doubtful = tuple(each for each in doubtful if is_own(each.span.source))
    return without_allowed((*checked.diagnostics, *doubtful), tuple(filter(is_own, sources)))
