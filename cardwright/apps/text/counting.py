"""Say how many things there are: some, none, so many; in bags, in zones, and of lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardwright.apps.text.clauses import Clause, Said, its_mark
from cardwright.apps.text.english import with_article
from cardwright.apps.text.lists import asked
from cardwright.apps.text.literals import static_value
from cardwright.apps.text.phrases import formula_of, resolved, variant
from cardwright.apps.text.predicates import HOLDING, ROOM, SO_MANY, WITHIN
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.shares import share_of
from cardwright.apps.text.speech import say, things
from cardwright.apps.text.things import Things
from dsl.model import expressions as e
from dsl.model.types import PLAYER, Basic, plain_type
from dsl.words.vocabulary import FOLDS
from dsl.words.word import Gives

_NO_NUMBER: Final = ((">=", 1), ("<", 1))
"""What is the same as that there is something, or nothing."""


def counted(left: e.Expression, right: e.Expression, operator: str, scope: Scope) -> Said | None:
    """Return a comparison of a number with 0 as what there is."""
    known = static_value(right)
    several = _so_many(left, known, operator, scope)
    if several is not None:
        return several
    is_some = (operator, known) in ((">", 0), (">=", 1), ("!=", 0))
    is_none = (operator, known) in (("==", 0), ("<", 1), ("<=", 0))
    if not is_some and not is_none:
        return None
    left, where = meant(left, scope)
    if share := share_of(left, where):
        return share.there_is(scope.lang, negated=is_none)
    if isinstance(left, e.Lookup) and isinstance(plain_type(left.type), Basic):
        return _has_units(left, where, negated=is_none)
    if isinstance(left, e.Primitive) and left.name == "vacant":
        return ROOM[is_none].of(say(left.arguments[0], where), scope.lang)
    if isinstance(left, e.Fold) and FOLDS[left.function].gives == Gives.COUNT:
        found = things(left.source, where)
        if found is not None and left.body is not None:
            found = asked(found, left.slot, left.body, where)
        if found is not None:
            return existing(found, scope, negated=is_none)
    return None


def _so_many(left: e.Expression, known: object, operator: str, scope: Scope) -> Said | None:
    """Return how many things there are, compared with a number that is known and not 0."""
    left, where = meant(left, scope)
    is_count = isinstance(left, e.Fold) and FOLDS[left.function].gives == Gives.COUNT
    if not is_count or not isinstance(known, int) or (operator, known) in _NO_NUMBER:
        return None
    assert isinstance(left, e.Fold)
    found = things(left.source, where)
    if found is not None and left.body is not None:
        found = asked(found, left.slot, left.body, where)
    if found is None or known < 1:
        return None
    its = its_mark(scope.depth - 1) if scope.depth else ""
    is_held = bool(its) and its in found.zone
    if scope.lang == "ja":
        is_people = found.counter == scope.names.counter(PLAYER)
        subject = f"{found.zone}の{found.one}" if is_held else found.all_of_them()
        number, is_noun = f"{known}{found.counter}", SO_MANY[operator].is_noun
        said = SO_MANY[operator].japanese.format(number=number, be="いる" if is_people else "ある")
        return Clause("ja", subject, "が", said, "", is_noun)
    number = SO_MANY[operator].english.format(number=known)
    if is_held:
        noun = found.one if known == 1 else found.many
        return Clause("en", found.zone, " ", f"holds {number} {noun}", f"hold {number} {noun}")
    there = found.some(number, up_to=False, is_short=True)
    be = "is" if known == 1 and operator != "!=" else "are"
    return Clause("en", "", "", f"there {be} {there}", "")


def meant(node: e.Expression, scope: Scope) -> tuple[e.Expression, Scope]:
    """Return what a number is that a name or a value without a text stands for."""
    node, scope = resolved(node, scope)
    value = variant(node.value, scope) if isinstance(node, e.ValueCall) else None
    formula = None if value is None or value.text else formula_of(value, scope)
    if formula is None or not isinstance(node, e.ValueCall):
        return node, scope
    return meant(formula.expression, scope.called(node.arguments))


def _has_units(node: e.Lookup, scope: Scope, *, negated: bool) -> Clause | None:
    """Return that some units of a key are in a bag, or none."""
    words = say(node, scope)
    key, bag = say(node.key, scope), say(node.bag, scope)
    if words == scope.words("lookup", key=key, bag=bag):
        return WITHIN[negated].of(key, scope.lang, right=bag)
    return there_is(words, scope, negated=negated)


def there_is(what: str, scope: Scope, *, negated: bool, many: bool = False) -> Clause | None:
    """Return that there is some of what is called `the life on this` or `your life`, or none."""
    if scope.lang == "ja":
        owner, _, thing = what.rpartition("の")
        held = "がない" if negated else "がある"
        return Clause("ja", owner, "に" if owner else "", thing + held, thing + held)
    head, _, rest = what.partition(" ")
    no = "no " if negated else ""
    said = {"the": f"there {'are' if many else 'is'} {no}{rest}", "your": f"you have {no}{rest}"}
    return Clause("en", "", "", said[head], said[head]) if head in said else None


def existing(found: Things, scope: Scope, *, negated: bool) -> Clause:
    """Return that there is such a thing, or none."""
    its = its_mark(scope.depth - 1)
    if scope.depth and found.zone and its in found.zone:
        what = found.one if scope.lang == "ja" else _amount(found, negated)
        return HOLDING[negated].of(found.zone, scope.lang, what=what)
    if scope.lang == "ja":
        is_people = found.counter == scope.names.counter(PLAYER)
        said = (
            ("がいない" if negated else "がいる")
            if is_people
            else "がない"
            if negated
            else "がある"
        )
        return Clause("ja", found.all_of_them(), "", said, said)
    there = "there is " + (found.none_of_them() if negated else found.single())
    return Clause("en", "", "", there, there)


def _amount(found: Things, negated: bool) -> str:
    return f"no {found.one}" if negated else with_article(found.one)


def held_by(found: Things, held: str, scope: Scope, negated: bool) -> Clause:
    """Return that a zone of the element holds such a thing: `whose hand holds a red card`."""
    bare = replace(found, place="", zone="")
    if scope.lang == "ja":
        what = bare.all_of_them()
    else:
        what = bare.none_of_them() if negated else bare.single()
    return HOLDING[negated].of(held, scope.lang, what=what)
