"""Say how much of a bag is a player's or a thing's: `your bands on that region`."""

from __future__ import annotations

from cardwright.apps.text.clauses import Clause, its_mark
from cardwright.apps.text.phrases import owned, resolved
from cardwright.apps.text.predicates import HAVING, HOLDING
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.speech import say
from dsl.model import expressions as e
from dsl.model.types import PLAYER, EntityType, Type, plain_type
from dsl.records import record


def is_shared_out(key: Type) -> bool:
    """Return whether a bag with such keys says what belongs to each player, or to each thing."""
    return key == PLAYER or isinstance(plain_type(key), EntityType)


@record
class Share:
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
            return f"{self.key}についての{self.of_owner}" if lang == "ja" else (
                f"{self.of_owner} for {self.key}"
            )  # fmt: skip
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
            return HOLDING[negated].of(self.owner, "en", what=what)
        holder, place = self.owner, f"for {self.key}"
        if self.is_of_player:
            holder, place = self.key, self.place
        if holder:
            what = f"{self.name} {place}" if self.owner else self.name
            return HAVING[not negated].of(holder, "en", what=what)
        said = f"there are {'no ' if negated else ''}{self.name} {place}"
        return Clause("en", "", "", said, said)

    def _japanese(self, negated: bool) -> Clause:
        end = "ない" if negated else "ある"
        if self.is_of_player and self.is_of_it and self.owner:
            said = f"{self.owner}に{self.name}が{end}"
            return Clause("ja", self.key, "は", said, said)
        if self.is_of_player and self.owner:
            return HOLDING[negated].of(self.owner, "ja", what=self.of_key)
        if self.is_of_player:
            return HAVING[not negated].of(self.key, "ja", what=self.name)
        return Clause("ja", self.words("ja"), "が", end, end)


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
    return f"{owner}の"


def _is_element(node: e.Expression, scope: Scope) -> bool:
    return isinstance(node, e.Local) and node.slot in scope.elements
