"""Read state that counts events as rules of the game or of a kind: each event adds 1 to it.

It is counted right after the event, of a cost when that is paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import written
from dsl.keys.files import SectionKeys
from dsl.keys.nouns import KindKeys, PlayersKeys
from dsl.keys.rules import TriggerKeys
from dsl.keys.values import StateFieldKeys
from dsl.model.documents import Entry, Mapping, Node, Scalar, entries_of, scalars_of
from dsl.model.expressions import StateKey
from dsl.model.types import INT
from dsl.source import Span


def counts_of(draft: Draft) -> Iterator[tuple[str, Node, str | None]]:
    """Yield the triggers that count: id, mapping and the kind on which one stands."""
    yield from _triggers(None, draft.package.entries(SectionKeys.state), "", draft)
    section = draft.package.one(SectionKeys.players)
    players = PlayersKeys(None if section is None else section.value)
    yield from _triggers("player", entries_of(players.state), "me.", draft)
    for kind, node in draft.kind_nodes.items():
        yield from _triggers(kind, entries_of(KindKeys(node).state), "self.", draft)


def _triggers(
    owner: str | None, fields: Iterable[Entry], path: str, draft: Draft
) -> Iterator[tuple[str, Node, str | None]]:
    """Yield those of the states of one owner."""
    for field in fields:
        name = field.key
        state = draft.world.state.get(StateKey(owner, name.text))
        patterns = scalars_of(StateFieldKeys(field.value).counts)
        if state is not None and state.type != INT and patterns:
            draft.report.add("wrong-type.counts-no-number", patterns[0].span, name=name.text)
        elif state is not None:
            nowhere = Span(name.span.source, name.span.start, name.span.start)
            step = written(f"add 1 to {path}{name.text}", nowhere)
            for number, pattern in enumerate(patterns, start=1):
                said: dict[str, Scalar] = {
                    TriggerKeys.after.name: pattern,
                    TriggerKeys.at_once.name: written("true", nowhere),
                    TriggerKeys.do.name: step,
                }
                entries = [Entry(written(key, node.span), node) for key, node in said.items()]
                rule = Mapping((*entries,), False, pattern.span)
                kind = None if owner == "player" else owner
                yield f"{owner or 'game'}:counts.{name.text}.{number}", rule, kind
