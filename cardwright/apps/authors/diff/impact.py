"""Compute the rules that read, do or hear a change: first directly, then through others.

What changed spreads as values and events do: a value to whoever reads it, an event to whoever
does it, an attribute to whoever reads it of such a card. It ends with what plays: cards, actions,
phases, rules, examples. What is done otherwise is heard by the rules that wait for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final, get_args

from cardwright.apps.authors.diff import compare
from cardwright.apps.authors.diff import references as ref
from cardwright.apps.authors.diff.meaning import Meaning
from cardwright.apps.authors.diff.references import Use, Uses
from cardwright.apps.cards.facts import event_key
from dsl import Record
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model.game import Game
from dsl.model.walk import walk
from interpreter import Effects

_DIRECT: Final = frozenset(
    {
        ref.READS, ref.WRITES, ref.DOES, ref.HEARS, ref.REPLACES, ref.FORBIDS, ref.MODIFIES,
        ref.LISTS, ref.ORDERS, ref.OFFERS, ref.TAKES, ref.BEGINS,
    }
)  # fmt: skip
_SPREADING: Final = frozenset({ref.READS, ref.DOES, ref.LISTS, ref.MODIFIES, ref.ORDERS})
_WAITING: Final = frozenset({ref.HEARS, ref.REPLACES, ref.FORBIDS})
_PLAYED: Final[Mapping[str, frozenset[str]]] = {
    "action": frozenset({ref.TAKES, ref.READS}),
    "card": frozenset({ref.TAKES, ref.SHOWS}),
    "phase": frozenset({ref.BEGINS}),
}
"""How examples and scripts play what is touched: by an answer, where they stand, from where on."""
_ASIDE: Final = frozenset({ref.NAMES, ref.OFFERS})
_CHECKS: Final = ("example", "script")
_NAMED_BY_TEXTS: Final = frozenset({"kind", "member", "phase", "action", "enum", "group", "zone"})


class Touched(Record):
    """What is touched by a change.

    Attributes:
        key: As in the event graph; `rule:…` for a rule of the game, `example:…`, `script:…`.
        how: One of the words of `references`, or `inherits`.
        through: The keys by way of which, from what changed on.
    """

    key: str
    how: str
    through: tuple[str, ...]


class _Seed(Record):
    """What a change begins with: a key as one version calls it, and how it is looked at.

    Attributes:
        hows: The ways of naming the key that count.
        kind: Of an attribute, the kind of the card that says it; else empty.
        card: The card that says it, whose own texts alone read it of `self`; else empty.
        node: The step that is done otherwise, or the pattern of what stands in an event's way.
    """

    key: str
    hows: frozenset[str]
    kind: str = ""
    card: str = ""
    through: tuple[str, ...] = ()
    node: s.DoEvent | r.Pattern | None = None


class Impact:
    """What the changes between two versions touch."""

    def __init__(self, comparison: compare.Comparison) -> None:
        self.comparison = comparison
        self.uses = Uses(comparison.games[0]), Uses(comparison.games[1])

    def of(self, change: compare.Change) -> tuple[Touched, ...]:
        """Return what a change touches in the newer version, direct ones first."""
        found: dict[str, Touched] = {key: Touched(key, "inherits", ()) for key in change.inherited}
        if change.what != compare.RENAMED or change.details:
            for side in (1, 0):
                for touched in self._on(side, change):
                    known = found.get(touched.key)
                    if known is None or _order(touched) < _order(known):
                        found[touched.key] = touched
        kept = (each for each in found.values() if each.key != change.key)
        return tuple(sorted(kept, key=lambda each: len(each.through)))

    def _on(self, side: int, change: compare.Change) -> Iterator[Touched]:
        """Yield what one version knows to be touched, by the keys of the newer version."""
        thing = change.new if side else change.old
        if thing is None and change.what == compare.CHANGED:
            return
        renamed = {} if side else self.comparison.renamed
        for touched in self._spread([*self._seeds(side, change)], side, change):
            key = renamed.get(touched.key, touched.key)
            if key in self.uses[1].labels or key in self.comparison.new:
                way = tuple(renamed.get(each, each) for each in touched.through)
                yield Touched(key, touched.how, way)

    # --- where a change begins ----------------------------------------------------------------

    def _seeds(self, side: int, change: compare.Change) -> Iterator[_Seed]:
        """Yield the keys with which a change begins in one version."""
        thing = change.new if side else change.old
        if thing is None:
            return
        sort, game = thing.sort, self.comparison.games[side]
        if sort in ("card", "kind"):
            yield from self._bearer_seeds(side, change)
        elif sort == "member":
            yield _Seed(f"enum:{thing.id.rpartition('.')[0]}", frozenset({ref.LISTS}))
            yield _Seed(thing.key, _DIRECT | {ref.NAMES})
        elif change.what == compare.CHANGED or (
            change.what == compare.GONE and sort in ("phase", "action")
        ):
            hows = _DIRECT | ({ref.NAMES} if sort in _NAMED_BY_TEXTS else set())
            if sort == "enum":
                hows = frozenset({ref.ORDERS})
            if sort != "game":
                yield _Seed(thing.key.partition("~")[0], frozenset(hows))
        for detail in change.details:
            yield from self._rule_seeds(side, detail, game)

    def _bearer_seeds(self, side: int, change: compare.Change) -> Iterator[_Seed]:
        """Yield what a change of a card or kind begins with, but for its rules."""
        thing = change.new if side else change.old
        assert thing is not None
        is_card = thing.sort == "card"
        cards = self.uses[side].effects.places.card_kinds
        kind = cards[thing.id] if is_card else thing.id
        lineage = self.uses[side].effects.places.lineages.get(kind, (kind,))
        card = thing.key if is_card else ""
        if change.what in (compare.ADDED, compare.GONE) and is_card:
            yield from (_Seed(f"kind:{each}", frozenset({ref.LISTS})) for each in lineage)
        named = frozenset({ref.NAMES, *_PLAYED["card"]})
        if change.what == compare.CHANGED and is_card:
            yield _Seed(thing.key, named, card=card)
        details = change.details if change.what == compare.CHANGED else ()
        for detail in details:
            if detail.aspect in ("attribute", "default", "type"):
                of = next((each for each in lineage if self._declares(side, each, detail.of)), kind)
                yield _Seed(f"attribute:{of}.{detail.of}", _DIRECT, kind, card)
                yield _Seed(f"value:{of}.{detail.of}", _DIRECT, kind, card)
            elif detail.of.startswith("effect:"):
                name = detail.of.partition(":")[2]
                of = next((each for each in lineage if self._declares(side, each, name)), kind)
                yield _Seed(f"attribute:{of}.{name}", _DIRECT, kind, card)
            elif detail.aspect == "extends":
                yield _Seed(f"kind:{kind}", frozenset({ref.LISTS, ref.NAMES}))

    def _declares(self, side: int, kind: str, name: str) -> bool:
        declared = self.comparison.games[side].kinds.get(kind)
        return declared is not None and any(each.name == name for each in declared.attributes)

    def _rule_seeds(self, side: int, detail: compare.Detail, game: Game) -> Iterator[_Seed]:
        """Yield what a rule changes or stands in the way of, and who waits for what it does."""
        part = detail.after if side else detail.before
        node = None if part is None else part.node
        if isinstance(node, r.Modifier):
            key = (
                f"value:{node.value}"
                if node.value
                else f"attribute:{'.'.join(node.attribute or ())}"
            )
            own = f"card:{node.card}" if node.card and ref.concerns_self_alone(node) else ""
            yield _Seed(key, _DIRECT - {ref.MODIFIES}, card=own, through=(key,))
        if isinstance(node, r.Replacement | r.Forbid):
            key = event_key(node.pattern.event)
            hows = frozenset({ref.DOES, ref.TAKES})
            yield _Seed(key, hows, through=(key,), node=node.pattern)
        for step in self._deeds(side, detail):
            yield from self._heard(step, side)

    def _heard(self, step: s.DoEvent, side: int) -> Iterator[_Seed]:
        """Yield an event and those that it does in turn, for the rules that wait for them."""
        first = event_key(step.event)
        yield _Seed(first, _WAITING, through=(first,), node=step)
        waiting: deque[tuple[str, ...]] = deque([(first,)])
        seen = {first}
        while waiting:
            way = waiting.popleft()
            for below in self.uses[side].done_by.get(way[-1], ()):
                if below not in seen:
                    seen.add(below)
                    waiting.append((*way, below))
                    yield _Seed(below, _WAITING, through=(*way, below))

    def _deeds(self, side: int, detail: compare.Detail) -> tuple[s.DoEvent, ...]:
        """Return the events that one version of a part does otherwise than the other."""
        nodes = [None if part is None else part.node for part in (detail.before, detail.after)]
        return _deeds_of(nodes[0], nodes[1], self.comparison.meanings)[side]

    # --- how it spreads -----------------------------------------------------------------------

    def _spread(
        self, seeds: Sequence[_Seed], side: int, change: compare.Change
    ) -> Iterator[Touched]:
        """Yield what is touched from some keys on, each once, the shortest way first."""
        seen: set[tuple[str, str]] = set()
        waiting = deque(seeds)
        while waiting:
            seed = waiting.popleft()
            for use in self.uses[side].of(seed.key):
                if use.how not in seed.hows or not self._concerns(use, seed, side, change):
                    continue
                yield Touched(use.unit, use.how, seed.through)
                for key in self._goes_on(use, seed):
                    if (key, use.unit) not in seen:
                        seen.add((key, use.unit))
                        through = (*seed.through, use.unit)
                        waiting.append(_Seed(key, self._next(key), card=seed.card, through=through))

    def _concerns(self, use: Use, seed: _Seed, side: int, change: compare.Change) -> bool:
        """Return whether a use can be of the very card that changed."""
        if use.unit.partition(":")[0] in _CHECKS and change.thing.sort == "card":
            thing = change.new if side else change.old
            return thing is not None and use.unit in self.uses[side].naming(thing.key)
        if use.how == ref.NAMES and seed.key.startswith("card:"):
            return False
        effects, found = self.uses[side].effects, use.reference
        if seed.kind and found.kind and not effects.places.meet(found.kind, seed.kind):
            return False
        if not _can_match(seed.node, found.node, effects):
            return False
        is_other = use.unit.startswith("card:") and use.unit != seed.card
        return not (found.is_own and seed.card and is_other)

    def _goes_on(self, use: Use, seed: _Seed) -> Iterator[str]:
        """Yield the keys in which a use goes on: values, events and attributes have users."""
        if use.how in _SPREADING and use.gives:
            yield use.gives
        if use.how not in _ASIDE and use.unit.partition(":")[0] in _PLAYED:
            yield use.unit

    def _next(self, key: str) -> frozenset[str]:
        """Return how users of a key are touched that is not itself what changed."""
        return _PLAYED.get(key.partition(":")[0], _SPREADING - {ref.MODIFIES})


def _can_match(one: object, other: object, effects: Effects) -> bool:
    """Return whether a step can do what a pattern waits for; true where they are none."""
    for step, pattern in ((one, other), (other, one)):
        if isinstance(step, s.DoEvent) and isinstance(pattern, r.Pattern):
            return effects.can_match(pattern, step.arguments, {})
    return True


def _order(touched: Touched) -> tuple[int, bool]:
    """Return what tells which of two ways to touch a thing is told: a short one, then writing."""
    return len(touched.through), touched.how != ref.WRITES


def _deeds_of(
    old: object, new: object, meanings: tuple[Meaning, Meaning]
) -> tuple[tuple[s.DoEvent, ...], tuple[s.DoEvent, ...]]:
    """Return the events that each of two parts does and the other does not do alike."""
    if old is None or new is None or type(old) is not type(new):
        return _all(old), _all(new)
    pairs = _bodies(old), _bodies(new)
    if _heads(old, meanings[0]) != _heads(new, meanings[1]) or len(pairs[0]) != len(pairs[1]):
        return _all(old), _all(new)
    found: tuple[list[s.DoEvent], list[s.DoEvent]] = [], []
    for before, after in zip(*pairs, strict=True):
        for i, each in enumerate(_steps(before, after, meanings)):
            found[i].extend(each)
    return tuple(found[0]), tuple(found[1])


def _steps(
    old: Sequence[s.Step], new: Sequence[s.Step], meanings: tuple[Meaning, Meaning]
) -> tuple[list[s.DoEvent], list[s.DoEvent]]:
    """Return the same for steps one after another."""
    forms = [[meaning.of(step) for step in steps]
             for meaning, steps in zip(meanings, (old, new), strict=True)]  # fmt: skip
    gone, added = list[s.DoEvent](), list[s.DoEvent]()
    matcher = SequenceMatcher(None, forms[0], forms[1], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "replace" and b - a == d - c:
            for one, other in zip(old[a:b], new[c:d], strict=True):
                before, after = _deeds_of(one, other, meanings)
                gone += before
                added += after
        elif tag != "equal":
            gone += _all(tuple(old[a:b]))
            added += _all(tuple(new[c:d]))
    return gone, added


def _blocks(step: type[Record]) -> tuple[str, ...]:
    """Return the parts of a step that hold steps; a cost belongs to what it pays for."""
    parts = ("branches", "body", "then", "otherwise")
    return tuple(part for part in parts if part in step.__struct_fields__)


_INSIDE: Final[Mapping[type, tuple[str, ...]]] = {
    s.Body: ("steps",),
    r.Action: ("body",),
    r.Trigger: ("body",),
    r.Replacement: ("body",),
    r.Always: ("body",),
    r.Becomes: ("body",),
    r.Effect: ("body",),
    **{step: _blocks(step) for step in get_args(s.Step) if _blocks(step)},
}
"""Where in a node other steps stand."""


def _bodies(node: object) -> list[tuple[s.Step, ...]]:
    """Return the steps that stand right inside a node."""
    found: list[tuple[s.Step, ...]] = []
    for name in _INSIDE.get(type(node), ()):
        inner: Any = getattr(node, name)
        if isinstance(inner, s.Body):
            found.append(inner.steps)
        elif name == "branches":
            found += [steps for _, steps in inner]
        else:
            found.append(inner)
    return found


def _heads(node: object, meaning: Meaning) -> object:
    """Return what a node says beside the steps inside it; of a plain step all."""
    inside = _INSIDE.get(type(node))
    if inside is None or not isinstance(node, Record):
        return meaning.of(node)
    if isinstance(node, s.If):
        return tuple(meaning.of(condition) for condition, _ in node.branches)
    names = [each for each in node.__struct_fields__ if each not in inside]
    kept = (name for name in names if name in _HEADS)
    return tuple(meaning.of(getattr(node, name)) for name in kept)


_HEADS: Final = frozenset(
    [
        "pattern",
        "lets",
        "optional",
        "at_once",
        "limit",
        "cost",
        "when",
        "parameters",
        "source",
        "condition",
        "becomes",
        "times",
        "by",
        "again",
        "phases",
        "groups",
        "only_if",
        "active_in",
        "attribute",
    ]
)


def _all(node: object) -> tuple[s.DoEvent, ...]:
    """Return all events that a node does."""
    return tuple(each for each in walk(node) if isinstance(each, s.DoEvent))
