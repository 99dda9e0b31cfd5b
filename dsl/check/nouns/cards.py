"""Declare the cards: one file each, or rows of tables with common keys and products.

Every row becomes one text a card. Cards take their names from the section `names`, and the order
in which rules and boards go through them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.names_declared import Places, is_card_id, unknown
from dsl.check.scopes.collect import named, report_duplicate, report_two_overrides
from dsl.check.scopes.draft import Draft
from dsl.check.texts.consequences import ANY_CARD
from dsl.check.texts.package import CardText, head_span, written
from dsl.check.texts.texts import PLACEHOLDER
from dsl.diagnostics.diagnostic import Instead, Label
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.files import SectionKeys
from dsl.keys.nouns import CARD_KEYS, OfCardKeys, TableKeys
from dsl.model import documents as d
from dsl.model.traits import by_number
from dsl.syntax.parser import parse_expression
from dsl.syntax.trees import Every, Number, Range

ABOUT: Final = OfCardKeys.about.name
ONLY_IF: Final = OfCardKeys.only_if.name
LARGEST_PRODUCT: Final = 10_000
DASHED: Final = re.compile(r"\s*([0-9]+)\s*[-–]\s*([0-9]+)\s*")


def expand_table(node: d.Node, draft: Draft) -> Iterator[CardText]:
    """Yield the cards of one item of `cards:`."""
    said = TableKeys(node)
    common = {entry.key.text: entry for entry in d.entries_of(said.each)}
    rows = said.rows
    own = {e.key.text: e for e in d.entries_of(node) if e.key.text not in ("each", "rows")}
    if rows is not None:
        for row in d.items_of(rows):
            keys = {**common, **own, **{e.key.text: e for e in d.entries_of(row)}}
            kind = d.scalar_of(keys["kind"].value) if "kind" in keys else None
            is_own = ABOUT in _own_keys(kind, draft)
            about = [part[ABOUT] for part in (common, own) if ABOUT in part and not is_own]
            for shared in about if keys.get(ABOUT) not in about else ():
                keys[ABOUT] = _joined(shared, keys[ABOUT])
            yield from _card(keys, row, draft)
    elif said.each is not None:
        yield from _products({**common, **own}, node, draft)
    else:
        yield from _card(own, node, draft)


def _own_keys(kind: d.Scalar | None, draft: Draft) -> frozenset[str]:
    """Return the later keys of the language that are attributes of a kind."""
    return draft.later_attributes.get("" if kind is None else kind.text, frozenset())


def _joined(shared: d.Entry, own: d.Entry) -> d.Entry:
    """Return what a card says with what its table says of all cards; its own words count."""
    if not isinstance(shared.value, d.Mapping) or not isinstance(own.value, d.Mapping):
        return own
    words = {each.key.text: each for each in (*shared.value.entries, *own.value.entries)}
    return d.Entry(own.key, d.Mapping(tuple(words.values()), own.value.is_flow, own.value.span))


def goes_over_cards(node: d.Node, draft: Draft) -> bool:
    """Return whether a table makes a card for each card of a kind: those are read before it."""
    values = (e.value for part in (node, TableKeys(node).each) for e in d.entries_of(part))
    cells = (d.scalar_of(each) for value in values for each in d.items_or_one(value))
    words = (cell.text.split() for cell in cells if cell is not None)
    kinds, enums = draft.world.kinds, draft.world.enums
    return any(len(each) == 2 and each[0] == "every" and each[1] in kinds.keys() - enums.keys()
               for each in words)  # fmt: skip


def _card(keys: dict[str, d.Entry], node: d.Node, draft: Draft) -> Iterator[CardText]:
    """Yield one card from its keys."""
    id_ = d.scalar_of(keys["id"].value) if "id" in keys else None
    if id_ is None:
        near = ((key, nearest(key, ("id", "rows", "each"))) for key in keys if key not in CARD_KEYS)
        meant = (
            Said("help.write-other-instead", other=other, key_=key)
            for key, other in near
            if other is not None
        )
        help_text = next(meant, Said("help.give"))
        draft.report.add("missing-key.card-without-id", node.span, help_text)
        draft.lost.add(ANY_CARD)
        return
    kind = d.scalar_of(keys["kind"].value) if "kind" in keys else None
    own = _own_keys(kind, draft)
    yield CardText(id=id_, kind=kind, keys=keys, span=id_.span, own=own)


def _products(keys: dict[str, d.Entry], node: d.Node, draft: Draft) -> Iterator[CardText]:
    """Yield a card for every combination of the keys that stand for several values."""
    before = len(draft.report.diagnostics)
    id_ = d.scalar_of(keys["id"].value) if "id" in keys else None
    pattern = "" if id_ is None else id_.text
    axes = {key: axis for key, e in keys.items() if (axis := _axis(key, e, pattern, draft))}
    if len(draft.report.diagnostics) > before:
        draft.lost.add(ANY_CARD)
        return
    if prod(map(len, axes.values())) > LARGEST_PRODUCT:
        draft.report.add("table-too-large.table-makes-more", node.span, most=LARGEST_PRODUCT)
        return
    wrong = [match for match in PLACEHOLDER.finditer(pattern) if match[1] not in axes]
    for match in wrong:
        assert id_ is not None
        if not _is_dashed(keys.get(match[1]), draft):
            span = id_.part(*match.span())
            helps, labels = _slot_helps(match[1], keys), tuple[Label, ...]()
            if match[1] in keys:
                labels = (Label(span, Said("help.id-card-each-them")),)
                span = head_span(keys[match[1]].value)
            key = "unknown-slot.not-several"
            draft.report.add(key, span, *helps, labels=labels, name=match[1])
    if wrong:
        draft.lost.add(ANY_CARD)
        return
    for words in product(*axes.values()):
        chosen = dict(zip(axes, words, strict=True))
        filled = {key: _filled(key, entry, chosen) for key, entry in keys.items()}
        for card in _card(filled, node, draft):
            fills = {key: (word, keys[key].value) for key, word in chosen.items()}
            yield replace(card, keys=filled, fills=fills, pattern=pattern)


def _is_dashed(entry: d.Entry | None, draft: Draft) -> bool:
    """Report `2-14` where `2..14` is meant."""
    scalar = None if entry is None else d.scalar_of(entry.value)
    found = None if scalar is None else DASHED.fullmatch(scalar.text)
    if scalar is None or found is None:
        return False
    draft.report.add(
        "bad-number.no-number",
        scalar.span,
        Instead.sure(f"{found[1]}..{found[2]}"),
        written=scalar.text,
    )
    return True


def _slot_helps(word: str, keys: dict[str, d.Entry]) -> tuple[str, ...]:
    """Return what to write for a placeholder that stands for one value, or for none."""
    if word in keys:
        return (Said("help.write-low-high-under", word=word),)
    near = nearest(word, [key for key in keys if key not in CARD_KEYS])
    return (Said("help.write-near", near=near),) if near else ()


def _axis(key: str, entry: d.Entry, pattern: str, draft: Draft) -> list[str]:
    """Return the words a key stands for; empty for a lone value. A list stands for what is in it
    where the id names the key."""
    if key in CARD_KEYS:
        return []
    if not isinstance(entry.value, d.Sequence) or f"{{{key}}}" not in pattern:
        return _several(d.scalar_of(entry.value), draft)
    items = [scalar for item in entry.value.items if (scalar := d.scalar_of(item)) is not None]
    words = [word for item in items for word in _several(item, draft) or [item.text]]
    return list(dict.fromkeys(words))


def _several(scalar: d.Scalar | None, draft: Draft) -> list[str]:
    """Return the words of `every color` or `2..10`; else nothing."""
    if scalar is None or not (scalar.text.startswith("every ") or ".." in scalar.text):
        return []
    tree = parse_expression(scalar, draft.report)
    if isinstance(tree, Every):
        return _members(tree, draft)
    if isinstance(tree, Range) and isinstance(tree.low, Number) and isinstance(tree.high, Number):
        low, high = tree.low.value, tree.high.value
        high = min(high, low + LARGEST_PRODUCT)  # never more than a table may hold
        return [str(number) for number in range(low, high + 1)]
    return []


def _members(tree: Every, draft: Draft) -> list[str]:
    """Return the members of an enum, or the cards of a kind, as words: those that the table's own
    package knows."""
    name, enums = tree.name.text, draft.world.enums
    own = tree.name.span.source.package
    visible = draft.closures.get(own, frozenset({""}))
    if name in draft.world.kinds and name not in enums:
        draft.world.used.add(("kind", name))
        return sorted(
            card.id.text
            for card in draft.cards_so_far
            if card.kind is not None
            and name in draft.world.lineage(card.kind.text)
            and card.span.source.package in visible
        )
    if name not in enums:
        names = [*enums, *draft.world.kinds]
        unknown(draft.report, "unknown-enum", name, tree.name.span, names, "enum or kind")
        draft.lost.add(ANY_CARD)
        return []
    draft.world.used.add(("enum", name))
    return [m for m in enums[name].members if draft.member_packages.get((name, m), "") in visible]


def _filled(key: str, entry: d.Entry, chosen: dict[str, str]) -> d.Entry:
    """Return a key with its own word, or with the words put into the placeholders of its id."""
    if key in chosen:
        word = chosen[key]
        items = (item for item in map(d.scalar_of, d.items_of(entry.value)) if item is not None)
        own = next((item for item in items if item.text == word), None)
        return d.Entry(entry.key, own or written(word, head_span(entry.value)))
    scalar = d.scalar_of(entry.value)
    if scalar is None or key != "id":
        return entry
    return d.Entry(
        entry.key,
        written(
            PLACEHOLDER.sub(lambda match: chosen.get(match[1], match[0]), scalar.text), scalar.span
        ),
    )


def declare_cards(draft: Draft) -> None:
    """Fill `World.definitions`, sorted by id, and put the cards into that order."""
    places, first = Places("card", draft.report), dict[str, CardText]()
    kept: list[CardText] = []
    for card in _written_cards(draft):
        other = first.setdefault(card.id.text, card)
        if not is_card_id(card.id, draft.report):
            draft.lost.add(ANY_CARD)
        elif other is not card and ONLY_IF in card.keys and ONLY_IF in other.keys:
            # values, events and actions have variants; a card is known by its id alone
            label = Label(other.span, Said("help.first-declared"))
            key = "duplicate-name.card-for-others"
            draft.report.add(key, card.span, labels=(label,), name=card.id.text)
        elif places.add(card.id.text, card.span) and _has_kind(card, draft):
            kept.append(card)
            draft.cards_so_far.append(card)
        else:
            draft.lost.add(card.id.text)
    draft.package.cards = sorted(_overridden(kept, draft), key=lambda card: card.id.text)
    for card in draft.package.cards:
        if card.kind is not None:
            draft.world.definitions[card.id.text] = card.kind.text
            draft.world.used.add(("kind", card.kind.text))


def _overridden(kept: list[CardText], draft: Draft) -> list[CardText]:
    """Return the cards, those that an expansion overrides in their new form."""
    cards = {card.id.text: card for card in kept}
    whose = {card.id.text: card.span.source.package for card in kept}
    for part in draft.parts:
        visible = draft.closures[part.expansion] - {part.expansion}
        for card in (c for node in part.items("override-cards") for c in expand_table(node, draft)):
            first = draft.overridden.get(("cards", card.id.text))
            if whose.get(card.id.text) not in visible:
                known = [id_ for id_, package in whose.items() if package in visible]
                span = card.id.span
                unknown(draft.report, "unknown-card", card.id.text, span, known)
            elif first is not None and first.source.package not in visible:
                report_two_overrides(draft.report, named("card", card.id.text), card.span, first)
            elif _has_kind(card, draft):
                cards[card.id.text] = card
                draft.overridden["cards", card.id.text] = card.span
    return list(cards.values())


def _written_cards(draft: Draft) -> Iterator[CardText]:
    """Yield every card of the package."""
    for stem, document in draft.package.card_files:
        keys = {entry.key.text: entry for entry in d.entries_of(document.root)}
        kind = keys["kind"]
        id_ = written(stem, kind.key.span)
        said = d.scalar_of(kind.value)
        own = _own_keys(said, draft)
        yield CardText(id=id_, kind=said, keys=keys, span=kind.key.span, own=own)
    later: list[d.Node] = []
    for node in draft.package.items(SectionKeys.cards):
        if goes_over_cards(node, draft):
            later.append(node)
        else:
            yield from expand_table(node, draft)
    for node in later:
        yield from expand_table(node, draft)


def _has_kind(card: CardText, draft: Draft) -> bool:
    """Return whether a card names a declared kind."""
    if card.kind is None and "kind" in card.keys:
        return False
    if card.kind is None:
        draft.report.add("missing-key.card-without-kind", card.span, card=card.id.text)
        return False
    if card.kind.text not in draft.world.kinds:
        kinds = list(draft.world.kinds)
        unknown(draft.report, "unknown-kind", card.kind.text, card.kind.span, kinds)
        return False
    return True


OWNER: Final = "player."


def order_cards(draft: Draft) -> None:
    """Sort the cards: by id, where places and things on boards are counted by number.

    Counted ids change places among themselves only; so the order of all others never depends on
    them.
    """
    world, cards = draft.world, {card.id.text: card for card in draft.package.cards}
    words = {
        word.text.removeprefix(OWNER)
        for entry in draft.package.entries(SectionKeys.layout)
        for form in ("ring", "rows")
        if (word := d.scalar_of(d.child(entry.value, form))) is not None
    }
    held = {zone.of for key, zone in world.zones.items() if key.name in words}
    counted = {
        kind for kind in world.kinds if world.is_unique(kind) or held & {*world.lineage(kind)}
    }
    ids = [id_ for id_, kind in world.definitions.items() if kind in counted]
    numbered = iter(sorted(ids, key=by_number))
    order = [next(numbered) if kind in counted else id_ for id_, kind in world.definitions.items()]
    kinds = dict(world.definitions)
    world.definitions.clear()
    world.definitions.update({id_: kinds[id_] for id_ in order})
    draft.package.cards = [cards[id_] for id_ in order if id_ in cards]


def name_cards(draft: Draft) -> None:
    """Write each listed name on its card, as if it stood there."""
    listed: dict[str, d.Entry] = {}
    known = {card.id.text for card in draft.package.cards} | draft.lost
    for entry in draft.package.entries(SectionKeys.names):
        id_ = entry.key.text
        first = listed.setdefault(id_, entry)
        if first is not entry:
            report_duplicate(
                draft.report, Said("noun.name-of"), id_, entry.key.span, first.key.span
            )
        elif id_ not in known:
            unknown(draft.report, "unknown-card", id_, entry.key.span, sorted(known))
    for place, card in enumerate(draft.package.cards):
        name, own = listed.get(card.id.text), card.keys.get(OfCardKeys.name.name)
        if name is not None and own is not None:
            report_duplicate(
                draft.report, Said("noun.name-of"), card.id.text, own.key.span, name.key.span
            )
        elif name is not None:
            draft.package.cards[place] = replace(
                card, keys={**card.keys, OfCardKeys.name.name: name}
            )
