"""Find the meaning of a word, and write the reference of all words and the tables of the guides.

The words themselves stand where the language has them: in its keywords, its functions and native
events, its roles, properties and types, and in the schemas. A test holds that each is explained.
Their sentences stand in `messages/`. After a change run
`python -m cardwright.apps.authors.explained.reference`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import cardwright
from cardwright import prelude, write_atomically
from dsl import FINDINGS, VOCABULARY, Catalogue, Language, Record, Span
from dsl.model.game import Game, Phase
from dsl.model.nouns import Text

WORDS: Final = Catalogue(__file__)


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """Return by word and language what the word means."""
    words = (key.removeprefix("word.") for key in WORDS if key.startswith("word."))
    return MappingProxyType(
        {word: {tag: WORDS.text(tag, f"word.{word}") for tag in Language.OWN} for word in words}
    )


def summaries() -> Mapping[str, Mapping[str, str]]:
    """Return by name and language what a function or native event does."""
    rows = (*VOCABULARY.written.values(), *VOCABULARY.natives.values())
    return {row.name: dict(zip(Language.OWN, row.summary, strict=True)) for row in rows}


class Named(Record):
    """One thing of a game.

    Attributes:
        sort: What it is, by the name of the words that say so: `thing-phase`.
        name: As its package writes it, an owner before the dot: `player.hand`.
        of: What it belongs to, of a member, attribute or state of a kind; empty for all else.
    """

    sort: str
    name: str
    text: Text
    span: Span
    of: str = ""

    def is_called(self, word: str) -> bool:
        """Return whether a word means it: its name, with or without its owner, or its text."""
        known = {self.name, self.name.partition(".")[2] or self.name, f"{self.of}.{self.name}"}
        return word in known or spoken(word) in {spoken(str(t)) for t in self.text.values()}


def spoken(text: str) -> str:
    """Return a text or a name as one says it: `place-of-power` is `Place of Power`."""
    return " ".join(text.casefold().replace("-", " ").split())


def says(text: Text, word: str) -> bool:
    """Return whether a text has some words in it, in any language: whole words where these are
    written apart."""
    wanted = spoken(word)
    inside = rf"(?<![a-z]){re.escape(wanted)}"
    return bool(wanted) and any(re.search(inside, spoken(str(each))) for each in text.values())


def named(model: Game) -> Iterator[Named]:
    """Yield everything with a name but cards and events, in the order of a package's sections."""
    yield from _nouns(model)
    for name, field in model.state.items():
        if field.span is not None and "." not in name.name:
            yield Named("thing-state", name.dotted, field.text, field.span)
    for key, zone in model.zones.items():
        yield Named("thing-zone", key.dotted, zone.text, zone.span)
    for values in model.values.values():
        yield from (Named("thing-value", each.id, each.text, each.span) for each in values)
    for action in model.actions:
        if action.card is None and action.kind is None:
            yield Named("thing-action", action.id, action.text, action.span)
    yield from (Named("thing-group", each.id, each.text, each.span) for each in model.groups)
    for phase in (*model.setup, *model.phases):
        yield from _phases(phase)
    for scenario in model.scenarios.values():
        yield Named("thing-scenario", scenario.id, scenario.text, scenario.span)
    for ruling in model.rulings:
        yield Named("thing-ruling", ruling.id, ruling.decision, ruling.span)


def _nouns(model: Game) -> Iterator[Named]:
    """Yield the options, the enums with their members, and the kinds with their attributes."""
    for option in model.options.values():
        if option.id != "player-count":
            yield Named("thing-option", option.id, option.text, option.span)
    for enum in model.enums.values():
        yield Named("thing-enum", enum.name, enum.text, enum.span)
        spans = enum.member_spans()
        for member, text in zip(enum.members, enum.texts, strict=True):
            yield Named("thing-member", member, text, spans[member], enum.name)
    for kind in model.kinds.values():
        yield Named("thing-kind", kind.name, kind.text, kind.span)
        for attribute in kind.attributes:
            text, span = attribute.text, attribute.span
            yield Named("thing-attribute", attribute.name, text, span, kind.name)


def _phases(phase: Phase) -> Iterator[Named]:
    """Yield a phase and those inside it."""
    yield Named("thing-phase", phase.id, phase.text, phase.span)
    for inner in phase.phases or ():
        yield from _phases(inner)


DOCS: Final = Path(__file__).resolve().parents[4] / "docs"
GUIDES: Final = {
    **{f"language/{page.name}": "en" for page in sorted((DOCS / "language").glob("*.md"))},
    "language.ja.md": "ja",
}
PART: Final = re.compile(r"(<!-- words: (\w+) -->\n).*?(?=<!-- /words -->)", re.DOTALL)
"""A part of a guide that is written here, with its name."""


def functions(language: str) -> Iterator[str]:
    """Yield the table of the functions."""
    known = VOCABULARY.written.values()
    rows = (
        (f"`{e.name}`", f"`{e.signature}`", Language(language).worded(e.summary)) for e in known
    )
    return table(words(language, "function", "signature", "means"), rows)


def examples(language: str) -> Iterator[str]:
    """Yield the examples of the functions."""
    yield "```holds"
    for row in VOCABULARY.written.values():
        yield from row.examples
    yield "```"


def natives(language: str) -> Iterator[str]:
    """Yield the table of the events of the machine."""
    rows = (
        (f"`{e.signature}`", Language(language).worded(e.summary))
        for e in VOCABULARY.natives.values()
    )
    return table(words(language, "event", "means"), rows)


def words(language: str, *keys: str) -> tuple[str, ...]:
    """Return words of the reference itself in a language."""
    return tuple(WORDS.text(language, f"reference.{key}") for key in keys)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table."""
    for cells in (heads, ["---"] * len(heads), *rows):
        shown = " | ".join(cell.replace("|", "\\|") for cell in cells)
        yield f"| {shown} |"


PARTS: Final = {"functions": functions, "examples": examples, "natives": natives}


def filled(text: str, language: str) -> str:
    """Return a guide with its parts as the rows tell them."""
    return PART.sub(lambda m: m[1] + "\n".join((*PARTS[m[2]](language), "")), text)


FILES: Final = {"reference.md": "en", "reference.ja.md": "ja"}


def reference(language: str) -> str:
    """Return the reference in a language."""
    title, intro = words(language, "title", "intro")
    parts = words(language, "words", "functions", "natives", "shared", "findings")
    two, three = words(language, "word", "means"), words(language, "code", "name", "meaning")
    told = ((f"`{word}`", texts[language]) for word, texts in sorted(sentences().items()))
    written = (
        (f"`{e.signature}`", Language(language).worded(e.summary))
        for e in VOCABULARY.written.values()
    )
    events = (
        (f"`{e.signature}`", Language(language).worded(e.summary))
        for e in VOCABULARY.natives.values()
    )
    heads = {name: texts[0].text.partition("\n")[0] for name, texts in sorted(prelude().items())}
    shared = ((f"`{name}`", f"`{head.rstrip(':')}`") for name, head in heads.items())
    tables = (table(two, told), table(two, written), table(two, events), table(two, shared),
              table(three, _findings(language)))  # fmt: skip
    lines = [f"# {title}", "", *intro.splitlines()]
    for part, rows in zip(parts, tables, strict=True):
        lines += ["", f"## {part}", "", *rows]
    return "\n".join(lines) + "\n"


def _findings(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield code, name and summary of each finding, a stage after the other."""
    for kind in sorted(FINDINGS.values(), key=lambda each: each.order):
        page = "" if language == "en" else cardwright.Checks.page_of(kind.name, language)
        # in English where no page is in the language
        yield kind.code, f"`{kind.name}`", page.partition("\n")[0] or kind.summary


if __name__ == "__main__":
    for name, language in GUIDES.items():
        path = DOCS / name
        write_atomically(path, filled(path.read_text("utf-8"), language))
    for name, language in FILES.items():
        write_atomically(DOCS / name, reference(language))
