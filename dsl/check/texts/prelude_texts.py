"""Hold the texts of the prelude by name; nothing in them is read before a game needs it."""

from __future__ import annotations

from collections import abc
from collections.abc import Iterable
from dataclasses import field
from typing import Final

from dsl.check.texts.shapes import child, entries_of
from dsl.diagnostics.diagnostic import Report
from dsl.records import record
from dsl.syntax.documents import Document, Entry
from dsl.syntax.keywords import NAME

SECTIONS: Final = ("events", "values", "actions")


@record
class Prelude:
    """The entries of the prelude: by section, then by the name their signature begins with."""

    sections: abc.Mapping[str, abc.Mapping[str, Entry]] = field(default_factory=dict)

    def get(self, section: str, name: str) -> Entry | None:
        """Return an entry, or None where the prelude has no such word."""
        return self.sections.get(section, {}).get(name)


def prelude_of(documents: Iterable[Document], report: Report) -> Prelude:
    """Return the entries of the prelude's documents."""
    sections: dict[str, dict[str, Entry]] = {section: {} for section in SECTIONS}
    for document in documents:
        for section in SECTIONS:
            for entry in entries_of(child(document.root, section)):
                name = NAME.match(entry.key.text)
                if name is None or name[0] in sections[section]:
                    message = f"`{entry.key.text}` is no new name"
                    report.add("duplicate-name", message, entry.key.span)
                else:
                    sections[section][name[0]] = entry
    return Prelude(sections)
