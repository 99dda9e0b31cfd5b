"""Count things and units: in bags, in zones, of lists, and the part of a bag that is a player's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from cardwright.apps.text import literals
from cardwright.apps.text.clauses import (
    OPERATORS,
    Clause,
    Said,
    claim,
    its_mark,
)
from cardwright.apps.text.inflection import OF, phrase, with_article
from cardwright.apps.text.keywords import own_number
from cardwright.apps.text.lists import asked
from cardwright.apps.text.phrases import formula_of, owned, resolved, variant
from cardwright.apps.text.scope import VALUES, Scope, say, things
from cardwright.apps.text.things import Things
from dsl import VOCABULARY, Language, Record
from dsl.model import expressions as e
from dsl.model.types import PLAYER, AmountOf, Basic, EntityType, Type, plain_type
from dsl.model.words import Gives


def is_shared_out(key: Type) -> bool:
    """Return whether a bag with such keys says what belongs to each player, or to each thing."""
    return key == PLAYER or isinstance(plain_type(key), EntityType)


class Share(Record):
    """What a bag of state says of one key.

    Attributes:
        name: What the state is called.
        owner: Whose state it is, in words; "" for the game's. `is_its`: the element of a list.
        place: The same as where a player's part of it is: `on that region`.
        key: Whose part of it is meant, in words. `is_of_it`: that of the element.
        of_owner, of_key: What belongs to either: `your bands`.
    """

    name: str
    owner: str
    is_its: bool
    place: str
    key: str
    is_of_it: bool
    is_of_player: bool
    of_owner: str
    of_key: str

    def words(self, lang: str) -> str:
        """Return how much it is, as a noun."""
        if not self.is_of_player:
            return phrase(lang, "share-for", key=self.key, share=self.of_owner)
        if not self.owner:
            return self.of_key
        return f"{self.place}{self.of_key}" if lang == "ja" else f"{self.of_key} {self.place}"

    def there_is(self, lang: str, *, negated: bool) -> Clause:
        """Return that there is any of it, or none."""
        return self._japanese(negated) if lang == "ja" else self._english(negated)

    def _english(self, negated: bool) -> Clause:
        if self.is_of_player and self.is_its and not self.is_of_it:
            none = "none of your" if self.key == "you" else "no"
            of = "" if self.key == "you" else f" of {self.key}"
            some = "your " if self.key == "you" else ""
            what = f"{none} {self.name}{of}" if negated else f"{some}{self.name}{of}"
            return claim("holding", self.owner, "en", negated=negated, what=what)
        holder, place = self.owner, f"for {self.key}"
        if self.is_of_player:
            holder, place = self.key, self.place
        if holder:
            what = f"{self.name} {place}" if self.owner else self.name
            return claim("having", holder, "en", negated=negated, what=what)
        said = f"there are {'no ' if negated else ''}{self.name} {place}"
        return Clause("en", "", "", said, said)

    def _japanese(self, negated: bool) -> Clause:
        if self.is_of_player and self.is_of_it and self.owner:
            slots = {"owner": self.owner, "what": self.name}
            return claim("holding-of", self.key, "ja", negated=negated, **slots)
        if self.is_of_player and self.owner:
            return claim("holding", self.owner, "ja", negated=negated, what=self.of_key)
        if self.is_of_player:
            return claim("having", self.key, "ja", negated=negated, what=self.name)
        return claim("there", self.words("ja"), "ja", negated=negated)


def share_of(node: e.Expression, scope: Scope) -> Share | None:
    """Return what a lookup asks for in a bag of state; None of any other bag."""
    node, scope = resolved(node, scope)
    if not isinstance(node, e.Lookup) or not is_shared_out(node.key.type):
        return None
    bag, where = resolved(node.bag, scope)
    if not isinstance(bag, e.StateRead):
        return None
    name = where.names.state(bag.state)
    owner = "" if bag.of is None else say(bag.of, where)
    is_its = bag.of is not None and _is_element(bag.of, where)
    return Share(
        name=name,
        owner=owner,
        is_its=is_its,
        place=_place(bag.of, owner, where),
        key=say(node.key, scope),
        is_of_it=_is_element(node.key, scope),
        is_of_player=node.key.type == PLAYER,
        of_owner=owned(name, bag.of, where),
        of_key=owned(name, node.key, scope),
    )


def _place(of: e.Expression | None, owner: str, scope: Scope) -> str:
    """Return where a player's part of a bag is."""
    if scope.lang == "en":
        return f"on {owner}"
    if isinstance(of, e.Local) and of.slot in scope.elements:
        return its_mark(scope.elements[of.slot])
    return owner + OF


def _is_element(node: e.Expression, scope: Scope) -> bool:
    return isinstance(node, e.Local) and node.slot in scope.elements


_NO_NUMBER: Final = ((">=", 1), ("<", 1))
"""What is the same as that there is something, or nothing."""


def counted(left: e.Expression, right: e.Expression, operator: str, scope: Scope) -> Said | None:
    """Return a comparison of a number with 0 as what there is."""
    known = literals.static_value(right)
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
        words = say(left, where)
        key, bag = say(left.key, where), say(left.bag, where)
        if words == where.words("lookup", key=key, bag=bag):
            return claim("within", key, where.lang, negated=is_none, right=bag)
        return there_is(words, where, negated=is_none)
    if isinstance(left, e.Primitive) and left.name == "vacant":
        return claim("room", say(left.arguments[0], where), scope.lang, negated=is_none)
    if isinstance(left, e.Fold) and VOCABULARY.folds[left.function].gives == Gives.COUNT:
        found = things(left.source, where)
        if found is not None and left.body is not None:
            found = asked(found, left.slot, left.body, where)
        if found is not None:
            return existing(found, scope, negated=is_none)
    return None


def _so_many(left: e.Expression, known: object, operator: str, scope: Scope) -> Said | None:
    """Return how many things there are, compared with a number that is known and not 0."""
    left, where = meant(left, scope)
    is_count = isinstance(left, e.Fold) and VOCABULARY.folds[left.function].gives == Gives.COUNT
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
        subject = found.all_of_them()
        if is_held:
            subject = scope.words("in-zone", zone=found.zone, what=found.one)
        key = "number-people" if is_people and operator == ">=" else "number"
        number = f"{known}{found.counter}"
        return claim(f"{key}-{OPERATORS[operator]}", subject, "ja", number=number)
    number = scope.words(f"so-many.{OPERATORS[operator]}", number=str(known))
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


def there_is(what: str, scope: Scope, *, negated: bool, many: bool = False) -> Clause | None:
    """Return that there is some of what is called `the life on this` or `your life`, or none."""
    if scope.lang == "ja":
        owner, _, thing = what.rpartition(OF)
        if owner:
            return claim("having", owner, "ja", negated=negated, what=thing)
        return claim("there", thing, "ja", negated=negated)
    head, _, rest = what.partition(" ")
    no = "no " if negated else ""
    said = {"the": f"there {'are' if many else 'is'} {no}{rest}", "your": f"you have {no}{rest}"}
    return Clause("en", "", "", said[head], said[head]) if head in said else None


def existing(found: Things, scope: Scope, *, negated: bool) -> Clause:
    """Return that there is such a thing, or none."""
    its = its_mark(scope.depth - 1)
    if scope.depth and found.zone and its in found.zone:
        noun = f"no {found.one}" if negated else with_article(found.one)
        what = found.one if scope.lang == "ja" else noun
        return claim("holding", found.zone, scope.lang, negated=negated, what=what)
    if scope.lang == "ja":
        is_people = found.counter == scope.names.counter(PLAYER)
        key = "somebody" if is_people else "there"
        return claim(key, found.all_of_them(), "ja", negated=negated)
    there = f"there is {found.existing(negated=negated)}"
    return Clause("en", "", "", there, there)


def held_by(found: Things, held: str, scope: Scope, negated: bool) -> Clause:
    """Return that a zone of the element holds such a thing: `whose hand holds a red card`."""
    bare = replace(found, place="", zone="")
    if scope.lang == "ja":
        what = bare.all_of_them()
    else:
        what = bare.none_of_them() if negated else bare.single()
    return claim("holding", held, scope.lang, negated=negated, what=what)


@VALUES.add(e.BagOfUnits)
def _units(node: e.BagOfUnits, scope: Scope) -> str:
    count, key = say(node.count, scope), say(node.key, scope)
    if isinstance(node.key, e.Constant) and isinstance(node.key.value, int):
        return literals.units_of(count, node.key.value, plain_type(node.key.type), scope.names)
    if isinstance(node.key, e.Constant):
        return literals.units(count, key, scope.names)
    return scope.words("unit-of", count=count, key=key)


@VALUES.add(e.Lookup)
def _lookup(node: e.Lookup, scope: Scope) -> str:
    """Return `your elan` where the bag is `your essences`."""
    if share := share_of(node, scope):
        return share.words(scope.lang)
    if own := own_number(node, scope):
        return own
    key, bag = say(node.key, scope), say(node.bag, scope)
    nouns = scope.names.many(literals.key_noun(node.key.type, scope.names))
    if not isinstance(resolved(node.key, scope)[0], e.Constant):
        return scope.words("lookup", key=key, bag=bag)
    if bag in (scope.words("those", noun=nouns), scope.words("that", noun=nouns)):
        return scope.words("lookup-among", key=key, bag=bag)
    if nouns in bag:
        return bag.replace(nouns, key, 1)
    return scope.words("lookup", key=key, bag=bag)


def sum_of(node: e.Combine, scope: Scope) -> str:
    """Return two bags put together, or one without the other."""
    if node.operator == "+":
        return Language(scope.lang).together(say(each, scope) for each in _added_up(node))
    return scope.words("less", left=say(node.left, scope), right=say(node.right, scope))


def _added_up(node: e.Expression) -> Iterator[e.Expression]:
    """Yield the bags that a sum is made of."""
    if isinstance(node, e.Combine) and node.operator == "+":
        yield from _added_up(node.left)
        yield from _added_up(node.right)
    else:
        yield node


def _open(node: e.Primitive, scope: Scope) -> str:
    number, keys = node.arguments
    type_ = plain_type(node.type)
    assert isinstance(type_, AmountOf)
    known = _static_keys(keys, scope)
    if known is None:
        return scope.words("among", count=say(number, scope), list=say(keys, scope))
    return literals.open_units(say(number, scope), known, type_.of, scope.names)


def _static_keys(node: e.Expression, scope: Scope) -> tuple[int, ...] | None:
    """Return a list of keys in run-time form where the text alone tells it."""
    if isinstance(node, e.Members):
        return tuple(range(len(scope.game.enums[node.enum].members)))
    if isinstance(node, e.Combine) and node.operator == "-":
        left, right = _static_keys(node.left, scope), _static_keys(node.right, scope)
        return None if left is None or right is None else tuple(k for k in left if k not in right)
    known = literals.static_value(node)
    return None if known is literals.UNKNOWN or not isinstance(known, tuple) else known


def _same(node: e.Primitive, scope: Scope) -> str:
    return say(node.arguments[0], scope)


def _added(node: e.Primitive, scope: Scope) -> str:
    parts = [*_parts_of(node)]
    bags = [_units_behind(each) for each in parts]
    if bags[0] is not None and all(each == bags[0] for each in bags):
        return say(bags[0], scope)  # a bag of which wild members may pay each unit
    return Language(scope.lang).together(say(each, scope) for each in node.arguments)


def _parts_of(node: e.Expression) -> Iterator[e.Expression]:
    """Yield the amounts that a sum is made of."""
    if isinstance(node, e.Primitive) and node.name == "add-amounts":
        for each in node.arguments:
            yield from _parts_of(each)
    else:
        yield node


def _units_behind(node: e.Expression) -> e.Expression | None:
    """Return the bag of which an open part is as many as it holds of one member, or None."""
    if isinstance(node, e.Primitive) and node.name == "open-units":
        return node.arguments[0].bag if isinstance(node.arguments[0], e.Lookup) else None
    return None


def _number_of(node: e.Primitive, scope: Scope) -> str:
    return scope.words("count", list=say(node.arguments[0], scope))


AMOUNTS: Final[dict[str, Callable[[e.Primitive, Scope], str]]] = {
    "to-amount": _same,
    "floored": _same,
    "open-units": _open,
    "add-amounts": _added,
    "due": _number_of,
    "total": _number_of,
}
"""How the functions over bags and amounts are said, by name."""
