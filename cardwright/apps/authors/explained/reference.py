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
from cardwright.apps.authors.explained.meanings import sentences
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
    heads = {"en": ("function", "signature", "means"), "ja": ("関数", "形", "意味")}
    known = VOCABULARY.written.values()
    rows = (
        (f"`{e.name}`", f"`{e.signature}`", languages.worded(e.summary, language)) for e in known
    )
    return table(heads[language], rows)


def examples(language: str) -> Iterator[str]:
    """Yield the examples of the functions."""
    yield "```holds"
    for row in VOCABULARY.written.values():
        yield from row.examples
    yield "```"


def natives(language: str) -> Iterator[str]:
    """Yield the table of the events of the machine."""
    heads = {"en": ("event", "means"), "ja": ("イベント", "意味")}
    rows = (
        (f"`{e.signature}`", languages.worded(e.summary, language))
        for e in VOCABULARY.natives.values()
    )
    return table(heads[language], rows)


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
TITLES: Final = {
    "en": ("Reference", "Words and keys", "Functions", "Events of the machine",
           "Events and values of the prelude", "Findings"),
    "ja": ("リファレンス", "語とキー", "関数", "機械のイベント", "共通のイベントと値", "指摘"),
}  # fmt: skip
INTRO: Final = {
    "en": "Every word of the language in a sentence. `cardwright explain WORD` says the same,"
    " and of a\nfinding (by name or code) its manual too. Written by"
    " `python -m cardwright.apps.authors.explained.reference`.",
    "ja": "言語のすべての語を一文で説明します。`cardwright explain 語` でも読めます。"
    "指摘は名前かコードで引けます。",
}
HEADS: Final = {
    "en": (("word", "means"), ("code", "name", "meaning")),
    "ja": (("語", "意味"), ("コード", "名前", "内容")),
}


def reference(language: str) -> str:
    """Return the reference in a language."""
    title, *parts = TITLES[language]
    two, three = HEADS[language]
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
    lines = [f"# {title}", "", INTRO[language]]
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
