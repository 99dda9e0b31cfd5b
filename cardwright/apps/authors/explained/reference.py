"""Write the reference of all words, keys, events and findings: run it after a change.

python -m cardwright.apps.authors.explained.reference
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cardwright
from cardwright import prelude, write_atomically
from cardwright.apps.authors.explained.guide import DOCS, table
from cardwright.apps.authors.explained.meanings import sentences
from dsl import FINDINGS, VOCABULARY, languages

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
    functions = (
        (f"`{e.signature}`", languages.worded(e.summary, language))
        for e in VOCABULARY.written.values()
    )
    natives = (
        (f"`{e.signature}`", languages.worded(e.summary, language))
        for e in VOCABULARY.natives.values()
    )
    heads = {name: texts[0].text.partition("\n")[0] for name, texts in sorted(prelude().items())}
    shared = ((f"`{name}`", f"`{head.rstrip(':')}`") for name, head in heads.items())
    tables = (table(two, told), table(two, functions), table(two, natives), table(two, shared),
              table(three, _findings(language)))  # fmt: skip
    lines = [f"# {title}", "", INTRO[language]]
    for part, rows in zip(parts, tables, strict=True):
        lines += ["", f"## {part}", "", *rows]
    return "\n".join(lines) + "\n"


def _findings(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield code, name and summary of each finding, a stage after the other."""
    for kind in sorted(FINDINGS.values(), key=lambda each: each.order):
        page = "" if language == "en" else cardwright.diagnostic_page(kind.name, language)
        # in English where no page is in the language
        yield kind.code, f"`{kind.name}`", page.partition("\n")[0] or kind.summary


if __name__ == "__main__":
    for name, language in FILES.items():
        write_atomically(DOCS / name, reference(language))
