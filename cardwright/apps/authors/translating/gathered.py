"""Gather the texts of a game and its expansions, and write the missing ones as a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from cardwright import Package
from dsl import VOCABULARY, Phrase, Record
from dsl.model.game import Game
from dsl.model.texts import WrittenText

_LETTER: Final = re.compile(r"[^\W\d_]")


class Gathered(Record):
    """The texts of a game, as they are written.

    Attributes:
        models: The game alone, then with each installed expansion.
        texts: Its own and the expansions' texts.
        shared: Words of the prelude that it uses and of the machine, which have English.
        languages: Those that the package is in, its default one first.
    """

    models: tuple[Game, ...]
    texts: tuple[WrittenText, ...]
    shared: tuple[WrittenText, ...]
    languages: tuple[str, ...]

    @property
    def default(self) -> str:
        """The language that the others are held against."""
        return self.languages[0]

    def missing(self, language: str) -> tuple[WrittenText, ...]:
        """Return the texts that are not there in a language."""
        return tuple(text for text in self.texts if language not in text.text)


def gather(package: Package) -> Gathered:
    """Return the texts of a game.

    Raises:
        PackageError: It has errors.
    """
    wholes = [package, *(package.with_expansions([id_]) for id_ in package.installed())]
    models: list[Game] = []
    found: dict[object, WrittenText] = {}
    for whole in wholes if not package.parts else [package]:
        model, texts = whole.written_texts()
        models.append(model)
        for text in texts:
            found.setdefault((text.path, text.span), text)
    own = tuple(each for each in found.values() if not each.is_shared and _says_something(each))
    shared = tuple(each for each in found.values() if each.is_shared)
    tags = dict.fromkeys(tag for model in models for tag in model.manifest.languages)
    default = models[0].manifest.default_language
    natives = (
        WrittenText(
            ("events", id_, "text"), VOCABULARY.native_text(id_, models[0]), own[0].span, "", True
        )
        for id_ in (VOCABULARY.natives if own else ())
    )
    return Gathered(
        models=tuple(models),
        texts=own,
        shared=(*shared, *natives),
        languages=tuple(dict.fromkeys((default, *tags))),
    )


def _says_something(text: WrittenText) -> bool:
    """Return whether a text has words to translate: `{actions}` has none."""
    is_name = text.path[-1] == "name"
    return is_name or any(
        _LETTER.search(Phrase.SLOT.sub("", words)) for words in text.text.values()
    )


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
