"""Bring words of the prelude into a game that uses them and does not declare them itself.

An entry of the prelude is a mapping, or a list of them of which the first that fits is taken.
Besides the keys of every event and value it may have `needs:` (zones such as `player.deck`) and
`card:` (a zone, whose kind the word `card` then means, or a state, whose kind it then means).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from msgspec.structs import replace

from dsl.check.rules.signatures import event_head, fill_defaults, value_head
from dsl.check.rules.values import returned_type
from dsl.check.scopes.draft import Draft, EventText, ValueText
from dsl.check.scopes.world import EventHead, World
from dsl.check.steps.bodies import check_event
from dsl.check.texts.package import digest_of
from dsl.check.texts.texts import text_of
from dsl.diagnostics.diagnostic import Report
from dsl.diagnostics.wording import Said
from dsl.keys.course import EventKeys
from dsl.keys.files import SectionKeys
from dsl.languages import OWN, Language
from dsl.model import documents as d
from dsl.model.nouns import Zone
from dsl.model.rules import EventSlot
from dsl.model.types import UNKNOWN
from dsl.records import Record, Span
from dsl.syntax.parser import parse_event_signature, parse_value_signature
from dsl.syntax.trees import EventSignature, TypeTree, ValueSignature


class Variant(Record):
    """One variant.

    Attributes:
        card: The kind that the word `card` means, or None.
        lacks: What the game does not have for it, in words; empty if it fits.
        is_lost: Whether it needs a zone that is declared and could not be understood.
    """

    node: d.Node
    card: str | None
    lacks: tuple[str, ...]
    is_lost: bool = False


def first_that_fits(node: d.Node, world: World) -> Variant:
    """Return the first variant that fits, else the last with what the game lacks for it."""
    variants = [_variant(item, world) for item in d.items_or_one(node)]
    if not variants:
        return Variant(node, None, ())
    return next((variant for variant in variants if not variant.lacks), variants[-1])


def _variant(node: d.Node, world: World) -> Variant:
    """Return one variant with what the game lacks for it."""
    needs = d.scalars_of(d.child(node, "needs"))
    absent = (need.text for need in needs if _zone(need, world) is None)
    lacks: list[str] = [Said("prelude-needs.zone", zone=zone) for zone in absent]
    word = d.scalar_at(node, "card")
    card = None if word is None else _kind(word, world)
    if word is not None and card is None and not lacks:
        lacks.append(Said("prelude-needs.kind-with-state", state=word.text))
    zones = [_zone(need, world) for need in (*needs, *(() if word is None else (word,)))]
    is_lost = any(zone is not None and zone.of not in world.kinds for zone in zones)
    return Variant(node, card, tuple(lacks), is_lost)


def _zone(scalar: d.Scalar, world: World) -> Zone | None:
    """Return a zone by its key."""
    owner, dot, name = scalar.text.rpartition(".")
    return world.zone_of(owner if dot else None, name)


def _kind(scalar: d.Scalar, world: World) -> str | None:
    """Return the kind that a zone holds, or the only one that has a state."""
    zone = _zone(scalar, world)
    if zone is not None:
        return zone.of
    owners = [
        key.owner for key in world.state if key.name == scalar.text and key.owner in world.kinds
    ]
    return owners[0] if len(owners) == 1 else None


Signature = TypeVar("Signature", EventSignature, ValueSignature)
ANY_RESULT: Final = re.compile(r"\s*->\s*any\s*$")
TEXT_KEYS: Final = frozenset(
    ["text", "name", "title", "summary", "source", "authors", "published", "reconstructed"]
)


@dataclass(slots=True)
class PreludeWords:
    """Brings in words on demand.

    Attributes:
        open: Words being brought in now; the first is the one the game itself used.
    """

    draft: Draft
    open: list[str] = field(default_factory=list)

    def event(self, name: str) -> bool:
        """Bring in an event; return whether there is one."""
        return self._bring("events", name, self._event)

    def value(self, name: str) -> bool:
        """Bring in a value; return whether there is one."""
        return self._bring("values", name, self._value)

    def event_texts(self) -> dict[str, str]:
        """Return by id what the events say that can be done: the game's, and those here that it
        has everything for."""
        draft = self.draft
        found = {name: _said(texts[0].node, draft) for name, texts in draft.event_texts.items()}
        for name, entry in draft.prelude.sections.get(SectionKeys.events.name, {}).items():
            variant = first_that_fits(entry.value, draft.world)
            if name not in found and not variant.lacks:
                found[name] = _said(variant.node, draft)
        return found

    def _bring(self, section: str, name: str, add: Callable[[str, d.Entry, Variant], None]) -> bool:
        """Bring in a word and note what the game lacks for it."""
        entry = self.draft.prelude.get(section, name)
        if entry is None:
            return False
        self.open.append(name)
        with self.draft.reporting_to(self.draft.prelude_report):
            before = len(self.draft.report.diagnostics)
            variant = first_that_fits(entry.value, self.draft.world)
            add(name, entry, variant)
            found = self.draft.report.diagnostics[before:]
            messages = tuple(each.message for each in found)
            problems = () if variant.is_lost else variant.lacks or messages
            del self.draft.report.diagnostics[before:]
        plain = (self.draft.plain_prelude or self.draft.prelude).get(section, name) or entry
        self.draft.prelude_digests[name] = digest_of((plain.key, plain.value))
        if problems:
            self.draft.broken.setdefault(self.open[0], []).extend(problems)
        self.open.pop()
        return True

    def _event(self, name: str, entry: d.Entry, variant: Variant) -> None:
        """Declare and check an event of the prelude."""
        key, match = entry.key, ANY_RESULT.search(entry.key.text)
        is_inferred = match is not None
        if match is not None:
            offsets = key.offsets[: match.start() + 1]
            key = replace(key, text=key.text[: match.start()], letters=offsets)
        signature = parse_event_signature(key, self.draft.report)
        if signature is None or variant.lacks or variant.is_lost:
            written = () if signature is None else signature.slots
            slots = tuple(
                EventSlot(
                    preposition=slot.preposition, name=slot.name.text, type=UNKNOWN, default=None
                )
                for slot in written
            )
            self.draft.world.events[name] = EventHead(
                id=name, slots=slots, result=UNKNOWN, native=False, span=None
            )
            return
        signature = _bound(signature, variant.card)
        head = event_head(signature, self.draft)
        world = self.draft.world
        world.events[name] = replace(head, result=UNKNOWN) if is_inferred else head
        text = EventText(
            signature=signature,
            node=variant.node,
            only_if=None,
            in_prelude=True,
            span=entry.key.span,
            declares_result=is_inferred or signature.result is not None,
        )
        self.draft.event_texts[name] = [text]
        fill_defaults(name, signature, self.draft)
        if is_inferred:
            self._infer_result(name)
        self.draft.events[name] = check_event(name, self.draft)

    def _infer_result(self, name: str) -> None:
        """Compute the result of an event from its `return` steps."""
        with self.draft.reporting_to(Report()):
            events = check_event(name, self.draft)
        result = returned_type(events[0].body, self.draft)
        world = self.draft.world
        world.events[name] = replace(world.events[name], result=result)

    def _value(self, name: str, entry: d.Entry, variant: Variant) -> None:
        """Declare and check a value of the prelude."""
        signature = parse_value_signature(entry.key, self.draft.report)
        if signature is None:
            return
        signature = _bound(signature, variant.card)
        head = value_head(signature, self.draft)
        is_known = not (variant.lacks or variant.is_lost)
        self.draft.world.values[name] = head if is_known else replace(head, result=UNKNOWN)
        text = ValueText(
            signature=signature,
            node=variant.node,
            only_if=None,
            in_prelude=True,
            span=entry.key.span,
        )
        if is_known:
            self.draft.value_texts[name] = [text]
            self.draft.facts_of_value(name)


def _said(node: d.Node, draft: Draft) -> str:
    """Return what an event says to people in the language that names are read in."""
    texts = text_of(EventKeys(node).text, draft.language)
    return Language(OWN[0]).text_of(texts, (draft.language,))


def _bound(signature: Signature, card: str | None) -> Signature:
    """Return a signature in which the word `card` is a kind of the game."""
    if card is None:
        return signature
    slots = tuple(replace(slot, type=_bound_type(slot.type, card)) for slot in signature.slots)
    result = signature.result
    return replace(
        signature, slots=slots, result=None if result is None else _bound_type(result, card)
    )


def _bound_type(tree: TypeTree, card: str) -> TypeTree:
    """Return a type in which the word `card` is a kind of the game."""
    if tree.of is not None:
        return replace(tree, of=_bound_type(tree.of, card))
    return replace(tree, head=replace(tree.head, text=card)) if tree.head.text == "card" else tree


def report_broken(draft: Draft) -> None:
    """Report each word of the prelude that the game lacks something for, at its first use."""
    for name, problems in sorted(draft.broken.items()):
        span = _first_use(name, draft)
        draft.report.add("prelude-needs.needs-game-does", span, name=name, problems=problems[0])


def _first_use(name: str, draft: Draft) -> Span:
    """Return where the game's texts first use a word."""
    package = draft.package
    documents = [*package.documents, *(doc for _, doc in package.card_files), *package.scripts]
    word = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])")
    for document in sorted(documents, key=lambda doc: doc.source.path):
        for scalar in _effect_scalars(document.root):
            match = word.search(scalar.text)
            if match is not None:
                return scalar.part(*match.span())
    return draft.nowhere


def _effect_scalars(node: d.Node) -> Iterator[d.Scalar]:
    """Yield the values of a node that can hold effects or expressions, in written order."""
    if isinstance(node, d.Scalar):
        yield node
    elif isinstance(node, d.Sequence):
        for item in node.items:
            yield from _effect_scalars(item)
    elif isinstance(node, d.Mapping):
        for entry in node.entries:
            if entry.key.text not in TEXT_KEYS:
                yield from _effect_scalars(entry.value)
