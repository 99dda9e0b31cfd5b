"""Render a question in words: its purpose, the elements chosen already, and the wanted ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dsl.languages import Language, Phrase
from dsl.model import types as t
from dsl.model.nouns import Text
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT, Code
from interpreter.program.program import Program
from interpreter.state.record import State
from interpreter.state.values import BodyFrame, Value, Values, can_hold, entities_in
from interpreter.walk.decision import KINDS, Ask, taken_parts
from interpreter.walk.labels import WORDS, Hidden, Labels, counted, in_language

_WITHIN: Final = " › "
_ME, _CARD = 0, 1
"""Where the locals of a body hold whose it is, and its card."""


def question(
    program: Program,
    st: State,
    ask: Ask,
    language: str,
    is_hidden: Hidden = lambda entity: False,
) -> str:
    """Return what a decision asks.

    Args:
        is_hidden: Function from an entity to whether the decider cannot tell it.
    """
    asking = _Asking(program, st, ask, language, is_hidden)
    context = _WITHIN.join(asking.parts())
    # its noun with an article or as several: `choose a card`, `choose cards one by one`
    kind, wanted = ask.kind, asking.wanted()
    if kind == "choose" and wanted == WORDS.text(language, "noun-number"):
        kind = "choose-number"
    elif kind in ("piece", "unit") and Phrase(wanted).is_plural:
        kind = "pieces"
    asked = WORDS.text(language, f"ask-{kind}")
    asked = Language(language).with_articles(asked, lambda slot: wanted)
    asked = asked.format(name=wanted)
    taken = asking.taken()
    if taken:
        listing = Language(language).listed(taken, ", ")
        asked = WORDS.say(language, "question-so-far", asked=asked, taken=listing)
    if context:
        key = "question-yes-no" if ask.kind == "yes-no" else "question"
        asked = WORDS.say(language, key, context=context, asked=asked)
    if ask.asked == ask.decider:
        return asked
    return WORDS.say(language, "question-for", name=st.names[ask.asked], asked=asked)


def described(
    program: Program, st: State, ask: Ask, language: str, is_hidden: Hidden
) -> tuple[list[str], str, str]:
    """Return what a question is within, the outermost first, what an author calls what is wanted,
    "" where nobody has words for it, and what is asked by its kind alone."""
    asking = _Asking(program, st, ask, language, is_hidden)
    return asking.parts(), asking.named(), WORDS.text(language, f"ask-{ask.kind}")


def completed(
    program: Program, st: State, ask: Ask, language: str, is_hidden: Hidden
) -> list[str] | None:
    """Return for each option of a parameter the action with it in words, None where the words of
    the action do not tell the options apart."""
    assert isinstance(ask.site, tuple)
    _, number, place = ask.site
    action = program.actions[number].action
    template = in_language(action.text, language, "")
    parameter = action.parameters[place]
    if f"{{{parameter.name}" not in template:
        return None
    asking = _Asking(program, st, ask, language, is_hidden)
    type_ = t.option_type(parameter.type)
    return [
        asking.filled_with(template, number, parameter.name, type_, each) for each in ask.options
    ]


class _Asking:
    """One open decision and the words of one language."""

    def __init__(
        self, program: Program, st: State, ask: Ask, language: str, is_hidden: Hidden
    ) -> None:
        self.program, self.st, self.ask = program, st, ask
        self.language, self.is_hidden = language, is_hidden
        self.labels = Labels(program)

    # --- wanted elements ------------------------------------------------------------------------

    def wanted(self) -> str:
        """Return the name of the wanted elements: by purpose, else their own."""
        site = self.ask.site
        if isinstance(site, int):
            return self._noun(self._slot_name(site))
        if site[0] != "action":
            return ""
        parameter = self.program.actions[site[1]].action.parameters[site[2]]
        return self.named() or self._noun(parameter.name)

    def named(self) -> str:
        """Return what an author calls the wanted elements; "" where nobody has words for them."""
        site = self.ask.site
        if isinstance(site, int) or site[0] != "action":
            return ""
        parameter = self.program.actions[site[1]].action.parameters[site[2]]
        return self._filled(in_language(parameter.text, self.language, ""), self._given(site[1]))

    def _noun(self, name: str) -> str:
        """Return what people call the things to choose from, else the name in the text."""
        type_ = None if self.ask.type is None else t.innermost(self.ask.type)
        game = self.program.game
        if isinstance(type_, t.EntityType | t.DefinitionType) and type_.kind:
            return in_language(game.kinds[type_.kind].text, self.language, type_.kind)
        if isinstance(type_, t.EnumType):
            return in_language(game.enums[type_.name].text, self.language, type_.name)
        if isinstance(type_, t.TargetType):
            return WORDS.text(self.language, "noun-target")
        if type_ == t.PLAYER:
            return WORDS.text(self.language, "noun-player")
        if type_ is not None and str(type_) == "int":
            return WORDS.text(self.language, "noun-number")
        return name

    def _slot_name(self, number: int) -> str:
        operation = self.program.operations[number]
        slot = getattr(operation, "slot", None)
        if isinstance(operation, ops.Ask) and operation.choice:
            slot = operation.choice.slot
        return self.program.code_of[number].names[slot] if slot is not None else ""

    # --- what for -------------------------------------------------------------------------------

    def parts(self) -> list[str]:
        """Return what it stands in; a part that one before it says already is left out."""
        found: list[str] = []
        for part in filter(None, self._context()):
            if not any(part in before for before in found):
                found.append(part)
        return found

    def _context(self) -> Iterator[str]:
        """Yield the action that is being taken and what of it asks, as far as they have texts; of
        what a card does the card, and what of it asks."""
        site = self.ask.site
        if isinstance(site, tuple):
            if site[0] == "action":
                action = self.program.actions[site[1]].action
                text = in_language(action.text, self.language, action.id)
                yield self._filled(text, self._given(site[1]))
            elif site[0] == "rule":
                rule = self.program.rules[site[1]].rule
                yield in_language(rule.text, self.language, "") or self._card(rule.card or "")
            return
        asking = self.program.code_of[site]
        taken = next(self._open_actions(), None)
        taking = "" if taken is None else self._taken(taken)
        frames = [f for f in reversed(self.st.frames) if isinstance(f, BodyFrame)]
        given = next((f.locals for f in frames if self._is_in(f, asking)), ())
        said = self._body(asking, given)
        card = next((card for card in self._source() if card not in taking), "")
        if taken is not None and taken.locals[_CARD] is not None and card:
            yield card
            yield said or taking
            return
        yield taking
        yield "" if card in said else card
        yield said

    def _source(self) -> Iterator[str]:
        """Yield the card whose steps led to the question, if who is asked can tell it."""
        for frame in reversed(self.st.frames):
            if not isinstance(frame, BodyFrame):
                continue
            if self.program.course.holds(frame.kind):
                return
            card = frame.locals[_CARD]
            if card is not None:
                any_card = t.EntityType("")
                text = self.labels.text(self.st, card, any_card, self.language, hidden=False)
                yield "" if self.is_hidden(card) else text
                return

    def _taken(self, frame: BodyFrame) -> str:
        """Return what an action is called, with who takes it where that is not who is asked."""
        text = self._body(self.program.code_at(frame.kind), frame.locals)
        me = self._me(frame.locals)
        name = self.st.names[me]
        if not text or me == self.ask.asked or name in text:
            return text
        return WORDS.say(self.language, "question-by", text=text, name=name)

    def _me(self, given: Values) -> int:
        """Return whose body has these locals: who is called “me” in its text."""
        me = given[_ME] if given else None
        return self.ask.asked if me is None else int(me)

    def _open_actions(self) -> Iterator[BodyFrame]:
        """Yield the frame of the action that is being taken, if one is."""
        for frame in reversed(self.st.frames):
            if not isinstance(frame, BodyFrame) or self.program.course.holds(frame.kind):
                continue
            if self.program.code_at(frame.kind).name.startswith("action "):
                yield frame
                return

    @staticmethod
    def _is_in(frame: BodyFrame, code: Code) -> bool:
        return code.first <= frame.kind <= code.last

    def _body(self, code: Code, given: Values) -> str:
        """Return what a body does, in the words of its event, rule or card."""
        sort, _, id_ = code.name.partition(" ")
        plan = self.program.events.get(id_ if sort == "event" else f"act:{id_}")
        if plan is not None:
            text = in_language(plan.text, self.language, "")
            slots = zip(plan.slot_names, plan.slot_types, given[FIRST_SLOT:], strict=False)
            known = {name: (type_, value) for name, type_, value in slots}
            return self._filled(text, known | self._of_card(given), self._me(given))
        if sort == "effect":
            return self._effect(id_)
        rules = (each.rule for each in self.program.rules)
        rule = next((each for each in rules if each.id == id_), None)
        text = in_language(rule.text, self.language, "") if rule is not None else ""
        return text or (self._card(id_.partition(":")[0]) if rule is not None else "")

    def _effect(self, id_: str) -> str:
        """Return what a card says under an attribute that holds steps."""
        card, _, name = id_.partition(".")
        texts: list[Text] = [
            attribute.text
            for kind in self.program.game.kinds.values()
            for attribute in kind.attributes
            if attribute.name == name
        ]
        said = in_language(texts[0], self.language, "") if texts else ""
        return _WITHIN.join(filter(None, (self._card(card), said)))

    def _card(self, id_: str) -> str:
        found = (d for d in self.program.game.definitions if d.id == id_)
        return next((in_language(d.name, self.language, d.id) for d in found), "")

    # --- elements chosen already ----------------------------------------------------------------

    def taken(self) -> list[str]:
        """Return the parts that are taken of the choice that asks."""
        type_ = self.ask.of
        if type_ is None or self.ask.kind not in KINDS:
            return []
        return [
            self.labels.text(
                self.st, part, type_, self.language, hidden=self._is_hidden(part, type_)
            )
            for part in taken_parts(self.program, self.st)
        ]

    def _is_hidden(self, value: Value, type_: t.Type) -> bool:
        """Return whether a value names a card that who is asked cannot tell."""
        return can_hold(type_) and any(map(self.is_hidden, entities_in(value, type_)))

    def _given(self, action: int) -> Mapping[str, tuple[t.Type, Value]]:
        """Return the parameters of the action that are decided, by name, and its card."""
        site = self.ask.site
        frame = self.st.frames[-1] if self.st.frames else None
        if not isinstance(site, tuple) or not isinstance(frame, BodyFrame):
            return {}
        parameters = self.program.actions[action].action.parameters[: site[2]]
        values = zip(parameters, frame.locals[FIRST_SLOT:], strict=False)
        known = {each.name: (each.type, value) for each, value in values}
        return known | self._of_card(frame.locals)

    @staticmethod
    def _of_card(given: Sequence[Value]) -> dict[str, tuple[t.Type, Value]]:
        """Return the card of a body, by the name that a text has for it."""
        return {"self": (t.EntityType(""), given[_CARD])} if len(given) > _CARD else {}

    def filled_with(
        self, template: str, number: int, name: str, type_: t.Type, value: Value
    ) -> str:
        """Return the text of an action with what is decided of it and one parameter more."""
        return self._filled(template, {**self._given(number), name: (type_, value)})

    def _filled(
        self, template: str, given: Mapping[str, tuple[t.Type, Value]], me: int | None = None
    ) -> str:
        """Return a text with what is known of its slots; the others stay open.

        Args:
            me: Who is called “me” in it; None for who is asked.
        """

        def word(name: str) -> str:
            if name == "me":
                return self.st.names[self.ask.asked if me is None else me]
            if name not in given or given[name][1] is None:
                return "…"
            type_, value = given[name]
            hidden = self._is_hidden(value, type_)
            return self.labels.text(self.st, value, type_, self.language, hidden=hidden)

        def number_of(name: str) -> int | None:
            type_, value = given.get(name, (t.INT, Phrase.MANY))
            return None if name == "me" else counted(value, type_)

        template = Phrase(template).in_number(number_of)
        template = Language(self.language).with_articles(template, word)
        return Phrase.SLOT.sub(lambda found: word(found[0][1:-1]), template).strip()


MOST_LABELS = 12


def listed(labels: Sequence[str]) -> str:
    """Return labels in a row, of many only the first ones and how many there are."""
    if len(labels) > MOST_LABELS:
        labels = [*labels[:MOST_LABELS], f"… {len(labels)} in all"]
    return ", ".join(labels) or "none"
