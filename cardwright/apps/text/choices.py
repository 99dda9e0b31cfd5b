"""Build choices in words: the chosen things, their number, and the player who decides."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.text.clauses import unmarked
from cardwright.apps.text.happenings import Happening, done_by
from cardwright.apps.text.lists import named, of_type
from cardwright.apps.text.names import element_of
from cardwright.apps.text.scope import LETTERS, Registry, Scope, clause, say, things
from cardwright.apps.text.sentences import step_words, then_words
from cardwright.apps.text.things import Things
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.types import INT, AmountOf, BagOf, ListOf, SetOf, Type, plain_type
from dsl.model.walk import is_node, walk

STEPS: Final[Registry[Happening]] = Registry()
"""What a step does, for every node type."""
_LETTERS: Final = ("X", "Y", "Z")
_LISTS: Final = (e.Filter, e.Fold)
"""In these a choice would read as if it were made for every element."""


def names_local(node: object, slot: int) -> bool:
    """Return whether anything in a node reads a local."""
    return any(isinstance(each, e.Local) and each.slot == slot for each in walk(node))


def names_directly(step: s.Step | None, slot: int) -> bool:
    """Return whether a step does something with a local itself."""
    return isinstance(step, s.DoEvent) and any(
        isinstance(each, e.Local) and each.slot == slot for each in step.arguments
    )


def names_once(step: s.Step | None, slot: int) -> bool:
    """Return whether a step does something with a local, or with what belongs to it, once."""
    if names_directly(step, slot):
        return True
    if not isinstance(step, s.DoEvent) or names_local(step.by, slot):
        return False
    parts = [*walk(step.arguments)]
    is_inside = any(names_local(each, slot) for each in parts if isinstance(each, _LISTS))
    named = [each for each in parts if isinstance(each, e.Local) and each.slot == slot]
    return len(named) == 1 and not is_inside


def name_if_set_again(step: s.Step, rest: tuple[s.Step, ...], scope: Scope) -> str | None:
    """Return what a new local is called that is set again later on; None for any other, and for
    one that nothing reads."""
    if not isinstance(step, s.Let) or step.slot in scope.locals:
        return None
    after = [*walk((*rest, *scope.behind))]
    if not any(isinstance(each, s.Let) and each.slot == step.slot for each in after):
        return None
    return next((x.name for x in after if isinstance(x, e.Local) and x.slot == step.slot), None)


def changed_by(step: s.Let) -> tuple[str, e.Expression] | None:
    """Return how a local is changed that is set to itself and more, itself and less, or so many
    times itself."""
    match step.value:
        case e.Arithmetic("+" | "-" as sign, e.Local() as itself, more) | e.Combine(
            "+" | "-" as sign, e.Local() as itself, more
        ) if itself.slot == step.slot and more is not None:
            return ("add" if sign == "+" else "subtract"), more
        case e.Arithmetic("*", e.Local() as itself, more) | e.Arithmetic(
            "*", more, e.Local() as itself
        ) if itself.slot == step.slot and more is not None:
            return "multiply", more
    return None


def is_me(node: e.Expression) -> bool:
    """Return whether an expression is the reader."""
    return isinstance(node, e.Role) and node.name == "me"


def own_name(slot: int, steps: Iterable[s.Step]) -> str:
    """Return what a local is called where steps read it; "" where none does."""
    read = (x.name for x in walk(tuple(steps)) if isinstance(x, e.Local) and x.slot == slot)
    return next(read, "")


def bind(
    slot: int, type_: Type, found: Things, scope: Scope, again: str = "second", name: str = ""
) -> None:
    """Bind a local to its noun from now on; see `Scope.refer`."""
    is_list = isinstance(plain_type(type_), ListOf | SetOf | BagOf)
    scope.locals[slot] = scope.refer(found.one, found.many, is_list=is_list, again=again, name=name)


def is_quoted(slot: int, scope: Scope) -> bool:
    """Return whether a local is called by its own name."""
    bound = scope.locals.get(slot)
    if scope.lang == "ja" and isinstance(bound, str) and len(bound) > 1 and bound[-1] in LETTERS:
        return True
    return isinstance(bound, str) and bound[:1] in ("“", "「")


def put_off(step: s.Choose | s.Order, behind: Sequence[s.Step], scope: Scope) -> bool:
    """Move a choice into the next step, which names its result; return whether it did."""
    after = behind[0] if behind else None
    is_one = step.by is None or (isinstance(after, s.DoEvent) and after.by == step.by)
    is_plain = is_one and not (
        isinstance(step, s.Choose) and (step.by_chance or step.condition is not None)
    )
    is_near = names_once(after, step.slot)
    if isinstance(step.source, e.RangeList) or element_of(step.source.type) == INT:
        return False  # a number would stand right before what it counts
    if not is_plain or not is_near or step.slot in scope.locals:
        return False
    wanted, found = _wanted(step, scope)
    is_long = bool(found.behind or found.besides)
    if is_long and not names_directly(after, step.slot):
        return False
    _bind_choice(step, found, scope)
    if is_quoted(step.slot, scope) and own_name(step.slot, (*behind[1:], *scope.behind)):
        del scope.locals[step.slot]  # it is named again, so it is said before
        return False
    scope.first[step.slot] = wanted
    return True


def _bind_choice(step: s.Choose | s.Order, found: Things, scope: Scope) -> None:
    is_list = isinstance(step, s.Order) or step.mode != "one"
    amount = plain_type(step.source.type)
    if isinstance(amount, AmountOf):
        found = of_type(BagOf(amount.of), scope)
    name = scope.named.get(step.slot, "")
    scope.locals[step.slot] = scope.refer(found.one, found.many, is_list=is_list, name=name)


def with_name(words: str, slot: int, scope: Scope) -> str:
    """Return words with the name in brackets by which they are called from now on, if they are."""
    if not is_quoted(slot, scope):
        return words
    around = ("（", "）") if scope.lang == "ja" else (" (", ")")
    return str(scope.locals[slot]).join(around).join((words, ""))


def _wanted(step: s.Choose | s.Order, scope: Scope) -> tuple[Callable[[], str], Things]:
    """Return what makes the words for a choice, and what it is made from."""
    if isinstance(step, s.Order):
        return lambda: then_words("in-order", scope, list=say(step.source, scope)), of_type(
            step.source.type, scope
        )
    return choice(step.source, step.mode, step.number, scope)


def choice(
    source: e.Expression, mode: str, number: e.Expression | None, scope: Scope
) -> tuple[Callable[[], str], Things]:
    """Return what makes the words for a choice from a list, and what the list holds."""
    probe = things(source, scope.tried()) or of_type(source.type, scope)

    def wanted() -> str:
        if mode == "amount":
            return say(source, scope)
        found = things(source, scope) or named(source.type, say(source, scope), scope)
        if mode == "one":
            return found.single()
        if mode == "any number" or number is None:
            return found.any_number()
        return found.some(say(number, scope), up_to=mode == "up to")

    return wanted, probe


@STEPS.add(s.Choose)
def _choose(step: s.Choose, scope: Scope) -> Happening:
    if isinstance(step.source, e.RangeList) and step.mode == "one" and not step.by_chance:
        free = [each for each in _LETTERS if each not in scope.locals.values()]
        low, high = say(step.source.low, scope), say(step.source.high, scope)
        scope.locals[step.slot] = name = free[0] if free else scope.words("number")
        return decided_by("choose-number", step.by, scope, what=name, low=low, high=high)
    wanted, found = _wanted(step, scope)
    words = wanted()
    _bind_choice(step, found, scope)
    words = with_name(words, step.slot, scope)
    if step.condition is not None:
        words = then_words(
            "so-that", scope, what=words, condition=clause(step.condition, scope).verbal()
        )
    if isinstance(step.weights, e.Fold) and step.weights.body is not None:
        weight = say(step.weights.body, scope.inside(step.weights.slot))
        return step_words(
            "weighed", scope, what=words, by=unmarked(weight, scope.lang, scope.depth)
        )
    if step.by_chance:
        return step_words("chance", scope, what=words)
    return decided_by("choose", step.by, scope, what=words)


@STEPS.add(s.Order)
def _order(step: s.Order, scope: Scope) -> Happening:
    words = say(step.source, scope)
    _bind_choice(step, of_type(step.source.type, scope), scope)
    words = with_name(words, step.slot, scope)
    return decided_by("order", step.by, scope, what=words)


def decided_by(key: str, by: e.Expression | None, scope: Scope, **slots: str) -> Happening:
    """Return a decision of the reader, or of somebody else."""
    return done_by(actor_of(by, scope), step_words(key, scope, **slots).rest, scope.lang)


def actor_of(by: e.Expression | None, scope: Scope) -> str:
    """Return who does or decides something; "" for the reader, unless that must be said."""
    if by is None or is_me(by):
        return scope.words("me") if scope.names_me else ""
    return say(by, scope)


_DONE_BY = (s.DoEvent, s.Choose, s.Order, s.ChooseOne, s.May, e.CanHappen)
_PLAIN = ("type", "span")


def decider_of(step: s.ChooseOne | s.May) -> e.Expression | None:
    """Return who decides and pays, where that is somebody else."""
    return None if step.by is None or is_me(step.by) else step.by


def paid_by(who: e.Expression | None, steps: tuple[s.Step, ...]) -> tuple[s.Step, ...]:
    """Return a cost as somebody else pays it: in it, `me` is that player."""
    return steps if who is None else _as_of(steps, who)


def as_read_by(who: e.Expression, steps: tuple[s.Step, ...]) -> tuple[s.Step, ...] | None:
    """Return steps as somebody reads them who is called by a local in them; None where they mean
    somebody else by `me`."""
    nodes = [*walk(steps)]
    if not isinstance(who, e.Local) or any(
        (isinstance(each, e.Role) and each.name == "me")
        or (isinstance(each, _DONE_BY) and each.by is None)
        for each in nodes
    ):
        return None
    found: tuple[s.Step, ...] = _in_place_of(steps, who.slot)
    return found


def as_decided_by(who: e.Expression | None, step: s.Step, scope: Scope) -> s.Step | None:
    """Return a step as somebody reads it who decided before, and is called by a local in it; None
    where it may mean somebody else by `me`, as an event of the game itself does."""
    is_done_by_me = isinstance(step, s.DoEvent) and not step.by and step.event in scope.game.events
    is_of_me = any(isinstance(each, e.Role) and each.name == "me" for each in walk((step,)))
    if not isinstance(who, e.Local) or is_of_me or is_done_by_me:
        return None
    found: s.Step = _in_place_of(step, who.slot)
    return found


def _in_place_of(node: Any, slot: int) -> Any:
    """Return a node in which a local is `me`."""
    if isinstance(node, e.Local) and node.slot == slot:
        return e.Role(name="me", type=node.type)
    return _rebuilt(node, lambda part: _in_place_of(part, slot))


def naming_me(who: e.Expression | None, scope: Scope) -> Scope:
    """Return a scope that says `you` where you act, since somebody else was named before."""
    return scope if who is None else dataclasses.replace(scope, names_me=True)


def _as_of(node: Any, who: e.Expression) -> Any:
    """Return a node in which `me` is somebody else."""
    if isinstance(node, e.Role) and node.name == "me":
        return who
    found = _rebuilt(node, lambda part: _as_of(part, who))
    return replace(found, by=who) if isinstance(found, _DONE_BY) and found.by is None else found


def _rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a step, an expression or a tuple of them with what becomes of each of its parts."""
    if isinstance(node, tuple):
        return tuple(map(change, node))
    if not is_node(node):
        return node
    names = (name for name in node.__struct_fields__ if name not in _PLAIN)
    return replace(node, **{name: change(getattr(node, name)) for name in names})
