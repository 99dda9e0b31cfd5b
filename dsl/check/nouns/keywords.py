"""Declare what the language gives kinds of cards: keywords under `has`, and faces of cards.

A keyword is a word for rules, some with a number. Each is a member of the enum `keyword`, and `has`
is a bag of them. So rules ask for keywords, add them and take them away as they do with any bag.
The rules of a keyword stand on its kind and work on the cards that have it; its number is what the
bag holds.

A card says under `face-of` which card it is another face of. Such a face has name, text, attributes
and rules of its own, and is no card of its own: no copy of it comes into a match. A card shows it
while its state `definition` says so. The attribute `faces` of its kind lists all faces of a card,
the card itself in front. A face of `any` card of its kind is a veil: all cards look alike behind
it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_expression
from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.kinds import bases_first
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft, KeywordText
from dsl.check.scopes.scope import Scope, entity_scope
from dsl.check.texts.package import CardText, expression_of
from dsl.check.texts.texts import check_placeholders, text_of
from dsl.keys.files import ImprintKeys, SectionKeys
from dsl.keys.key import AnyKey
from dsl.keys.nouns import KeywordKeys, OfCardKeys
from dsl.model.documents import Entry, Node, Scalar, Sequence
from dsl.model.expressions import AttributeRead, Constant, Contains, Expression, Lookup, Role
from dsl.model.nouns import ANY, Attribute, Enum, Keyword, Text
from dsl.model.traits import DEFINITION, FACES, HAS, KEYWORD, by_number
from dsl.model.types import BOOL, INT, BagOf, DefinitionType, EntityType, EnumType, ListOf
from dsl.model.words import WORDS
from dsl.syntax import trees
from dsl.syntax.parser import parse_keyword, parse_value_signature

MEMBER: Final = EnumType(KEYWORD)


def declare_keywords(draft: Draft) -> None:
    """Fill `Draft.keywords`, and declare the enum that they are the members of."""
    for entry in draft.package.entries(SectionKeys.keywords):
        found = _keyword(len(draft.keywords), entry, draft)
        if found is None:
            continue
        first = draft.keywords.get(found.name)
        if first is not None:
            report_duplicate(draft.report, "keyword", found.name, found.span, first.span)
        else:
            draft.keywords[found.name] = found
    if draft.keywords:
        declare_enum(draft)


def declare_enum(draft: Draft) -> None:
    """Declare the enum of the keywords there are by now."""
    draft.world.used.add(("enum", KEYWORD))
    own = draft.world.enums.get(KEYWORD)
    words = draft.keywords.values()
    if own is not None and own.members[:1] != (next(iter(words)).name,):
        first_span = next(iter(words)).span
        report_duplicate(draft.report, "enum", KEYWORD, own.span, first_span)
    draft.world.enums[KEYWORD] = Enum(
        name=KEYWORD,
        members=tuple(draft.keywords),
        texts=tuple(_plain(each) for each in words),
        span=next(iter(words)).span,
        text=in_title(KEYWORD, draft),
        places=tuple(each.span for each in words),
    )
    for each in words:
        whose = each.span.source.package
        draft.member_packages.setdefault((KEYWORD, each.name), whose)


def _keyword(number: int, entry: Entry, draft: Draft) -> KeywordText | None:
    """Return one keyword; its name stands alone, or with a number: `ward (int n)`."""
    signature = parse_value_signature(entry.key, draft.report)
    if signature is None:
        return None
    slots = signature.slots
    is_number = all(str(slot.type.span.text) == "int" and slot.default is None for slot in slots)
    if len(slots) > 1 or not is_number or signature.result is not None:
        draft.report.add("bad-signature.keyword", entry.key.span, name=signature.name.text)
    kind, is_right = KeywordKeys(entry.value).of, len(slots) <= 1 and is_number
    if kind is not None and kind.text not in draft.world.kinds:
        unknown(draft.report, "unknown-kind", kind.text, kind.span, [*draft.world.kinds])
    if kind is None or kind.text not in draft.world.kinds or not is_right:
        draft.lost.add(signature.name.text)  # what is wrong with it is told
        return None
    draft.world.used.add(("kind", kind.text))
    names = [slot.name.text for slot in slots]
    check_placeholders(KeywordKeys(entry.value).text, names, draft.report)
    return KeywordText(
        name=signature.name.text,
        number=number,
        kind=kind.text,
        parameter=names[0] if names else None,
        node=entry.value,
        text=text_of(KeywordKeys(entry.value).text, draft.language),
        span=signature.name.span,
    )


def _plain(word: KeywordText) -> Text:
    """Return what a keyword is called apart from its number."""
    mark = f"{{{word.parameter}}}"
    return {tag: " ".join(text.replace(mark, "").split()) for tag, text in word.text.items()}


def in_title(name: str, draft: Draft) -> Text:
    """Return what the language itself calls something, in the languages of the game's title."""
    title = text_of(ImprintKeys(draft.package.manifest).title, draft.language)
    return {tag: text for tag, text in WORDS.in_each(f"{name}.called").items() if tag in title}


def declare_has(draft: Draft) -> None:
    """Give the kinds that have keywords the attribute `has`, each where no base of it has it."""
    kinds = {word.kind: word for word in draft.keywords.values()}
    for name in (each for each in bases_first(draft) if each in kinds):
        above = draft.world.attribute(name, HAS)
        if above is not None and above[1].type == BagOf(MEMBER):
            continue
        found, span = draft.world.kinds[name], kinds[name].span
        if above is not None:
            report_duplicate(draft.report, "attribute", HAS, above[1].span, span)
            continue
        attribute = Attribute(
            name=HAS,
            type=BagOf(MEMBER),
            default=None,
            span=found.span,
            text=in_title(HAS, draft),
            slots=(),
        )
        draft.world.kinds[name] = replace(found, attributes=(*found.attributes, attribute))


def keywords_of(draft: Draft) -> dict[str, Keyword]:
    """Return the keywords of a checked game."""
    return {
        word.name: Keyword(
            name=word.name,
            kind=word.kind,
            parameter=word.parameter,
            text=word.text,
            span=word.span,
            grant=word.grant,
        )
        for word in draft.keywords.values()
    }


# --- in the rules of a keyword ------------------------------------------------------------------


def _had(word: KeywordText, draft: Draft) -> AttributeRead:
    """Return the keywords of the card whose rule it is."""
    owner = draft.world.attribute(word.kind, HAS)
    kind = word.kind if owner is None else owner[0]
    draft.world.used.add(("attribute", f"{kind}.{HAS}"))
    return AttributeRead(kind, HAS, Role("self", EntityType(word.kind)), BagOf(MEMBER))


def possession(word: KeywordText | None, draft: Draft) -> Expression | None:
    """Return that the card of a keyword's rule has the keyword; None for any other rule."""
    if word is None:
        return None
    return Contains(Constant(word.number, MEMBER), _had(word, draft), False, BOOL)


def times_of(word: KeywordText | None, draft: Draft) -> Expression | None:
    """Return how often a rule acts that is granted; None for any other rule, which acts once."""
    if word is None or not word.grant:
        return None
    return Lookup(_had(word, draft), Constant(word.number, MEMBER), INT)


def with_number(scope: Scope, word: KeywordText | None, draft: Draft) -> Scope:
    """Return the scope of a keyword's rule, in which its number has its name."""
    if word is None or word.parameter is None:
        return scope
    number = Lookup(_had(word, draft), Constant(word.number, MEMBER), INT)
    return replace(scope, stands_for={**scope.stands_for, word.parameter: number})


# --- on cards -----------------------------------------------------------------------------------


def had_of(node: Node, kind: str, draft: Draft) -> trees.Expression | None:
    """Return the bag that a card says under `has`: a list of words, each perhaps with a number; one
    such word; or an expression."""
    if isinstance(node, Sequence):
        units = [_unit(item, kind, draft) for item in node.items]
    else:
        units = [_unit(node, kind, draft)]
    found: trees.Expression | None = trees.ListLiteral((), node.span)
    for number, unit in enumerate(units):
        if unit is None or found is None:
            return None
        found = trees.Binary("+", found, unit, node.span) if number else unit
    return found


def _unit(node: Node, kind: str, draft: Draft) -> trees.Expression | None:
    """Return one keyword; a word alone counts once. Else it is an expression."""
    parsed = parse_keyword(node, draft.report) if isinstance(node, Scalar) else None
    if parsed is None:
        return expression_of(node, draft.report)
    name, number = parsed
    is_of_card = draft.world.attribute(kind, name.text) is not None
    if number is None and is_of_card and name.text not in draft.keywords:
        return expression_of(node, draft.report)
    word = draft.keywords.get(name.text)
    if word is None:
        if name.text not in draft.lost:
            known = [*draft.keywords]
            unknown(draft.report, "unknown-keyword", name.text, name.span, known)
        return None
    if word.kind not in draft.world.lineage(kind):
        draft.report.add(
            "wrong-type.keyword-of-others", name.span, name=word.name, of=word.kind, kind=kind
        )
    check_expression(name, entity_scope(draft.world, kind), MEMBER)  # for those who ask here
    if number is None and word.parameter is not None:
        draft.report.add(
            "missing-argument.keyword-number", name.span, name=word.name, parameter=word.parameter
        )
    elif number is not None and word.parameter is None:
        draft.report.add("too-many-arguments.keyword-no-number", node.span, name=word.name)
    count = trees.Number(1, name.span) if number is None else number
    return trees.Unit(count, (trees.Word(name.text, name.span),), (), node.span)


OF_CARDS: Final[tuple[AnyKey, ...]] = (OfCardKeys.copies, OfCardKeys.start, OfCardKeys.only_if)
"""What a face has from its card."""


def link_faces(draft: Draft) -> None:
    """Fill `Draft.faces`."""
    cards = {card.id.text: card for card in draft.package.cards}
    for card in draft.package.cards:
        of = OfCardKeys(card).face_of
        if of is None or of.text in draft.lost:
            continue
        front = card if of.text == ANY else cards.get(of.text)
        if front is None:
            unknown(draft.report, "unknown-card", of.text, of.span, [*cards])
        elif of.text != ANY and (front is card or OfCardKeys(front).face_of is not None):
            draft.report.add("bad-face.of-face", of.span, card=of.text)
        elif _kind(front) != _kind(card):
            draft.report.add("bad-face.of-other-kind", of.span, card=of.text, kind=_kind(front))
        else:
            draft.faces[card.id.text] = of.text
            for key in (key for key in OF_CARDS if key.of(card) is not None):
                draft.report.add("bad-face.says", card.keys[key.name].key.span, key=key.name)


def _kind(card: CardText) -> str:
    return "" if card.kind is None else card.kind.text


def declare_faces(draft: Draft) -> None:
    """Give the kinds of cards with several faces the attribute `faces`."""
    for name in sorted({draft.world.definitions[face] for face in draft.faces}):
        kind, own = draft.world.kinds[name], draft.world.attribute(name, FACES)
        if own is not None:
            report_duplicate(draft.report, "attribute", FACES, own[1].span, kind.span)
            continue
        draft.world.used.add(("attribute", f"{name}.{FACES}"))
        attribute = Attribute(
            name=FACES,
            type=ListOf(DefinitionType(name)),
            default=None,
            span=kind.span,
            text=in_title(FACES, draft),
            slots=(),
        )
        draft.world.kinds[name] = replace(kind, attributes=(*kind.attributes, attribute))


def check_faces(draft: Draft) -> None:
    """Report faces of cards whose kind has no state that could say which of them a card shows."""
    kinds = draft.world.definitions
    showing = {key.owner for key in draft.world.state if key.is_definition}
    for card in draft.package.cards:
        of = OfCardKeys(card).face_of
        kind = kinds.get(card.id.text)
        if of is not None and card.id.text in draft.faces and kind not in showing:
            draft.report.add("bad-face.never-shown", of.span, kind=kind, definition=DEFINITION)


def faces_of(card: str, draft: Draft) -> tuple[int, ...]:
    """Return the numbers of all faces of the card that one is or is a face of."""
    front = draft.faces.get(card, card)
    front = card if front == ANY else front
    others = sorted((id_ for id_, of in draft.faces.items() if of == front), key=by_number)
    numbers = [*draft.world.definitions]
    return tuple(numbers.index(id_) for id_ in (front, *others))
