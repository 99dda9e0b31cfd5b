"""Return the type of a word in an open file, its texts, its declaration and its uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardwright import data_folder
from cardwright.apps.authors.explained.meanings import Named, named, sentences, summaries
from cardwright.apps.authors.lsp.workspace import WORD, File, Known, word_at
from cardwright.apps.face.words import say
from dsl import Source, Span, languages
from dsl.check.scopes.scope import Note
from dsl.check.steps.arguments import signature
from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Document, Entry, Mapping, Scalar
from dsl.model.documents import Sequence as Items
from dsl.model.game import Game
from dsl.syntax.effect_style import in_style
from dsl.syntax.yaml_reader import read_documents


def hover_text(known: Known, file: File, text: str, offset: int, lang: str) -> str:
    """Return what a hover shows, as Markdown; empty where there is nothing to tell."""
    found = word_at(text, offset)
    if found is None:
        return ""
    word = found[0]
    parts = [f"`{word}`: {note.type}" for note in _note_at(file, text, found.start(), word)]
    for thing in things(known.game, word):
        what = say(lang, thing.sort)
        of = f" ({thing.of})" if thing.of else ""
        called = f" — {languages.in_all(thing.text)}" if thing.text else ""
        parts.append(f"**{what}{of}** `{thing.name}`{called}  \n{thing.span.place}")
    for table in (summaries(), sentences()):
        if word in table:
            parts.append("  \n".join(table[word][tag] for tag in languages.OWN))
            break
    return "\n\n".join(dict.fromkeys(parts))


def _note_at(file: File, text: str, start: int, word: str) -> Iterator[Note]:
    """Yield the narrowest place that ends with a word, where the file is as it was checked."""
    if text == file.source.text:
        end = start + len(word)
        inner = [note for note in file.notes if note.type is not None
                 and note.span.start <= start and note.span.end == end]  # fmt: skip
        if inner:
            yield max(inner, key=lambda note: note.span.start)


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
    for card in game.definitions:
        if card.id == word:
            name = {tag: f"{card.name.get(tag, '')}: {card.text.get(tag, '')}".rstrip(": ")
                    for tag in languages.OWN if tag in card.name}  # fmt: skip
            yield Named("thing-card", card.id, name, card.span)


def declared(known: Known, file: File, text: str, offset: int) -> list[tuple[Path, Source, Span]]:
    """Return where a word is declared: in its own text where it is a local, else in the game."""
    found = word_at(text, offset)
    if found is None:
        return []
    spans = [each.span for each in things(known.game, found[0])]
    spans = [_name_in(span, found[0]) for span in spans]
    located = [(path, span.source, span) for span in spans
               if (path := path_of(known, span.source.path)) is not None]  # fmt: skip
    return located or _local(known, file, text, found[0], offset)


def _name_in(span: Span, word: str) -> Span:
    """Return where a name stands in, or just before, the span of what it names."""
    text = span.source.text
    line = text.rfind("\n", 0, span.start) + 1
    at = text.find(word, span.start, span.end)
    at = text.rfind(word, line, span.end) if at < 0 else at
    return Span(span.source, at, at + len(word)) if at >= 0 else span


def _local(
    known: Known, file: File, text: str, word: str, offset: int
) -> list[tuple[Path, Source, Span]]:
    """Return where a local of an effect begins: the first time that its entry says the word."""
    path = path_of(known, file.source.path)
    for note in file.notes:
        is_here = note.span.start <= offset <= note.span.end and text == file.source.text
        if is_here and isinstance(note.tree, tuple) and path is not None:
            first = next((m for m in WORD.finditer(text, note.span.start) if m[0] == word), None)
            if first is not None and first.start() < note.span.end:
                return [(path, file.source, Span(file.source, *first.span()))]
    return []


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
        for document in read_documents(source, Report()):
            for scalar in _named_scalars(document.root, starts, word):
                for match in WORD.finditer(scalar.text):
                    if match[0] == word and not _is_comment(scalar.text, match.start()):
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
            if not _is_prose(entry):
                yield from _named_scalars(entry.value, starts, word)
    elif isinstance(node, Items):
        for item in node.items:
            yield from _named_scalars(item, starts, word)


def _is_prose(entry: Entry) -> bool:
    """Return whether what stands under a key is for people."""
    return entry.key.text in ("text", "name", "title", "summary", "script")


def _is_comment(text: str, at: int) -> bool:
    """Return whether a place of an effect text lies in a comment."""
    return "#" in text[text.rfind("\n", 0, at) + 1 : at]


def outline(documents: tuple[Document, ...]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Yield the sections of a file with the entries in them."""
    for document in documents:
        for entry in document.root.entries if isinstance(document.root, Mapping) else ():
            yield entry, list(entry.value.entries) if isinstance(entry.value, Mapping) else []


def signature_at(known: Known, file: File, text: str, offset: int) -> str:
    """Return how the event or value is written whose slots a place is among; else empty."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    depth, at = 0, len(line)
    while at > 0:
        at -= 1
        depth += (line[at] == ")") - (line[at] == "(")
        if depth < 0:
            break
    before = WORD.findall(line[:at] if depth < 0 else line)
    world = next((note.scope.world for note in file.notes), None)
    if world is None:
        return ""
    for word in reversed(before[-1:] if depth < 0 else before):
        if word in world.events:
            return signature(world.events[word])
        if word in world.values:
            value = world.values[word]
            slots = ", ".join(f"{slot.type} {slot.name}" for slot in value.parameters)
            return in_style(f"{word}({slots}) -> {value.result}")
        if word in summaries() and depth < 0:
            return f"{word}(…): {summaries()[word][languages.OWN[0]]}"
    return ""
