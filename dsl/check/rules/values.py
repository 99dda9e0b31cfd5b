"""Check the bodies of values, each on first use of its result, and attributes with parameters.

Such an attribute is a value `KIND.NAME` over the card and the parameters. What a card says is the
value `CARD.NAME`, what the kind says for the others `KIND.NAME.default`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.names import definition_constant
from dsl.check.nouns.zones import empty_value, is_empty_by_itself
from dsl.check.rules.repetition import times_there
from dsl.check.scopes.draft import Draft, ValueText
from dsl.check.scopes.scope import Scope, scope_at
from dsl.check.scopes.types import join, may_be_nobody, read_zone
from dsl.check.scopes.world import ValueHead
from dsl.check.steps.bodies import check_body, check_formula
from dsl.check.texts.package import counts_of, expression_of
from dsl.check.texts.texts import check_placeholders, text_of
from dsl.diagnostics.diagnostic import Report
from dsl.diagnostics.wording import Said
from dsl.keys.course import ValueKeys
from dsl.model.documents import Mapping, Node, Scalar, Sequence, scalar_of
from dsl.model.expressions import Compare, Constant, Expression, Local, Property, ValueCall
from dsl.model.nouns import Attribute
from dsl.model.rules import Value
from dsl.model.steps import Body, Formula, If, Return, SlotInfo, Step
from dsl.model.types import BOOL, INT, UNKNOWN, DefinitionType, EntityType, Type, plain_type
from dsl.model.walk import walk
from dsl.records import Span
from dsl.syntax import statements
from dsl.syntax.parser import parse_steps

Facts = tuple[Type, bool, bool]
STEP_WORDS: Final = frozenset(
    ["let", "set", "add", "subtract", "if", "for", "repeat", "while", "return"]
)
LINE_WORDS: Final = STEP_WORDS - {"if"}
"""What begins no line of an expression, be it the first or a later one."""


@dataclass(slots=True)
class ValueBodies:
    """Checks the bodies of values, on demand and once each.

    Attributes:
        open: Values whose bodies are being checked now, outermost first.
        within_themselves: Those that were seen to call themselves.
    """

    draft: Draft
    facts: dict[str, Facts] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    within_themselves: set[str] = field(default_factory=set)

    def facts_of(self, name: str) -> Facts:
        """Return the result of a value, and whether it uses `me` and `self`."""
        if name in self.facts:
            return self.facts[name]
        if self.open[-1:] == [name] and self._depth(name):
            return self._of_itself(name)
        if name in self.open or name not in self.draft.value_texts:
            return self._refuse_circle(name)
        draft = self.draft
        in_prelude = draft.value_texts[name][0].in_prelude
        self.open.append(name)
        with draft.reporting_to(draft.prelude_report if in_prelude else draft.game_report):
            self.facts[name] = self._check(name)
        self.open.pop()
        return self.facts[name]

    def _refuse_circle(self, name: str) -> Facts:
        """Report a value that needs itself."""
        head = self.draft.world.values[name]
        if name in self.open:
            open_ = (*self.open[self.open.index(name) :], name)
            named = [word for word, _ in groupby(map(self._as_named, open_))]
            way = " → ".join(f"`{word}`" for word in (named if len(named) > 1 else named * 2))
            help_text = Said("help.let-one-them-do")
            if self.open[-1] == name:
                help_text = Said("help.say-how-deep-may")
            self.draft.report.add(
                "recursive-value.value-needs-itself", head.span, help_text, name=named[0], way=way
            )
        return head.result or UNKNOWN, False, False

    def _as_named(self, name: str) -> str:
        """Return a value by the name that its author has given: a fact by that of its state."""
        is_fact = self.draft.value_texts[name][0].is_fact
        return name.rpartition(".")[0] if is_fact else name

    def _depth(self, name: str) -> int:
        """Return how often a value may stand within itself."""
        said = [scalar_of(ValueKeys(text.node).depth) for text in self.draft.value_texts[name]]
        return max((int(each.text) for each in said if each and each.text.isdigit()), default=0)

    def _refuse_depth(self, name: str) -> None:
        """Report how deep a value may go that does not call itself."""
        for text in self.draft.value_texts[name]:
            said = scalar_of(ValueKeys(text.node).depth)
            if said is not None:
                self.draft.report.add("idle-depth.value-does-not", said.span, name=name)

    def _of_itself(self, name: str) -> Facts:
        """Return what a value knows of itself; what it needs is seen in the rest of it."""
        self.within_themselves.add(name)
        head = self.draft.world.values[name]
        if head.result is None:
            self.draft.report.add("recursive-value.value-calls-itself", head.span, name=name)
        return head.result or UNKNOWN, False, False

    def _check(self, name: str) -> Facts:
        """Check all variants of a value."""
        values = tuple(self._value(text) for text in self.draft.value_texts[name])
        if name not in self.within_themselves:
            self._refuse_depth(name)
        self.draft.values[name] = values
        result = values[0].result
        head = self.draft.world.values[name]
        self.draft.world.values[name] = replace(head, result=result)
        return result, any(v.uses_me for v in values), any(v.uses_self for v in values)

    def _value(self, text: ValueText) -> Value:
        """Check one value."""
        name = text.signature.name.text
        head = self.draft.world.values[name]
        facts: set[str] = set()
        keys = ValueKeys(text.node)
        body_node = keys.is_ if isinstance(text.node, Mapping) else text.node
        said = body_node if isinstance(body_node, Sequence) else scalar_of(body_node)
        body, result = self._body(said, text, head.result, facts)
        if said is None:
            self.draft.report.add("missing-key.value-does-not", text.span, name=name)
        self._refuse_bounds(text, result)
        slots = [slot.name for slot in head.parameters]
        check_placeholders(keys.text, slots, self.draft.report)
        return Value(
            id=name,
            parameters=head.parameters,
            result=result,
            body=body,
            at_least=self._bound(keys.at_least, text, facts),
            at_most=self._bound(keys.at_most, text, facts),
            uses_me="me" in facts,
            uses_self="self" in facts,
            text=text_of(keys.text, self.draft.language),
            only_if=text.only_if,
            span=text.span,
            depth=self._depth(name),
        )

    def _refuse_bounds(self, text: ValueText, result: Type) -> None:
        """Report bounds of a value that is no number."""
        for key in (ValueKeys.at_least, ValueKeys.at_most):
            scalar = key.of(text.node)
            if scalar is not None and plain_type(result) not in (INT, UNKNOWN):
                self.draft.report.add(
                    "wrong-type.bounds-number-value", scalar.span, key_=key.name, result=result
                )

    def _scope(self, text: ValueText, facts: set[str], result: Type | None = None) -> Scope:
        """Return the scope of a value's body."""
        head = self.draft.world.values[text.signature.name.text]
        scope = scope_at(
            self.draft.world,
            given=head.parameters,
            self_kind="",
            has_me="needed",
            place="value",
            result=result,
            in_prelude=text.in_prelude,
        )
        base = self.draft.bases.get(("values", head.id)) or None
        return replace(scope, facts=facts, base=base)

    def _bound(self, node: Node | None, text: ValueText, facts: set[str]) -> Formula | None:
        """Return a bound of a value."""
        tree = expression_of(node, self.draft.report)
        return None if tree is None else check_formula(tree, self._scope(text, facts), INT)

    def _body(
        self,
        node: Scalar | Sequence | None,
        text: ValueText,
        declared: Type | None,
        facts: set[str],
    ) -> tuple[Formula | Body, Type]:
        """Return the body of a value and the type of its result."""
        if text.facts is not None:
            return times_there(text, self.draft), INT
        if isinstance(node, Scalar) and is_block(node):
            steps = parse_steps(node, self.draft.report)
            if steps is not None:
                return self._block(steps, text, declared, facts)
        elif node is not None:
            tree = expression_of(node, self.draft.report)
            scope = self._scope(text, facts)
            if tree is not None:
                found = check_formula(tree, scope, declared)
                if text.is_fact:
                    cards = read_zone(found.expression, scope)
                    found = Formula(tuple(scope.slots.infos), found.given, cards)
                if may_be_nobody(found.expression, scope):
                    self.draft.world.nobody_values.add(text.signature.name.text)
                return found, declared or found.expression.type
        return Body((), 0, ()), declared or UNKNOWN

    def _block(
        self,
        steps: tuple[statements.Step, ...],
        text: ValueText,
        declared: Type | None,
        facts: set[str],
    ) -> tuple[Body, Type]:
        """Return a block; without a declared result, what its `return`s give decides."""
        given = len(self.draft.world.values[text.signature.name.text].parameters)
        if declared is None:
            declared = self._returned(steps, text, given)
        return check_body(steps, self._scope(text, facts, declared), given), declared

    def _returned(self, steps: tuple[statements.Step, ...], text: ValueText, given: int) -> Type:
        """Return what all `return`s of a block have in common; their mistakes are told later."""
        with self.draft.reporting_to(Report()):
            body = check_body(steps, self._scope(text, set(), UNKNOWN), given)
        return returned_type(body, self.draft)


def returned_type(body: Body, draft: Draft) -> Type:
    """Return the narrowest type that all results of a body fit."""
    types = [node.value.type for node in walk(body.steps) if isinstance(node, Return)]
    found: Type | None = types[0] if types else UNKNOWN
    for type_ in types[1:]:
        found = None if found is None else join(found, type_, draft.world)
    return UNKNOWN if found is None else found


def is_block(scalar: Scalar) -> bool:
    """Return whether a value's text is steps rather than an expression."""
    lines = [line.split() for line in scalar.text.split("\n")]
    words = [line[0].rstrip(":") for line in lines if line and not line[0].startswith("#")]
    return bool(words) and (words[0] in STEP_WORDS or not LINE_WORDS.isdisjoint(words))


def check_values(draft: Draft) -> None:
    """Check the bodies of all values that the game declares."""
    for name in list(draft.value_texts):
        draft.facts_of_value(name)


def declare_value_attributes(draft: Draft) -> None:
    """Declare every attribute with parameters as a value over a card."""
    for kind, attribute in _declared(draft):
        name = f"{kind}.{attribute.name}"
        slots = (SlotInfo("it", EntityType(kind)), *attribute.slots)
        head = ValueHead(id=name, parameters=slots, result=attribute.type, span=attribute.span)
        draft.world.values[name] = head


def check_value_attributes(draft: Draft) -> None:
    """Fill `Draft.values` with what kinds and cards say for attributes with parameters."""
    for kind, attribute in _declared(draft):
        said: dict[str, str] = {}
        for card, node in draft.value_attributes.get((kind, attribute.name), []):
            name = said[card] = f"{card}.{attribute.name}"
            scope = _scope(draft.world.definitions[card], attribute, draft)
            slots = tuple(scope.slots.infos)
            body = _body(node, scope, attribute, draft)
            _keep(name, slots, attribute, body, node.span, draft)
        usual = _default(kind, attribute, draft)
        _add_choice(kind, attribute, said, usual, draft)


def _declared(draft: Draft) -> Iterator[tuple[str, Attribute]]:
    """Yield the attributes that are values with parameters, with the kinds that declare them."""
    for kind in draft.world.kinds.values():
        yield from ((kind.name, each) for each in kind.attributes if each.is_value)


def _scope(kind: str, attribute: Attribute, draft: Draft) -> Scope:
    """Return the scope of one text: the card is `self` and the element, then the parameters."""
    own = SlotInfo("self", EntityType(kind))
    scope = scope_at(
        draft.world, given=(own, *attribute.slots), place="value", result=attribute.type
    )
    return replace(scope, element=(0, own.type))


def _body(node: Node, scope: Scope, attribute: Attribute, draft: Draft) -> Formula | Body:
    """Return what one text says: an expression, or a block of steps."""
    given = len(scope.slots.infos)
    if isinstance(node, Scalar) and is_block(node):
        return check_body(parse_steps(node, draft.report) or (), scope, given)
    if isinstance(node, Mapping):
        tree = counts_of(node, draft.report)
    else:
        tree = expression_of(node, draft.report)
    if tree is None:
        return Body((), 0, ())
    return check_formula(tree, scope, attribute.type)


def _default(kind: str, attribute: Attribute, draft: Draft) -> Expression:
    """Return what holds for cards that say nothing."""
    tree = draft.value_defaults.get((kind, attribute.name))
    if tree is None:
        empty = is_empty_by_itself(attribute.type)
        return Constant(empty_value(attribute.type) if empty else None, attribute.type)
    name = f"{kind}.{attribute.name}.default"
    scope = _scope(kind, attribute, draft)
    slots = tuple(scope.slots.infos)
    formula = check_formula(tree, scope, attribute.type)
    _keep(name, slots, attribute, formula, attribute.span, draft)
    return _call(name, kind, attribute)


def _call(name: str, kind: str, attribute: Attribute) -> ValueCall:
    """Return the call of one text with all that its attribute was given."""
    slots = (SlotInfo("it", EntityType(kind)), *attribute.slots)
    arguments = tuple(Local(i, slot.name, slot.type) for i, slot in enumerate(slots))
    return ValueCall(name, arguments, attribute.type)


def _add_choice(
    kind: str, attribute: Attribute, said: dict[str, str], usual: Expression, draft: Draft
) -> None:
    """Add the value that finds the text of a card by the card's definition."""
    name, span = f"{kind}.{attribute.name}", attribute.span
    slots = draft.world.values[name].parameters
    card = Local(0, "it", EntityType(kind))
    found = Property("definition", card, "", DefinitionType(kind))
    steps: list[Step] = []
    for definition, text in said.items():
        is_it = Compare("==", found, definition_constant(definition, draft.world), False, BOOL)
        given = (Return(_call(text, kind, attribute), span),)
        steps.append(If(((is_it, given),), (), span))
    steps.append(Return(usual, span))
    _keep(name, slots, attribute, Body(slots, len(slots), tuple(steps)), span, draft)


def _keep(
    name: str, slots: tuple[SlotInfo, ...], attribute: Attribute, body: Formula | Body,
    span: Span, draft: Draft,
) -> None:  # fmt: skip
    """Add one value; that nothing else names it is no news."""
    draft.world.used.add(("value", name))
    value = Value(
        id=name, parameters=slots, result=attribute.type, body=body, at_least=None, at_most=None,
        uses_me=False, uses_self=False, text={}, only_if=None, span=span,
    )  # fmt: skip
    draft.values[name] = (value,)
