"""Parse YAML into documents in which every key, value and character knows its place.

The text is read as a stream of events and guarded there, before any tree is built: aliases, merge
keys and deep nesting cannot cost time or memory. Scalars stay texts. YAML resolves escapes and
folds lines; the written form is walked a second time, which notes the offset of every remaining
character. A wrong guess is noticed, because the characters are compared with what YAML read.
"""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from sys import intern
from typing import Any, Final

import yaml
from msgspec.structs import replace

from dsl.diagnostics.diagnostic import Diagnostic, Label, Report
from dsl.diagnostics.wording import Said
from dsl.keys.files import COURSE, LISTED, NAMED
from dsl.model import documents as d
from dsl.records import Record, Source, Span
from dsl.syntax.limits import FILE_BYTES, SCALAR_BYTES, YAML_DEPTH, YAML_DOCUMENTS
from dsl.syntax.package_files import characters_are_allowed, read_source, value_is_allowed
from dsl.syntax.yaml_problem import (
    indent_of,
    report_flow_trap,
    report_yaml_error,
    tries_of,
    without_piece,
)

_FOLD = re.compile(r"[ \t]*\n[ \t\n]*")
_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|(?P<line>\n[ \t]*)|.)", re.DOTALL
)
_QUOTES = ("'", '"')
_WORD: Final = 40
"""Characters of a text that probably stands in many places."""
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\n?")


def map_offsets(text: str, start: int, end: int, style: str, value: str) -> abc.Sequence[int]:
    """Return the offset of each character of a value, and of its end.

    Args:
        text: The whole file.
        start: Where the scalar begins, its quote or `|` included.
        style: `'`, `"`, `|`, `>`, or empty for a plain scalar.
    """
    if style == "" and text.startswith(value, start) and end - start == len(value):
        return range(start, end + 1)
    if style in _QUOTES and end - start == len(value) + 2 and text.startswith(value, start + 1):
        return range(start + 1, end)
    if style in ("|", ">"):
        found = _map_block(text, start, end, value)
    else:
        found = _map_flow(text, start + bool(style), end - bool(style), style, value)
    if found is None:  # offsets inside the scalar that rise
        return tuple(min(start + i, end) for i in range(len(value) + 1))
    return tuple(found)


def _map_flow(text: str, start: int, end: int, style: str, value: str) -> list[int] | None:
    """Return the offsets for a plain or quoted scalar, or None where they do not fit the value."""
    offsets: list[int] = []
    here = start
    while here < end:
        fold = _FOLD.match(text, here, end)
        escape = _ESCAPE.match(text, here, end) if style == '"' and text[here] == "\\" else None
        if fold is not None:
            line_ends = [i for i in range(fold.start(), fold.end()) if text[i] == "\n"]
            offsets += line_ends if len(line_ends) == 1 else line_ends[1:]
            here = fold.end()
        elif escape is not None:
            offsets += [] if escape["line"] is not None else [here]
            here = min(escape.end(), end)
        else:
            offsets.append(here)
            here += 2 if style == "'" and text[here] == "'" else 1
    return [*offsets, end] if len(offsets) == len(value) else None


def _map_block(text: str, start: int, end: int, value: str) -> list[int] | None:
    """Return the offsets for a block of lines, or None where they do not fit the value."""
    header = _HEADER.match(text, start)
    here = header.end() if header else start
    written = next((line for line in text[here:end].split("\n") if line.strip(" \t")), "")
    first = next((line for line in value.split("\n") if line.strip(" \t")), "")
    indentation = max(0, indent_of(written) - indent_of(first))
    offsets: list[int] = []
    while here < end and len(offsets) < len(value):
        line_end = text.find("\n", here)
        line_end = len(text) if line_end < 0 else line_end
        content = text[here + indentation : line_end]
        if content.strip(" \t"):
            begin = _find_content(value, len(offsets), content)
            if begin is None:
                return None
            offsets += [max(start, here - 1)] * (begin - len(offsets))
            offsets += range(here + indentation, line_end)
        here = line_end + 1
    last = min(offsets[-1] + 1 if offsets else end, len(text))
    offsets += [last] * (len(value) - len(offsets))
    return [*offsets, max(last, min(end, len(text)))]


def _find_content(value: str, begin: int, content: str) -> int | None:
    """Return where a written line continues the value, past the white space between lines."""
    while begin < len(value) and not value.startswith(content, begin):
        if value[begin] not in " \n\t":
            return None
        begin += 1
    return begin if begin < len(value) else None


__all__ = ["read_documents", "read_source"]

SECTIONS = frozenset(key.name for key in (*NAMED, *COURSE, *LISTED))
"""Keys whose names an author cannot change."""

_ANY = ("utf-8", "surrogatepass")
_Loader = type[yaml.SafeLoader]
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TOO_DEEP = "maximum nesting depth"
"""What the reader in C says where lists nest by the thousand, before it gives the events of what it
has read; the one in Python has no bound of its own, so that ours is found."""


def _start(event: yaml.Event) -> int:
    """Return the offset at which an event begins."""
    return event.start_mark.index if event.start_mark else 0


def _end(event: yaml.Event) -> int:
    """Return the offset at which an event ends."""
    return event.end_mark.index if event.end_mark else _start(event)


class _Stopped(Exception):
    """The rest of the file is not read; the reason is reported."""


def read_documents(source: Source, report: Report) -> tuple[d.Document, ...]:
    """Return the documents of a file that can be read; what cannot is reported."""
    if len(source.text.encode(*_ANY)) > FILE_BYTES:
        report.add("file-too-large", Span(source, 0, 0), most=FILE_BYTES)
        return ()
    if not characters_are_allowed(source, report):
        return ()
    found: list[d.Document] = []
    own, mistakes = Report(), Report()
    text: str | None = source.text
    for _ in range(1 + tries_of(source.text)):
        if text is None:
            break
        own.diagnostics.clear()
        found.clear()
        error = _read_text(source, text, own, found, _LOADER)
        if error is None:
            break
        report_yaml_error(error, source, mistakes)
        text = without_piece(source, text, mistakes.diagnostics[-1].span.start, error)
    report.diagnostics += [*mistakes.diagnostics, *own.diagnostics]
    return tuple(found)


def _read_text(
    source: Source, text: str, report: Report, found: list[d.Document], loader: _Loader
) -> yaml.YAMLError | None:
    """Read the documents of a source, of which some places may be blank; return what stopped it."""
    try:
        found.extend(_Reader(source, report, _events(text, loader)).documents())
    except yaml.YAMLError as error:
        if _TOO_DEEP not in str(error):
            return error
        report.diagnostics.clear()
        found.clear()
        return _read_text(source, text, report, found, yaml.SafeLoader)
    except _Stopped:
        pass
    return None


def _events(text: str, make: _Loader) -> Iterator[yaml.Event]:
    """Yield the events of a text; `yaml.parse` would ask for each whether there is one."""
    loader = make(text)
    try:
        yield from iter(loader.get_event, None)
    finally:
        loader.dispose()


@dataclass(slots=True)
class _Reader:
    """Builds nodes from events.

    A node is None where it was reported and has to be left out.
    """

    source: Source
    report: Report
    events: Iterator[yaml.Event]
    depth: int = 0

    def documents(self) -> Iterator[d.Document]:
        """Yield each document as soon as its end was read."""
        count = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                count += 1
                if count > YAML_DOCUMENTS:
                    self._refuse("too-many-documents", event, most=YAML_DOCUMENTS)
                    raise _Stopped
                root = self._node(next(self.events))
                next(self.events)
                if root is not None:
                    yield d.Document(self.source, root)

    def _node(self, event: yaml.Event) -> d.Node | None:
        """Return the node that begins with an event."""
        if isinstance(event, yaml.AliasEvent):
            self._refuse("yaml-anchor.alias", event, text=self._span(event).text)
            return None
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        assert isinstance(event, yaml.CollectionStartEvent)
        self._check_properties(event)
        self.depth += 1
        if self.depth > YAML_DEPTH:
            self._refuse("yaml-too-deep", event, most=YAML_DEPTH)
            raise _Stopped
        is_list = isinstance(event, yaml.SequenceStartEvent)
        node: d.Node | None = self._sequence(event) if is_list else self._mapping(event)
        self.depth -= 1
        return node

    def _check_properties(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Report an anchor or a tag; the value itself is read."""
        if event.anchor is not None:
            self._refuse("yaml-anchor.anchor", event, name=event.anchor)
        if event.tag is not None:
            self._refuse("yaml-tag", event, tag=event.tag)

    def _refuse(self, key: str, event: yaml.Event, **slots: Any) -> None:
        """Report what YAML allows and rules do not, at the first line of an event."""
        span = self._span(event)
        end = min(span.end, self.source.text.find("\n", span.start) % (len(self.source.text) + 1))
        self.report.add(key, Span(self.source, span.start, end), **slots)

    def _span(self, event: yaml.Event) -> Span:
        """Return where an event stands."""
        return Span(self.source, _start(event), _end(event))

    def _scalar(self, event: yaml.ScalarEvent) -> d.Scalar | None:
        """Return a scalar with the place of its every character."""
        text, start, style = self.source.text, _start(event), event.style or ""
        if event.anchor is not None or event.tag is not None:
            self._check_properties(event)
            start = _after_properties(text, start, event)
        end = max(start, _end(event))
        if style == "" and event.value == text[start:end] and end - start <= SCALAR_BYTES // 4:
            word = intern(event.value) if end - start <= _WORD else event.value
            return d.Scalar(word, True, self.source, start, end - start, None)
        if style in ("|", ">"):
            end = start + len(text[start:end].rstrip())
        span = Span(self.source, start, end)
        size = len(event.value)
        if size > SCALAR_BYTES // 4 and len(event.value.encode(*_ANY)) > SCALAR_BYTES:
            place = Span(self.source, start, start + 1)
            self.report.add("scalar-too-long", place, most=SCALAR_BYTES)
            return None
        if not value_is_allowed(event.value, span, self.report):
            return None
        offsets = map_offsets(text, start, end, style, event.value)
        return d.Scalar.at(event.value, style == "", span, offsets)

    def _sequence(self, event: yaml.CollectionStartEvent) -> d.Sequence | None:
        """Return a list."""
        items: list[d.Node] = []
        end = _end(event)
        while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
            node = self._node(inner)
            if node is not None:
                items.append(node)
                end = node.end
        end = _end(inner) if event.flow_style else end
        node = d.Sequence(tuple(items), Span(self.source, _start(event), end))
        if event.flow_style and report_flow_trap(node, self.report):
            return None
        return node

    def _mapping(self, event: yaml.CollectionStartEvent) -> d.Mapping | None:
        """Return a mapping with unique keys."""
        entries: dict[str, d.Entry] = {}
        end = _end(event)
        while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
            key = self._node(inner)
            value = self._node(next(self.events))
            entry = self._entry(key, value, entries)
            if entry is not None:
                entries[entry.key.text] = entry
            for each in (key, value):
                if each is not None and each.end > end:
                    end = each.end
        end = _end(inner) if event.flow_style else end
        span = Span(self.source, _start(event), end)
        node = d.Mapping(tuple(entries.values()), bool(event.flow_style), span)
        if event.flow_style and report_flow_trap(node, self.report):
            return None
        return node

    def _entry(
        self, key: d.Node | None, value: d.Node | None, entries: dict[str, d.Entry]
    ) -> d.Entry | None:
        """Return an entry, or None where its key cannot stand or its value is left out."""
        if key is None or not self._key_is_allowed(key, entries):
            return None
        assert isinstance(key, d.Scalar)
        if value is None or key.text not in entries:
            return d.Entry(key, value) if value is not None else None
        first = entries[key.text]
        return d.Entry(first.key, _merged(first.value, value))

    def _key_is_allowed(self, key: d.Node, entries: dict[str, d.Entry]) -> bool:
        """Return whether a key is a text of its own; else report it."""
        if not isinstance(key, d.Scalar) or not key.text.strip():
            fault = "bad-key.empty" if isinstance(key, d.Scalar) else "bad-key.no-text"
            start = min(key.span.start, max(0, len(self.source.text) - 1))
            self.report.add(fault, Span(self.source, start, start + 1))
            return False
        if key.is_plain and key.text == "<<":
            self.report.add("merge-key", key.span)
            return False
        if key.text in entries:
            first = Label(entries[key.text].key.span, Said("duplicate-key.first"))
            is_section = key.text in SECTIONS
            fault = "duplicate-key.section" if is_section else "duplicate-key.entry"
            self.report.add(fault, key.span, key=key.text, labels=(first,))
        return True


def _merged(first: d.Node, second: d.Node) -> d.Node:
    """Return the value of a key that stands twice: all of the first, and what the second adds, so
    that nothing in it is reported as missing elsewhere."""
    if isinstance(first, d.Sequence) and isinstance(second, d.Sequence):
        return replace(first, items=first.items + second.items)
    if isinstance(first, d.Mapping) and isinstance(second, d.Mapping):
        entries = {entry.key.text: entry for entry in first.entries}
        for entry in second.entries:
            known = entries.get(entry.key.text)
            value = entry.value if known is None else _merged(known.value, entry.value)
            entries[entry.key.text] = d.Entry((known or entry).key, value)
        return replace(first, entries=tuple(entries.values()))
    return first


def _after_properties(text: str, start: int, event: yaml.ScalarEvent) -> int:
    """Return where a scalar begins behind its anchor and its tag."""
    end = _end(event)
    while start < end and text[start] in "&! \n":
        if text[start] in "&!":
            while start < end and not text[start].isspace():
                start += 1
        else:
            start += 1
    return start


class YamlFile(Record):
    """A file as it was read.

    Attributes:
        source: Its text; None where it has none.
        documents: Those that can be read.
        findings: Why the rest cannot.
    """

    source: Source | None
    documents: tuple[d.Document, ...]
    findings: tuple[Diagnostic, ...]

    def scalars(self) -> dict[d.Place, d.Scalar]:
        """Return every text of the file by its place."""
        return d.scalars_by_place(self.documents)


def read_yaml(file: Source | Path) -> YamlFile:
    """Return a text, or the file of a path, as YAML."""
    report = Report()
    source = read_source(file, str(file), report) if isinstance(file, Path) else file
    documents = () if source is None else read_documents(source, report)
    return YamlFile(source, documents, tuple(report.diagnostics))
