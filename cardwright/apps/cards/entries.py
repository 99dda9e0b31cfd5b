"""List the cards of a game with those of its expansions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from cardwright import Options
from cardwright.apps.face.words import in_language
from cardwright.apps.text.literals import UNKNOWN, all_of, are_listed, literal, static_value
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rules_text
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.nouns import Attribute, Definition, lineage
from dsl.model.steps import Formula
from dsl.model.texts import run_together
from dsl.model.traits import by_number

OUTSIDE = "none"
"""Written for the start of a card that begins outside the game."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A card with the game that it was read in.

    Attributes:
        expansion: None for the game's own cards.
        options: What a match was begun with, in run-time form, where one is looked at.
        like: A card that does the same, where its own rules were not read.
    """

    model: Game
    definition: Definition
    expansion: str | None
    options: Mapping[str, object] | None = None
    like: Entry | None = None

    @property
    def id(self) -> str:
        """The card's id."""
        return self.definition.id

    @cached_property
    def others(self) -> tuple[Entry, ...]:
        """Its other faces."""
        faces = _faces_of(self.model).get(self.id, ())
        return tuple(Entry(self.model, each, self.expansion, self.options) for each in faces)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Its kind with what that extends, nearest first."""
        return lineage(self.model.kinds, self.definition.kind)

    @property
    def start(self) -> str:
        """The zone it begins in, as authors write it."""
        zone = self.definition.start
        return OUTSIDE if zone is None else zone.dotted

    @cached_property
    def attributes(self) -> Mapping[str, Attribute]:
        """The attributes of its kind, the general ones first."""
        kinds = self.model.kinds
        known = (kinds[name] for name in reversed(self.kinds) if name in kinds)
        return {each.name: each for kind in known for each in kind.attributes}

    def value(self, name: str) -> Any:
        """Return an attribute in run-time form, or `UNKNOWN` where it depends on the match."""
        formula = self.definition.attributes.get(name)
        if formula is None:
            return UNKNOWN
        known = static_value(formula.expression)
        if known is not UNKNOWN or self.options is None:
            return known
        return Options.value_under(formula.expression, self.options, UNKNOWN)

    def plain_value(self, name: str) -> object:
        """Return an attribute as plain data: members and cards by name; a text for a formula.

        One that holds steps is True or None; the steps are among the rules.
        """
        value = self.value(name)
        if t.is_effect(self.attributes[name].type):
            return None if value in (None, UNKNOWN) else True
        if value is UNKNOWN:
            formula = self.definition.attributes.get(name)
            known = formula is not None or self.attributes[name].is_value
            return self.shown(name, "en") if known else None
        return plain(value, self.attributes[name].type, self.model)

    def shown(self, name: str, lang: str) -> str:
        """Return an attribute in words."""
        from cardwright.apps.text.rules import expression_text

        value = self.value(name)
        if value is UNKNOWN:
            formula = self._formula(name)
            if formula is None:
                return "…"
            return expression_text(self.model, formula, lang)
        return literal(value, self.attributes[name].type, Names(self.model, lang))

    def _formula(self, name: str) -> Formula | None:
        """Return the formula of an attribute; None where steps work it out."""
        if not self.attributes[name].is_value:
            return self.definition.attributes[name]
        values = self.model.values
        owner = next(k for k in self.kinds if f"{k}.{name}" in values)
        ids = (f"{self.definition.id}.{name}", f"{owner}.{name}.default")
        body = next((values[id_][0].body for id_ in ids if id_ in values), None)
        return body if isinstance(body, Formula) else None

    def rules(self, lang: str) -> tuple[str, ...]:
        """Return the rules text made from its effects, a text a rule, said once a language."""
        if self.like is not None:
            return self.like.rules(lang)
        if lang not in self._said:
            self._said[lang] = rules_text(self.model, self.definition, lang)
        return self._said[lang]

    @cached_property
    def _said(self) -> dict[str, tuple[str, ...]]:
        return {}

    def text(self, lang: str) -> str:
        """Return what people read on it: its printed text, else the one made from its rules."""
        default = self.model.manifest.default_language
        printed = in_language(self.definition.text, lang, default)
        return printed or run_together(self.rules(lang))

    def about(self, word: str, lang: str) -> tuple[str, ...]:
        """Return what it carries besides rules under a word: one text, or several."""
        default = self.model.manifest.default_language
        texts = (in_language(each, lang, default) for each in self.definition.about.get(word, ()))
        return tuple(filter(None, texts))

    def marked(self, word: str, lang: str) -> tuple[str, ...]:
        """Return its `text`, or what it says in `about`, with its marks."""
        default, texts = self.model.manifest.default_language, self.definition.written(word)
        return tuple(filter(None, (in_language(each, lang, default) for each in texts)))

    def name(self, lang: str) -> str:
        """Return what it is called."""
        default = self.model.manifest.default_language
        return in_language(self.definition.name, lang, default) or self.id


def plain(value: Any, type_: t.Type, model: Game) -> object:
    """Return a value in run-time form as plain data."""
    of = t.plain_type(type_)
    if value is None:
        return None
    if isinstance(of, t.ListOf | t.SetOf):
        return [plain(each, of.of, model) for each in value]
    if isinstance(of, t.BagOf):
        return {str(plain(key, of.of, model)): count for key, count in value}
    if isinstance(of, t.AmountOf):
        fixed, parts, reductions = value
        names = Names(model, "en")
        found: dict[str, object] = {str(plain(key, of.of, model)): count for key, count in fixed}
        found.update({_open_keys(part, of.of, names): count for part, count in parts})
        if reductions:
            found["less"] = {_open_keys(part, of.of, names): count for part, count in reductions}
        return found
    if isinstance(of, t.EnumType):
        return model.enums[of.name].members[value]
    if isinstance(of, t.DefinitionType | t.EntityType):
        return model.definitions[value].id
    return value


def _open_keys(part: tuple[int, ...], keys: t.Type, names: Names) -> str:
    """Return `any`, `any except gold` or `life/death`."""
    if are_listed(part, keys, names):
        return "/".join(str(plain(key, keys, names.game)) for key in part)
    missing = [str(plain(k, keys, names.game)) for k in all_of(keys, names) if k not in part]
    return f"any except {'/'.join(missing)}" if missing else "any"


def entries(base: Game, others: Iterable[Game]) -> list[Entry]:
    """Return the cards of a game, then what each expansion brings or changes, each once.

    They are sorted by id, 10 after 9. Other faces of a card are no cards of their own.
    """
    return entries_of([(base, {}), *((each, {}) for each in others)])


def entries_of(games: Sequence[tuple[Game, Mapping[str, str]]]) -> list[Entry]:
    """Return the same, each game with the cards that have the rules of another one there."""
    found, seen = list[Entry](), set[tuple[str, str]]()
    for model, like in games:
        cards = [card for card in _in_order(model) if card.is_veil or not card.face_of]
        known = {card.id: Entry(model, card, _expansion(card)) for card in cards
                 if card.id not in like}  # fmt: skip
        for card in cards:
            entry = known.get(card.id)
            if entry is None:
                entry = Entry(model, card, _expansion(card), like=known[like[card.id]])
            if len(games) == 1:
                found.append(entry)
            elif _key(entry) not in seen:
                seen.add(_key(entry))
                found.append(entry)
    return found


_FACES: Final[deque[tuple[Game, Mapping[str, tuple[Definition, ...]]]]] = deque(maxlen=8)
"""The other faces of the cards of games, the latest last: thousands of cards ask for theirs."""


def _faces_of(game: Game) -> Mapping[str, tuple[Definition, ...]]:
    """Return the other faces of the cards of a game, by id."""
    for known, faces in _FACES:
        if known is game:
            return faces
    found: dict[str, tuple[Definition, ...]] = {}
    for each in _in_order(game) if any(card.face_of for card in game.cards) else ():
        if each.face_of:
            found[each.face_of] = (*found.get(each.face_of, ()), each)
    _FACES.append((game, found))
    return found


def _in_order(game: Game) -> list[Definition]:
    return sorted(game.cards, key=lambda card: by_number(card.id))


def _expansion(card: Definition) -> str | None:
    """Return the expansion in whose texts a card stands."""
    return card.span.source.package or None


def _key(entry: Entry) -> tuple[str, str]:
    return entry.id, entry.definition.span.place
