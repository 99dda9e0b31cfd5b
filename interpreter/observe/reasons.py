"""Explain the end of a match as a seat may know it: its condition, the cards that decided it.

What the seat cannot tell is not explained, and neither is anything that follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from dsl.model import expressions as e
from dsl.model.steps import Body, Change, EndGame, Formula, If
from dsl.model.traits import Looking
from dsl.model.types import EntityType
from dsl.model.walk import free_slots, rebuilt, walk
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.lower.owners import Owner
from interpreter.observe.events import is_kept_back
from interpreter.observe.scores import At, Scores, Unseen, bound, is_cards, room_of
from interpreter.state.values import Value

MOST_CARDS: Final = 64
"""Of a longer list it is not tried which of its cards are needed."""
DEPTH: Final = 8
"""So many values and states deep it is asked what decided the end."""
GUARDS: Final = "action", "event", "phase"
"""What can hold steps that end the match and whose locals can be told afterwards."""


class Reasons(Scores):
    """Explains the end of one match to one seat."""

    def kept(self) -> frozenset[str]:
        """Return the options of the next match of a campaign whose values the seat can tell."""
        keeps = self.program.game.end.keeps
        return frozenset(
            id_
            for id_, kept in keeps.items()
            if self._tells(At(kept.expression, kept.slots, room_of(kept.slots)))
        )

    def _tells(self, at: At) -> bool:
        """Return whether the seat can tell what an expression is."""
        try:
            self.value(at)
        except (Unseen, Fault):
            return False
        return True

    # --- what decided it --------------------------------------------------------------------------

    def decisive(self) -> tuple[str, ...]:
        """Return the keys of the cards and places that made the condition true which ended the
        match, or which says who has won: the line, the chain, the cards that were to be had."""
        found = set[int]()
        for at in self._conditions():
            found |= self._cards_of(at, DEPTH)
        cards = sorted(card for card in found if self.view.tells(card))
        return tuple(key for card in cards for key in self.keys.keys(card, EntityType("")))

    def causes(self) -> tuple[Formula, ...]:
        """Return the conditions that ended the match, to be put into words; without those that
        options alone decide, and those about somebody whom the words would have to name."""
        found = list[Formula]()
        for at in self._ends():
            roles = (each.name for each in walk(at.node) if isinstance(each, e.Role))
            is_general = all(name == "round" for name in roles)  # nothing of `me` or the like
            if is_general and self._holds(at) and not free_slots(at.node):
                found += [Formula(at.slots, 0, self._settled(part)) for part in self._parts(at)]
        return tuple(found)

    def _parts(self, at: At) -> Iterator[e.Expression]:
        """Yield the parts of a condition that made it hold."""
        node = at.node
        if isinstance(node, e.Logic) and node.operator in ("and", "or") and node.right:
            for part in (node.left, node.right):
                if self._holds(inner := at._replace(node=part)):
                    yield from self._parts(inner)
        elif any(isinstance(each, Looking) for each in walk(node)):
            yield node

    def _settled(self, node: e.Expression) -> e.Expression:
        """Return an expression with the number of an option, or of a value that is always the same,
        in its place."""
        if isinstance(node, e.OptionValue) and type(self.program.options[node.option]) is int:
            return e.Constant(self.program.options[node.option], node.type)
        if isinstance(node, e.ValueCall) and not node.arguments:
            opened = self.opened(At(node, (), [None] * FIRST_SLOT))
            if opened is not None and isinstance(opened.node, e.Constant):
                return opened.node
        return rebuilt(node, self._settled) or node

    def _conditions(self) -> Iterator[At]:
        """Yield the conditions that ended the match and those that say who has won."""
        yield from self._ends()
        winners = self.program.game.end.winners
        if winners is not None:
            at = At(winners.expression, winners.slots, room_of(winners.slots))
            yield from self._chosen(at)

    def _ends(self) -> Iterator[At]:
        when = self.program.game.end.when
        if when is not None:
            yield At(when.expression, when.slots, room_of(when.slots))
        yield from self._guards(lambda step: isinstance(step, EndGame))

    def _chosen(self, at: At) -> Iterator[At]:
        """Yield what holds for each winner where the winners are those of whom something holds."""
        node = at.node
        if isinstance(node, e.Conditional):
            if (holds := self._holds(at._replace(node=node.condition))) is not None:
                yield from self._chosen(at._replace(node=node.then if holds else node.otherwise))
        elif isinstance(node, e.Filter) and self.match.outcome is not None:
            for seat in self.match.outcome.winners:
                yield bound(at, node.condition, node.slot, seat)

    def _guards(self, does: Callable[[object], bool]) -> Iterator[At]:
        """Yield the conditions under which steps do something, with the locals of the last time."""
        for owner in Owner.all_in(self.program.game):
            if owner.sort not in GUARDS or owner.is_shared:
                continue
            for _, body in owner.bodies:
                ifs = (step for step in walk(body.steps) if isinstance(step, If))
                found = [condition for step in ifs for condition, then in step.branches
                         if any(does(each) for each in walk(then))]  # fmt: skip
                if found and (last := self._last(owner.sort, owner.name, body)):
                    for condition in found:
                        if free_slots(condition) <= {*range(len(last) - FIRST_SLOT)}:
                            room = [None] * (len(body.slots) + FIRST_SLOT - len(last))
                            yield At(condition, body.slots, [*last, *room])

    def _last(self, sort: str, name: str, body: Body) -> list[Value] | None:
        """Return the locals that were given when a body was carried out last; None for never."""
        event = {"action": f"act:{name}", "phase": f"phase:{name}"}.get(sort, name)
        record = self.st.log
        while record is not None:
            entry, record = record
            if entry.event == event and not is_kept_back(self.view, entry):
                told = entry.arguments[: body.given]
                return [entry.me, entry.card, None, *told]
        return None

    def _holds(self, at: At) -> bool | None:
        """Return whether a condition holds; None where the seat cannot tell."""
        try:
            return bool(self.value(at))
        except (Unseen, Fault):
            return None

    def _cards_of(self, at: At, depth: int) -> set[int]:
        """Return the cards for which a condition holds; none where it does not."""
        if not depth or not self._holds(at):
            return set()
        node = at.node
        match node:
            case e.Logic(operator="and" | "or", right=right) if right:
                sides = (at._replace(node=each) for each in (node.left, right))
                return set().union(*(self._cards_of(each, depth) for each in sides))
            case e.Fold(function="any" | "all", body=body) if body:
                return self._elements(at, node, body, depth)
            case e.ValueCall():
                opened = self.opened(at)
                return set() if opened is None else self._cards_of(opened, depth - 1)
            case e.IsNone(negated=True, of=e.StateRead() as state):
                return self._set_by(state.state, depth)
            case e.Compare():
                return self._compared(at, node, depth)
        return set()

    def _elements(self, at: At, node: e.Fold, body: e.Expression, depth: int) -> set[int]:
        """Return the elements for which something holds, and the cards for which it holds of
        them; where it holds of all things of a kind, that decides about none of them."""
        if node.function == "all" and isinstance(node.source, e.Entities):
            return set()
        if node.function == "any" and (listed := _listed(node.source)) is not None:
            return self._needed(at, node, listed)
        found, are_cards = set[int](), is_cards(node.source.type)
        for element in self.value(at._replace(node=node.source)):
            inner = bound(at, body, node.slot, element)
            if self._holds(inner):
                found |= self._cards_of(inner, depth) | ({element} if are_cards else set())
                if node.function == "any" and any(_listed(each) for each in walk(body)):
                    break  # one chain is enough
        return found

    def _set_by(self, state: e.StateKey, depth: int) -> set[int]:
        """Return the cards for which a condition holds under which a state of the table is set."""
        if state.owner is not None:
            return set()
        guards = self._guards(lambda step: isinstance(step, Change) and step.state == state)
        return set().union(*(self._cards_of(each, depth - 1) for each in guards))

    def _compared(self, at: At, node: e.Compare, depth: int) -> set[int]:
        """Return the cards that a comparison counts, or needs to hold."""
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(side, e.StateRead) and side.state.owner is None:
                return self._set_by(side.state, depth)
            if isinstance(side, e.ValueCall):
                opened = self.opened(at._replace(node=side))
                if opened is not None:
                    fixed = e.Constant(self.value(at._replace(node=other)), other.type)
                    pair = (opened.node, fixed) if side is node.left else (fixed, opened.node)
                    inner = replace(node, left=pair[0], right=pair[1])
                    return self._cards_of(opened._replace(node=inner), depth - 1)
        if node.operator not in (">", ">=", "<", "<="):
            return set()
        side = node.left if node.operator in (">", ">=") else node.right
        if isinstance(side, e.Fold) and is_cards(side.source.type):
            return {*self.value(at._replace(node=side.source))}
        listed = _listed(side)
        return set() if listed is None else self._needed(at, node, listed)

    def _needed(self, at: At, node: e.Fold | e.Compare, listed: e.Expression) -> set[int]:
        """Return the cards of a list, which a function takes, without any of which a condition
        would not hold."""
        kept = [*self.value(at._replace(node=listed))]
        for card in kept[:] if len(kept) <= MOST_CARDS else ():
            fewer = [each for each in kept if each != card]
            fixed = e.Constant(tuple(fewer), listed.type)
            if self._holds(at._replace(node=_with(node, listed, fixed))):
                kept = fewer
        return {*kept} if len(kept) <= MOST_CARDS else set()


def _listed(node: object) -> e.Expression | None:
    """Return the list of cards that a function of the language takes, or None."""
    given = node.arguments if isinstance(node, e.Primitive) else ()
    return next((each for each in given if is_cards(each.type)), None)


def _with(node: e.Expression, old: e.Expression, new: e.Expression) -> e.Expression:
    """Return an expression with another list in the place of one."""
    if node == old:
        return new
    found = rebuilt(node, lambda part: _with(part, old, new))
    return node if found is None else found
