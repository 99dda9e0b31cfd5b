"""Write the tables of the language guides that the rows of the words tell: run it after a change.

python -m cardwright.apps.authors.explained.guide
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from cardwright import guide_pages, write_atomically
from dsl import VOCABULARY, languages

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


def told(text: str, language: str) -> str:
    """Return a guide with its parts as the rows tell them."""
    return PART.sub(lambda m: m[1] + "\n".join((*PARTS[m[2]](language), "")), text)


if __name__ == "__main__":
    for name, language in GUIDES.items():
        path = DOCS / name
        write_atomically(path, told(path.read_text("utf-8"), language))
