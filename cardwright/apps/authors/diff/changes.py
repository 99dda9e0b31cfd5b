"""Say what a change is: a thing that is new, gone, renamed or other, with the parts that differ."""

from __future__ import annotations

from typing import Final

from cardwright.apps.authors.diff.parts import Part, Thing
from cardwright.apps.authors.diff.things import FREE
from dsl.records import record

ADDED: Final = "added"
GONE: Final = "gone"
RENAMED: Final = "renamed"
CHANGED: Final = "changed"


@record(kw_only=True, eq=False)
class Detail:
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


@record(kw_only=True, eq=False)
class Change:
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


@record(kw_only=True, eq=False)
class Wording:
    """A text that is another: `name` says which of the thing's texts."""

    thing: Thing
    name: str
    before: object
    after: object
