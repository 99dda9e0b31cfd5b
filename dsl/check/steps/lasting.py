"""Check effects that last, `as long as …` and `until …`: what they do, and what ends them.

Such an effect does its steps at once, and is a card from then on, among those of delayed effects.
When it ends, state that its steps have set or added to goes back, and what stands under `then` is
done: see `dsl.check.rules.lasting`. Each state that effects hold has a list of these beside it. It
is forgotten as the state is, so that nothing goes back that has gone back by itself.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.comparisons import assigned, narrow, narrowing, widen
from dsl.check.expressions.expressions import check_condition, check_expression, quote
from dsl.check.scopes.scope import NOTES, Scope
from dsl.check.scopes.types import as_card
from dsl.check.scopes.world import Undone, WaitText
from dsl.check.steps import waiting
from dsl.check.steps.arguments import own_event
from dsl.check.steps.steps import Checked, check_block, check_step, rule_for
from dsl.model import expressions as e
from dsl.model import steps as model
from dsl.model import types as t
from dsl.model.nouns import StateField
from dsl.model.traits import BEFORE, LASTS, LASTS_HERE, StateKey, ZoneKey
from dsl.records import Record, Span
from dsl.syntax import statements, trees

STRETCHES: Final = ("turn", "round", "action", "game")
LEAVES: Final = "leaves"
"""Behind a card: the event that it leaves the zones in which its rules work."""
_CARD: Final = "that card"


class _Ending(Record):
    """What ends an effect.

    Attributes:
        lasts: In a word, as `WaitText.lasts` says it.
        begins: What must hold when it begins, or None.
    """

    lasts: str
    begins: e.Expression | None = None
    condition: trees.Expression | None = None
    pattern: trees.Pattern | None = None
    until: trees.Word | None = None
    leaver: trees.Word | None = None


class _Done(Record):
    """What an effect does at once.

    Attributes:
        scope: Where its names are known.
        hidden: Locals that its author has not named.
    """

    scope: Scope
    steps: tuple[model.Step, ...] = ()
    undone: tuple[Undone, ...] = ()
    hidden: tuple[int, ...] = ()


@rule_for(statements.AsLongAs)
def _as_long_as(tree: statements.AsLongAs, scope: Scope) -> Checked:
    place = waiting.later_place(tree.condition.span, scope)
    asked = check_condition(tree.condition, scope)
    inner = narrow(scope, narrowing(tree.condition, scope, True))
    return _lasting(tree, _Ending("while", asked, tree.condition), place, inner, scope)


@rule_for(statements.Until)
def _until(tree: statements.Until, scope: Scope) -> Checked:
    pattern, word, inner = tree.pattern, tree.pattern.event, scope
    place, ending = waiting.later_place(word.span, scope), _Ending("event", pattern=pattern)
    if own_event(word, scope) is None and not pattern.prepositions and pattern.condition is None:
        if pattern.argument is None and word.text in (*STRETCHES, *scope.world.phases):
            ending = _Ending("stretch", until=word)
        elif isinstance(pattern.argument, trees.Name) and pattern.argument.text == LEAVES:
            begins = _is_here(word, scope)
            if begins is None:
                return (), scope
            name = trees.Name(word.text, word.span)
            there = trees.Is(name, trees.Word("none", word.span), True, word.span)
            inner = narrow(scope, narrowing(there, scope, True))
            ending = _Ending("left", begins, leaver=word)
    return _lasting(tree, ending, place, inner, scope)


def _is_here(word: trees.Word, scope: Scope) -> e.Expression | None:
    """Return whether a card lies where its rules work; None after a diagnostic."""
    world = scope.world
    card = as_card(check_expression(trees.Name(word.text, word.span), scope), scope)
    plain = t.plain_type(card.type)
    if card.type == t.UNKNOWN:
        return None
    if not isinstance(plain, t.EntityType):
        world.report.add("bad-wait.no-card-leaves", word.span, words=quote(word.span))
        return None
    kinds = (each for name, each in world.kinds.items() if plain.kind in world.lineage(name))
    zones = dict.fromkeys(zone for kind in kinds for zone in kind.active_in)
    if not zones:
        world.report.add("bad-wait.never-leaves", word.span, kind=plain.kind)
        return None
    asked, span = None, word.span
    for key in zones:
        one = trees.Binary("in", trees.Name(_CARD, span), _zone(key, span), span)
        asked = one if asked is None else trees.Binary("or", asked, one, span)
    assert asked is not None
    return check_condition(asked, replace(scope, visible={}, stands_for={_CARD: card}))


def _zone(key: ZoneKey, span: Span) -> trees.Expression:
    if key.owner is None:
        return trees.Name(key.name, span)
    return trees.Dot(trees.Name(key.owner, span), trees.Word(key.name, span), span)


def _lasting(
    tree: statements.AsLongAs | statements.Until,
    ending: _Ending,
    place: waiting.LaterPlace | None,
    inner: Scope,
    scope: Scope,
) -> Checked:
    """Return the steps that do what an effect does at once, and make the card that it is."""
    behind = widen(scope, assigned(tree.body))
    if place is None or not waiting.may_wait(tree.span, scope):
        return (), behind
    done = _at_once(tree.body, place.kind, inner)
    hidden = [name for each in done.undone for name in (each.owner, each.new) if name]
    leaver = None if ending.leaver is None else trees.Name(ending.leaver.text, tree.span)
    read = (
        ending.condition, ending.pattern, leaver, tree.then,
        *(trees.Name(name, tree.span) for name in hidden),
    )  # fmt: skip
    until = None
    if ending.until is not None:
        until = waiting.state_until(ending.until, place.kind, scope.world)
    text = WaitText(
        id="", kind=place.kind, of=scope.owner, body=tree.then,
        kept=waiting.remembered(read, place.kind, tree.span, done.scope), span=tree.span,
        listens=ending.pattern, until=until, is_once=True, lasts=ending.lasts,
        condition=ending.condition, leaver=None if leaver is None else leaver.text,
        undone=done.undone,
    )  # fmt: skip
    text = waiting.entered(text, scope.world)
    lists = [step for each in done.undone for step in _held_by(each, text)]
    lists += [] if leaver is None else [_listed(leaver, LASTS_HERE, text)]
    making = (
        *waiting.steps_making(text, place.zone, waiting.own_name(text), done.scope),
        *_if_made((*lists,), text),
    )
    if leaver is not None:
        _list_beside(_here(leaver, done.scope), place.kind, tree.span, scope)
    made, _ = check_block(making, replace(done.scope, replaces=None))
    steps: tuple[model.Step, ...] = (*done.steps, *made)
    if ending.begins is not None:
        steps = (model.If(((ending.begins, steps),), (), tree.span),)
    return (model.Lasts(text.id, steps, done.hidden, tree.span),), behind


# --- what goes back ---------------------------------------------------------------------------


def _at_once(body: tuple[statements.Step, ...], kind: str, inner: Scope) -> _Done:
    """Return what the steps of an effect do, and what of it goes back."""
    done, notes = _Done(inner), NOTES.get()
    if notes is not None and body:
        notes.add(body, inner, None, None)
    for step in body:
        if isinstance(step, statements.Set | statements.Add | statements.Subtract):
            done = _changed(step, kind, done)
        else:
            found, after = check_block((step,), done.scope)
            done = replace(done, steps=(*done.steps, *found), scope=after)
    return done


def _changed(
    tree: statements.Set | statements.Add | statements.Subtract, kind: str, done: _Done
) -> _Done:
    """Return what has been done with a change behind it; the names of its parts are hidden."""
    scope, hidden, owner, lead = done.scope, [*done.hidden], None, list[model.Step]()
    old_name, new_name = waiting.hidden_name("old", scope), waiting.hidden_name("new", scope)
    if isinstance(tree.target, trees.Dot):
        owner = trees.Word(waiting.hidden_name("owner", scope), tree.target.operand.span)
        found, scope = check_step(statements.Let(owner, tree.target.operand, tree.span), scope)
        hidden.append(len(scope.slots.infos) - 1)
        lead.extend(found)
        tree = replace(
            tree, target=replace(tree.target, operand=trees.Name(owner.text, owner.span))
        )
    steps, scope = check_step(tree, scope)
    change = steps[-1] if steps else None
    if not isinstance(change, model.Change):  # of a name, or after a diagnostic
        return replace(done, steps=(*done.steps, *lead, *steps), scope=scope)
    state = scope.world.state.get(change.state)
    if not _goes_back(tree, state, change, done) or state is None:
        return replace(done, steps=(*done.steps, *lead, *steps), scope=scope)
    old = None
    if isinstance(tree, statements.Set):
        value: e.Expression = e.StateRead(state.key, change.of, state.type)
        slot, scope = scope.bind(old_name, state.type)
        old, hidden = old_name, [*hidden, slot]
        lead.append(model.Let(slot, value, tree.span))
        slot, scope = scope.bind(new_name, state.type)
        after: tuple[model.Step, ...] = (change, model.Let(slot, value, tree.span))
    else:
        slot, scope = scope.bind(new_name, change.value.type)
        lead.append(model.Let(slot, change.value, tree.span))
        after = (replace(change, value=e.Local(slot, new_name, change.value.type)),)
    hidden.append(slot)
    lasting = _list_beside(state, kind, tree.span, scope)
    before = StateKey(kind, f"{BEFORE}{state.key.dotted}")
    type_ = waiting.held(state.type)
    if old is not None and type_ is not None:
        waiting.remember(before, type_, tree.span, scope.world)
    undone = Undone(
        state.key, lasting, before, None if owner is None else owner.text, old, new_name,
        is_certain=not isinstance(state.type, t.Maybe) and isinstance(type_, t.Maybe),
        is_more=not isinstance(tree, statements.Subtract),
    )  # fmt: skip
    return _Done(scope, (*done.steps, *lead, *after), (*done.undone, undone), (*hidden,))


def _goes_back(
    tree: statements.Set | statements.Add | statements.Subtract,
    state: StateField | None,
    change: model.Change,
    done: _Done,
) -> bool:
    """Return whether a change can go back; report it where it cannot."""
    report, span = done.scope.world.report, tree.target.span
    is_set = isinstance(tree, statements.Set)
    key = None
    if change.of is not None and isinstance(change.of.type, t.Maybe):
        key = "bad-wait.of-none"
    elif state is None or waiting.held(state.type) is None or state.seen_by is not None:
        key = "bad-wait.stays-so"
    elif is_set and any(each.old and each.state == state.key for each in done.undone):
        key = "bad-wait.set-twice"
    elif not is_set and state.type != t.INT and not isinstance(state.type, t.BagOf):
        key = "bad-wait.added-to"
    if key is not None:
        report.add(key, span, words=quote(span))
    return key is None


def _list_beside(state: StateField, kind: str, span: Span, scope: Scope) -> StateKey:
    """Declare the list of effects that hold a state; it is forgotten with it."""
    name = state.key.name if state.key.is_made else f"{LASTS}{state.key.name}"
    key = StateKey(state.key.owner, name)
    listed = replace(
        state, key=key, type=t.ListOf(t.EntityType(kind)), default=(), is_set_up=False, text={},
        span=span,
    )  # fmt: skip
    scope.world.state.setdefault(key, listed)
    return key


def _here(card: trees.Name, scope: Scope) -> StateField:
    """Return the state that the list of effects stands for that last until a card leaves."""
    plain = t.plain_type(check_expression(card, scope).type)
    assert isinstance(plain, t.EntityType)
    return StateField(
        key=StateKey(plain.kind, LASTS_HERE), type=t.BOOL, default=(), is_set_up=False, until=None,
        keep=False, seen_by=None, span=card.span,
    )  # fmt: skip


def _if_made(steps: tuple[statements.Step, ...], text: WaitText) -> tuple[statements.Step, ...]:
    """Return what is done where the card of an effect has been made."""
    name, none = trees.Name(waiting.own_name(text).text, text.span), trees.Word("none", text.span)
    branch = statements.Branch(trees.Is(name, none, True, text.span), steps, text.span)
    return (statements.If((branch,), (), text.span),) if steps else ()


def _held_by(change: Undone, text: WaitText) -> tuple[statements.Step, ...]:
    """Return the steps that list an effect with those that hold a state, and tell it what that was
    before."""
    span = text.span
    owner = None if change.owner is None else trees.Name(change.owner, span)
    listed = _listed(owner, change.lasting.name, text)
    if change.old is None:
        return (listed,)
    word, itself = (
        trees.Word(change.before.name, span),
        trees.Name(waiting.own_name(text).text, span),
    )
    told = statements.Set(trees.Dot(itself, word, span), trees.Name(change.old, span), span)
    return (listed, told)


def _listed(owner: trees.Expression | None, name: str, text: WaitText) -> statements.Step:
    span, itself = text.span, trees.Name(waiting.own_name(text).text, text.span)
    word = trees.Word(name, span)
    listed = trees.Name(name, span) if owner is None else trees.Dot(owner, word, span)
    return statements.Add(itself, listed, span)
