"""Join expansions and their game: what merges, extends, inserts and overrides.

The order of expansions follows from what they build on. Afterwards the texts are those of one
package; every span still knows whose text it is. Keys that an override leaves out stay as they are.
The original of a value or an event goes on under a hidden name, which `base` means in the override;
that of an action or phase is read in its place.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.names_declared import unknown
from dsl.check.packages.extend import (
    SECTIONS,
    extend,
    insert,
    joined,
    laid_over,
    names_phase,
    phases_of,
    with_child,
    with_entries,
    without_keys,
)
from dsl.check.scopes.collect import named, report_two_overrides
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import (
    COURSE_SECTIONS,
    LIBRARY_FILE,
    LISTED_SECTIONS,
    NAMED_SECTIONS,
    Package,
    as_mapping,
    required,
)
from dsl.diagnostics.diagnostic import Instead, Label, Report
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.course import NamedPhaseKeys, PhaseKeys
from dsl.keys.files import (
    ExpandingKeys,
    GameKeys,
    ImprintKeys,
    MorePlayersKeys,
    OverrideKeys,
    SectionKeys,
)
from dsl.keys.key import AnyKey
from dsl.model.documents import NAME, Entry, Mapping, Node, Scalar, Sequence, entries_of, items_of
from dsl.records import Span
from dsl.syntax.grammar import LATER_KEYWORDS, LATER_STATEMENTS


def ordered(parts: abc.Sequence[Package]) -> tuple[Package, ...]:
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


def closures_of(parts: abc.Sequence[Package]) -> dict[str, frozenset[str]]:
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


def check_requirements(
    parts: abc.Sequence[Package], game: str, nowhere: Span, report: Report
) -> None:
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


def own_keywords(game: Package, parts: abc.Sequence[Package]) -> abc.Mapping[str, frozenset[str]]:
    """Return by package, the empty id for the game, the keywords that its texts see as names."""
    own = {}
    for part in (game, *parts):
        roots = [GameKeys(document.root) for document in part.documents]
        own[part.expansion] = frozenset(
            name[0]
            for root in roots
            for node, words in ((root.values, LATER_KEYWORDS), (root.events, LATER_STATEMENTS))
            for name in (NAME.match(entry.key.text) for entry in entries_of(node))
            if name is not None and name[0] in words
        )
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


_PHASE: Final = PhaseKeys
CONTENTS = frozenset(key.name for key in (_PHASE.do, _PHASE.offer, _PHASE.phases))
LOOPS = frozenset(
    key.name for key in (_PHASE.turns, _PHASE.asks, _PHASE.for_, _PHASE.while_, _PHASE.repeat)
)


def override(part: Package, draft: Draft) -> None:
    """Carry out `override:` of one expansion."""
    entry = part.one(ExpandingKeys.override)
    if entry is None:
        return
    for section, change in CHANGES:
        for own in entries_of(section.of(entry.value)):
            if _may_override(section.name, own.key, part, draft):
                change(section.name, own, part, draft)
    end_name = OverrideKeys.end.name
    end = entry.value.entry(end_name) if isinstance(entry.value, Mapping) else None
    if end is not None and _may_override(end_name, end.key, part, draft):
        first = draft.package.one(SectionKeys.end)
        node = end.value if first is None else laid_over(end.value, first.value)
        draft.package.single[SectionKeys.end.name] = Entry(end.key, node)
    part.listed["override-cards"] = list(items_of(OverrideKeys(entry.value).cards))


def _may_override(section: str, key: Scalar, part: Package, draft: Draft) -> bool:
    """Report two expansions that override one thing and know nothing of each other."""
    name = _name(key)
    first = draft.overridden.get((section, name))
    draft.overridden[section, name] = key.span
    if first is None or first.source.package in draft.closures[part.expansion]:
        return True
    is_end = section == "end"
    word = Said("noun.the-end") if is_end else named(section.removesuffix("s"), name)
    report_two_overrides(draft.report, word, key.span, first)
    return False


def _name(key: Scalar) -> str:
    """Return the name that a signature begins with."""
    match = NAME.match(key.text)
    return key.text if match is None else match[0]


# --- values and events ------------------------------------------------------------------------


def _named(section: str, own: Entry, part: Package, draft: Draft) -> None:
    """Replace a value or event by another, which goes on under a hidden name."""
    entries, name = draft.package.named[section], _name(own.key)
    places = list(_places(section, name, part, draft))
    if not places:
        _report_unknown(section, own.key, part, draft)
        return
    first = entries[places[0]]
    wanted, given = ("".join(each.key.text.split()) for each in (first, own))
    if len(own.key.text.strip()) > len(name) and given != wanted:
        label = Label(first.key.span, Said("help.signature-replaces"))
        draft.report.add(
            "bad-override.override-another-signature", own.key.span, labels=(label,), name=name
        )
        return
    hidden = f"{name}__{part.expansion}"
    draft.bases[section, hidden] = draft.bases.get((section, name), "")
    draft.bases[section, name] = hidden
    originals = [entries[place] for place in places]
    for place, entry in zip(places, originals, strict=True):
        key = entry.key  # every place in the file stays
        offsets = (key.offsets[0],) * len(hidden) + tuple(key.offsets[len(name) :])
        key = replace(key, text=hidden + key.text[len(name) :], letters=offsets)
        entries[place] = Entry(key, _hidden(section, entry.value))
    node = laid_over(as_mapping(section, own.value), first.value, {"examples"})
    entries.append(Entry(first.key, node))


def _places(section: str, name: str, part: Package, draft: Draft) -> Iterator[int]:
    """Yield where something that an expansion may name stands in its section."""
    visible = draft.closures[part.expansion] - {part.expansion}
    for place, entry in enumerate(draft.package.named[section]):
        if _name(entry.key) == name and entry.key.span.source.package in visible:
            yield place


def _report_unknown(section: str, key: Scalar, part: Package, draft: Draft) -> None:
    """Report an override of something that is not there."""
    visible = draft.closures[part.expansion]
    entries = draft.package.named[section]
    names = [_name(e.key) for e in entries if e.key.span.source.package in visible]
    word = section.removesuffix("s")
    unknown(draft.report, f"unknown-{word}", _name(key), key.span, names)


def _hidden(section: str, node: Node) -> Node:
    """Return an original without what only the outside of it has."""
    outside = {"text", "examples", "when"} if section == "events" else {"text", "examples", "show"}
    if isinstance(node, Sequence):
        return Sequence(tuple(without_keys(item, outside) for item in node.items), node.span)
    return without_keys(node, outside)


# --- actions and phases -----------------------------------------------------------------------


def _action(section: str, own: Entry, part: Package, draft: Draft) -> None:
    """Replace an action by another."""
    entries = draft.package.named[section]
    places = list(_places(section, own.key.text, part, draft))
    if not places:
        _report_unknown(section, own.key, part, draft)
        return
    first = entries[places[0]]
    _keep_base(own.value, first.value, draft)
    entries[places[0]] = Entry(first.key, laid_over(own.value, first.value, {"examples"}))
    for place in reversed(places[1:]):
        del entries[place]


def _keep_base(own: Node, below: Node, draft: Draft) -> None:
    """Remember what `base` means in the steps of an override."""
    steps, original = NamedPhaseKeys(own).do, NamedPhaseKeys(below).do
    if steps is not None and original is not None:
        draft.base_texts[steps.span] = original


def _phase(section: str, own: Entry, part: Package, draft: Draft) -> None:
    """Replace a phase by another; its loop stays where the override says none."""
    visible = draft.closures[part.expansion] - {part.expansion}
    for key in SECTIONS:
        entry = draft.package.one(key)
        changed = None if entry is None else _with_phase(entry.value, own, visible, draft)
        if entry is not None and changed is not None:
            draft.package.single[key.name] = Entry(entry.key, changed)
            return
    names = phases_of(draft, visible)
    unknown(draft.report, "unknown-phase", own.key.text, own.key.span, names)


def _with_phase(node: Node, own: Entry, visible: frozenset[str], draft: Draft) -> Node | None:
    """Return a list of phases with one of them replaced; None if it is not there."""
    items = items_of(node)
    for number, item in enumerate(items):
        changed: Node | None = None
        if names_phase(item, own.key.text, visible):
            said = {entry.key.text for entry in entries_of(own.value)}
            left_out = (CONTENTS if said & CONTENTS else set()) | (LOOPS if said & LOOPS else set())
            _keep_base(own.value, item, draft)
            changed = laid_over(own.value, item, left_out)
        elif isinstance(item, Mapping) and PhaseKeys(item).phases is not None:
            inner = _with_phase(PhaseKeys.phases.at(item) or item, own, visible, draft)
            changed = None if inner is None else with_child(item, PhaseKeys.phases, inner)
        if changed is not None:
            return Sequence((*items[:number], changed, *items[number + 1 :]), node.span)
    return None


Change = Callable[[str, Entry, Package, Draft], None]
CHANGES: Final[tuple[tuple[AnyKey, Change], ...]] = (
    (OverrideKeys.values, _named),
    (OverrideKeys.events, _named),
    (OverrideKeys.actions, _action),
    (OverrideKeys.phases, _phase),
)


NOT_THEIRS = {
    "setup": "help.insert-its-phases",
    "phases": "help.insert-them",
    "end": "help.override-it",
    "policy": "help.leave-to-game",
}
"""Sections that an expansion has not, and what to write instead."""


def join_expansions(draft: Draft) -> None:
    """Merge the sections of all expansions into the game's, in their order."""
    game = ImprintKeys(draft.package.manifest).id
    id_ = "" if game is None else game.text
    check_requirements(draft.parts, id_, draft.nowhere, draft.report)
    draft.closures = draft.world.closures = closures_of(draft.parts)
    for part in draft.parts:
        whole = draft.package
        for section in sorted(NAMED_SECTIONS):
            whole.named[section] = [*whole.entries(section), *part.entries(section)]
        for section in sorted(LISTED_SECTIONS):
            whole.listed[section] = [*whole.items(section), *part.items(section)]
        whole.card_files.extend(part.card_files)
        whole.scripts.extend(part.scripts)
        _merge_players(part, draft)
        for section, key in NOT_THEIRS.items():
            entry = part.single.get(section)
            if entry is not None:
                span = entry.key.span
                draft.report.add("unknown-key.expansion-no-own", span, Said(key), section=section)
        extend(part, draft)
        insert(part, draft)
        override(part, draft)


def _merge_players(part: Package, draft: Draft) -> None:
    """Add the state that an expansion gives every player."""
    added, known = part.one(SectionKeys.players), draft.package.one(SectionKeys.players)
    if added is None or known is None or not isinstance(known.value, Mapping):
        return
    before, more = (entries_of(MorePlayersKeys(node.value).state) for node in (known, added))
    state = joined(before, more, MorePlayersKeys.state.name, draft.report)
    draft.package.single[SectionKeys.players.name] = Entry(
        known.key, with_entries(known.value, MorePlayersKeys.state, state)
    )
