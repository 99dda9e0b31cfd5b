"""Render conditions: one function a node of the language that can be true or false."""

from __future__ import annotations

from typing import Final

from cardwright.apps.text.choices import is_quoted
from cardwright.apps.text.clauses import (
    OPERATORS,
    Clause,
    Said,
    Several,
    called_by_noun,
    claim,
    it_mark,
    its_mark,
    names_element,
)
from cardwright.apps.text.counting import counted, existing, held_by, meant, there_is
from cardwright.apps.text.inflection import (
    OF,
    SUBJECT,
    as_clause,
    as_not_so,
    ends_in_past,
    ends_in_predicate,
    has_subject,
    is_noun_phrase,
    is_so,
    with_article,
)
from cardwright.apps.text.keywords import is_had
from cardwright.apps.text.lists import asked, named
from cardwright.apps.text.literals import UNKNOWN, static_value
from cardwright.apps.text.phrases import (
    apart,
    is_player_asked,
    lifted,
    member_name,
    of_target,
    resolved,
    says_what,
    zone_words,
)
from cardwright.apps.text.scope import CLAUSES, Scope, clause, say, things, truth
from cardwright.apps.text.things import Things
from dsl import VOCABULARY
from dsl.model import expressions as e
from dsl.model.amounts import COMPARISONS
from dsl.model.types import BOOL, PLAYER, BagOf, EnumType, ListOf, Maybe, SetOf, plain_type
from dsl.model.words import WAS, Gives

_OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_FLIPPED: Final = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@CLAUSES.add(e.Logic)
def _logic(node: e.Logic, scope: Scope, negated: bool) -> Said:
    if node.operator == "not" or node.right is None:
        return clause(node.left, scope, negated=not negated)
    operator = {"and": "or", "or": "and"}[node.operator] if negated else node.operator
    parts = (clause(each, scope, negated=negated) for each in (node.left, node.right))
    return Several(scope.lang, operator, tuple(parts))


@CLAUSES.add(e.Compare)
def _compare(node: e.Compare, scope: Scope, negated: bool) -> Said:
    left, right, operator = node.left, node.right, node.operator
    if isinstance(left, e.Constant) or (isinstance(right, e.Role) and right.name == "round"):
        left, right, operator = right, left, _FLIPPED[operator]
    if negated:
        operator = _OPPOSITE[operator]
    is_round = isinstance(left, e.Role) and left.name == "round"
    if is_round and operator == "==" and (which := _called_round(right, scope)):
        return claim("equal", scope.words("this-round"), scope.lang, right=which)
    if is_round and operator == "==" and isinstance(right, e.Constant):
        said = scope.words("in-round", round=say(right, scope))
        return Clause(scope.lang, "", "", said, said, is_noun=True)
    if left.type == BOOL and operator in ("==", "!="):
        known = static_value(right)
        if isinstance(known, bool):
            return clause(left, scope, negated=known != (operator == "=="))
        key = "same-truth" if operator == "==" else "other-truth"
        sides = (clause(each, scope).plain() for each in (left, right))
        said = scope.words(key, **dict(zip(("left", "right"), sides, strict=True)))
        return Clause(scope.lang, "", "", said, said, is_noun=operator == "==")
    several = counted(left, right, operator, scope)
    if several is not None:
        return several
    subject, other = (apart(say(side, scope), side, scope) for side in (left, right))
    if isinstance(right, e.Role) and right.name == "self":
        other = scope.words("this-one")
    if operator in ("<", ">") and isinstance(plain_type(left.type), EnumType):
        order = {"<": "before", ">": "after"}[operator]
        return claim(order, subject, scope.lang, right=other)
    if isinstance(left, e.OptionValue) and isinstance(plain_type(right.type), EnumType):
        other = scope.words("option", name=other)
    is_number = isinstance(right, e.Constant) and operator in ("<=", ">=")
    key = f"value-{OPERATORS[operator]}" if is_number else OPERATORS[operator]
    return claim(key, subject, scope.lang, right=other)


def _called_round(node: e.Expression, scope: Scope) -> str:
    """Return what a number of the game is called that is named as a round: `the last round`; ""
    of all else."""
    if not isinstance(node, e.StateRead | e.ValueCall):
        return ""
    said = say(node, scope)
    noun = scope.words("rule.round")
    return said if said.endswith(noun if scope.lang == "ja" else f" {noun}") else ""


@CLAUSES.add(e.Fold)
def _fold(node: e.Fold, scope: Scope, negated: bool) -> Said:
    until = VOCABULARY.folds[node.function].until
    if until is None or node.body is None:
        return truth(say(node, scope), scope, negated=negated)
    is_all = not until
    found = things(node.source, scope)
    if found is None:
        found = named(node.source.type, say(node.source, scope), scope)
    if is_all and not negated and (said := _of_each(found, node, scope)):
        return said
    if is_all and not negated and (said := _emptied(found, node, scope)):
        return said
    held = found.zone
    body = e.Logic("not", node.body, None, node.type) if is_all else node.body
    found = asked(found, node.slot, body, scope)
    negated = negated != is_all
    if scope.depth and held and its_mark(scope.depth - 1) in held:
        return held_by(found, held, scope, negated)
    return existing(found, scope, negated=negated)


def _of_each(found: Things, node: e.Fold, scope: Scope) -> Clause | None:
    """Return what holds for each of some things where it is said of something else, as `there is a
    red card`; None where it is said of them: `no player whose hand is not empty`."""
    assert node.body is not None
    inner = scope.inside(node.slot)
    body = clause(node.body, inner)
    marks = (it_mark(scope.depth), its_mark(scope.depth))
    parts = body.parts if isinstance(body, Several) else (body,)
    if all(isinstance(each, Clause) and each.subject.startswith(marks) for each in parts):
        return None
    every, said = found.every(), body.plain()
    if not names_element(said, scope.depth):
        return None
    if scope.lang == "en":
        said = called_by_noun(said, scope.depth, found.one)
    text = scope.words("for-every", every=every, said=said)
    return Clause(scope.lang, "", "", text, text, body.is_noun)


def _emptied(found: Things, node: e.Fold, scope: Scope) -> Clause | None:
    """Return that what each of some players has is empty: `each player’s hand is empty`; None of
    all else."""
    if not (found.is_people and isinstance(node.body, e.IsEmpty)) or node.body.negated:
        return None
    body, its = clause(node.body, scope.inside(node.slot)), its_mark(scope.depth)
    if not isinstance(body, Clause) or not body.subject.startswith(its):
        return None
    what = body.subject.removeprefix(its).strip()
    return claim("empty", scope.words("of-every", every=found.every(), what=what), scope.lang)


@CLAUSES.add(e.Primitive)
def _payable(node: e.Primitive, scope: Scope, negated: bool) -> Said:
    if node.name == WAS:
        said = clause(node.arguments[0], scope, negated=negated).plain()
        text = scope.words("just-before", said=said)
        return Clause(scope.lang, "", "", text, text)
    key = {"payable": "payable", "covers": "payable", "pays": "pays"}.get(node.name)
    if key is None:
        return truth(say(node, scope), scope, negated=negated)
    units, amount = (say(each, scope) for each in node.arguments)
    subject, other = (units, amount) if scope.lang == "ja" else (amount, units)
    return claim(key, subject, scope.lang, negated=negated, other=other)


@CLAUSES.add(e.IsEmpty)
def _is_empty(node: e.IsEmpty, scope: Scope, negated: bool) -> Said:
    is_empty = node.negated == negated
    if isinstance(plain_type(node.of.type), BagOf):
        bag = _with_something(say(node.of, scope), is_empty, scope)
        if bag is not None:
            return bag
    found = things(node.of, scope)
    zone = zone_words(node.of.zone, node.of.of, scope) if isinstance(node.of, e.ZoneCards) else ""
    if found is None or found.zone or zone:
        subject = zone or (found.zone if found is not None else say(node.of, scope))
        return claim("empty", subject, scope.lang, negated=not is_empty)
    return existing(found, scope, negated=is_empty)


def _with_something(what: str, is_empty: bool, scope: Scope) -> Clause | None:
    """Return that there is something in a bag: `that has essences on it`."""
    it = it_mark(scope.depth - 1) if scope.depth else ""
    its = its_mark(scope.depth - 1) if scope.depth else ""
    if it and (it in what or what.startswith(its)):
        said = what.removeprefix("the ").removeprefix(its).strip()
        if scope.lang == "ja":
            said = said.rpartition(OF)[2]
        return claim("bag", it, scope.lang, negated=is_empty, what=said)
    return there_is(what, scope, negated=is_empty, many=True)


@CLAUSES.add(e.IsNone)
def _is_none(node: e.IsNone, scope: Scope, negated: bool) -> Said:
    is_some = node.negated != negated
    if is_player_asked(node):
        what = scope.words("any-player")
        subject = say(of_target(node.of), scope)
        return claim("so", subject, scope.lang, negated=not is_some, what=what)
    of_list = _is_none_of_list(node.of, is_some, scope)
    if of_list is not None:
        return of_list
    subject = say(node.of, scope)
    its = its_mark(scope.depth - 1) if scope.depth else ""
    if its and subject.startswith(its):
        what = subject[1:].strip()
        shown = with_article(what) if is_some and scope.lang == "en" else what
        it = it_mark(scope.depth - 1)
        return claim("having", it, scope.lang, negated=not is_some, what=shown)
    if scope.lang == "en" and subject.startswith("the only "):
        there = f"there is {'' if is_some else 'not '}exactly one {subject[len('the only ') :]}"
        return Clause("en", "", "", there, there)
    if scope.lang == "en" and subject.startswith("the "):
        bare = subject.removeprefix("the ")
        there = f"there is {with_article(bare) if is_some else f'no {bare}'}"
        return Clause("en", "", "", there, there)
    if scope.lang == "en" and subject.startswith("that "):
        bare = subject.removeprefix("that ")
        there = f"there is {f'such {with_article(bare)}' if is_some else f'no such {bare}'}"
        return Clause("en", "", "", there, there)
    key = "somebody" if plain_type(node.of.type) == PLAYER else "there"
    return claim(key, subject, scope.lang, negated=not is_some)


def _is_none_of_list(of: e.Expression, is_some: bool, scope: Scope) -> Said | None:
    """Return that a list has a first element, or a single one, where that is asked."""
    of, scope = meant(of, scope)
    if isinstance(of, e.Local) and of.slot in scope.first:
        of = scope.meant.get(of.slot, of)
    if isinstance(of, e.Element) and static_value(of.index) == 1:
        return clause(e.IsEmpty(of.source, is_some, BOOL), scope)
    if not isinstance(of, e.Primitive):
        return None
    is_picked = VOCABULARY.functions[of.name].gives in (Gives.FIRST, Gives.PICKED)
    if is_picked and isinstance(of.type, Maybe):
        is_plain = len(of.arguments) == 1 and not (
            isinstance(of.arguments[0], e.ZoneCards)
            and scope.game.zones[of.arguments[0].zone].holds_one
        )
        return clause(e.IsEmpty(of.arguments[0], is_some, BOOL), scope) if is_plain else None
    if of.name != "only":
        return None
    found = things(of.arguments[0], scope)
    if found is None:
        found = named(of.arguments[0].type, say(of.arguments[0], scope), scope)
    if scope.lang == "ja":
        subject, number = found.all_of_them(), f"1{found.counter}"
        return claim("only", subject, "ja", negated=not is_some, number=number)
    one = f"exactly one of {found.whole}" if found.whole else f"exactly one {found.bare()}"
    there = f"there is {'' if is_some else 'not '}{one}"
    return Clause("en", "", "", there, there)


@CLAUSES.add(e.IsKind)
def _is_kind(node: e.IsKind, scope: Scope, negated: bool) -> Said:
    noun = scope.names.kind(node.kind)
    what = with_article(noun) if scope.lang == "en" else noun
    is_negated = node.negated != negated
    return claim("so", say(node.of, scope), scope.lang, negated=is_negated, what=what)


@CLAUSES.add(e.Contains)
def _contains(node: e.Contains, scope: Scope, negated: bool) -> Said:
    is_negated = node.negated != negated
    if is_had(node.collection) and isinstance(node.collection, e.AttributeRead | e.PrintedRead):
        what, owner = say(node.item, scope), say(node.collection.of, scope)
        return claim("having", owner, scope.lang, negated=is_negated, what=what)
    noun = member_name(node.item, scope) if says_what(node.collection, scope) else ""
    if noun and isinstance(node.collection, e.AttributeRead | e.PrintedRead):
        what = with_article(noun) if scope.lang == "en" else noun
        owner = say(node.collection.of, scope)
        return claim("so", owner, scope.lang, negated=is_negated, what=what)
    found = things(node.collection, scope)
    subject = say(node.item, scope)
    if isinstance(node.collection, e.Players) and node.collection.opponents_of is None:
        return claim("in-game", subject, scope.lang, negated=is_negated)
    if found is not None and found.zone:
        return claim("within", subject, scope.lang, negated=is_negated, right=found.zone)
    right = found.all_of_them() if found is not None else say(node.collection, scope)
    return claim("among", subject, scope.lang, negated=is_negated, right=right)


@CLAUSES.add(e.StateRead)
def _state(node: e.StateRead, scope: Scope, negated: bool) -> Said:
    return being_so(scope.names.state(node.state), node.of, scope, negated)


@CLAUSES.add(e.AttributeRead, e.PrintedRead)
def _attribute(node: e.AttributeRead, scope: Scope, negated: bool) -> Said:
    return being_so(scope.names.attribute(node.kind, node.name), node.of, scope, negated)


def being_so(what: str, of: e.Expression | None, scope: Scope, negated: bool) -> Said:
    """Return that something is `used`, or not."""
    if of is None:
        if scope.lang == "ja":
            return _being_so_ja("", what, negated)
        said = as_clause(what, negated=negated)
        if not said:
            subject = "it" if is_noun_phrase(what) else scope.words("match")
            said = f"{subject} {is_so(what, is_many=False, negated=negated)}"
        return Clause("en", "", "", said, said)
    subject = say(of, scope)
    if scope.lang == "en":
        one, many = (is_so(what, is_many=each, negated=negated) for each in (False, True))
        return Clause("en", subject, " ", one, many)
    return _being_so_ja(subject, what, negated)


def _being_so_ja(subject: str, what: str, negated: bool) -> Clause:
    """Return the same in Japanese; what has happened is a verb already."""
    if not ends_in_past(what) and not ends_in_predicate(what):
        return claim("so", subject, "ja", negated=negated, what=what)
    said = as_not_so(what) if negated else what
    is_whole = not subject and has_subject(said)
    return Clause("ja", subject, "" if is_whole else SUBJECT, said, said)


@CLAUSES.add(e.OptionValue)
def _option(node: e.OptionValue, scope: Scope, negated: bool) -> Said:
    return claim("chosen", say(node, scope), scope.lang, negated=negated)


@CLAUSES.add(e.Local)
def _local(node: e.Local, scope: Scope, negated: bool) -> Said:
    found, where = resolved(node, scope)
    if found is not node:
        return clause(found, where, negated=negated)
    if node.slot in scope.elements or node.slot in scope.changing:
        return truth(say(node, scope), scope, negated=negated)
    if is_quoted(node.slot, scope):
        return claim("named", say(node, scope), scope.lang, negated=negated)
    bound = scope.locals.get(node.slot)
    is_noted = node.slot in scope.named and bound == scope.words("so")
    return claim("noted" if is_noted else "done", "", scope.lang, negated=negated)


@CLAUSES.add(e.Conditional)
def _conditional(node: e.Conditional, scope: Scope, negated: bool) -> Said:
    known = static_truth(node.condition, scope)
    if known is not None:
        return clause(node.then if known else node.otherwise, scope, negated=negated)
    asked = clause(node.condition, scope).plain()
    then, other = (
        clause(each, scope, negated=negated).plain() for each in (node.then, node.otherwise)
    )
    text = scope.words("if-else", then=then, condition=asked, other=other)
    return Clause(scope.lang, "", "", f"({text})", f"({text})", is_noun=scope.lang == "ja")


@CLAUSES.add(e.Lifted)
def _lifted(node: e.Lifted, scope: Scope, negated: bool) -> Said:
    return clause(node.body, lifted(node, scope), negated=negated)


@CLAUSES.add(e.Constant)
def _constant(node: e.Constant, scope: Scope, negated: bool) -> Said:
    holds = bool(node.value) != negated
    text = scope.words("always" if holds else "never")
    return Clause(scope.lang, "", "", text, text)


def static_truth(node: e.Expression, scope: Scope) -> bool | None:
    """Return whether a condition holds, where the text alone tells; else None."""
    if isinstance(node, e.Constant):
        return bool(node.value)
    if not isinstance(node, e.Compare) or isinstance(plain_type(node.left.type), _LISTS):
        return None
    left = static_value(resolved(node.left, scope)[0])
    right = static_value(resolved(node.right, scope)[0])
    if UNKNOWN in (left, right) or None in (left, right):
        return None
    return bool(COMPARISONS[node.operator](left, right))


_LISTS: Final = (ListOf, SetOf, BagOf)
