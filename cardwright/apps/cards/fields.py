"""Say which fields a query has, in both languages, and what can be written for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from cardwright.apps.cards.folding import joined
from cardwright.apps.cards.index import Index, Label
from dsl.records import record


@record
class Fields:
    """A field that every game has.

    Attributes:
        japanese: What it is called in Japanese.
        heads: How the keys begin that can be its values; nothing for texts and numbers.
    """

    japanese: str
    heads: tuple[str, ...] = ()


_EVENTS: Final = ("event", "action", "phase")
_READ: Final = ("zone", "state", "value", "attribute")
FIELDS: Final[Mapping[str, Fields]] = {
    "id": Fields("ID"),
    "name": Fields("名前"),
    "text": Fields("文"),
    "kind": Fields("種類", ("kind",)),
    "zone": Fields("場所", ("zone",)),
    "copies": Fields("枚数"),
    "expansion": Fields("拡張", ("expansion",)),
    "source": Fields("出典", ("source",)),
    "does": Fields("行う", ("event", "effect", "step")),
    "costs": Fields("払う", ("event", "effect", "step")),
    "reads": Fields("見る", _READ),
    "writes": Fields("変える", ("zone", "state")),
    "asks": Fields("聞く", ("who",)),
    "reacts": Fields("反応", (*_EVENTS, *_READ)),
    "replaces": Fields("置換", _EVENTS),
    "forbids": Fields("禁止", _EVENTS),
    "changes": Fields("修正", ("value", "attribute")),
    "until": Fields("期限", ("scope",)),
    "reaches": Fields("起こす", _EVENTS),
}
"""The fields of every game; the others are the attributes of its cards."""
RULE_FIELDS: Final = tuple([*FIELDS][[*FIELDS].index("does") :])
"""The fields of what cards do."""
CHANGED: Final = "changed"
"""The field that compares with an older version; it is no column."""
DIRECTIVES: Final[Mapping[str, str]] = {"sort": "並べ替え", "show": "表示"}
"""What says nothing of cards, but how they are shown."""
DEEDS: Final = ("does", "costs")
TEXTS: Final = ("id", "name", "text")
WORDS: Final = ("member", "card", "kind", "zone", "state", "attribute", "role")
"""How the keys begin that can stand behind what is done: what it is done to."""
BY_NAME: Final = (
    {joined(name): field for field, each in FIELDS.items() for name in (field, each.japanese)}
    | {joined(name): CHANGED for name in (CHANGED, "変更")}
    | {joined(name): field for field, japanese in DIRECTIVES.items() for name in (field, japanese)}
)


def field_called(name: str) -> str | None:
    """Return the field of every game, or the directive, that a name means."""
    return BY_NAME.get(joined(name))


def attributes_called(name: str, index: Index) -> list[dict[str, Any]]:
    """Return the columns of the attributes that a name means."""
    wanted = joined(name)
    return [each for each in index.attributes if wanted in each["called"]]


def field_names(index: Index) -> list[str]:
    """Return the names of all fields, those of every game first."""
    own = (each["name"] for each in index.attributes)
    return [*dict.fromkeys((*FIELDS, CHANGED, *DIRECTIVES, *own))]


def keys_called(text: str, heads: Iterable[str], index: Index) -> set[str]:
    """Return the keys of some sorts that a name means."""
    wanted = joined(text)
    return {key for key, (_, names) in labels_with(heads, index) if wanted in names}


def labels_with(heads: Iterable[str], index: Index) -> Iterator[tuple[str, Label]]:
    """Yield the keys of some sorts with their labels."""
    for head in dict.fromkeys(heads):
        yield from index.labels.get(head, {}).items()


def keys_saying(text: str, heads: Iterable[str], index: Index) -> set[str]:
    """Return the events in whose words a text stands: two letters at least."""
    wanted = joined(text)
    if len(wanted) < 2 or "event" not in heads:
        return set()
    return {key for key, texts in index.called.items() if any(wanted in each for each in texts)}


def shown_names(heads: Iterable[str], index: Index) -> Iterator[str]:
    """Yield what is shown for the keys of some sorts."""
    yield from (shown for _, (shown, _) in labels_with(heads, index))


def written_names(heads: Iterable[str], index: Index) -> Iterator[str]:
    """Yield all that can be written for the keys of some sorts."""
    yield from (name for _, (_, names) in labels_with(heads, index) for name in names)
