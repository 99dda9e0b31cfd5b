"""Compare two checked games: what is new, gone, renamed, other in meaning, or only in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from cardwright.apps.authors.diff.changes import (
    ADDED,
    CHANGED,
    GONE,
    RENAMED,
    Change,
    Detail,
    Wording,
    detail_of,
)
from cardwright.apps.authors.diff.inherited import without_inherited
from cardwright.apps.authors.diff.meaning import Form, Meaning
from cardwright.apps.authors.diff.parts import Part, Thing
from cardwright.apps.authors.diff.renames import owner_of, renamed_things
from cardwright.apps.authors.diff.things import things_of
from dsl.model.game import Game


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
            _gone(thing)
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


def _gone(thing: Thing) -> Change:
    """Return that a thing is gone."""
    details = tuple(detail_of(part, None) for part in thing.parts)
    return Change(what=GONE, old=thing, new=None, details=details)


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
