"""Compare two checked games: what is new, gone, renamed, other in meaning, or only in words.

Changes of cards that follow from their kind are reported once, at the kind. Things that mean the
same under another id are renamed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.authors.diff.meaning import Form, Meaning
from cardwright.apps.authors.diff.parts import Part, Thing
from cardwright.apps.authors.diff.references import references
from cardwright.apps.authors.diff.things import things_of
from dsl import Record
from dsl.model.game import Game
from dsl.model.nouns import lineage

FREE: Final = ("ruling", "layout", "look")
"""Sorts of things that no rule reads, where nothing is said of them that does mean something."""
ADDED: Final = "added"
GONE: Final = "gone"
RENAMED: Final = "renamed"
CHANGED: Final = "changed"


class Detail(Record, kw_only=True, eq=False):
    """One part of a thing that is other than it was; `before` or `after` is None where it is not.

    Attributes:
        what: `added`, `gone` or `changed`.
    """

    aspect: str
    of: str
    what: str
    before: Part | None
    after: Part | None


def detail_of(before: Part | None, after: Part | None) -> Detail:
    """Return how a part differs."""
    part = after or before
    assert part is not None
    what = ADDED if before is None else GONE if after is None else CHANGED
    return Detail(aspect=part.aspect, of=part.of, what=what, before=before, after=after)


class Change(Record, kw_only=True, eq=False):
    """A thing that is other than it was, in the two versions; one is None where it is not there.

    Attributes:
        what: `added`, `gone`, `renamed` or `changed`.
        inherited: Keys of cards for which a kind's part changed because they say nothing else.
    """

    what: str
    old: Thing | None
    new: Thing | None
    details: tuple[Detail, ...]
    inherited: tuple[str, ...] = ()

    @property
    def thing(self) -> Thing:
        """The thing in the newer version that has it."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def key(self) -> str:
        """What it is called now, or was."""
        return self.thing.key

    @property
    def is_free(self) -> bool:
        """Whether no rule reads it."""
        versions = (self.old, self.new)
        return self.thing.sort in FREE and not any(each and each.parts for each in versions)


class Wording(Record, kw_only=True, eq=False):
    """A text that is another: `name` says which of the thing's texts."""

    thing: Thing
    name: str
    before: object
    after: object


def without_inherited(
    changes: Iterable[Change], meanings: tuple[Meaning, Meaning]
) -> Iterator[Change]:
    """Yield changes without what cards have because their kind says it; kinds name those cards."""
    listed = [*changes]
    kinds = {each.thing.id: each for each in listed if each.thing.sort == "kind"}
    inherited: dict[str, list[str]] = {}
    kept: list[Change] = []
    for change in listed:
        details = []
        for detail in change.details:
            kind = _said_by(detail, change, kinds, meanings)
            if kind is None:
                details.append(detail)
            else:
                inherited.setdefault(kind, []).append(change.key)
        if details or change.what != CHANGED:
            kept.append(replace(change, details=tuple(details)))
    for change in kept:
        yield replace(change, inherited=tuple(dict.fromkeys(inherited.get(change.key, ()))))


def _said_by(
    detail: Detail, change: Change, kinds: dict[str, Change], meanings: tuple[Meaning, Meaning]
) -> str | None:
    """Return the key of the kind that says a card's part before and after, or None."""
    if change.thing.sort != "card" or change.what != CHANGED:
        return None
    aspect = "default" if detail.aspect == "attribute" else detail.aspect
    for name in lineage_of(change.thing):
        for said in kinds[name].details if name in kinds else ():
            if (said.aspect, said.of) == (aspect, detail.of) and _agree(said, detail, meanings):
                return kinds[name].key
    return None


def _agree(one: Detail, other: Detail, meanings: tuple[Meaning, Meaning]) -> bool:
    """Return whether two parts mean the same in both versions."""
    pairs = ((one.before, other.before), (one.after, other.after))
    return all(_form(a, meaning) == _form(b, meaning)
               for (a, b), meaning in zip(pairs, meanings, strict=True))  # fmt: skip


def _form(part: Part | None, meaning: Meaning) -> object:
    return None if part is None else part.form(meaning)


def lineage_of(card: Thing) -> tuple[str, ...]:
    """Return the kind of a card and those it extends."""
    definition = next(each for each in card.game.definitions if each.id == card.id)
    return lineage(card.game.kinds, definition.kind)


Things = Mapping[str, Thing]
_Users = Mapping[str, set[str]]


def renamed_things(old: Things, new: Things, games: tuple[Game, Game]) -> dict[str, str]:
    """Return the new keys of things that mean the same under another id, by their old keys.

    What is new and what is gone counts as alike wherever one names another, so that several can be
    renamed at once; that both are used in the same places tells apart what only looks alike.
    """
    gone = [key for key in old if key not in new]
    added = [key for key in new if key not in old]
    if not gone or not added:
        return {}
    blank = {key: f"{key.partition(':')[0]}:?" for key in (*gone, *added)}
    known: dict[Form, list[str]] = {}
    for key in added:
        known.setdefault(_print_of(new[key], Meaning(games[1], blank)), []).append(key)
    users = _users(old), _users(new)
    found: dict[str, str] = {}
    for key in gone:
        likely = known.get(_print_of(old[key], Meaning(games[0], blank)), [])
        fits = [each for each in likely if _fits(key, each, blank, users)]
        if fits:
            found[key] = max(fits, key=lambda each: _likeness(old[key], new[each]))
            likely.remove(found[key])
    return found


def _print_of(thing: Thing, meaning: Meaning) -> Form:
    """Return all that a thing means, whatever it is called."""
    owner = meaning.key(owner_of(thing)) if thing.sort == "member" else ""
    parts = (part for part in thing.plain_parts if not part.is_sequence)
    plain = frozenset((part.aspect, part.of, part.form(meaning)) for part in parts)
    rules = Counter(part.form(meaning) for part in thing.rules)
    return thing.sort, owner, thing.rank, plain, frozenset(rules.items())


def owner_of(thing: Thing) -> str:
    """Return the key of the enum of a member, or of the kind of what is called with a dot."""
    sort = "enum" if thing.sort == "member" else "kind"
    return f"{sort}:{thing.id.rpartition('.')[0]}"


def _fits(old: str, new: str, blank: Mapping[str, str], users: tuple[_Users, _Users]) -> bool:
    """Return whether two keys are used in the same place, or neither anywhere."""
    before, after = (known.get(key, set()) for known, key in zip(users, (old, new), strict=True))
    if not before and not after:
        return True
    return bool({blank.get(key, key) for key in before} & {blank.get(key, key) for key in after})


def _users(things: Things) -> dict[str, set[str]]:
    """Return by key the things that name it."""
    found: dict[str, set[str]] = {}
    for key, thing in things.items():
        for part in thing.parts:
            for reference in references(part.node, thing.game):
                found.setdefault(reference.key, set()).add(key)
    return found


def _likeness(one: Thing, other: Thing) -> tuple[bool, float]:
    """Return how alike two names are."""
    is_called = bool(one.name) and one.name == other.name
    return is_called, SequenceMatcher(None, one.id, other.id).ratio()


class Comparison:
    """Two versions of one game side by side.

    Attributes:
        renamed: The new keys of things that are called otherwise, by their old keys.
    """

    def __init__(self, old: Game, new: Game) -> None:
        self.games = old, new
        self.old, self.new = things_of(old), things_of(new)
        self.renamed = renamed_things(self.old, self.new, self.games)
        self.meanings = Meaning(old, self.renamed), Meaning(new)
        self._was = {new: old for old, new in self.renamed.items()}

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """All things that are other in meaning, in the order of the newer version, gone ones last.

        What follows from another change is not told again: the members of an enum that is new, what
        is called after a kind that is renamed, what cards have because their kind says it.
        """
        found = [self._change(thing) for thing in self.new.values()]
        found += [
            Change(
                what=GONE,
                old=thing,
                new=None,
                details=tuple(detail_of(part, None) for part in thing.parts),
            )
            for key, thing in self.old.items()
            if key not in self.new and key not in self.renamed
        ]
        kept = (each for each in found if each is not None and not self._follows(each))
        return tuple(without_inherited(kept, self.meanings))

    def _change(self, new: Thing) -> Change | None:
        """Return how a thing of the newer version changed, or None."""
        old = self.old.get(self._was.get(new.key, new.key))
        details = tuple(self._details(old, new))
        if old is None:
            return Change(what=ADDED, old=None, new=new, details=details)
        if new.key in self._was:
            return Change(what=RENAMED, old=old, new=new, details=details)
        return Change(what=CHANGED, old=old, new=new, details=details) if details else None

    def _follows(self, change: Change) -> bool:
        """Return whether a change is said with another: its owner is new, gone or renamed too."""
        if "." not in change.thing.id or change.what == CHANGED:
            return False
        owner = owner_of(change.thing)
        if change.what == RENAMED and change.old is not None:
            names = {each.id.rpartition(".")[2] for each in (change.old, change.thing)}
            return len(names) == 1 and self.renamed.get(owner_of(change.old)) == owner
        return change.thing.sort == "member" and (owner in self.old) != (owner in self.new)

    def _details(self, old: Thing | None, new: Thing) -> Iterator[Detail]:
        """Yield the parts of a thing that are others."""
        before = {(p.aspect, p.of): p for p in (old.plain_parts if old else ())}
        after = {(p.aspect, p.of): p for p in new.plain_parts}
        for where, part in after.items():
            was = before.get(where)
            is_said = was is not None or old is None or not part.is_sequence
            if is_said and (was is None or not self._same(was, part)):
                yield detail_of(was, part)
        gone = (part for where, part in before.items() if where not in after)
        yield from (detail_of(part, None) for part in gone if not part.is_sequence)
        yield from self._rules(old.rules if old else (), new.rules)

    def _same(self, old: Part, new: Part) -> bool:
        """Return whether two parts mean the same; of an order, what both versions have."""
        one, other = old.form(self.meanings[0]), new.form(self.meanings[1])
        if old.is_sequence and isinstance(one, tuple) and isinstance(other, tuple):
            one = tuple(each for each in one if each in other)
            other = tuple(each for each in other if each in one)
        return one == other

    def _rules(self, old: Sequence[Part], new: Sequence[Part]) -> Iterator[Detail]:
        """Yield the rules of a thing that are others: first those that are alike but for a part."""
        both = _forms(old, self.meanings[0]) & _forms(new, self.meanings[1])
        gone, added = _beyond(old, self.meanings[0], both), _beyond(new, self.meanings[1], both)
        for part in added:
            was = next((each for each in gone if _kept(each) == _kept(part)), None)
            if was is not None:
                gone.remove(was)
            yield detail_of(was, part)
        yield from (detail_of(part, None) for part in gone)

    # --- only words ---------------------------------------------------------------------------

    @cached_property
    def wording(self) -> tuple[Wording, ...]:
        """All texts that are others, of things that both versions have."""
        pairs = ((self.old.get(self._was.get(key, key)), new) for key, new in self.new.items())
        return tuple(
            each for old, new in pairs if old is not None for each in self._texts(old, new)
        )

    def _texts(self, old: Thing, new: Thing) -> Iterator[Wording]:
        """Yield the texts of a thing that are others, then those of the rules on it."""
        for name in dict.fromkeys((*new.texts, *old.texts)):
            before, after = old.texts.get(name), new.texts.get(name)
            if (before or None) != (after or None):
                yield Wording(thing=new, name=name, before=before, after=after)
        known = [(part.form(self.meanings[0]), part.text) for part in old.rules]
        for part in new.rules:
            form = part.form(self.meanings[1])
            texts = [text for other, text in known if other == form]
            if texts and part.text not in texts:
                yield Wording(thing=new, name="text", before=texts[0], after=part.text)


def _forms(parts: Sequence[Part], meaning: Meaning) -> Counter[Form]:
    return Counter(part.form(meaning) for part in parts)


def _beyond(parts: Sequence[Part], meaning: Meaning, both: Counter[Form]) -> list[Part]:
    """Return the parts beyond those that both versions have."""
    left = Counter(both)
    found: list[Part] = []
    for part in parts:
        form = part.form(meaning)
        if left[form] > 0:
            left[form] -= 1
        else:
            found.append(part)
    return found


def _kept(part: Part) -> tuple[object, ...]:
    """Return what a rule keeps when it changes: its sort, and what it waits for or changes."""
    node: Any = part.node
    pattern = getattr(node, "pattern", None)
    waits = (getattr(node, "timing", ""), pattern.event) if pattern is not None else ()
    names = ("value", "attribute")
    return type(node).__name__, waits, *(getattr(node, name, None) for name in names)
