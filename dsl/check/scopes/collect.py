"""Collect the sections of a package's documents, and refuse reserved keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import PurePath

from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import (
    EXPANDING_SECTIONS,
    EXPANSION_FILE,
    GAME_FILE,
    LIBRARY_FILE,
    LISTED_SECTIONS,
    NAMED_SECTIONS,
    SINGLE_SECTIONS,
    Package,
    normalized,
    phases_in_a_list,
    spelled_out,
)
from dsl.diagnostics.diagnostic import Label, Report
from dsl.diagnostics.wording import Said
from dsl.keys.examples import ScriptKeys
from dsl.keys.files import MANIFEST_KEYS, TranslationKeys
from dsl.keys.key import AnyKey, Keyed
from dsl.keys.kinds import title_of
from dsl.keys.nouns import CardKeys
from dsl.model.documents import Document, Entry, Mapping, Node, Scalar, entries_of, items_of
from dsl.records import Span
from dsl.syntax.parser import parse_name
from dsl.syntax.trees import Field


def sort_documents(documents: Iterable[Document], package: Package) -> None:
    """Sort each document into its place: scripts, cards, translations, the manifest, the rest."""
    for document in documents:
        root, name = document.root, PurePath(document.source.path).name
        own = EXPANSION_FILE if package.expansion else GAME_FILE
        is_manifest = name == own and package.manifest is None
        if not isinstance(root, Mapping):
            package.documents.append(document)
        elif ScriptKeys.script.at(root) is not None:
            package.scripts.append(document)
        elif CardKeys.kind.at(root) is not None and not is_manifest:
            stem = PurePath(document.source.path).stem
            package.card_files.append((stem, document))
        elif TranslationKeys.translation.at(root) is not None:
            package.translations.append(document)
        else:
            package.documents.append(document)
            if is_manifest:
                package.manifest = root
            elif name == LIBRARY_FILE:
                package.libraries.append(root)


def collect_sections(draft: Draft) -> None:
    """Merge the sections of all documents; a section that has one place stands in one file."""
    _collect(draft.package, draft.report)
    for part in draft.parts:
        _collect(part, draft.report)
    if not draft.package.expansion:
        for section in EXPANDING_SECTIONS:
            entry = draft.package.single.get(section)
            if entry is not None:
                draft.report.add(
                    "unknown-key.belongs-expansion-game", entry.key.span, section=section
                )


def _collect(package: Package, report: Report) -> None:
    """Merge the sections of the documents of one package."""
    entries = [e for doc in package.documents for e in own_entries(doc.root, package)]
    for section in sorted(NAMED_SECTIONS):
        parts = [e for e in entries if e.key.text == section]
        parts.sort(key=_first_name)
        inner = [e for part in parts for e in entries_of(part.value)]
        package.named[section] = spelled_out(section, inner)
    for section in sorted(LISTED_SECTIONS):
        parts = [e for e in entries if e.key.text == section]
        if len(parts) > 1:  # a table of cards is a long text
            parts.sort(key=_first_text)
        package.listed[section] = [i for part in parts for i in items_of(part.value)]
    for section in sorted(SINGLE_SECTIONS):
        parts = [entry for entry in entries if entry.key.text == section]
        if parts:
            is_course = section in ("setup", "phases")
            value = phases_in_a_list(parts[0].value) if is_course else parts[0].value
            package.single[section] = Entry(parts[0].key, value)
        for other in parts[1:]:
            label = Label(parts[0].key.span, Said("help.first-declared"))
            report.add(
                "duplicate-name.section-declared-twice",
                other.key.span,
                labels=(label,),
                section=section,
            )
    file = EXPANSION_FILE if package.expansion else GAME_FILE
    for document in package.documents:
        if document.root is package.manifest:
            continue
        for entry in own_entries(document.root, package):
            if entry.key.text in MANIFEST_KEYS:
                report.add("unknown-key.belongs", entry.key.span, name=entry.key.text, file=file)


def own_entries(root: Node, package: Package) -> list[Entry]:
    """Return what a document says of the game: of a library's, all but its manifest."""
    entries = list(entries_of(root))
    if not any(root is library for library in package.libraries):
        return entries
    return [each for each in entries if each.key.text not in MANIFEST_KEYS]


def _first_name(entry: Entry) -> str:
    """Return the first name of a section, which orders the files it stands in."""
    inner = entries_of(entry.value)
    return inner[0].key.text if inner else ""


def _first_text(entry: Entry) -> str:
    """Return the first item of a section as a text, which orders the files it stands in."""
    inner = items_of(entry.value)
    return normalized(inner[0]) if inner else ""


def report_duplicate(report: Report, what: str, name: str, here: Span, first: Span) -> None:
    """Report a name declared twice, with both places and, where they differ, both packages."""
    label = Label(first, Said("help.first-declared"))
    is_one = here.source.package == first.source.package
    report.add(
        "duplicate-name.declared-twice" if is_one else "duplicate-name.declared-by-two",
        here,
        labels=(label,),
        what=noun(what),
        name=name,
        first=package_of(first),
        here=package_of(here),
    )


def report_two_overrides(report: Report, what: str, here: Span, first: Span) -> None:
    """Report two expansions that override one thing and know nothing of each other."""
    label = Label(first, Said("help.first-overridden"))
    report.add(
        "bad-override.overridden",
        here,
        labels=(label,),
        what=what,
        first=package_of(first),
        here=package_of(here),
    )


def package_of(span: Span) -> str:
    """Return whose text something stands in, in words."""
    return f"`{span.source.package}`" if span.source.package else Said("noun.the-game")


def noun(what: str) -> Said:
    """Return what a sort of thing is called, in every language."""
    return what if isinstance(what, Said) else Said(f"noun.{what.replace(' ', '-')}")


def named(what: str, name: str) -> Said:
    """Return a thing with what it is called: ``the card `ember` ``."""
    return Said("noun.the-named", noun=noun(what), name=name)


def unique_entries(
    draft: Draft, section: AnyKey, named: Callable[[Scalar, Report], object] = parse_name
) -> list[Entry]:
    """Return the entries of a section with names that can stand, each name once.

    Args:
        named: Answers whether a key can be a name, and reports it if not.
    """
    seen: dict[str, Entry] = {}
    what = section.name.removesuffix("s")
    for entry in draft.package.entries(section):
        first = seen.get(entry.key.text)
        if first is not None:
            report_duplicate(draft.report, what, entry.key.text, entry.key.span, first.key.span)
        elif named(entry.key, draft.report):
            seen[entry.key.text] = entry
    return list(seen.values())


def refuse_later(draft: Draft, form: Keyed, node: Node | None) -> bool:
    """Report each key of a mapping that is for a later version; return whether there was one."""
    later = {key.name: key.later for key in form.keys if key.later}
    found = [each.key for each in entries_of(node) if each.key.text in later]
    for key in found:
        report_later(draft, key.text, title_of(later[key.text]), key.span)
    return bool(found)


def refuse_slots(field: Field, draft: Draft) -> None:
    """Report a state with parameters."""
    if field.slots:
        report_later(
            draft, field.slots[0].name.text, Said("noun.state-with-parameters"), field.span
        )


def report_later(draft: Draft, key: str, what: str, span: Span) -> None:
    """Report one key that is for a later version."""
    draft.report.add("not-yet-supported.not-supported-yet", span, key_=key, what=what)
