"""Say what a condition asks: one function a node of the language that can be true or false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from cardwright.text.clauses import Clause, Said, Several, it_mark, its_mark
from cardwright.text.english import with_article
from cardwright.text.lists import asked
from cardwright.text.literals import UNKNOWN, static_value
from cardwright.text.names import in_words, plain_type
from cardwright.text.phrases import formula_of, lifted, resolved, variant
from cardwright.text.scope import Scope
from cardwright.text.speech import CLAUSES, clause, say, things, truth
from cardwright.text.things import Things
from dsl.model import expressions as e
from dsl.model.types import BagOf, EnumType, ListOf, SetOf

_OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_FLIPPED: Final = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_TESTS: Final[dict[str, Any]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is said of a subject: English for one and many, Japanese with its particle."""

    english: tuple[str, str]
    japanese: tuple[str, str]
    is_noun: bool

    def of(self, subject: str, lang: str, **slots: str) -> Clause:
        """Return the clause about a subject."""
        if lang == "ja":
            link, said = (part.format(**slots) for part in self.japanese)
            return Clause("ja", subject, link, said, said, self.is_noun)
        one, many = (part.format(**slots) for part in self.english)
        return Clause("en", subject, " ", one, many)


def _being(english: str, japanese: str, is_noun: bool = True) -> Predicate:
    return Predicate((f"is {english}", f"are {english}"), ("が", japanese), is_noun)


_COMPARED: Final = {
    "==": _being("{right}", "{right}"),
    "!=": _being("not {right}", "{right}でない", is_noun=False),
    "<": _being("less than {right}", "{right}未満"),
    "<=": _being("at most {right}", "{right}以下"),
    ">": _being("more than {right}", "{right}より大きい", is_noun=False),
    ">=": _being("at least {right}", "{right}以上"),
    "<= number": _being("{right} or less", "{right}以下"),
    ">= number": _being("{right} or more", "{right}以上"),
}
_IN_ORDER: Final = {
    "<": Predicate(("comes before {right}", "come before {right}"), ("が", "{right}より前"), True),
    ">": Predicate(("comes after {right}", "come after {right}"), ("が", "{right}より後"), True),
}
_IS_SO: Final = {False: _being("{what}", "{what}"),
                 True: _being("not {what}", "{what}でない", is_noun=False)}  # fmt: skip
_EMPTY: Final = {False: _being("empty", "空"), True: _being("not empty", "空でない", False)}
_ROOM: Final = {
    False: Predicate(("has room", "have room"), ("に", "空きがある"), False),
    True: Predicate(("is full", "are full"), ("に", "空きがない"), False),
}
_NONE: Final = {
    False: Predicate(("is not there", "are not there"), ("が", "ない"), False),
    True: Predicate(("is there", "are there"), ("が", "ある"), False),
}
_HAVING: Final = {
    False: Predicate(("has no {what}", "have no {what}"), ("に", "{what}がない"), False),
    True: Predicate(("has {what}", "have {what}"), ("に", "{what}がある"), False),
}
_AMONG: Final = {
    False: _being("among {right}", "{right}に含まれる", is_noun=False),
    True: _being("not among {right}", "{right}に含まれない", is_noun=False),
}
_WITHIN: Final = {
    False: _being("in {right}", "{right}にある", is_noun=False),
    True: _being("not in {right}", "{right}にない", is_noun=False),
}
_HOLDING: Final = {
    False: Predicate(("holds {what}", "hold {what}"), ("に", "{what}がある"), False),
    True: Predicate(("holds {what}", "hold {what}"), ("に", "{what}がない"), False),
}
_DONE: Final = {
    False: Predicate(("that happened", ""), ("", "そうした"), False),
    True: Predicate(("that did not happen", ""), ("", "そうしなかった"), False),
}


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
    if isinstance(left, e.Constant):
        left, right, operator = right, left, _FLIPPED[operator]
    if negated:
        operator = _OPPOSITE[operator]
    counted = _counted(left, right, operator, scope)
    if counted is not None:
        return counted
    subject, other = say(left, scope), say(right, scope)
    if operator in ("<", ">") and isinstance(plain_type(left.type), EnumType):
        return _IN_ORDER[operator].of(subject, scope.lang, right=other)
    is_number = isinstance(right, e.Constant) and operator in ("<=", ">=")
    key = f"{operator} number" if is_number else operator
    return _COMPARED[key].of(subject, scope.lang, right=other)


def _counted(left: e.Expression, right: e.Expression, operator: str, scope: Scope) -> Said | None:
    """Return a comparison of a number with 0 as what there is."""
    known = static_value(right)
    is_some = (operator, known) in ((">", 0), (">=", 1), ("!=", 0))
    is_none = (operator, known) in (("==", 0), ("<", 1), ("<=", 0))
    if not is_some and not is_none:
        return None
    left, where = resolved(left, scope)
    if isinstance(left, e.Primitive) and left.name == "vacant":
        return _ROOM[is_none].of(say(left.arguments[0], where), scope.lang)
    if isinstance(left, e.Fold) and left.function == "count":
        found = things(left.source, where)
        if found is not None and left.body is not None:
            found = asked(found, left.slot, left.body, where)
        if found is not None:
            return _existing(found, scope, negated=is_none)
    return None


def _existing(found: Things, scope: Scope, *, negated: bool) -> Clause:
    """Return that there is such a thing, or none."""
    its = its_mark(scope.depth - 1)
    if scope.depth and found.zone and its in found.zone:
        what = found.one if scope.lang == "ja" else _amount(found, negated)
        return _HOLDING[negated].of(found.zone, scope.lang, what=what)
    if scope.lang == "ja":
        said = "がない" if negated else "がある"
        return Clause("ja", found.all_of_them(), "", said, said)
    there = "there is " + (found.none_of_them() if negated else found.single())
    return Clause("en", "", "", there, there)


def _amount(found: Things, negated: bool) -> str:
    return f"no {found.one}" if negated else with_article(found.one)


@CLAUSES.add(e.Fold)
def _fold(node: e.Fold, scope: Scope, negated: bool) -> Said:
    if node.function not in ("any", "all") or node.body is None:
        return truth(say(node, scope), scope, negated=negated)
    is_all = node.function == "all"
    found = things(node.source, scope)
    if found is None:
        return truth(say(node.source, scope), scope, negated=negated)
    held = found.zone
    body = e.Logic("not", node.body, None, node.type) if is_all else node.body
    found = asked(found, node.slot, body, scope)
    negated = negated != is_all
    if scope.depth and held and its_mark(scope.depth - 1) in held:
        return _held_by(found, held, scope, negated)
    return _existing(found, scope, negated=negated)


def _held_by(found: Things, held: str, scope: Scope, negated: bool) -> Clause:
    """Return that a zone of the element holds such a thing: `whose hand holds a red card`."""
    from dataclasses import replace

    bare = replace(found, place="", zone="")
    if scope.lang == "ja":
        what = bare.all_of_them()
    else:
        what = bare.none_of_them() if negated else bare.single()
    return _HOLDING[negated].of(held, scope.lang, what=what)


@CLAUSES.add(e.IsEmpty)
def _is_empty(node: e.IsEmpty, scope: Scope, negated: bool) -> Said:
    is_empty = node.negated == negated
    found = things(node.of, scope)
    if found is None or found.zone:
        subject = found.zone if found is not None else say(node.of, scope)
        return _EMPTY[not is_empty].of(subject, scope.lang)
    return _existing(found, scope, negated=is_empty)


@CLAUSES.add(e.IsNone)
def _is_none(node: e.IsNone, scope: Scope, negated: bool) -> Said:
    is_some = node.negated != negated
    subject = say(node.of, scope)
    its = its_mark(scope.depth - 1) if scope.depth else ""
    if its and subject.startswith(its):
        what = subject[1:].strip()
        shown = with_article(what) if is_some and scope.lang == "en" else what
        return _HAVING[is_some].of(it_mark(scope.depth - 1), scope.lang, what=shown)
    if scope.lang == "en" and subject.startswith("the "):
        bare = subject.removeprefix("the ")
        there = f"there is {with_article(bare) if is_some else f'no {bare}'}"
        return Clause("en", "", "", there, there)
    return _NONE[is_some].of(subject, scope.lang)


@CLAUSES.add(e.IsKind)
def _is_kind(node: e.IsKind, scope: Scope, negated: bool) -> Said:
    noun = scope.names.kind(node.kind)
    what = with_article(noun) if scope.lang == "en" else noun
    return _IS_SO[node.negated != negated].of(say(node.of, scope), scope.lang, what=what)


@CLAUSES.add(e.Contains)
def _contains(node: e.Contains, scope: Scope, negated: bool) -> Said:
    is_negated = node.negated != negated
    found = things(node.collection, scope)
    subject = say(node.item, scope)
    if found is not None and found.zone:
        return _WITHIN[is_negated].of(subject, scope.lang, right=found.zone)
    right = found.all_of_them() if found is not None else say(node.collection, scope)
    return _AMONG[is_negated].of(subject, scope.lang, right=right)


@CLAUSES.add(e.StateRead)
def _state(node: e.StateRead, scope: Scope, negated: bool) -> Said:
    return _being_so(scope.names.state(node.state), node.of, scope, negated)


@CLAUSES.add(e.AttributeRead, e.PrintedRead)
def _attribute(node: e.AttributeRead, scope: Scope, negated: bool) -> Said:
    return _being_so(scope.names.attribute(node.kind, node.name), node.of, scope, negated)


def _being_so(what: str, of: e.Expression | None, scope: Scope, negated: bool) -> Said:
    """Return that something is `used`, or not."""
    if of is None:
        if scope.lang == "ja":
            return _IS_SO[negated].of("", "ja", what=what)
        said = f"it is {'not ' if negated else ''}{what}"
        return Clause("en", "", "", said, said)
    return _IS_SO[negated].of(say(of, scope), scope.lang, what=what)


@CLAUSES.add(e.OptionValue)
def _option(node: e.OptionValue, scope: Scope, negated: bool) -> Said:
    subject = say(node, scope)
    chosen = _being("chosen", "選ばれている", is_noun=False)
    left = _being("not chosen", "選ばれていない", is_noun=False)
    return (left if negated else chosen).of(subject, scope.lang)


@CLAUSES.add(e.Local)
def _local(node: e.Local, scope: Scope, negated: bool) -> Said:
    found, where = resolved(node, scope)
    if found is not node:
        return clause(found, where, negated=negated)
    if node.slot in scope.elements:
        return truth(say(node, scope), scope, negated=negated)
    return _DONE[negated].of("", scope.lang)


@CLAUSES.add(e.ValueCall)
def _value(node: e.ValueCall, scope: Scope, negated: bool) -> Said:
    value = variant(node.value, scope)
    formula = None if value is None or value.text else formula_of(value, scope)
    if formula is not None:
        return clause(formula.expression, scope.called(node.arguments), negated=negated)
    if value is not None and value.text:
        return truth(say(node, scope), scope, negated=negated)
    name = in_words(node.value.rpartition(".")[2])
    of = node.arguments[0] if node.arguments else None
    return _being_so(name, of, scope, negated)


@CLAUSES.add(e.Conditional)
def _conditional(node: e.Conditional, scope: Scope, negated: bool) -> Said:
    known = static_truth(node.condition, scope)
    if known is not None:
        return clause(node.then if known else node.otherwise, scope, negated=negated)
    return truth(say(node, scope), scope, negated=negated)


@CLAUSES.add(e.Lifted)
def _lifted(node: e.Lifted, scope: Scope, negated: bool) -> Said:
    return clause(node.body, lifted(node, scope), negated=negated)


@CLAUSES.add(e.Constant)
def _constant(node: e.Constant, scope: Scope, negated: bool) -> Said:
    holds = bool(node.value) != negated
    said = ("always", "いつでも") if holds else ("never", "決して")
    text = said[scope.lang == "ja"]
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
    return bool(_TESTS[node.operator](left, right))


_LISTS: Final = (ListOf, SetOf, BagOf)
