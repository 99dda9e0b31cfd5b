"""Store what is known of the packages of open files, and answer what an editor asks at a place.

Answers are types, texts, declarations, uses, completions, and the mistakes in typed texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cardwright import Checks, Package, data_folder
from cardwright.apps.authors.explained.reference import Named, named, sentences, summaries
from cardwright.apps.face.words import say
from dsl import CheckedFile, Diagnostic, Language, Source, Span, in_order, listen, read_yaml
from dsl.model.documents import KEY, NAME, Document, Entry, Mapping, Place, Scalar, scalar_around
from dsl.model.documents import Sequence as Items
from dsl.model.game import Game


class Lines:
    """Turns offsets of a text into lines and UTF-16 columns from 0, and back."""

    def __init__(self, text: str) -> None:
        self.source = Source("", text)
        self.text = text

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column."""
        line, column = self.source.position(min(offset, len(self.text)))
        return line - 1, _units(self.text[offset - column + 1 : offset])

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column; what lies beyond an end is that end."""
        start = 0
        for _ in range(line):
            end = self.text.find("\n", start)
            if end < 0:
                return len(self.text)
            start = end + 1
        for offset in range(start, len(self.text) + 1):
            is_end = offset == len(self.text) or self.text[offset] == "\n"
            if is_end or _units(self.text[start:offset]) >= column:
                return offset
        return len(self.text)


def _units(text: str) -> int:
    """Return how many units of UTF-16 a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(slots=True)
class Known:
    """What the last full check knows of a package.

    Attributes:
        game: None where it has errors; the last one that had none is kept.
        paths: The files on the disk by shown path.
        read: The effect texts of all files, by shown path: their offsets.
    """

    package: Package
    game: Game | None
    paths: dict[str, Path]
    sources: dict[str, Source]
    files: dict[str, CheckedFile]
    findings: tuple[Diagnostic, ...]
    read: dict[str, frozenset[int]]


@dataclass(slots=True)
class OpenPackages:
    """The open files, and what is known of their packages.

    Attributes:
        texts: Open files as they are in the editor.
    """

    texts: dict[Path, str] = field(default_factory=dict)
    known: dict[Path, Known] = field(default_factory=dict)

    def package_of(self, path: Path) -> Package | None:
        """Return the package that a file belongs to."""
        return Package.around(path)

    def known_now(self, path: Path) -> Known | None:
        """Return what is known of a file's package; None where nobody checked it yet."""
        package = self.package_of(path)
        return None if package is None else self.known.get(_folder(package))

    def known_of(self, path: Path) -> Known | None:
        """Return what is known of a file's package, checking it if nobody did."""
        package, known = self.package_of(path), self.known_now(path)
        return self.check(package) if known is None and package is not None else known

    def check(self, package: Package) -> Known:
        """Check a package with its open files as they are in the editor."""
        texts = dict(self.texts)
        checks = Checks(texts=texts)
        shown = {f"{each.place.shown}/{name}": each.place.folder / name
                 for each in package.files(texts) for name, _ in each.contents}  # fmt: skip
        open_paths = {name for name, path in shown.items() if path in texts}
        with listen(open_paths) as heard:
            variants = checks.variants(package)
            found = in_order(f for each in variants for f in checks.findings(each))
        sources = {s.path: s for each in variants for s in checks.of(each).sources}
        for each in variants:
            for files in each.files(texts):
                place = files.place
                shown |= {f"{place.shown}/{n}": place.folder / n for n, _ in files.contents}
        before = self.known.get(_folder(package))
        game = checks.of(package).game or (before.game if before else None)
        known = Known(package, game, shown, sources, {}, found, heard.effects())
        for name in open_paths & sources.keys():
            old = before.files.get(name) if before else None
            known.files[name] = heard.file(sources[name], found, old)
        self.known[_folder(package)] = known
        return known

    def may_be_called(self, uses: Sequence[tuple[Path, Span]], name: str) -> bool:
        """Return whether a word can be another at all its places: no error comes of it."""
        package = self.package_of(uses[0][0]) if uses else None
        if package is None:
            return False
        texts = dict(self.texts)
        for path in {path for path, _ in uses}:
            spans = sorted((s for p, s in uses if p == path), key=lambda span: -span.start)
            text = spans[0].source.text
            for span in spans:
                text = text[: span.start] + name + text[span.end :]
            texts[path] = text
        return _errors(package, texts) <= _errors(package, self.texts)

    def quick(self, path: Path) -> tuple[Diagnostic, ...] | None:
        """Return what is wrong in a file as it is now; None where nothing is known of it yet."""
        package = self.package_of(path)
        known = self.known.get(_folder(package)) if package is not None else None
        name = None if known is None else shown_of(known, path)
        file = known.files.get(name) if known is not None and name is not None else None
        if file is None:
            return None
        return file.findings(self.texts[path])


def _errors(package: Package, texts: Table[Path, str]) -> int:
    """Return how many errors a package and its variants have."""
    checks = Checks(texts=texts)
    every = (checks.of(each).diagnostics for each in checks.variants(package))
    return sum(each.severity == "error" for found in every for each in found)


def _folder(package: Package) -> Path:
    """Return what a package is known by: the folder of a game, or of the expansion that is in."""
    return package.parts[-1].folder if package.parts else package.folder


def shown_of(known: Known, path: Path) -> str | None:
    """Return the path of a file as findings show it."""
    return next((name for name, file in known.paths.items() if file == path), None)


def hover_text(known: Known, file: CheckedFile, text: str, offset: int, lang: str) -> str:
    """Return what a hover shows, as Markdown; empty where there is nothing to tell."""
    answer = file.ask(text, offset)
    if answer.word is None:
        return ""
    word, type_ = answer.word.text, answer.type
    parts = [] if type_ is None else [f"`{word}`: {type_}"]
    for thing in things(known.game, word):
        what = say(lang, thing.sort)
        of = f" ({thing.of})" if thing.of else ""
        called = f" — {Language.in_all(thing.text)}" if thing.text else ""
        parts.append(f"**{what}{of}** `{thing.name}`{called}  \n{thing.span.place}")
    for table in (summaries(), sentences()):  # a word may be a function and a part of a statement
        if word in table:
            parts.append("  \n".join(table[word][tag] for tag in Language.OWN))
    return "\n\n".join(dict.fromkeys(parts))


def things(game: Game | None, word: str) -> Iterator[Named]:
    """Yield everything in a game that is called by a word."""
    if game is None:
        return
    for each in named(game):
        if word in (each.name, each.name.rpartition(".")[2]):
            yield each
    for events in game.events.values():
        for event in events:
            if event.id == word and event.span is not None:
                yield Named("thing-event", event.id, event.text, event.span)
    for card in game.cards:
        if card.id == word:
            name = {tag: f"{card.name.get(tag, '')}: {card.text.get(tag, '')}".rstrip(": ")
                    for tag in Language.OWN if tag in card.name}  # fmt: skip
            yield Named("thing-card", card.id, name, card.span)


def declared(
    known: Known, file: CheckedFile, text: str, offset: int
) -> list[tuple[Path, Source, Span]]:
    """Return where a word is declared: in its own text where it is a local, else in the game."""
    answer = file.ask(text, offset)
    if answer.word is None:
        return []
    word, local = answer.word.text, answer.local
    spans = [_name_in(each.span, word) for each in things(known.game, word)]
    found = _located(known, spans)
    return found or ([] if local is None else _located(known, [local]))


def _located(known: Known, spans: list[Span]) -> list[tuple[Path, Source, Span]]:
    """Return the files of places, as far as there are such."""
    return [(path, span.source, span) for span in spans
            if (path := path_of(known, span.source.path)) is not None]  # fmt: skip


def _name_in(span: Span, word: str) -> Span:
    """Return where a name stands in, or just before, the span of what it names."""
    text = span.source.text
    line = text.rfind("\n", 0, span.start) + 1
    at = text.find(word, span.start, span.end)
    at = text.rfind(word, line, span.end) if at < 0 else at
    return Span(span.source, at, at + len(word)) if at >= 0 else span


def path_of(known: Known, shown: str) -> Path | None:
    """Return the file of a shown path, the prelude's too."""
    if shown.startswith("prelude/"):
        return data_folder("cards") / "prelude" / shown.removeprefix("prelude/")
    return known.paths.get(shown)


def uses(known: Known, word: str, texts: dict[Path, str]) -> Iterator[tuple[Path, Source, Span]]:
    """Yield where a word stands as a name: in effect texts, keys and plain values."""
    for shown, path in known.paths.items():
        old = known.sources.get(shown)
        if old is None:
            continue
        text = texts.get(path, old.text)
        if word not in text:
            continue
        source = Source(shown, text, old.package)
        starts = known.read.get(shown, frozenset()) if text == old.text else None
        for document in read_yaml(source).documents:
            for scalar in _named_scalars(document.root, starts, word):
                for match in NAME.finditer(scalar.text):
                    line = scalar.text[: match.start()].rpartition("\n")[2]
                    if match[0] == word and "#" not in line:  # not in a comment
                        yield path, source, scalar.part(*match.span())


def _named_scalars(node: object, starts: frozenset[int] | None, word: str) -> Iterator[Scalar]:
    """Yield the texts in which a word is a name: effect texts, and what is nothing but names."""
    if isinstance(node, Scalar):
        is_effect = starts is None or node.span.start in starts
        if is_effect or word in node.text.split(".") or node.text.partition(" ")[0] == word:
            yield node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield from _named_scalars(entry.key, starts, word)
            if entry.key.text not in ("text", "name", "title", "summary", "script"):
                yield from _named_scalars(entry.value, starts, word)
    elif isinstance(node, Items):
        for item in node.items:
            yield from _named_scalars(item, starts, word)


def outline(documents: tuple[Document, ...]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Yield the sections of a file with the entries in them."""
    for document in documents:
        for entry in document.root.entries if isinstance(document.root, Mapping) else ():
            yield entry, list(entry.value.entries) if isinstance(entry.value, Mapping) else []


def signature_at(file: CheckedFile, text: str, offset: int) -> str:
    """Return how the event or value is written whose slots a place is among; else empty."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    depth, at = 0, len(line)
    while at > 0:
        at -= 1
        depth += (line[at] == ")") - (line[at] == "(")
        if depth < 0:
            break
    if not file.notes:
        return ""
    before = NAME.findall(line[:at] if depth < 0 else line)
    for word in reversed(before[-1:] if depth < 0 else before):
        words = file.signature(word)
        if words is not None:
            return words
        if word in summaries() and depth < 0:
            return f"{word}(…): {summaries()[word][Language.OWN[0]]}"
    return ""


ASKED: Final = "zz-asked-zz"
"""Stands in the place, so that it is read as a key or a value that no file has."""


def yaml_offers(game: Game, sort: str, text: str, offset: int) -> list[tuple[str, str, str]]:
    """Return the keys or words that a schema of the game allows at an offset, each with its sort
    and its title."""
    from cardwright.apps.authors.authoring.reports import schema_of

    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] in "-_."):
        start -= 1
    is_value = text[text.rfind("\n", 0, start) + 1 : start].rstrip().endswith(":")
    word = ASKED if is_value else f"{ASKED}: {ASKED}"
    asked = text[:start] + word + text[offset:]
    found = scalar_around(read_yaml(Source("", asked)).scalars(), start)
    if found is None:
        return []
    schema = schema_of(game, sort)
    path = found[0][1:]
    is_key = path[-1:] == (KEY,)
    parts = list(_descend([schema], path[:-2] if is_key else path, schema))
    if is_key:
        return sorted({(key, "field", str(each.get("title", "")) if isinstance(each, dict) else "")
                       for part in parts
                       for key, each in part.get("properties", {}).items()})  # fmt: skip
    return sorted({(str(word), "enum", "") for part in parts for word in part.get("enum", ())})


def _descend(parts: list[Any], path: Place, root: Any) -> Iterator[Any]:
    """Yield the parts of a schema that speak of a place."""
    found = [each for part in parts for each in _alternatives(part, root)]
    if not path:
        yield from found
        return
    step, inner = path[0], []
    for part in found:
        if isinstance(step, int):
            inner += [part["items"]] if "items" in part else []
        elif step in part.get("properties", {}):
            inner.append(part["properties"][step])
        elif isinstance(part.get("additionalProperties"), dict):
            inner.append(part["additionalProperties"])
    yield from _descend(inner, path[1:], root) if inner else ()


def _alternatives(part: Any, root: Any) -> Iterator[Any]:
    """Yield a part of a schema and all that it is put together from."""
    if not isinstance(part, dict):
        return
    yield part
    if "$ref" in part:
        found = root
        for key in part["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        yield from _alternatives(found, root)
    for key in ("allOf", "anyOf", "oneOf"):
        for each in part.get(key, ()):
            yield from _alternatives(each, root)
    for key in ("then", "else"):
        yield from _alternatives(part.get(key), root)
