"""Write the reference of all words, and the tables of the guides: run it after a change.

python -m cardwright.apps.authors.explained.reference
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import cardwright
from cardwright import guide_pages, prelude, write_atomically
from cardwright.apps.authors.explained.meanings import WORDS, sentences
from dsl import FINDINGS, VOCABULARY, languages

DOCS: Final = Path(__file__).resolve().parents[4] / "docs"
GUIDES: Final = {
    **{f"language/{page.name}": "en" for page in guide_pages()},
    "language.ja.md": "ja",
}
PART: Final = re.compile(r"(<!-- words: (\w+) -->\n).*?(?=<!-- /words -->)", re.DOTALL)
"""A part of a guide that is written here, with its name."""


def functions(language: str) -> Iterator[str]:
    """Yield the table of the functions."""
    known = VOCABULARY.written.values()
    rows = (
        (f"`{e.name}`", f"`{e.signature}`", languages.worded(e.summary, language)) for e in known
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
        (f"`{e.signature}`", languages.worded(e.summary, language))
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
        (f"`{e.signature}`", languages.worded(e.summary, language))
        for e in VOCABULARY.written.values()
    )
    events = (
        (f"`{e.signature}`", languages.worded(e.summary, language))
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
