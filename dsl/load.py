"""Load a package: find its files, check them, and return the game with everything found on the way.

Nothing here raises on what a package says: findings are collected, and a file that cannot be read
does not stop the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.check.assemble import draft_of_game, game_of, new_draft
from dsl.check.causes.causes import caused
from dsl.check.expressions.expressions import check_expression
from dsl.check.nouns.kinds import declare_kind_fields
from dsl.check.packages.join import closures_of, ordered, own_keywords
from dsl.check.packages.scripts import script_of
from dsl.check.passes import OF_SCRIPTS, PASSES
from dsl.check.scopes.collect import sort_documents
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import noting, scope_at
from dsl.check.scopes.translations import written_texts
from dsl.check.texts.consequences import without_consequences
from dsl.check.texts.package import Package
from dsl.check.texts.schema import check_shapes
from dsl.check.texts.texts import Prelude, prelude_of
from dsl.diagnostics.diagnostic import Diagnostic, Report, in_order
from dsl.diagnostics.wording import bounded_guesses
from dsl.model.documents import Document, Scalar
from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.model.steps import Formula
from dsl.model.texts import WrittenText
from dsl.model.types import Type
from dsl.records import Record, Source, Span
from dsl.syntax import package_files
from dsl.syntax.parser import named, parse_expression, texts_read
from dsl.syntax.yaml_reader import read_documents, read_source

if TYPE_CHECKING:
    from dsl.tables.live import Asked


class Loaded(Record):
    """What loading a package gave.

    Attributes:
        game: None where an error was found.
        diagnostics: In order of files and places, each once.
        sources: The files of the package that could be opened, by shown path.
        used: What the texts name, as `World.used`; the lint rules read it.
    """

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    used: frozenset[tuple[str, str]] = frozenset()


def load_package(
    folder: Path,
    shown: str,
    prelude: Path,
    expansions: Iterable[package_files.Place] = (),
    libraries: Iterable[package_files.Place] = (),
) -> Loaded:
    """Return the game in a folder.

    Args:
        shown: The folder as people named it; paths in findings begin with it.
        prelude: The folder of the events and values that most games share.
        expansions: Those that are in, with all that they require.
        libraries: Those that the game requires; their texts are read as the game's own.
    """
    places = (package_files.Place(folder, shown), *libraries, *expansions)
    return load_files(map(package_files.files_in, places), shown, prelude)


def load_files(
    parts: Iterable[package_files.Files], shown: str, prelude: Path, has_scripts: bool = True
) -> Loaded:
    """Return the game that the files of a package and of its expansions make.

    Args:
        has_scripts: Whether scripts and examples are checked too, and are in the game.
    """
    report = Report()
    sources = tuple(source for files in parts for source in package_files.sources_of(files, report))
    with bounded_guesses():
        return _drafted(sources, shown, prelude_in(prelude), report, has_scripts)[0]


def load_sources(
    sources: Iterable[Source], shown: str, prelude: Prelude, report: Report | None = None
) -> Loaded:
    """Return the game that some texts make; paths decide what each of them is."""
    with bounded_guesses():
        return _drafted(sources, shown, prelude, Report() if report is None else report)[0]


def texts_of(
    parts: Iterable[package_files.Files], shown: str, prelude: Path
) -> tuple[Loaded, tuple[WrittenText, ...]]:
    """Return the game that some files make, and every text for people that stands in them."""
    report = Report()
    sources = tuple(source for files in parts for source in package_files.sources_of(files, report))
    with bounded_guesses():
        loaded, draft = _drafted(sources, shown, prelude_in(prelude), report)
        return loaded, () if loaded.game is None else written_texts(draft)


def _drafted(
    sources: Iterable[Source],
    shown: str,
    prelude: Prelude,
    report: Report,
    has_scripts: bool = True,
) -> tuple[Loaded, Draft]:
    """Return the game that some texts make, and the draft that it was made from."""
    kept, unread = tuple(sources), tuple(report.diagnostics)
    found, draft = _found(kept, shown, prelude, report, has_scripts)
    if has_errors(found):
        size = sum(len(source.text) for source in kept)

        def again(source: Source, text: str) -> list[Diagnostic]:
            other = Source(source.path, text, source.package)
            texts = tuple(other if each is source else each for each in kept)
            with _unheard():
                return _found(texts, shown, prelude, Report(list(unread)))[0]

        with named(own_keywords(draft.package, draft.parts)):
            found = caused(found, draft, again, size)
    diagnostics = in_order(found)
    game = None if has_errors(diagnostics) else game_of(draft)
    return Loaded(game, diagnostics, kept, frozenset(draft.world.used)), draft


@contextmanager
def _unheard() -> Iterator[None]:
    """Check texts inside once more: who listens to what is read hears nothing of it."""
    with texts_read(), noting(()):
        yield


def _found(
    sources: tuple[Source, ...],
    shown: str,
    prelude: Prelude,
    report: Report,
    has_scripts: bool = True,
) -> tuple[list[Diagnostic], Draft]:
    """Return what is found in some texts, and the draft that they make."""
    texts = [each for each in sources if not isinstance(each, package_files.TableFile)]
    tables = [each for each in sources if isinstance(each, package_files.TableFile)]
    documents = list[Document]()
    for source in texts:
        is_kept = len(source.text) <= package_files.TEXT_KEPT
        read, told = (_read if is_kept else _read.__wrapped__)(source)
        documents += read
        report.diagnostics += told
    package, parts = _sorted(documents, sources)
    asked: Asked = {}
    if tables:
        cards, asked = _cards_of(tables, package, parts, prelude, report)
        documents += cards
        package, parts = _sorted(documents, sources)
    nowhere = Span(sources[0] if sources else Source(shown, ""), 0, 0)
    if package.manifest is not None and package.manifest.entries:
        nowhere = package.manifest.entries[0].key.span
    draft = new_draft(package, prelude, report, nowhere, parts)
    for each in (package, *parts):
        check_shapes(each, report, draft.later_attributes)
    if package.manifest is None:
        report.add("missing-section.no-manifest", nowhere)
    alone = [] if has_errors(report.diagnostics) else _alone(sources, parts, prelude, shown)
    with named(own_keywords(package, parts)):
        for run in PASSES:
            if has_scripts or run not in OF_SCRIPTS:
                run(draft)
    found = alone or without_consequences(report.diagnostics, draft.lost, report.taken)
    if tables:
        from dsl.tables.live import advised

        found = advised(found, asked)
    return found, draft


def _sorted(
    documents: Iterable[Document], sources: Iterable[Source]
) -> tuple[Package, tuple[Package, ...]]:
    """Return the texts of the game, and of each expansion after what it requires."""
    found = {"": Package()}
    for source in sources:
        found.setdefault(source.package, Package(expansion=source.package))
    for document in documents:
        sort_documents([document], found[document.source.package])
    package = found.pop("")
    return package, ordered(tuple(found.values()))


_NOUNS: Final = PASSES[: PASSES.index(declare_kind_fields) + 1]
"""The passes after which it is known what a table may name."""


def _cards_of(
    tables: Iterable[package_files.TableFile],
    package: Package,
    parts: tuple[Package, ...],
    prelude: Prelude,
    report: Report,
) -> tuple[list[Document], Asked]:
    """Return the cards of tables as documents; the other texts say what their columns mean."""
    from dsl.tables import headings, live  # most packages have no tables

    draft = new_draft(package, prelude, Report(), Span(Source("", ""), 0, 0), parts)
    with _unheard(), named(own_keywords(package, parts)):
        for run in _NOUNS:
            run(draft)
    return live.documents_of(tables, headings.words_of_draft(draft), report)


def _alone(
    sources: Iterable[Source], parts: tuple[Package, ...], prelude: Prelude, shown: str
) -> list[Diagnostic]:
    """Return the errors of each expansion without those that it does not require.

    What it names must be there without them.
    """
    closures = closures_of(parts)
    found: list[Diagnostic] = []
    for id_ in closures if len(parts) > 1 else ():
        if closures[id_] >= closures.keys():
            continue
        own = (source for source in sources if source.package in closures[id_])
        with _unheard():
            told, _ = _found(tuple(own), shown, prelude, Report())
        found += [each for each in told if each.severity == "error"]
    return found


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether one of the findings is an error."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


@lru_cache(maxsize=package_files.SOURCES_KEPT)
def _read(source: Source) -> tuple[tuple[Document, ...], tuple[Diagnostic, ...]]:
    """Return the documents of a source, and what is wrong with it."""
    report = Report()
    documents = read_documents(source, report)
    return documents, tuple(report.diagnostics)


@lru_cache(maxsize=4)
def prelude_in(folder: Path) -> Prelude:
    """Return the prelude in a folder."""
    report = Report()
    documents: list[Document] = []
    for path in sorted(folder.glob("*.yaml")):
        source = read_source(path, f"prelude/{path.name}", report)
        documents.extend(() if source is None else read_documents(source, report))
    prelude = prelude_of(documents, report)
    if report.diagnostics:
        raise ValueError(f"the prelude cannot be read: {report.diagnostics[0].message}")
    return prelude


def check_script(
    path: Path, shown: str, game: Game
) -> tuple[tuple[Script, ...], tuple[Diagnostic, ...]]:
    """Return the scripted games in a file for a game that is checked already."""
    report = Report()
    source = read_source(path, shown, report)
    return _check_scripts(source, game, report)


def check_script_text(
    text: str, shown: str, game: Game
) -> tuple[tuple[Script, ...], tuple[Diagnostic, ...]]:
    """Return the scripted games in a text for a game that is checked already."""
    return _check_scripts(Source(shown, text), game, Report())


def _check_scripts(
    source: Source | None, game: Game, report: Report
) -> tuple[tuple[Script, ...], tuple[Diagnostic, ...]]:
    """Return the scripted games of a source, and what is wrong with them."""
    documents = () if source is None else read_documents(source, report)
    package = Package()
    sort_documents(documents, package)
    check_shapes(package, report)
    draft = draft_of_game(game, report)
    scripts = [script_of(document, draft, game.manifest.id) for document in package.scripts]
    return tuple(script for script in scripts if script is not None), in_order(report.diagnostics)


def check_text(
    text: str, game: Game, seats: Mapping[str, int], expected: Type | None = None
) -> tuple[Formula | None, tuple[Diagnostic, ...]]:
    """Return the formula an expression makes; players are named by seat, `me` is the first."""
    report = Report()
    source = Source("expression", text)
    span = Span(source, 0, len(text))
    tree = parse_expression(Scalar.at(text, True, span, tuple(range(len(text) + 1))), report)
    if tree is None:
        return None, in_order(report.diagnostics)
    draft = draft_of_game(game, report)
    draft.world.seats = seats
    scope = scope_at(draft.world, has_me="yes", place="script")
    found = check_expression(tree, scope, expected)
    diagnostics = in_order(report.diagnostics)
    if has_errors(diagnostics):
        return None, diagnostics
    return Formula(tuple(scope.slots.infos), 0, found), diagnostics
