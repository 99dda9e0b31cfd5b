"""Gather the sections of a package's documents, whatever files they stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import PurePath

from dsl.check.draft import Draft
from dsl.check.later import refuse_later
from dsl.check.package import (
    LISTED_SECTIONS,
    MANIFEST_KEYS,
    NAMED_SECTIONS,
    SINGLE_SECTIONS,
    Package,
)
from dsl.check.shapes import entries_of, items_of, normalized
from dsl.diagnostics.diagnostic import Label, Report
from dsl.source import Span
from dsl.syntax.documents import Document, Entry, Mapping


def sort_documents(documents: Iterable[Document], package: Package) -> None:
    """Put each document where it belongs: scripts, cards, the manifest, the rest."""
    for document in documents:
        root = document.root
        if not isinstance(root, Mapping):
            package.documents.append(document)
        elif root.get("script") is not None:
            package.scripts.append(document)
        elif root.get("kind") is not None:
            stem = PurePath(document.source.path).stem
            package.card_files.append((stem, document))
        else:
            package.documents.append(document)
            if PurePath(document.source.path).name == "game.yaml" and package.manifest is None:
                package.manifest = root


def collect_sections(draft: Draft) -> None:
    """Merge the sections of all documents; a section that has one place stands in one file."""
    for document in draft.package.documents:
        refuse_later(draft, "package", document.root)
    entries = [e for doc in draft.package.documents for e in entries_of(doc.root)]
    for section in sorted(NAMED_SECTIONS):
        parts = [e for e in entries if e.key.text == section]
        parts.sort(key=_first_name)
        draft.package.named[section] = [e for part in parts for e in entries_of(part.value)]
    for section in sorted(LISTED_SECTIONS):
        parts = [e for e in entries if e.key.text == section]
        parts.sort(key=_first_text)
        draft.package.listed[section] = [i for part in parts for i in items_of(part.value)]
    for section in sorted(SINGLE_SECTIONS):
        _collect_single(section, entries, draft)
    _refuse_stray_manifest(draft)


def _first_name(entry: Entry) -> str:
    """Return the first name of a section, which orders the files it stands in."""
    inner = entries_of(entry.value)
    return inner[0].key.text if inner else ""


def _first_text(entry: Entry) -> str:
    """Return the first item of a section as a text, which orders the files it stands in."""
    inner = items_of(entry.value)
    return normalized(inner[0]) if inner else ""


def _collect_single(section: str, entries: list[Entry], draft: Draft) -> None:
    """Keep a section that may stand in one file only."""
    parts = [entry for entry in entries if entry.key.text == section]
    if parts:
        draft.package.single[section] = parts[0]
    for other in parts[1:]:
        label = Label(parts[0].key.span, "first declared here")
        message = f"the section `{section}` is declared twice"
        help_text = "merge the two: a game has it once"
        draft.report.add("duplicate-name", message, other.key.span, help_text, labels=(label,))


def _refuse_stray_manifest(draft: Draft) -> None:
    """Report what only `game.yaml` may say elsewhere."""
    for document in draft.package.documents:
        if document.root is draft.package.manifest:
            continue
        for entry in entries_of(document.root):
            if entry.key.text in MANIFEST_KEYS:
                message = f"`{entry.key.text}` belongs in `game.yaml`"
                draft.report.add("unknown-key", message, entry.key.span, "move it there")


def report_duplicate(report: Report, what: str, name: str, here: Span, first: Span) -> None:
    """Report a name declared twice, with both places."""
    label = Label(first, "first declared here")
    message = f"the {what} `{name}` is declared twice"
    report.add("duplicate-name", message, here, "give one of them another name", labels=(label,))


def unique_entries(
    draft: Draft, section: str, what: str, is_name: Callable[[Entry], bool]
) -> list[Entry]:
    """Return the entries of a section with names that can stand, each name once."""
    seen: dict[str, Entry] = {}
    for entry in draft.package.entries(section):
        first = seen.get(entry.key.text)
        if first is not None:
            report_duplicate(draft.report, what, entry.key.text, entry.key.span, first.key.span)
        elif is_name(entry):
            seen[entry.key.text] = entry
    return list(seen.values())
