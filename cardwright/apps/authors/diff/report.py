"""Find two versions of a package, and compare them with their expansions."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from cardwright import Mistake, Package, PackageError, check, find_package
from cardwright.apps.authors.diff.compare import (
    ADDED,
    CHANGED,
    GONE,
    RENAMED,
    Change,
    Comparison,
    Wording,
)
from cardwright.apps.authors.diff.impact import Impact, Touched
from cardwright.apps.authors.diff.meaning import Meaning
from cardwright.apps.cards.revisions import older_package, package_at
from dsl import Record, Source, Span
from dsl.model.game import Game
from dsl.model.scripts import Script

_WHOLE: Final = "game:"


class Entry(Record, kw_only=True, eq=False):
    """A change with all that it touches; `expansion` is the one it is seen with, or None."""

    change: Change
    impact: tuple[Touched, ...]
    labels: dict[str, str]
    expansion: str | None


class Check(Record, kw_only=True):
    """An example or script that is other than it was: `what` is `added`, `gone` or `changed`."""

    sort: str
    title: str
    what: str
    span: Span


class Report(Record, kw_only=True, eq=False):
    """What is other between two versions.

    Attributes:
        entries: What means something else.
        wording: Texts that are others.
        free: Rulings, layouts and looks that are new or gone.
        checks: Examples and scripts that are others.
        files: Files in which only comments, order or layout are others.
    """

    old: Package
    new: Package
    games: tuple[Game, Game]
    entries: tuple[Entry, ...]
    wording: tuple[Wording, ...]
    free: tuple[Change, ...]
    checks: tuple[Check, ...]
    files: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing at all is told."""
        return not (self.entries or self.wording or self.free or self.checks or self.files)


def compare(old: Package, new: Package, cache: bool = True) -> Report:
    """Return all that is other between two versions of a package.

    Each expansion in the packages' own folders is compared as well, one after another.

    Raises:
        PackageError: One of them has errors.
    """
    base = _Pair(old, new, cache)
    pairs = [base]
    for id_ in sorted({*_own_expansions(old), *_own_expansions(new)}):
        before, after = (
            each.with_expansions([id_]) if id_ in _own_expansions(each) else each
            for each in (old, new)
        )
        pairs.append(_Pair(before, after, cache, id_))
    seen: set[Hashable] = set()
    found: dict[Hashable, Entry] = {}
    for entry in (entry for pair in pairs for entry in pair.entries()):
        signature = _signature(entry.change)
        known = found.setdefault(signature, entry)
        if known is not entry:
            touched = {each.key: each for each in (*entry.impact, *known.impact)}
            more = tuple(each for each in touched.values() if each not in known.impact)
            labels = {**entry.labels, **known.labels}
            found[signature] = replace(known, impact=(*known.impact, *more), labels=labels)
    entries = [*found.values()]
    wording = [each for pair in pairs for each in pair.wording(seen)]
    free = [each for pair in pairs for each in pair.free(seen)]
    checks = [each for pair in pairs for each in pair.checks(seen)]
    spans = (*(t.span for e in entries for t in (e.change.old, e.change.new) if t is not None),
             *(t.span for c in free for t in (c.old, c.new) if t is not None),
             *(each.thing.span for each in wording), *(each.span for each in checks))  # fmt: skip
    told = {_below(span.source, old, new) for span in spans if span is not None}
    versions = {game.manifest.version for game in base.games}
    keys = {*(e.change.key for e in entries), *(each.thing.key for each in wording)}
    told |= {Package.MANIFEST} if _WHOLE in keys or len(versions) > 1 else set()
    return Report(
        old=old, new=new, games=base.games, entries=tuple(entries), wording=tuple(wording),
        free=tuple(free), checks=tuple(checks),
        files=tuple(name for name in _differing(pairs, entries) if name not in told),
    )  # fmt: skip


class _Pair:
    """Two versions with the same expansion in them, or none."""

    def __init__(self, old: Package, new: Package, cache: bool, id_: str | None = None) -> None:
        self.packages = old, new
        self.id = id_
        self.games = _checked(old, cache), _checked(new, cache)
        self.compared = Comparison(*self.games)

    def entries(self) -> Iterator[Entry]:
        """Yield the changes with what they touch."""
        changes = [change for change in self.compared.changes if not change.is_free]
        if not changes:
            return
        impact = Impact(self.compared)
        labels = {**impact.uses[0].labels, **impact.uses[1].labels}
        for change in changes:
            touched = impact.of(change)
            yield Entry(change=change, impact=touched, labels=labels, expansion=self.id)

    def free(self, seen: set[Hashable]) -> Iterator[Change]:
        """Yield rulings, layouts and looks that are new or gone."""
        for change in self.compared.changes:
            if change.is_free and _is_new(seen, (change.key, change.what)):
                yield change

    def wording(self, seen: set[Hashable]) -> Iterator[Wording]:
        """Yield the texts that are others and not told yet."""
        for each in self.compared.wording:
            if _is_new(seen, ("wording", each.thing.key, each.name, repr(each.after))):
                yield each

    def checks(self, seen: set[Hashable]) -> Iterator[Check]:
        """Yield the examples and scripts that are others and not told yet."""
        old, new = (
            {
                ("example" if script.recorded is None else "script", script.title): script
                for script in (*game.examples, *game.scripts)
            }
            for game in self.games
        )
        meanings = self.compared.meanings
        for (sort, title), script in {**old, **new}.items():
            before, after = old.get((sort, title)), new.get((sort, title))
            forms = [None if each is None else _meaning(each, meaning)
                     for each, meaning in zip((before, after), meanings, strict=True)]  # fmt: skip
            if forms[0] == forms[1]:
                continue
            what = ADDED if before is None else GONE if after is None else CHANGED
            if _is_new(seen, (sort, title, what)):
                yield Check(sort=sort, title=title, what=what, span=script.span)


def _meaning(script: Script, meaning: Meaning) -> Hashable:
    """Return what a script does and expects, its title and recording left out."""
    return meaning.of((script.game, tuple(script.options.items()), script.players, script.seed,
                       script.positions, script.steps, script.checks))  # fmt: skip


def _is_new(seen: set[Hashable], told: Hashable) -> bool:
    """Return whether something is not told yet, and note that it is."""
    if told in seen:
        return False
    seen.add(told)
    return True


def _signature(change: Change) -> Hashable:
    """Return what is told of a change."""
    details = tuple((d.aspect, d.of, d.what, *(None if p is None else p.words("en")
                                               for p in (d.before, d.after)))
                    for d in change.details)  # fmt: skip
    return change.key, change.what, details


def _checked(package: Package, cache: bool) -> Game:
    """Return the checked game of a package.

    Raises:
        PackageError: It has errors.
    """
    found = check(package, cache)
    if found.game is None or any(each.severity == "error" for each in found.diagnostics):
        raise PackageError(found.diagnostics)
    return found.game


def _own_expansions(package: Package) -> tuple[str, ...]:
    """Return the expansions in a package's own folder; none where one is already in."""
    folder = package.folder / Package.EXPANSIONS
    if package.parts or not folder.is_dir():
        return ()
    return tuple(sorted(p.name for p in folder.iterdir() if (p / Package.EXPANSION).is_file()))


# --- files ------------------------------------------------------------------------------------


def _differing(pairs: Iterable[_Pair], entries: Iterable[Entry]) -> list[str]:
    """Return the files that are others, by their places inside the packages.

    Those that name what is called otherwise now are left out: that is told already.
    """
    old: dict[str, str] = {}
    new: dict[str, str] = {}
    for pair in pairs:
        for package, found in zip(pair.packages, (old, new), strict=True):
            found.update(_texts(package))
    names = {e.change.old.id.rpartition(".")[2] for e in entries
             if e.change.what == RENAMED and e.change.old is not None}  # fmt: skip
    words = "|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in sorted(names))
    named = re.compile(words or "$^")
    return sorted(
        name
        for name in old.keys() | new.keys()
        if old.get(name) != new.get(name) and not named.search(old.get(name, ""))
    )


def _texts(package: Package) -> Iterator[tuple[str, str]]:
    """Yield the files of a package and its expansions with their texts."""
    from dsl import Files

    for part in (package, *package.parts):
        for source in Files.of(part.folder, part.shown).sources():
            name = source.path.removeprefix(f"{part.shown}/")
            where = "" if part is package else f"{Package.EXPANSIONS}/{part.id}/"
            yield where + name, source.text


def _below(source: Source, old: Package, new: Package) -> str:
    """Return the place of a text inside either version."""
    for package in (old, new):
        if source.package:
            marked = f"{Package.EXPANSIONS}/{source.package}/"
            return marked + source.path.rpartition(f"/{source.package}/")[2]
        if source.path.startswith(f"{package.shown}/"):
            return source.path.removeprefix(f"{package.shown}/")
    return Path(source.path).name


@contextmanager
def version_of(word: str, extra: Sequence[Path], other: str = "") -> Iterator[Package]:
    """Yield the package that a word means.

    These are tried in turn: a folder or the id of a game; `REVISION:PATH` as git writes it;
    `GAME@REVISION`; a revision alone, of the folder that `other` means.

    Raises:
        Mistake: It means nothing.
        NoVersion: It is of the form of a revision, and there is none such.
    """
    try:
        found = find_package(word, extra)
    except Mistake as error:
        with _revision(word, extra, other, error) as package:
            yield package
        return
    yield found


@contextmanager
def _revision(word: str, extra: Sequence[Path], other: str, error: Mistake) -> Iterator[Package]:
    """Yield the package of a word that names a revision."""
    revision, colon, path = word.partition(":")
    game, at, of_game = word.rpartition("@")
    if colon:
        with package_at(revision, path, Path.cwd()) as package:
            yield package
    elif at and game and not of_game.startswith("{"):
        with older_package(find_package(game, extra), of_game) as package:
            yield package
    elif not other or ("/" in word and not Path(word).suffix and Path(word).parent.exists()):
        raise error
    else:
        try:
            found = find_package(other, extra)
        except Mistake:
            raise error from None
        with older_package(found, word) as package:
            yield package
