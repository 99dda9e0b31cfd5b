"""Check whether an id can stand, where it was declared first, and which zone or place it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl.check.scopes.collect import noun, report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.diagnostics.diagnostic import Diagnostic, Instead, Report
from dsl.diagnostics.wording import Said, nearest
from dsl.model.documents import Node, Scalar, scalars_of
from dsl.model.expressions import Constant, Expression, ListOfItems, Primitive, ZoneKey
from dsl.model.types import EntityType, element_of, plain_type
from dsl.records import Span
from dsl.syntax.grammar import RESERVED
from dsl.syntax.parser import parse_name
from dsl.syntax.trees import Word
from dsl.words.vocabulary import FIRST_ROLES

MOST_LISTED: Final = 12
LITERALS: Final = ("it", "true", "false")
CARD_ID: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*(-[a-zA-Z0-9_]+)*")


def is_card_id(scalar: Scalar, report: Report) -> bool:
    """Return whether a text can be a card's id: a name whose later parts may begin with digits."""
    if scalar.text in RESERVED or CARD_ID.fullmatch(scalar.text) is None:
        return parse_name(scalar, report) is not None
    return True


def unknown(
    report: Report, name: str, word: str, span: Span, candidates: list[str], what: str = ""
) -> None:
    """Report a word that nothing declares, with the nearest one that is.

    Args:
        what: What the word should name, where the name of the finding does not tell.
    """
    known = sorted(candidates)
    near = nearest(word, known)
    helps: tuple[str, ...] = (Instead.of(near, word),) if near else ()
    if not helps and 0 < len(known) <= MOST_LISTED:
        helps = (Said("help.write-one", known=tuple(known)),)
    message = Said("missing.unknown", noun=noun(what or name.removeprefix("unknown-")), word=word)
    report.diagnostics.append(Diagnostic(name, message, span, helps))


def check_locals(words: Iterable[Word], report: Report) -> set[str]:
    """Report slots and parameters with one name, or with one that has a meaning of its own; return
    those names: of which type they are meant to be nobody knows."""
    places, unclear = Places("slot", report), set[str]()
    for word in words:
        if not places.add(word.text, word.span):
            unclear.add(word.text)
        if word.text in FIRST_ROLES:
            report.add("duplicate-name.meaning-own", word.span, word=word.text)
            unclear.add(word.text)
    return unclear


class Places:
    """Where each name of one sort was declared."""

    def __init__(self, what: str, report: Report) -> None:
        self._what = what
        self._report = report
        self._first: dict[str, Span] = {}

    def add(self, name: str, span: Span) -> bool:
        """Return whether a name is new; a second one is reported."""
        first = self._first.setdefault(name, span)
        if first is not span:
            report_duplicate(self._report, self._what, name, span, first)
        return first is span


def split_key(scalar: Scalar) -> tuple[str | None, str]:
    """Return the owner and the name in `player.hand`; the table's zones have no owner."""
    owner, dot, name = scalar.text.rpartition(".")
    return (owner if dot else None), name


def zone_key(scalar: Scalar | None, draft: Draft) -> ZoneKey | None:
    """Return the declared zone a text names, or None after a diagnostic."""
    if scalar is None:
        return None
    owner, name = split_key(scalar)
    zone = draft.world.zone_of(owner, name)
    if zone is None:
        shown = [key.dotted for key in draft.world.zones]
        unknown(draft.report, "unknown-zone", scalar.text, scalar.span, shown)
        return None
    draft.world.used.add(("zone", zone.key.dotted))
    return zone.key


def active_zones(node: Node | None, draft: Draft) -> tuple[ZoneKey, ...] | None:
    """Return the zones in which a rule works; None where its card's kind says so."""
    if node is None:
        return None
    found = (zone_key(scalar, draft) for scalar in scalars_of(node))
    return tuple(key for key in found if key is not None)


NAME: Final = "bad-layout"


class NotToldError(Exception):
    """The text of a card alone does not tell which places it names."""


def inner_places(
    places: Iterable[str | None], names: tuple[Scalar, ...], draft: Draft
) -> list[tuple[str, str, Span]]:
    """Return (place, inner place, where `with` names the attribute), in order."""
    attributes = {each.id: each.attributes for each in draft.definitions}
    found: list[tuple[str, str, Span]] = []
    there = [place for place in places if place is not None]
    for name in names:
        if not _fits(name, there, draft):
            continue
        for place in there:
            formula = attributes.get(place, {}).get(name.text)
            if formula is None:
                continue
            try:
                inner = _told(formula.expression, draft)
            except NotToldError:
                draft.report.add("bad-layout.says-no-plain", name.span, place=place, name=name.text)
                break
            found += ((place, each, name.span) for each in inner)
    return found


def _fits(name: Scalar, places: list[str], draft: Draft) -> bool:
    """Return whether places have an attribute that names places; else it is reported."""
    world = draft.world
    kinds = dict.fromkeys(world.definitions[place] for place in places)
    declared = [found[1] for kind in kinds if (found := world.attribute(kind, name.text))]
    if not kinds:
        return False
    if not declared:
        known = [
            each.name
            for kind in kinds
            for base in world.lineage(kind)
            for each in world.kinds[base].attributes
        ]
        unknown(draft.report, "unknown-attribute", name.text, name.span, known)
        return False
    for attribute in declared:
        plain = plain_type(attribute.type)
        of = plain if isinstance(plain, EntityType) else element_of(plain)
        if not isinstance(of, EntityType) or not world.is_unique(of.kind):
            draft.report.add("bad-layout.no-places", name.span, name=name.text, type=attribute.type)
            return False
    for kind in kinds:
        known_as = world.attribute(kind, name.text)
        if known_as is not None:
            world.used.add(("attribute", f"{known_as[0]}.{name.text}"))
    return True


def _told(node: Expression, draft: Draft) -> list[str]:
    """Return the ids of the places that an expression lists."""
    if isinstance(node, ListOfItems):
        return [id_ for item in node.items for id_ in _told(item, draft)]
    if isinstance(node, Primitive) and node.name == "unique-entity":
        definition = node.arguments[0]
        if isinstance(definition, Constant) and isinstance(definition.value, int):
            return [list(draft.world.definitions)[definition.value]]
    if isinstance(node, Constant) and not node.value:
        return []
    raise NotToldError
