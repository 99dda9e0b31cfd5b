"""Answer what an owner touches with all it leads to, and whether the order of two triggers matters.

The order matters when one writes what the other reads or writes. Changes that commute do not count:
two that add to one number, one bag or one set, unless something is checked between the two
triggers that reads it. It may be said to matter once too often, never too rarely.
"""

from __future__ import annotations

from functools import cached_property

from dsl.model.game import Game
from interpreter.effects.direct import Touch, Write, reads_of
from interpreter.effects.flow import Flow


class Effects:
    """What owners touch, with the events, listeners, values and modifiers below them.

    It is worked out for those that are asked for: of all together it would grow with the square of
    a chain's length.
    """

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._known: dict[str, Touch] = {}

    def of(self, node: str) -> Touch:
        """Return the touches of a node and all it leads to, put together."""
        if node not in self._known:
            self._known[node] = self._with_all_below(node)
        return self._known[node]

    def _with_all_below(self, node: str) -> Touch:
        touches = [touch for each in self.flow.below(node) if (touch := self.flow.touch(each))]
        reads = frozenset[str]().union(*(touch.reads for touch in touches))
        return Touch(
            reads=reads.union(*map(self.flow.attribute_reads, reads)),
            writes=frozenset[Write]().union(*(touch.writes for touch in touches)),
            does=frozenset[str]().union(*(touch.does for touch in touches)),
            asks=any(touch.asks for touch in touches),
            ends=any(touch.ends for touch in touches),
        )


class Conflicts:
    """Answers whether the order of two triggers can matter, of a trigger and itself too: of two of
    its copies, or of two times it waits.

    Pairs are looked at when they are asked for: most of a large game's never meet.
    """

    def __init__(self, game: Game) -> None:
        flow = Flow(game)
        self._effects = Effects(flow)
        triggers = (owner for owner in flow.owners.values() if owner.sort == "trigger")
        self._nodes = {owner.name: owner.node for owner in triggers}
        self._known: dict[tuple[str, str], bool] = {}

    @cached_property
    def _checked(self) -> frozenset[str]:
        """What is tested between any two of them."""
        return checked_between(self._effects)

    def matter(self, one: str, other: str) -> bool:
        """Return whether two triggers, named by their ids, conflict."""
        pair = (one, other)
        if pair not in self._known:
            first, second = (self._effects.of(self._nodes[name]) for name in pair)
            self._known[pair] = self._do_conflict(first, second)
        return self._known[pair]

    def _do_conflict(self, one: Touch, other: Touch) -> bool:
        """Return whether the order of two touches can matter."""
        if not _acts(one) or not _acts(other):
            return False
        if one.ends or other.ends or order_matters(one, other):
            return True
        return not self._checked.isdisjoint(key for key, _ in one.writes | other.writes)


def checked_between(all_effects: Effects) -> frozenset[str]:
    """Return all that is read at the checkpoint between two triggers: `always`, `becomes` and
    `end.when`."""
    flow = all_effects.flow
    checking = [o.node for o in flow.owners.values() if o.sort == "always"]
    waited = [rule.becomes for rule in flow.game.becomes]
    waited += [rule.source for rule in flow.game.becomes if rule.source is not None]
    reads = set[str]().union(*(all_effects.of(node).reads for node in checking))
    when = flow.game.end.when
    asked = [*waited, *(() if when is None else (when,))]
    direct = {key for formula in asked for key in reads_of(formula, flow.places, {})}
    return frozenset(reads | direct).union(
        *(all_effects.of(key).reads for key in direct if key in flow.owners)
    )


def order_matters(one: Touch, other: Touch) -> bool:
    """Return whether one touch writes what the other reads, or both write what does not commute."""
    ones, others = _by_key(one), _by_key(other)
    if ones.keys() & other.reads or others.keys() & one.reads:
        return True
    return any(not _commute(ones[key], others[key]) for key in ones.keys() & others.keys())


def _acts(touch: Touch) -> bool:
    """Return whether anything comes of it but a line in the log."""
    return bool(touch.writes) or touch.asks or touch.ends


def _by_key(touch: Touch) -> dict[str, set[str]]:
    """Return how each key is written."""
    found: dict[str, set[str]] = {}
    for key, how in touch.writes:
        found.setdefault(key, set()).add(how)
    return found


def _commute(ones: set[str], others: set[str]) -> bool:
    """Return whether all writes of one key give the same in any order."""
    return len(ones | others) == 1 and "set" not in ones
