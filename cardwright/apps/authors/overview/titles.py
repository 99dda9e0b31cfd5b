"""Answer what the boxes of an overview are called: by id in English, else by the game's texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardwright.apps.text.names import Names
from dsl.languages import ACTOR, GAP, with_gaps
from dsl.model.game import Game
from dsl.model.nouns import Text
from interpreter.lower.owners import all_phases


class Titles:
    """The names of what is on the page, in one language."""

    def __init__(self, model: Game, lang: str) -> None:
        self.lang = lang
        self._names = Names(model, lang)
        self._phases = {each.id: each for each in all_phases((*model.setup, *model.phases))}
        self._texts: Mapping[str, Mapping[str, Text]] = {
            "phase": {each.id: each.text for each in self._phases.values()},
            "action": {
                **{each.id: each.text for each in model.actions},
                **{each.id: each.text for each in model.groups},
            },
            "event": {name: each[0].text for name, each in model.events.items()},
            "value": {name: each[0].text for name, each in model.values.items()},
            "kind": {name: each.text for name, each in model.kinds.items()},
        }

    def of(self, sort: str, name: str) -> str:
        """Return what something is called; without a text in the language, its id."""
        if self.lang == "en":
            return name
        if sort == "attribute":
            kind, _, attribute = name.partition(".")
            return f"{self._names.kind(kind)}: {self._names.attribute(kind, attribute)}"
        text = self._texts.get(sort, {}).get(name, {}).get(self.lang, "")
        return with_gaps(ACTOR.sub("", text), GAP["ja"]) or name

    def loop(self, phase: str) -> str:
        """Return how a phase is repeated: `turns`, `for`, `while`, or nothing."""
        found = self._phases[phase]
        return found.loop or ("while" if found.while_condition is not None else "")

    def row(self, parts: Iterable[str]) -> str:
        """Return names in a row."""
        return self._names.row(parts)
