"""Compute what options cost and do now, with the amounts that stand in them worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from cardwright import Match
from cardwright.apps.face.words import say
from cardwright.apps.screen.wording import Wording
from cardwright.apps.text.happenings import Template, happening
from dsl import Fault, Language, Phrase, Span
from dsl.model import expressions as e
from dsl.model.expressions import AttributeRead, Expression, Local
from dsl.model.game import Game
from dsl.model.steps import Formula
from dsl.model.types import EntityType, ListOf, SetOf, TargetType, Type, one_of
from dsl.model.walk import conjuncts, walk
from interpreter import Decision, Program, SeatView, Value

_AT_MOST: Final = ("<=", "<")
_AT_LEAST: Final = (">=", ">")
_PAYABLE: Final = "payable"


def bound_of(source: e.Expression, game: Game) -> e.AttributeRead | None:
    """Return the attribute of its elements that a list bounds by what can change, the first one."""
    while isinstance(source, e.Filter):
        found = next(_bounded(source.condition, source.slot, game, 0), None)
        if found is not None:
            return found
        source = source.source
    return None


def _bounded(
    condition: e.Expression, slot: int, game: Game, depth: int
) -> Iterator[e.AttributeRead]:
    """Yield the attributes of a local that a condition bounds, those of values it calls too."""
    for part in conjuncts(condition):
        small, large = _sides(part)
        if isinstance(small, e.AttributeRead) and _is(small.of, slot):
            if not isinstance(large, e.Constant):
                yield small
        elif isinstance(part, e.ValueCall) and depth == 0:
            places = [n for n, each in enumerate(part.arguments) if _is(each, slot)]
            for value in game.values.get(part.value, ()) if places else ():
                if isinstance(value.body, Formula):
                    yield from _bounded(value.body.expression, places[0], game, depth + 1)


def _sides(part: e.Expression) -> tuple[e.Expression | None, e.Expression | None]:
    """Return what must not be more, and than what."""
    if isinstance(part, e.Compare) and part.operator in _AT_MOST:
        return part.left, part.right
    if isinstance(part, e.Compare) and part.operator in _AT_LEAST:
        return part.right, part.left
    if isinstance(part, e.Primitive) and part.name == _PAYABLE:
        return part.arguments[1], part.arguments[0]
    return None, None


def _is(expression: e.Expression, slot: int) -> bool:
    return isinstance(expression, e.Local) and expression.slot == slot


class Preview:
    """What the options of one seat's decision cost and do."""

    def __init__(self, match: Match, seat: int, wording: Wording) -> None:
        assert match.state.ask is not None
        self.st, self.machine, self.ask = match.state, match.machine, match.state.ask
        self.program, self.wording = match.machine.program, wording
        self.view = SeatView(match, seat)

    # --- options --------------------------------------------------------------------------------

    def prices(self) -> Sequence[str]:
        """Return for each option what it costs, "" where that is nothing or not known yet; where
        the choice is from what is cheap enough, that is what it is held against."""
        found = self._costs()
        return found if any(found) else self._bounds()

    def _costs(self) -> Sequence[str]:
        """Return for each option what it costs, as costs and steps say."""
        if self.ask.kind == "action":
            return [self._of_action(*option[:2]) for option in self.ask.options]
        site = self.ask.site
        if self.ask.kind in ("parameter", "piece") and isinstance(site, tuple):
            return [self._of_parameter(site[1], site[2], each) for each in self.ask.options]
        asked = self.program.asked(site)
        if self.ask.kind == "yes-no" and asked is not None and asked.price is not None:
            first, last = asked.price
            price = self._said(first, last, self._locals(site))
            return [price if option is True else "" for option in self.ask.options]
        return [""] * len(self.ask.options)

    def ways(self) -> Sequence[str]:
        """Return for each option of `choose one` what it begins with, "" for all else."""
        asked = self.program.asked(self.ask.site)
        if asked is None or not asked.ways or self.ask.kind != "alternative":
            return [""] * len(self.ask.options)
        locals_, open_ways = self._locals(self.ask.site), [asked.ways[n] for n in self.ask.options]
        return [self._said(first, last, locals_) for first, last in open_ways]

    def purpose(self, *, is_priced: bool = False) -> str:
        """Return the purpose of a question of steps, "" where nothing tells.

        Args:
            is_priced: Whether the payment is said already.
        """
        site = self.ask.site
        span = Match.site_span(self.machine, site) if isinstance(site, int) else None
        if span is None or not self._is_asked_as_me():
            return ""
        return self._purpose(span, is_priced=is_priced)

    def deed(self) -> str:
        """Return what is done by who agrees, as a part of a sentence, "" where nothing tells."""
        site = self.ask.site
        span = Match.site_span(self.machine, site) if isinstance(site, int) else None
        if self.ask.kind != "yes-no" or span is None or not self._is_asked_as_me():
            return ""
        code = self.program.code_of[site]
        return self.wording.purposes.deed_of(code.name, span, is_priced=any(self.prices()))

    def aims(self) -> Sequence[str]:
        """Return for each option of `choose one` all that it does, "" for all else."""
        asked = self.program.asked(self.ask.site)
        if asked is None or not asked.spans or not self._is_asked_as_me():
            return [""] * len(self.ask.options)
        return [self._purpose(asked.spans[n]) for n in self.ask.options]

    def _purpose(self, span: Span, *, is_priced: bool = False) -> str:
        code = self.program.code_of[self.ask.site]
        return self.wording.purposes.of(code.name, span, is_priced=is_priced)

    def _is_asked_as_me(self) -> bool:
        """Return whether nobody else is called “you” in what is said of the steps that ask."""
        me = next(iter(self._locals(self.ask.site)), None)
        return me is None or me == self.ask.asked

    # --- actions --------------------------------------------------------------------------------

    def _of_action(self, number: int, card: int | None) -> str:
        """Return what an action costs, as far as that follows from no choice but of how much more
        to use; what a card does says itself what it costs."""
        plan = self.program.actions[number]
        read, parameters = self._read(number), plan.action.parameters
        if card is not None or any(parameters[n].mode in ("one", "exactly") for n in read):
            return ""
        me = self.ask.asked
        price = self._cost(number, [me, card, me, *(() for _ in parameters)])
        return say(self.wording.lang, "from-price", price=price) if price and read else price

    def _of_parameter(self, number: int, place: int, option: Value) -> str:
        """Return what the action costs with an answer, once all that matters to it is chosen."""
        plan = self.program.actions[number]
        frame = self.st.body
        if max(self._read(number), default=-1) != place or frame is None:
            return ""
        given = list(frame.locals)
        if self.ask.kind == "piece":
            more = () if option is None or option == Decision.ENOUGH else (option[1],)
            option = (*self.view.taken_parts(), *more)
        if not self._can_tell(option, plan.action.parameters[place].type):
            return ""
        given[place + Program.FIRST_SLOT] = option
        return self._cost(number, given)

    def _can_tell(self, value: Value, type_: Type) -> bool:
        """Return whether the seat knows which cards a value is."""
        inner = type_.of if isinstance(type_, ListOf | SetOf) else type_
        cards = value if isinstance(value, tuple) else (value,)
        told = (one_of(inner, card) for card in cards)
        return all(
            card is None or not isinstance(type_, EntityType) or self.view.tells(card)
            for type_, card in told
        )

    def _read(self, number: int) -> list[int]:
        """Return the parameters that the cost of an action reads."""
        plan = self.program.actions[number]
        code, count = plan.cost, len(plan.action.parameters)
        operations = tuple(self.program.operations[code.first : code.last]) if code else ()
        return sorted({n.slot for n in walk(operations) if isinstance(n, Local) and n.slot < count})

    def _cost(self, number: int, given: list[Value]) -> str:
        cost = self.program.actions[number].cost
        if cost is None:
            return ""
        room = (None,) * (cost.size + Program.FIRST_SLOT)
        return self._said(cost.first, cost.last, [*given, *room])

    # --- affordable options -----------------------------------------------------------------------

    def _bounds(self) -> Sequence[str]:
        """Return for each option the attribute that what is chosen from bounds, where options
        differ in it."""
        source = self._source()
        read = None if source is None else bound_of(source, self.program.game)
        if read is None or not isinstance(read.of, Local):
            return [""] * len(self.ask.options)
        asked = replace(read, of=replace(read.of, slot=0))
        found = [self._bound(asked, each) for each in self.ask.options]
        return found if len({*filter(None, found)}) > 1 else [""] * len(found)

    def _source(self) -> Expression | None:
        """Return the list that is chosen from, None where none is."""
        site = self.ask.site
        if isinstance(site, int):
            asked = self.program.asked(site)
            choice = None if asked is None or asked.may_decline else asked.choice
            return None if choice is None else choice.source
        is_parameter = self.ask.kind in ("parameter", "piece") and site[0] == "action"
        parameters = self.program.actions[site[1]].action.parameters if is_parameter else ()
        return parameters[site[2]].source if parameters else None

    def _bound(self, read: AttributeRead, option: Value) -> str:
        """Return an attribute of an option, "" of none and of what the seat cannot tell."""
        card = option[1] if isinstance(option, tuple) else option
        if not isinstance(card, int) or card < 0 or not self._can_tell(card, SeatView.ANY_CARD):
            return ""
        try:
            worth = self._worth(read, [self.ask.asked, None, self.ask.asked, card])
        except Fault:
            return ""
        finally:
            self.machine.meter.begin()
        lang, names = self.wording.lang, self.wording.names
        words = self.view.words(worth, read.type, lang, self.view.tells)
        return f"{names.attribute(read.kind, read.name)} {words}"

    # --- words ----------------------------------------------------------------------------------

    def _locals(self, site: int) -> list[Value]:
        """Return the locals of the body that asks."""
        code = self.program.code_of[site]
        frames = reversed([*self.st.bodies()])
        return next((list(f.locals) for f in frames if code.first <= f.kind <= code.last), [])

    def _said(self, first: int, last: int, given: list[Value]) -> str:
        """Return what the operations in a row from the first on do, as far as it has words."""
        calls = self.program.calls(first, last)
        told = (self._call(call.event, call.arguments, given) for call in calls)
        return self.wording.names.row(filter(None, told))

    def _call(self, event: str, arguments: Sequence[Expression], given: list[Value]) -> str:
        """Return an event with its amounts; "" where they cannot be worked out, all are nothing, or
        it happens to a card, which the option itself is or names."""
        plan, lang = self.program.events[event], self.wording.lang
        cards = EntityType | TargetType
        is_about_cards = any(isinstance(type_, cards) for type_ in plan.slot_types)
        if plan.native or is_about_cards or not plan.text:
            return ""
        try:
            worth = [self._worth(argument, given) for argument in arguments]
        except Fault:
            return ""
        finally:
            self.machine.meter.begin()
        told = {
            name: (value, type_)
            for name, value, type_ in zip(plan.slot_names, worth, plan.slot_types, strict=False)
        }
        empty = {name for name, pair in told.items() if SeatView.is_nothing(*pair)}
        if told and len(empty) == len(told):
            return ""

        def word(slot: str) -> str:
            if slot not in told:
                return self.st.names[self.ask.asked]
            return self.view.words(*told[slot], lang, self.view.tells)

        text = Language(lang).as_written(plan.text)
        text = Phrase(text).without_empty(empty.__contains__)
        return happening(Template(plan.slot_names, text), self.wording.names, word).text()

    def _worth(self, argument: Expression, given: list[Value]) -> Value:
        return self.machine.evaluator.closure(argument)(self.st, list(given))
