"""Name the nodes of the event graph in the words of a game, in one language.

The words of the pictures themselves stand in `messages/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from cardwright.apps.pictures.drawing import EDGES, NODES
from cardwright.apps.text.names import Names, in_words
from dsl import VOCABULARY, Catalogue, Language, Phrase
from dsl.model import rules as r
from dsl.model.game import Game
from interpreter import Effects, Owner

WORDS: Final = Catalogue(__file__)
word = WORDS.say


def legend_words(lang: str) -> dict[str, str]:
    """Return the words of a legend: its title, sorts, kinds of edges, and words on lines."""
    found = {"legend": word(lang, "legend")}
    found.update((sort, word(lang, f"sort-{sort}")) for sort in NODES)
    found.update((kind, word(lang, f"edge-{kind}")) for kind in EDGES)
    found.update((key, word(lang, key)) for key in WORDS if key.startswith("on-"))
    return found


ACTOR: Final = re.compile(r"^\{me\}(?:[がはの]|'s | )?")
GAP: Final = "…"
LISTENING: Final = {r.Replacement: "rule-instead", r.Forbid: "rule-forbids"}


def node_names(game: Game, lang: str) -> dict[str, str]:
    """Return what the nodes of a game's event graph are called, by id; steps keep their text."""
    return _Naming(game, lang).all()


class _Naming:
    """Names the nodes of one game."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.words = Names(game, lang)
        self.cards = {
            each.id: self.words.definition(n) for n, each in enumerate(game.definitions)
        }  # fmt: skip
        self.found: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        """Return the name of every node, what others are named after first."""
        self.found.update(self._nouns())
        entries = Owner.all_in(self.game)
        for named_first in (True, False):
            for owner in entries:
                if (owner.sort in ("event", "value", "phase")) is named_first:
                    self.found[owner.node] = self._owner(owner)
        return self.found

    def _nouns(self) -> Iterator[tuple[str, str]]:
        """Yield what is no rule: events of the machine, cards, kinds, zones, state, attributes."""
        for event, row in VOCABULARY.natives.items():
            yield f"event:{event}", Language(self.lang).worded(row.label)
        yield "setup", word(self.lang, "setup")
        yield Effects.START_PLAYER, self._start_player()
        for card, name in self.cards.items():
            yield f"card:{card}", name
        for kind in self.game.kinds.values():
            yield f"kind:{kind.name}", self.words.kind(kind.name)
            for each in kind.attributes:
                name = f"{self.words.kind(kind.name)}: {self.words.attribute(kind.name, each.name)}"
                yield f"attribute:{kind.name}.{each.name}", name
        for key in self.game.zones:
            yield Effects.node(key), self.words.zone(key)
        for state in self.game.state:
            yield Effects.node(state), self.words.state(state)

    def _start_player(self) -> str:
        return word(self.lang, "start-player")

    def _owner(self, owner: Owner) -> str:
        """Return what an owner is called."""
        entry = owner.entry
        if isinstance(entry, r.Phase):
            name = self._text(owner, owner.name)
            loop = entry.loop or ("while" if entry.while_condition is not None else "")
            return f"{name} ({word(self.lang, f'each-{loop}')})" if loop else name
        if isinstance(entry, r.End):
            return word(self.lang, "end")
        if isinstance(entry, r.Effect):
            return self._effect(owner)
        said = "" if owner.text else self._rule(entry)
        if not said:
            return self._text(owner, self._of_card(owner))
        return f"{self.cards[owner.card]}: {said}" if owner.card else said

    def _text(self, owner: Owner, fallback: str) -> str:
        """Return the text of an owner with gaps for what it is told, or words for its id."""
        text = self.words.as_written(owner.text, "") if owner.text else ""
        said = Phrase(Phrase(ACTOR.sub("", text)).whole).with_gaps(GAP)
        return said if said.replace(GAP, "").strip() else in_words(fallback)

    def _of_card(self, owner: Owner) -> str:
        """Return an id with the name of the card in the place of the card's id."""
        if owner.card is None or not owner.name.startswith(owner.card):
            return owner.name
        rest = owner.name.removeprefix(owner.card).strip(".")
        return f"{self.cards[owner.card]}: {rest}" if rest else self.cards[owner.card]

    def _effect(self, owner: Owner) -> str:
        """Return an effect by its card and attribute."""
        bearer, _, attribute = owner.name.rpartition(".")
        kind = owner.kind or next(
            (each.kind for each in self.game.definitions if each.id == owner.card), ""
        )
        called = self.words.attribute(kind, attribute)
        return f"{self.cards.get(owner.card or '') or self.words.kind(kind) or bearer}: {called}"

    def _rule(self, entry: object) -> str:
        """Return a rule by what it waits for or changes; "" where it does neither."""
        if isinstance(entry, r.Becomes):
            return word(self.lang, "rule-becomes", names=" ".join(entry.span.text.split()))
        if isinstance(entry, r.Trigger | r.Replacement | r.Forbid):
            key = LISTENING.get(type(entry)) or f"rule-{entry.timing}"  # type: ignore[union-attr]
            return word(self.lang, key, names=self._event(entry.pattern.event))
        if isinstance(entry, r.Modifier):
            if entry.value is not None:
                changed = self.found.get(f"value:{entry.value}", in_words(entry.value))
            else:
                changed = self.words.attribute(*entry.attribute) if entry.attribute else ""
            return word(self.lang, "rule-sets" if entry.sets else "rule-modifies", names=changed)
        return ""

    def _event(self, event: str) -> str:
        """Return what an event is called that a rule waits for."""
        bare = event.partition(":")[2] or event
        return self.found.get(f"event:{bare}") or in_words(bare)


def searched_names(names: Mapping[str, str], others: Mapping[str, str], node: str) -> str:
    """Return all by which a node is found: its names in both languages and its id."""
    return "\n".join((names.get(node, ""), others.get(node, ""), node)).casefold()
