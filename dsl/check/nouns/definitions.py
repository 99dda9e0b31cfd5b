"""Check what each card says: its attributes, its copies, where it begins, what it can become.

A card stays of its kind whatever it becomes, so that what rules know of its type goes on to hold.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.amounts import NotConstantError, folded, is_amount
from dsl.check.expressions.names_declared import zone_key
from dsl.check.nouns.keywords import check_faces, faces_of, had_of
from dsl.check.nouns.options import origins_of
from dsl.check.nouns.zones import empty_value, is_empty_by_itself
from dsl.check.scopes.draft import Draft, EffectText
from dsl.check.scopes.scope import entity_scope
from dsl.check.scopes.translations import joined, joins
from dsl.check.steps.bodies import check_formula
from dsl.check.steps.conditions import option_condition
from dsl.check.texts.package import (
    CardText,
    copies_of,
    counts_of,
    digest_of_texts,
    expression_of,
    normalized,
)
from dsl.check.texts.schema_words import STEPS, report_shape
from dsl.check.texts.texts import PLACEHOLDER, paragraphs_of, text_of, unmarked
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.nouns import CARD_KEYS, OfCardKeys
from dsl.model import types as t
from dsl.model.documents import Mapping, Node, Scalar, entries_of, items_or_one, scalar_of
from dsl.model.expressions import Constant
from dsl.model.look import COLORS, settled_color
from dsl.model.nouns import TEXT, Attribute, Definition, Kind, StateField, Text
from dsl.model.steps import Formula, SlotInfo
from dsl.model.texts import SIZES, has_marks, opening
from dsl.model.traits import DEFINITION, FACES, HAS
from dsl.records import NOTHING
from dsl.syntax.parser import is_heard, parse_expression
from dsl.syntax.trees import Expression

OF_NO_RULE: Final = (OfCardKeys.examples.name, OfCardKeys.source.name, OfCardKeys.about.name)
"""The keys of a card that no match depends on."""


def check_becoming(draft: Draft) -> None:
    """Report each state `definition` that cannot be what it says, and faces without one."""
    for key, field in draft.world.state.items():
        if key.is_definition:
            _check(draft.world.kinds[str(key.owner)], field, draft)
    check_faces(draft)


def _check(kind: Kind, field: StateField, draft: Draft) -> None:
    wanted = t.DefinitionType(kind.name)
    if field.type not in (wanted, t.UNKNOWN):
        draft.report.add(
            "wrong-type.card-copy-not",
            field.span,
            definition=DEFINITION,
            kind=kind.name,
            type=field.type,
            wanted=wanted,
        )
    if field.default is not None:
        draft.report.add("wrong-type.begins-cards-own", field.span, definition=DEFINITION)
    if field.seen_by is not None:
        draft.report.add("wrong-type.tell-card-sees", field.span, definition=DEFINITION)
    if kind.is_unique:
        draft.report.add("wrong-type.each-one-thing", field.span, kind=kind.name)
    heir = next((each for each in draft.world.kinds.values() if each.extends == kind.name), None)
    if heir is not None:
        draft.report.add(
            "wrong-type.could-become-extends", field.span, kind=kind.name, heir=heir.name
        )


def check_kind_attributes(draft: Draft) -> None:
    """Fill in the defaults of all attributes."""
    for name, kind in draft.world.kinds.items():
        attributes = []
        for each in kind.attributes:
            tree = draft.attribute_defaults.get((name, each.name))
            default = None
            if not each.is_value and tree is not None:
                default = _formula(tree, name, each.type, draft)
            elif not each.is_value and is_empty_by_itself(each.type):
                default = _empty(name, each.type)
            attributes.append(each if default is None else replace(each, default=default))
        draft.world.kinds[name] = replace(kind, attributes=tuple(attributes))


def _formula(tree: Expression, kind: str, type_: t.Type, draft: Draft) -> Formula:
    """Return what an attribute says, over the card as local 0."""
    formula = check_formula(tree, entity_scope(draft.world, kind), type_)
    if not is_amount(type_):
        return formula
    try:
        value = folded(formula.expression, draft.world)
    except NotConstantError:
        return formula
    return replace(formula, expression=Constant(value, type_))


def _said(node: Scalar, attribute: Attribute, kind: str, draft: Draft) -> Formula | None:
    """Return what a text says of an attribute; cards that say the same value share it."""
    key = (kind, attribute.name, node.span.source.package, node.text)
    if key in draft.constants and not is_heard():
        return draft.constants[key]
    before = len(draft.report.diagnostics)
    tree = parse_expression(node, draft.report)
    formula = None if tree is None else _formula(tree, kind, attribute.type, draft)
    is_fine = len(draft.report.diagnostics) == before
    if is_fine and formula is not None and isinstance(formula.expression, Constant):
        draft.constants[key] = formula
    return formula


def _empty(kind: str, type_: t.Type) -> Formula:
    """Return the formula of none, or of an empty collection."""
    slots = (SlotInfo("self", t.EntityType(kind)),)
    return Formula(slots, 1, Constant(empty_value(type_), type_))


def check_definitions(draft: Draft) -> None:
    """Fill `Draft.definitions`, in the order of the cards."""
    draft.definitions = [definition_of(card, draft) for card in draft.package.cards]


def definition_of(card: CardText, draft: Draft) -> Definition:
    """Return one card as printed."""
    assert card.kind is not None
    kind = draft.world.kinds[card.kind.text]
    usual, says = (kind.copies, kind.is_unlimited), OfCardKeys(card)
    copies, is_unlimited = (1, False) if kind.is_unique else copies_of(says.copies) or usual
    start = zone_key(says.start, draft) or kind.start
    if face_of := draft.faces.get(card.id.text, ""):
        copies, is_unlimited, start = 0, False, None
    if is_unlimited and start is not None:
        span = card.span if says.copies is None else says.copies.span
        draft.report.add("bad-number.begins-cannot-any", span, card=card.id.text, start=start.name)
    provenance, origins = scalar_of(says.source), origins_of(says.source, draft)
    text, written = paragraphs_of(says.text, draft.language), _written(says)
    about = {
        word: tuple(_filled(paragraphs_of(each, draft.language), card, draft) for each in nodes)
        for word, nodes in written.items()
        if word != TEXT
    }
    read = {TEXT: (joined(_filled(text, card, draft), card, draft),), **about}
    for nodes in written.values():
        _check_marks(nodes, draft)
    keys = card.keys if card.said is None else card.said
    said = (
        f"{key}:{normalized(entry.value)}" for key, entry in keys.items() if key not in OF_NO_RULE
    )
    return Definition(
        id=card.id.text,
        kind=kind.name,
        name=_filled(text_of(says.name, draft.language), card, draft),
        text=unmarked(read[TEXT][0]),
        face_of=face_of,
        is_joined=joins(text),
        attributes=_attributes(card, kind, draft),
        copies=copies,
        is_unlimited=is_unlimited,
        start=start,
        only_if=option_condition(says.only_if, draft),
        provenance="" if provenance is None or origins else provenance.text,
        origins=origins or NOTHING,
        digest=digest_of_texts((card.id.text, *sorted(said))),
        span=card.span,
        attribute_spans={e.key.text: e.key.span.to(e.value.span) for e in card.attributes},
        about={word: tuple(map(unmarked, read[word])) for word in about} or NOTHING,
        marked={
            word: texts
            for word, texts in read.items()
            if any(has_marks(words) for text in texts for words in text.values())
        }
        or NOTHING,
        text_spans={
            word: {tag: each.span for node in nodes for tag, each in _scalars(node, draft)}
            for word, nodes in written.items()
        }
        or NOTHING,
    )


def _written(says: OfCardKeys) -> dict[str, tuple[Node, ...]]:
    """Return the texts that a card has for people, by word, as they are written."""
    text = {} if says.text is None else {TEXT: items_or_one(says.text)}
    return text | {e.key.text: items_or_one(e.value) for e in entries_of(says.about)}


def _scalars(node: Node, draft: Draft) -> Iterator[tuple[str, Scalar]]:
    """Yield a text in each language."""
    if isinstance(node, Scalar):
        yield draft.language, node
    for entry in entries_of(node):
        if isinstance(entry.value, Scalar):
            yield entry.key.text, entry.value


def _check_marks(nodes: Iterable[Node], draft: Draft) -> None:
    """Report marks in texts that do not close, or name no colour."""
    members = {each for enum in draft.world.enums.values() for each in enum.members}
    for _, scalar in (pair for node in nodes for pair in _scalars(node, draft)):
        for mark in opening(scalar.text):
            span = scalar.part(mark.start, mark.end)
            if not mark.is_closed:
                end = "}" if mark.word else mark.text
                draft.report.add("bad-mark.open", span, mark=mark.text, end=end)
            elif mark.word and not (  # a size, a colour, or a member, which has one
                mark.word in SIZES or settled_color(mark.word) or mark.word in members
            ):
                known = (*SIZES, *COLORS)
                near = nearest(mark.word, known)
                helps = (Instead.of(near, mark.word),) if near else ()
                draft.report.add("bad-mark.word", span, *helps, word=mark.word)


def _attributes(card: CardText, kind: Kind, draft: Draft) -> dict[str, Formula]:
    """Return what a card says for every attribute of its kind."""
    declared = {
        a.name: a
        for base in reversed(draft.world.lineage(kind.name))
        for a in draft.world.kinds[base].attributes
    }
    for name in card.fills:
        owner = draft.world.attribute(kind.name, name)
        if owner is not None:
            draft.world.used.add(("attribute", f"{owner[0]}.{name}"))
    found: dict[str, Formula] = {}
    for name, attribute in declared.items():
        if t.is_effect(attribute.type):
            found[name] = _effect(card, attribute, draft)
            continue
        if attribute.type == t.UNKNOWN:  # nobody knows how it is read: the type is at fault
            continue
        if attribute.is_value:
            _keep_value(card, attribute, draft)
            continue
        if name == FACES and draft.faces:
            said = Constant(faces_of(card.id.text, draft), attribute.type)
            found[name] = replace(_empty(kind.name, attribute.type), expression=said)
            continue
        node = card.attribute(name)
        if isinstance(node, Mapping):
            tree = counts_of(node, draft.report)
        elif node is not None and name == HAS and draft.keywords:
            tree = had_of(node, kind.name, draft)
        elif isinstance(node, Scalar):
            formula = _said(node, attribute, kind.name, draft)
            if formula is not None:
                found[name] = formula
            continue
        else:
            tree = expression_of(node, draft.report)
        if tree is not None:
            found[name] = _formula(tree, kind.name, attribute.type, draft)
        elif node is None and attribute.default is not None:
            found[name] = attribute.default
        elif node is None:
            _report_missing(card, name, draft)
    for entry in card.attributes:
        if entry.key.text not in declared:
            near = nearest(entry.key.text, (*sorted(declared), *sorted(CARD_KEYS)))
            declare = Said("help.declare-under-take-out", kind=kind.name)
            help_text = Instead.of(near, entry.key.text) if near else declare
            draft.report.add(
                "unknown-attribute.no-attribute",
                entry.key.span,
                help_text,
                kind=kind.name,
                name=entry.key.text,
            )
    return dict(sorted(found.items()))


def _keep_value(card: CardText, attribute: Attribute, draft: Draft) -> None:
    """Keep the text of an attribute with parameters, which becomes a value."""
    node, owner = card.get(attribute.name), draft.world.attribute(_kind(card), attribute.name)
    assert owner is not None
    key = owner[0], attribute.name
    if node is not None:
        draft.value_attributes.setdefault(key, []).append((card.id.text, node))
    elif key not in draft.value_defaults and not is_empty_by_itself(attribute.type):
        _report_missing(card, attribute.name, draft)


def _effect(card: CardText, attribute: Attribute, draft: Draft) -> Formula:
    """Return which steps a card says under an attribute that holds some, by their id; keep its
    text."""
    node, owner = card.attribute(attribute.name), draft.world.attribute(_kind(card), attribute.name)
    if node is None and not isinstance(attribute.type, t.Maybe):
        _report_missing(card, attribute.name, draft)
    if node is None or owner is None:
        return _empty(_kind(card), attribute.type)
    if not isinstance(node, Scalar):  # the schema of cards knows of no kind and its attributes
        entry = card.keys[attribute.name]
        report_shape(node, entry, Said(STEPS), draft.report)
    text = EffectText(card=card.id.text, kind=owner[0], attribute=attribute, node=node)
    draft.effect_texts.append(text)
    draft.world.effects.setdefault((owner[0], attribute.name), []).append(text.id)
    return replace(
        _empty(_kind(card), attribute.type), expression=Constant(text.id, attribute.type)
    )


def _kind(card: CardText) -> str:
    return "" if card.kind is None else card.kind.text


def _report_missing(card: CardText, name: str, draft: Draft) -> None:
    """Report an attribute that a card has to say."""
    draft.report.add("missing-attribute.card-does-not", card.span, card=card.id.text, name=name)


def _filled(text: Text, card: CardText, draft: Draft) -> Text:
    """Return a text with what a product put into its placeholders, in each language."""
    if not card.fills:
        return text
    return {
        tag: PLACEHOLDER.sub(partial(_fill, tag=tag, card=card, draft=draft), words)
        for tag, words in text.items()
    }


def _named(type_: t.Type) -> str:
    """Return the enum or kind of a type, whose members or cards have words of their own."""
    if isinstance(type_, t.EntityType | t.DefinitionType):
        return type_.kind
    return type_.name if isinstance(type_, t.EnumType) else ""


def _fill(match: re.Match[str], tag: str, card: CardText, draft: Draft) -> str:
    """Return the words for one placeholder: an enum member's text, a card's name, or the word
    itself."""
    name = match[1]
    if name not in card.fills:
        return match[0]
    word, axis = card.fills[name]
    scalar = scalar_of(axis)
    source = "" if scalar is None else scalar.text.partition(" ")[2].strip()
    if scalar is None and (found := draft.world.attribute(_kind(card), name)) is not None:
        source = _named(t.plain_type(found[1].type))  # a list of members or cards
    enum = draft.world.enums.get(source)
    if enum is None and source in draft.world.kinds:
        cards = draft.package.cards
        named = cards[bisect_left(cards, word, key=lambda each: each.id.text)]
        return text_of(OfCardKeys(named).name, draft.language).get(tag, word)
    if enum is None or word not in enum.members:
        return word
    return enum.texts[enum.members.index(word)].get(tag, word)
