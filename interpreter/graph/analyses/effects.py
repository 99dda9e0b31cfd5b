"""Answer what an owner touches with all it leads to, and whether the order of two triggers matters.

The order matters when one writes what the other reads or writes. Changes that commute do not count:
two that add to one number, one bag or one set, unless something is checked between the two
triggers that reads it. It may be said to matter once too often, never too rarely.
"""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

from dsl.model.game import Game
from interpreter.graph.analyses.survey import Survey
from interpreter.graph.touch import Touch, Write, reads_of


def effects(survey: Survey) -> dict[str, Touch]:
    """Return what every owner touches, with the events, listeners, values and modifiers below."""
    attributes = attribute_reads(survey)
    return {node: _with_all_below(node, survey, attributes) for node in survey.owners}


def _with_all_below(node: str, survey: Survey, attributes: Mapping[str, frozenset[str]]) -> Touch:
    """Return the touches of a node and all it needs, put together."""
    below = [node, *(each for each in nx.descendants(survey.needs, node))]
    touches = [survey.touches[each] for each in below if each in survey.touches]
    reads = frozenset[str]().union(*(touch.reads for touch in touches))
    return Touch(
        reads=reads.union(*(attributes.get(key, frozenset()) for key in reads)),
        writes=frozenset[Write]().union(*(touch.writes for touch in touches)),
        does=frozenset[str]().union(*(touch.does for touch in touches)),
        asks=any(touch.asks for touch in touches),
        ends=any(touch.ends for touch in touches),
    )


def attribute_reads(survey: Survey) -> dict[str, frozenset[str]]:
    """Return what attributes read that some card gives by an expression over the match."""
    found: dict[str, set[str]] = {}
    for card in survey.game.definitions:
        for name, formula in card.attributes.items():
            keys = set(reads_of(formula, survey.places, {}))
            for kind in survey.places.lineages.get(card.kind, ()) if keys else ():
                found.setdefault(f"attribute:{kind}.{name}", set()).update(keys)
    return {key: frozenset(keys) for key, keys in found.items()}


class Conflicts:
    """Answers whether the order of two triggers can matter, of a trigger and itself too: of two of
    its copies, or of two times it waits.

    Pairs are looked at when they are asked for: most of a large game's never meet.
    """

    def __init__(self, game: Game) -> None:
        survey = Survey(game)
        all_effects = effects(survey)
        self._checked = checked_between(survey, all_effects)
        triggers = [owner for owner in survey.owners.values() if owner.sort == "trigger"]
        self._touches = {owner.name: all_effects[owner.node] for owner in triggers}
        self._known: dict[tuple[str, str], bool] = {}

    def matter(self, one: str, other: str) -> bool:
        """Return whether two triggers, named by their ids, conflict."""
        pair = (one, other)
        if pair not in self._known:
            touches = self._touches
            self._known[pair] = order_matters(touches[one], touches[other], self._checked)
        return self._known[pair]


def checked_between(survey: Survey, all_effects: Mapping[str, Touch]) -> frozenset[str]:
    """Return all that is read at the checkpoint between two triggers: `always`, `becomes` and
    `end.when`."""
    checking = [o.node for o in survey.owners.values() if o.sort == "always"]
    waited = [rule.becomes for rule in survey.game.becomes]
    waited += [rule.source for rule in survey.game.becomes if rule.source is not None]
    reads = set[str]().union(*(all_effects[node].reads for node in checking))
    when = survey.game.end.when
    asked = [*waited, *(() if when is None else (when,))]
    direct = {key for formula in asked for key in reads_of(formula, survey.places, {})}
    return frozenset(reads | direct).union(
        *(all_effects[key].reads for key in direct if key in all_effects)
    )


def order_matters(one: Touch, other: Touch, checked: frozenset[str] = frozenset()) -> bool:
    """Return whether the order of two touches can matter.

    Args:
        checked: Keys read by conditions that are tested between the two.
    """
    if not _acts(one) or not _acts(other):
        return False
    if one.ends or other.ends:
        return True
    ones, others = _by_key(one), _by_key(other)
    if checked & (ones.keys() | others.keys()):
        return True
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
