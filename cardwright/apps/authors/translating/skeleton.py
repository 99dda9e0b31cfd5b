"""Write what is missing in a language as a translation file: filled in, the package reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from cardwright.apps.authors.translating.gathered import Gathered
from dsl.check.scopes.game_texts import WrittenText

_PLAIN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_INDENT: Final = "  "
Tree: TypeAlias = dict[str, "Tree | WrittenText"]


def skeleton(found: Gathered, language: str, expansion: str = "") -> str:
    """Return a file with an open entry for each text that is missing, its source beside it."""
    missing = [each for each in found.missing(language) if each.expansion == expansion]
    lines = [f"translation: {language}", "", *_lines(_tree(missing), 0, language)]
    shared = [each for each in found.shared if language not in each.text and not expansion]
    if shared and missing:
        lines += ["", "# What Cardwright itself says; what is left out stays English."]
        lines += [f"# {line}" for line in _lines(_tree(shared), 0, language)]
    return "\n".join(lines).rstrip() + "\n"


def _tree(texts: Iterable[WrittenText]) -> Tree:
    """Return texts by their paths, one inside the other; a lone `text` without that word."""
    tree: Tree = {}
    for text in texts:
        inner = tree
        for part in text.path[:-1]:
            found = inner.setdefault(part, {})
            assert isinstance(found, dict)
            inner = found
        inner[text.path[-1]] = text
    return {key: _shortened(inner) for key, inner in tree.items()}


def _shortened(tree: Tree | WrittenText) -> Tree | WrittenText:
    """Return a tree whose entries with nothing but a `text` are that text."""
    if not isinstance(tree, dict):
        return tree
    if [*tree] == ["text"]:
        return tree["text"]
    return {key: _shortened(inner) for key, inner in tree.items()}


def _lines(tree: Tree, depth: int, language: str) -> Iterator[str]:
    """Yield a tree as YAML: above each open entry what it says in the other languages."""
    margin = _INDENT * depth
    for key, inner in tree.items():
        name = key if _PLAIN.fullmatch(key) else '"' + key.replace("\\", "\\\\") + '"'
        if isinstance(inner, dict):
            yield f"{margin}{name}:"
            yield from _lines(inner, depth + 1, language)
        else:
            for tag, words in inner.text.items():
                yield f"{margin}# {tag}: {' '.join(words.split())}"
            yield f"{margin}{name}:"
