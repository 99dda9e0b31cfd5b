"""Measure how plain a page is: long sentences, and clauses that stand for a noun.

`python -m tests.docs.plain [FILE…]` prints the figures of pages, and with `--show` each place.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONG = 25
"""As many words as a sentence may have."""
CLAUSES = re.compile(
    r"\b(?:whoever|whomever|whatever|that which|those which|what (?:is|are|was|were|has|have|had|"
    r"can|could|may|must|comes|came|goes|stands|follows|happens|happened|it|they|he|she|one|"
    r"people|others?|\w+ed))\b",
    re.IGNORECASE,
)
"""Clauses in place of a noun: name the thing instead. Questions are left out before."""
CODE = re.compile(r"```.*?```|^(?: {4}|\t)[^\n]*$|<!--.*?-->", re.DOTALL | re.MULTILINE)
WORD = re.compile(r"[A-Za-z][\w'’-]*|`[^`]*`|\d[\d.,]*")


@dataclass(frozen=True)
class Measured:
    """What was found in a text.

    Attributes:
        long: Sentences of more than 25 words.
        clauses: Sentences with a clause in place of a noun.
    """

    sentences: int
    words: int
    long: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def long_share(self) -> float:
        """The share of long sentences."""
        return len(self.long) / max(1, self.sentences)

    @property
    def clauses_in_1000(self) -> float:
        """Clauses in place of a noun in a thousand words."""
        return 1000 * len(self.clauses) / max(1, self.words)


def sentences(page: str) -> Iterator[str]:
    """Yield the sentences of a page in Markdown; cells of tables and headings are sentences."""
    text = CODE.sub("\n\n", page)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|^ *> ?|\*\*", "", text, flags=re.MULTILINE)
    text = text.replace("[", "")
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.|#+) ?)|\|", text):
        told = " ".join(block.split()).strip(" -*#|:")
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z`“\"(])|(?<=\S):\s+(?=[A-Z])", told):
            if WORD.search(sentence):
                yield sentence


def measured(page: str) -> Measured:
    """Return the figures of a page."""
    told = [*sentences(page)]
    long = tuple(each for each in told if len(WORD.findall(each)) > LONG)
    clauses = tuple(each for each in told if not each.endswith("?") and CLAUSES.search(each))
    words = sum(len(WORD.findall(each)) for each in told)
    return Measured(len(told), words, long, clauses)


def main(words: list[str]) -> None:
    """Print the figures of pages."""
    names = [word for word in words if word != "--show"]
    files = [Path(name) for name in names] or [
        ROOT / "README.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ]
    for file in files:
        found = measured(file.read_text("utf-8"))
        print(
            f"{found.sentences:5} sentences, {found.long_share:5.1%} long, "
            f"{found.clauses_in_1000:5.1f} clauses in 1,000 words: {file}"
        )
        if "--show" in words:
            for each in found.long:
                print("   long:", each)
            for each in found.clauses:
                print("   clause:", each)


if __name__ == "__main__":
    main(sys.argv[1:])
