"""Find things that mean the same under another id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher

from cardwright.apps.authors.diff.meaning import Form, Meaning
from cardwright.apps.authors.diff.parts import Thing
from cardwright.apps.authors.diff.references import references
from dsl.model.game import Game

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
