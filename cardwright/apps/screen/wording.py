"""Return the names and the look of the things of one game, in one language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardwright.apps.screen.model import Amount, Face, Member, Shown
from cardwright.apps.text.attributes import effect_line
from cardwright.apps.text.inflection import phrase
from cardwright.apps.text.names import Names, element_of
from cardwright.apps.text.rules import rule_text
from dsl import Language
from dsl.model import types as t
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.nouns import Attribute, Definition, Text, lineage
from dsl.model.rules import Action, Value
from dsl.model.steps import DoEvent
from dsl.model.traits import KEYWORD
from dsl.model.walk import walk

if TYPE_CHECKING:
    from cardwright.apps.cards.entries import Entry
    from cardwright.apps.text.rules import Purposes

BLIND = "a-card"
"""How an observation names a card that cannot be told."""


_ABOUT = re.compile(r" \w{1,4} \{[^{}]*\}(?:'s \w+)?|\{[^{}]*\}(?:[のがはをにでへと]|'s )?")
"""Whose a value is (`of {p}`, `of {p}'s side`, `{p}の`), with what ties it to the name."""


def label_of(text: str) -> str:
    """Return what people call a value, without what it is about: `price of {c}`, price."""
    return " ".join(_ABOUT.sub("", text).split())


class Wording:
    """What things are called, what stands on cards, in which order they lie in a hand."""

    def __init__(self, model: Game, lang: str, options: Mapping[str, object] | None = None) -> None:
        """Begin.

        Args:
            options: In run-time form: what is printed on cards may depend on them.
        """
        self.model, self.lang, self.options = model, lang, options
        self.names = Names(model, lang)
        self._numbers = {each.id: at for at, each in enumerate(model.definitions)}
        self._faces: dict[str, Face] = {}
        self._actions: dict[str, str] = {}
        self._tokens: dict[str, list[str]] = {}
        self._backs: dict[str, str] = {}
        self._orders: dict[str, tuple[Any, ...]] = {}

    def text(self, text: Text) -> str:
        """Return a text of the game, or "" where it has none."""
        return self.names.text(text, "") if text else ""

    def knows(self, id_: str) -> bool:
        """Return whether a label is that of a card."""
        return id_ in self._numbers

    def definition(self, id_: str) -> Definition:
        """Return a card by its id."""
        return self.model.definitions[self._numbers[id_]]

    def card(self, id_: str | None) -> str:
        """Return the name of a card; "" for one that cannot be told."""
        return "" if id_ is None else self.names.definition(self._numbers[id_])

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """Each kind with what it extends, nearest first."""
        return {name: lineage(self.model.kinds, name) for name in self.model.kinds}

    @cached_property
    def costs(self) -> Mapping[str, frozenset[str]]:
        """For each action that costs something, by its event, the events that its cost names."""
        return {
            f"act:{action.id}": frozenset(
                node.event for node in walk((action.cost,)) if isinstance(node, DoEvent)
            )
            for action in self.model.actions
            if action.cost is not None
        }

    @cached_property
    def always(self) -> Mapping[str, frozenset[str]]:
        """For each action, by its event, the events that it always does."""
        return {
            f"act:{action.id}": frozenset(
                step.event for step in action.body.steps if isinstance(step, DoEvent)
            )
            for action in self.model.actions
        }

    # --- values ---------------------------------------------------------------------------------

    def shown(self, name: str, text: Text, value: Any, type_: t.Type) -> Shown:
        """Return a value of an observation with its label."""
        return self._said(name, label_of(self.text(text)), value, type_)

    def shown_value(self, value: Value, worth: Any) -> Shown:
        """Return a value that the game shows, with its label."""
        return self._said(value.id, label_of(self.text(value.text)), worth, value.result)

    def _said(self, name: str, label: str, value: Any, type_: t.Type) -> Shown:
        said = "" if value is True else self.value(value, type_)
        is_plain = value is None or isinstance(value, int | str)
        return Shown(
            name=name,
            label=label,
            text=said,
            value=value if is_plain else said,
            color=self.color(value, type_),
            sign=self._sign(value, t.plain_type(type_)),
            parts=self._parts(value, element_of(t.plain_type(type_))),
            members=self._members(value, t.plain_type(type_)),
        )

    def _members(self, value: Any, of: t.Type) -> tuple[Member, ...]:
        """Return the definitions that a value lists one by one; nothing of all else."""
        if not isinstance(value, list) or not isinstance(of, t.ListOf | t.SetOf):
            return ()
        if not isinstance(t.plain_type(of.of), t.DefinitionType):
            return ()
        groups = [*dict.fromkeys(self._groups.get(each, "") for each in value)]
        return tuple(
            Member(
                label=self.card(each), group=self.card(group or None), color=self._color_of(each)
            )
            for group in groups
            for each in value
            if self._groups.get(each, "") == group
        )

    @cached_property
    def _groups(self) -> Mapping[str, str]:
        """For definitions what they belong to: the one thing there is only one of that its
        attributes name, or whose attributes name it."""
        single = {name for name, kind in self.model.kinds.items() if kind.is_unique}
        own, others = dict[str, str](), defaultdict[str, set[str]](set)
        for definition in self.model.definitions:
            formulas = (each.expression for each in definition.attributes.values())
            named = [
                self.model.definitions[node.value]
                for node in walk((*formulas,))
                if isinstance(node, Constant)
                and isinstance(node.type, t.DefinitionType)
                and type(node.value) is int
            ]
            for each in named:
                if each.kind in single and definition.kind not in single:
                    own.setdefault(definition.id, each.id)
                elif definition.kind in single and each.kind not in single:
                    others[each.id].add(definition.id)
        only = {id_: next(iter(found)) for id_, found in others.items() if len(found) == 1}
        return {**only, **own}

    def _color_of(self, id_: str) -> str:
        """Return the colour of the first member of an enum that a definition is of; "" of none."""
        from cardwright.apps.text.literals import static_value

        for formula in self.definition(id_).attributes.values():
            of, number = t.plain_type(formula.expression.type), static_value(formula.expression)
            if isinstance(of, t.EnumType) and type(number) is int:
                return self.color(self.model.enums[of.name].members[number], of)
        return ""

    def _parts(self, value: Any, of: t.Type | None) -> tuple[Amount, ...]:
        """Return amounts of members of an enum one by one; nothing of all else."""
        if not isinstance(value, Mapping) or not isinstance(of, t.EnumType):
            return ()
        members, signs = self.model.enums[of.name].members, self._signs(of.name)
        return tuple(
            Amount(
                label=self.value(key, of),
                count=count,
                sign=signs[members.index(key)],
                color=self.color(key, of),
            )
            for key, count in value.items()
            if key in members
        )

    def _sign(self, value: Any, of: t.Type) -> str:
        """Return what stands on a token of a member of an enum; "" for all else."""
        if not isinstance(of, t.EnumType) or value not in self.model.enums[of.name].members:
            return ""
        return self._signs(of.name)[self.model.enums[of.name].members.index(value)]

    def _signs(self, enum: str) -> list[str]:
        """Return what stands on tokens of the members of an enum."""
        from cardwright.apps.press.faces.looks import member_signs

        if enum not in self._tokens:
            self._tokens[enum] = member_signs(self.model, enum, self.names)
        return self._tokens[enum]

    def value(self, value: Any, type_: t.Type) -> str:
        """Return a value of an observation in words."""
        of = t.plain_type(type_)
        if value is None:
            return "–"
        if isinstance(value, Mapping):
            element = element_of(of)
            parts = [self._units(count, key, element) for key, count in value.items()]
            return Language(self.names.tag).together(parts) or "0"
        if isinstance(value, list):
            inner = of.of if isinstance(of, t.ListOf | t.SetOf | t.BagOf) else of
            parts = [self.value(part, inner) for part in value]
            return ("; ".join(parts) if t.is_list(inner) else self.names.row(parts)) or "–"
        if isinstance(value, bool):
            return phrase(self.names.lang, "yes" if value else "no")
        return self._label(value, of) if isinstance(value, str) else str(value)

    def _units(self, count: int, key: Any, of: t.Type) -> str:
        """Return a number of one thing."""
        if of == t.EnumType(KEYWORD) and key in self.model.keywords:
            return self.names.keyword([*self.model.keywords].index(key), str(count))
        return Language(self.names.tag).units(count, self.names.written(self.value(key, of)))

    def _label(self, label: str, of: t.Type) -> str:
        """Return what a label of an observation stands for, in words."""
        if isinstance(of, t.EnumType) and label in self.model.enums[of.name].members:
            return self.names.member(of.name, self.model.enums[of.name].members.index(label))
        if label == BLIND:
            return phrase(self.names.lang, "card")
        return self.card(label) if self.knows(label) else label

    def color(self, value: Any, type_: t.Type) -> str:
        """Return the colour of a member of an enum, where its look or its name says one."""
        of = t.plain_type(type_)
        if not isinstance(of, t.EnumType) or value not in self.model.enums[of.name].members:
            return ""
        from cardwright.apps.press.faces.looks import member_color

        return member_color(self.model, of.name, self.model.enums[of.name].members.index(value))

    # --- cards ----------------------------------------------------------------------------------

    def face(self, id_: str) -> Face:
        """Return the text printed on a card."""
        if id_ not in self._faces:
            self._faces[id_] = self._face(id_)
        return self._faces[id_]

    def _face(self, id_: str) -> Face:
        from cardwright.apps.cards.card import attribute_words
        from cardwright.apps.press.faces.content import content_of
        from cardwright.apps.press.faces.looks import Symbol, said

        entry = self.entry(id_)
        content = content_of(entry, self.lang)
        corner = "".join(each.text if isinstance(each, Symbol) else each for each in content.corner)
        return Face(
            name=content.name,
            kind=content.kind,
            color=content.color,
            corner=corner,
            figure=str(content.figure[0]) if content.is_named_by_figure else "",
            is_index=said(entry, "frame") == "index",
            has_token=bool(content.symbols),
            line=tuple(each for each in attribute_words(entry, self.lang) if each),
            texts=tuple("".join(run.text for run in each) for each in content.texts),
        )

    def back(self, kind: str) -> str:
        """Return the kind that tells the back of the cards of a kind; "" where there is none, or
        they have several."""
        if kind not in self._backs:
            from cardwright.apps.press.faces import kinds_like

            alike = kinds_like(self.model, kind) if kind in self.model.kinds else ()
            own = {each.kind for each in self.model.definitions if kind in self.kinds[each.kind]}
            self._backs[kind] = kind if own and own <= {*alike} else ""
        return self._backs[kind]

    def action(self, action: Action) -> str:
        """Return what an action costs and does, made from its rules."""
        if action.id not in self._actions:
            kind = "" if action.card is None else self.definition(action.card).kind
            self._actions[action.id] = rule_text(self.model, action, kind, self.names.lang)
        return self._actions[action.id]

    def effect(self, card: str, attribute: str) -> str:
        """Return what a card says under an attribute that holds steps, made from them."""
        found = (each for each in self.model.effects if each.card == card)
        effect = next(each for each in found if each.attribute[1] == attribute)
        return effect_line(effect, self.definition(card), self.names)

    @cached_property
    def purposes(self) -> Purposes:
        """What questions of steps are for."""
        from cardwright.apps.text.rules import Purposes

        return Purposes(self.model, self.lang)

    def entry(self, id_: str) -> Entry:
        """Return a card as the card database has it."""
        from cardwright.apps.cards.entries import Entry

        return Entry(self.model, self.definition(id_), None, self.options)

    def order(self, id_: str) -> tuple[Any, ...]:
        """Return what cards of a hand are sorted by: kind, members and numbers, then as written."""
        if id_ not in self._orders:
            self._orders[id_] = self._order(self.definition(id_))
        return self._orders[id_]

    def _order(self, definition: Definition) -> tuple[Any, ...]:
        from cardwright.apps.text.literals import static_value

        found = []
        for attribute in self._attributes(definition.kind):
            formula = definition.attributes.get(attribute.name)
            value = None if formula is None else static_value(formula.expression)
            found.append(value if type(value) is int else -1)
        span = definition.span
        place = (span.source.path, span.start)
        return [*self.model.kinds].index(definition.kind), tuple(found), place, definition.id

    def _attributes(self, kind: str) -> list[Attribute]:
        """Return the attributes of a kind that put its cards in order: members, then numbers."""
        kinds = (self.model.kinds[name] for name in reversed(self.kinds[kind]))
        known = [attribute for each in kinds for attribute in each.attributes]
        members = [a for a in known if isinstance(t.plain_type(a.type), t.EnumType)]
        return members + [a for a in known if str(t.plain_type(a.type)) == "int"]
