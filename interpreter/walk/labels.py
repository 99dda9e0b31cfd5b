"""Name values for scripts (one stable label in every language) and for people.

An option of `choose one` is named after the first event it does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from dsl.languages import Catalogue, Language, Phrase
from dsl.model import types as t
from dsl.model.expressions import Local
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.program import Program
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.decision import ENOUGH, Ask


def alternative_event(program: Program, site: int, place: int) -> str:
    """Return the id of the first event an alternative does, or `option-N` where it does none.

    Args:
        site: Number of the `ChooseOne`.
        place: Which alternative, from 0.
    """
    first = _first_of(program, site, place)
    if isinstance(first, ops.Call):
        return first.event
    return f"option-{place + 1}" if first is None else "stop"


def _first_of(program: Program, site: int, place: int) -> ops.Call | ops.Return | None:
    """Return the first event that an alternative does, or that it stops; None for neither."""
    ask = program.operations[site]
    assert isinstance(ask, ops.ChooseOne)
    number = ask.alternatives[place].start
    end = min((a.start for a in ask.alternatives if a.start > number), default=ask.exit)
    found = (o for o in program.operations[number:end] if isinstance(o, ops.Call | ops.Return))
    return next(found, None)


def named_by_alternative(
    program: Program, st: State, site: int, place: int
) -> dict[str, tuple[Value, t.Type]]:
    """Return what the words of an alternative's first event name that is decided already, by the
    name of its slot: `put {d} on a side`, where d is a card that asks for it."""
    call, code = _first_of(program, site, place), program.code_of[site]
    bodies = [each for each in st.bodies() if code.first <= each.kind <= code.last]
    plan = program.events[call.event] if isinstance(call, ops.Call) else None
    if not bodies or not isinstance(call, ops.Call) or plan is None or plan.event is None:
        return {}
    named = {slot for text in plan.text.values() for slot in Phrase.SLOT.findall(text)}
    pairs = zip(plan.event.slots, call.arguments, strict=False)
    found = {slot.name: each for slot, each in pairs if isinstance(each, Local)}
    values = {name: (bodies[-1].locals[FIRST_SLOT + each.slot], each.type)
              for name, each in found.items() if f"{{{name}}}" in named}  # fmt: skip
    return {name: pair for name, pair in values.items() if pair[0] is not None}


WORDS: Final = Catalogue(__file__)
OF_CARD = "{self}"
"""In the text of an action that stands on a card: the name of that card."""
BLIND = "a-card"
"""The label of a card that the decider cannot tell."""


def in_language(text: Mapping[str, str], language: str, fallback: str) -> str:
    """Return a text in a language, else in English, else in any, else the fallback."""
    return Language(language).text_of(text) if text else fallback


def bare(text: str) -> str:
    """Return a template with its slots left open: "play {d}" as "play …"."""
    return Phrase(text).with_gaps("…").strip()


def place(owner: str, name: str, language: str | None, sort: str = "card") -> str:
    """Return a zone with its owner: `ada.hand` as a label, `ada's hand` in a language."""
    if language is None:
        return f"{owner}.{name}"
    return WORDS.say(language, f"zone-of-{sort}", owner=owner, name=name)


Hidden: TypeAlias = Callable[[int], bool]
"""Whether the viewer cannot identify a card."""


def between(type_: t.ListOf | t.SetOf) -> str:
    """Return what stands between the elements of a list: more where they are lists themselves."""
    return "; " if isinstance(t.plain_type(type_.of), t.ListOf | t.SetOf | t.BagOf) else ", "


class Labels:
    """Labels and texts of values, options and decisions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game

    # --- values -------------------------------------------------------------------------------

    def label(self, st: State, value: Value, type_: t.Type, *, hidden: bool = False) -> str:
        """Return the label of a value."""
        return self._say(st, value, type_, None, hidden)

    def text(self, st: State, value: Value, type_: t.Type, language: str, *, hidden: bool) -> str:
        """Return what people read for a value."""
        return self._say(st, value, type_, language, hidden)

    def names_of(self, st: State, value: Value, type_: t.Type) -> tuple[str, ...]:
        """Return what a script may call an element of a list of a type."""
        return (self.label(st, value, t.option_type(type_)),)

    def _say(
        self, st: State, value: Value, type_: t.Type, language: str | None, hidden: bool
    ) -> str:
        type_ = t.plain_type(type_)
        if value is None:
            return _word("none", language)
        if isinstance(type_, t.ListOf | t.SetOf):
            parts = [self._say(st, v, type_.of, language, hidden) for v in value]
            return between(type_).join(parts) if parts else "-"
        if isinstance(type_, t.BagOf):
            parts = [self._units(st, n, k, type_.of, language, hidden) for k, n in value]
            return row_of(parts, language) or "0"
        if isinstance(type_, t.AmountOf):
            return self._amount(st, value, type_.of, language)
        return self._say_one(st, value, type_, language, hidden)

    def _amount(self, st: State, value: Value, of: t.Type, language: str | None) -> str:
        """Return an amount as one would write it, what it is reduced by behind it."""
        every = self._keys_of(of)
        say = partial(self._say, st, type_=of, language=language, hidden=False)
        parts = [self._units(st, n, key, of, language, False) for key, n in value[0] if n > 0]
        parts += [part_words(part, every, say, language) for part in value[1]]
        cuts = [part_words(part, every, say, language) for part in value[2]]
        asked = row_of(parts, language) or "0"
        if not cuts or language is None:
            return asked + "".join(f" - {cut}" for cut in cuts)
        less = row_of(cuts, language)
        return WORDS.say(language, "amount-less", asked=asked, less=less)

    def _units(
        self, st: State, number: int, key: Value, of: t.Type, language: str | None, hidden: bool
    ) -> str:
        """Return a number of one thing."""
        said = self._say(st, key, of, language, hidden)
        if language is None:
            return f"{number} {said}"
        text: Mapping[str, str] = {}
        if isinstance(of, t.EnumType):
            text = self.game.enums[of.name].texts[key]
        elif isinstance(of, t.DefinitionType):
            text = self.game.definitions[key].name
        written = Language(language).as_written(text) if text else said
        return Language(language).units(number, written)

    def _keys_of(self, of: t.Type) -> int:
        """Return how many keys an amount of a type can have."""
        if isinstance(of, t.EnumType):
            return len(self.game.enums[of.name].members)
        return len(self.game.definitions)

    def _say_one(
        self, st: State, value: Value, type_: t.Type, language: str | None, hidden: bool
    ) -> str:
        type_, value = t.one_of(type_, value)
        if isinstance(type_, t.EntityType):
            if hidden:
                return BLIND if language is None else _word("hidden", language)
            return self._definition(st.entity_definitions[value], language)
        if isinstance(type_, t.DefinitionType):
            return self._definition(value, language)
        if isinstance(type_, t.EnumType):
            enum = self.game.enums[type_.name]
            member = enum.members[value]
            return member if language is None else in_language(enum.texts[value], language, member)
        if isinstance(type_, t.ZoneType):
            return self.zone(st, value, language)
        if type_ == t.PLAYER:
            return st.names[value]
        if isinstance(value, bool):
            return _word("yes" if value else "no", language)
        return str(value)

    def _definition(self, number: int, language: str | None) -> str:
        definition = self.game.definitions[number]
        if language is None:
            return definition.id
        return in_language(definition.name, language, definition.id)

    def zone(self, st: State, zone: int, language: str | None) -> str:
        """Return the name of a zone with its owner's."""
        key = self.program.families[st.zone_families[zone]].key
        name = key.name
        if language is not None:
            name = in_language(self.game.zones[key].text, language, name)
        owner = st.zone_owners[zone]
        if key.owner is None:
            return name
        if key.owner == "player":
            return place(st.names[owner], name, language, "player")
        return place(self._definition(st.entity_definitions[owner], language), name, language)

    # --- options ------------------------------------------------------------------------------

    def option_labels(self, st: State, ask: Ask, is_hidden: Hidden) -> list[str]:
        """Return one label an option, `#2` and so on behind those that come again.

        Args:
            is_hidden: Function from an entity to whether the decider cannot tell it.
        """
        labels = [self._option(st, ask, option, None, is_hidden) for option in ask.options]
        return numbered(labels)

    def plain_texts(self, st: State, ask: Ask, language: str, is_hidden: Hidden) -> list[str]:
        """Return what people read for each option, whether or not another is called the same."""
        return [self._option(st, ask, option, language, is_hidden) for option in ask.options]

    def _option(
        self, st: State, ask: Ask, option: Value, language: str | None, hidden: Hidden
    ) -> str:
        if option is None:
            return _word("none", language)
        if option == ENOUGH and isinstance(option, str):
            return _word(ENOUGH, language)
        return OPTIONS[ask.kind](self, st, ask, option, language, hidden)

    def _value_option(
        self, st: State, ask: Ask, option: Value, language: str | None, hidden: Hidden
    ) -> str:
        assert ask.of is not None
        if isinstance(ask.of, t.ListOf | t.SetOf):
            parts = [self._told(st, each, ask.of.of, language, hidden) for each in option]
            return between(ask.of).join(parts) or "-"
        return self._told(st, option, ask.of, language, hidden)

    def _told(
        self, st: State, value: Value, type_: t.Type, language: str | None, hidden: Hidden
    ) -> str:
        """Return a value in words, as far as who decides can tell it."""
        type_, value = t.one_of(type_, value)
        unseen = isinstance(type_, t.EntityType) and hidden(value)
        return self._say(st, value, type_, language, unseen)

    def _piece(
        self, st: State, ask: Ask, option: Value, language: str | None, hidden: Hidden
    ) -> str:
        return self._value_option(st, ask, option[1], language, hidden)

    def _action(
        self, st: State, ask: Ask, option: Value, language: str | None, hidden: Hidden
    ) -> str:
        number, card = option
        action = self.program.actions[number].action
        if language is None and action.kind is not None and card is not None:
            name = self._definition(st.entity_definitions[card], None)
            return name + str(action.id).removeprefix(action.kind)
        if language is None:
            return str(action.id)
        text = in_language(action.text, language, "")
        if card is None:
            return bare(text) or str(action.id)
        name = self._definition(st.entity_definitions[card], language)
        if OF_CARD in text:
            return bare(text.replace(OF_CARD, name))
        return Language(language).behind_name(name, bare(text)) if text else name

    def _yes_no(
        self, st: State, ask: Ask, option: Value, language: str | None, hidden: Hidden
    ) -> str:
        return _word("yes" if option else "no", language)

    def _rule(
        self, st: State, ask: Ask, option: Value, language: str | None, hidden: Hidden
    ) -> str:
        number, card, *elements = option
        rule = self.program.reactions[number].rule
        if card is not None:
            name = self._definition(st.entity_definitions[card], language)
        else:
            name = str(rule.id) if language is None else in_language(rule.text, language, rule.id)
        for element in elements:
            type_, element = t.one_of(rule.body.slots[0].type, element)
            unseen = isinstance(type_, t.EntityType) and hidden(element)
            name += f" {self._say(st, element, type_, language, unseen)}"
        return name

    def _alternative(
        self, st: State, ask: Ask, option: Value, language: str | None, hidden: Hidden
    ) -> str:
        assert isinstance(ask.site, int)
        event = alternative_event(self.program, ask.site, option)
        plan = self.program.events.get(event)
        if language is None or plan is None:
            return event
        text = in_language(plan.text, language, event)
        for name, (value, type_) in named_by_alternative(
            self.program, st, ask.site, option
        ).items():
            text = text.replace(f"{{{name}}}", self._told(st, value, type_, language, hidden))
        return bare(text)


def part_words(
    part: tuple[tuple[int, ...], int], every: int, say: Callable[..., str], language: str | None
) -> str:
    """Return the words of a part of an amount that is left open: as a label `1 calm/life`, `3 any
    except gold`, to people `1 calm or life`.

    Args:
        every: How many keys there are, numbered from 0.
        say: Gives the words of a key.
    """
    keys, number = part
    out = tuple(key for key in range(every) if key not in keys)
    if len(out) >= len(keys) or not keys:
        said = tuple(map(say, keys))
        if language is None:
            return f"{number} {'/'.join(said) or '-'}"
        return Language(language).units(number, Language(language).either(said) or "-")
    words = tuple(map(say, out))
    if language is None:
        return f"{number} any" + (f" except {'/'.join(words)}" if words else "")
    besides = Language(language).together(words)
    if not besides:
        return WORDS.say(language, "amount-any", number=number)
    return WORDS.say(language, "amount-except", number=number, words=besides)


def counted(value: Value, type_: t.Type) -> int | None:
    """Return the number that words behind a value go by: itself, or how many it holds."""
    type_ = t.plain_type(type_)
    if value is not None and isinstance(type_, t.ListOf | t.SetOf):
        return len(value)
    if value is not None and isinstance(type_, t.BagOf):
        return sum(number for _, number in value)
    return value if type_ == t.INT else None


def row_of(parts: Sequence[str], language: str | None) -> str:
    """Return parts of a bag or amount in a row: a label as authors write it, else as it is said."""
    return " + ".join(parts) if language is None else Language(language).together(parts)


def _word(word: str, language: str | None) -> str:
    return word if language is None else WORDS.text(language, f"label-{word}")


def numbered(labels: list[str]) -> list[str]:
    """Return labels made different by `#2`, `#3` … behind later ones."""
    seen: dict[str, int] = {}
    found = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        found.append(label if seen[label] == 1 else f"{label}#{seen[label]}")
    return found


OPTIONS: dict[str, Callable[..., str]] = {
    "action": Labels._action,
    "parameter": Labels._value_option,
    "choose": Labels._value_option,
    "piece": Labels._piece,
    "unit": Labels._value_option,
    "order": Labels._value_option,
    "yes-no": Labels._yes_no,
    "alternative": Labels._alternative,
    "replacement": Labels._rule,
    "trigger": Labels._rule,
}
