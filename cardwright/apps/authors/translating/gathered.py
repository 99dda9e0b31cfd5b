"""Gather every text of a game and of its installed expansions, each once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cardwright.api.errors import PackageError
from cardwright.api.expansions import files_of, installed, with_expansions
from cardwright.api.packages import Package, prelude_folder
from dsl.check.scopes.game_texts import WrittenText
from dsl.languages import SLOT
from dsl.load import texts_of
from dsl.model.game import Game
from dsl.records import record
from dsl.words.vocabulary import NATIVES
from interpreter.program import tables

_LETTER: Final = re.compile(r"[^\W\d_]")


@record
class Gathered:
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
    wholes = [package, *(with_expansions(package, [id_]) for id_ in installed(package))]
    models: list[Game] = []
    found: dict[object, WrittenText] = {}
    for whole in wholes if not package.parts else [package]:
        loaded, texts = texts_of(files_of(whole), whole.shown, prelude_folder())
        if loaded.game is None:
            raise PackageError(loaded.diagnostics)
        models.append(loaded.game)
        for text in texts:
            found.setdefault((text.path, text.span), text)
    own = tuple(each for each in found.values() if not each.is_shared and _says_something(each))
    shared = tuple(each for each in found.values() if each.is_shared)
    tags = dict.fromkeys(tag for model in models for tag in model.manifest.languages)
    default = models[0].manifest.default_language
    return Gathered(
        models=tuple(models),
        texts=own,
        shared=(*shared, *_natives(models[0], own)),
        languages=tuple(dict.fromkeys((default, *tags))),
    )


def _says_something(text: WrittenText) -> bool:
    """Return whether a text has words to translate: `{actions}` has none."""
    is_name = text.path[-1] == "name"
    return is_name or any(_LETTER.search(SLOT.sub("", words)) for words in text.text.values())


def _natives(model: Game, own: tuple[WrittenText, ...]) -> Iterator[WrittenText]:
    """Yield the texts of the events that the machine brings."""
    for id_ in NATIVES if own else ():
        text = tables.text(id_, model)
        yield WrittenText(("events", id_, "text"), text, own[0].span, "", True)
