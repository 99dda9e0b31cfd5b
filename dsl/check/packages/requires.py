"""Compute what expansions build on, and their order; check libraries; find own keywords."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import COURSE_SECTIONS, LIBRARY_FILE, Package, required
from dsl.diagnostics.diagnostic import Instead, Report
from dsl.diagnostics.spelling import nearest
from dsl.diagnostics.wording import Said
from dsl.keys.files import GameKeys, ImprintKeys
from dsl.model.documents import NAME, entries_of
from dsl.source import Span
from dsl.syntax.scan import LATER_KEYWORDS


def ordered(parts: Sequence[Package]) -> tuple[Package, ...]:
    """Return expansions each after what it requires, else by id, whoever found them how."""
    waiting = sorted(parts, key=lambda part: part.expansion)
    found: list[Package] = []
    while waiting:
        ids = {part.expansion for part in waiting}
        free = [part for part in waiting if ids.isdisjoint(_ids(part) - {part.expansion})]
        found.append(free[0] if free else waiting[0])
        waiting.remove(found[-1])
    return tuple(found)


def _ids(part: Package) -> set[str]:
    """Return the ids that an expansion requires."""
    return {scalar.text for scalar in required(part.manifest)}


def closures_of(parts: Sequence[Package]) -> dict[str, frozenset[str]]:
    """Return what each expansion may name, all that it requires by way of others included."""
    direct = {part.expansion: _ids(part) for part in parts}
    found: dict[str, frozenset[str]] = {}
    for id_ in direct:
        seen, waiting = {""}, [id_]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                waiting.extend(direct[current] & direct.keys())
        found[id_] = frozenset(seen)
    return found


def check_requirements(parts: Sequence[Package], game: str, nowhere: Span, report: Report) -> None:
    """Report what is required and not there, circles, and ids that folders do not bear."""
    known = {part.expansion for part in parts}
    closures = closures_of(parts)
    for part in parts:
        if part.manifest is None:
            report.add("missing-section.expansion-no", nowhere, expansion=part.expansion)
            continue
        id_ = ImprintKeys(part.manifest).id
        if id_ is not None and id_.text != part.expansion:
            report.add(
                "bad-id.expansion-called-folder", id_.span, id=id_.text, expansion=part.expansion
            )
        for scalar in required(part.manifest):
            if scalar.text == part.expansion or part.expansion in closures.get(
                scalar.text, frozenset()
            ):
                report.add(
                    "requires-cycle.require-each-other",
                    scalar.span,
                    expansion=part.expansion,
                    written=scalar.text,
                )
            elif scalar.text not in (known | {game}):
                unknown(
                    report, "unknown-game", scalar.text, scalar.span,
                    [game, *known], "package here",
                )  # fmt: skip


def own_keywords(game: Package, parts: Sequence[Package]) -> Mapping[str, frozenset[str]]:
    """Return by package, the empty id for the game, the keywords that its texts see as names."""
    own = {}
    for part in (game, *parts):
        values = (GameKeys(document.root).values for document in part.documents)
        names = (NAME.match(entry.key.text) for node in values for entry in entries_of(node))
        found = (name[0] for name in names if name is not None)
        own[part.expansion] = frozenset(name for name in found if name in LATER_KEYWORDS)
    if not any(own.values()):
        return {}
    sees = {"": frozenset({""}), **closures_of(parts)}
    return {
        id_: frozenset(word for each in others & own.keys() for word in own[each])
        for id_, others in sees.items()
    }


def check_libraries(draft: Draft) -> None:
    """Report libraries that are required and not there, and what a library cannot say."""
    package, report = draft.package, draft.report
    ids = [ImprintKeys(library).id for library in package.libraries]
    known = [id_.text for id_ in ids if id_ is not None]
    for manifest in (package.manifest, *package.libraries):
        for scalar in required(manifest):
            if scalar.text not in known:
                near = nearest(scalar.text, known)
                where = Said("help.put-library", file=LIBRARY_FILE)
                help_ = Instead.of(near, scalar.text) if near else where
                report.add(
                    "unknown-library.no-library-named", scalar.span, help_, written=scalar.text
                )
    for library in package.libraries:
        for entry in entries_of(library):
            if entry.key.text in COURSE_SECTIONS:
                report.add(
                    "unknown-key.belongs-game-library",
                    entry.key.span,
                    name=entry.key.text,
                    file=LIBRARY_FILE,
                )
