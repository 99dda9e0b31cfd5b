"""Check the rulings: what a package decided where its rulebook can be read in several ways."""

from __future__ import annotations

from dsl.check.expressions.names_declared import is_card_id, unknown
from dsl.check.nouns.options import PLAYER_COUNT
from dsl.check.nouns.sources import check_source, known_sources
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import child, scalar_at, scalars_of
from dsl.check.texts.texts import paragraphs_of
from dsl.model.game import Ruling
from dsl.syntax.documents import Entry, Scalar


def check_rulings(draft: Draft) -> None:
    """Fill `Draft.rulings`."""
    entries = unique_entries(draft, "rulings", "ruling", is_card_id)
    draft.rulings = sorted((_ruling(each, draft) for each in entries), key=lambda each: each.id)


def _ruling(entry: Entry, draft: Draft) -> Ruling:
    """Return one ruling."""
    option = scalar_at(entry.value, "option")
    _check_option(option, draft)
    return Ruling(
        id=entry.key.text,
        sentence=paragraphs_of(child(entry.value, "sentence"), draft.language),
        decision=paragraphs_of(child(entry.value, "decision"), draft.language),
        source=_sources(entry, "source", draft),
        settled_by=_sources(entry, "settled-by", draft),
        option=None if option is None else option.text,
        expansion=entry.key.span.source.package,
        span=entry.key.span,
    )


def _sources(entry: Entry, key: str, draft: Draft) -> tuple[str, ...]:
    """Return the sources that a ruling names under a key; report those that no manifest has."""
    known = tuple(known_sources(entry.key.span.source.package, draft))
    found = scalars_of(child(entry.value, key))
    for scalar in found:
        check_source(scalar, known, draft)
    return tuple(scalar.text for scalar in found)


def _check_option(option: Scalar | None, draft: Draft) -> None:
    """Report an option that is not declared; an expansion is one that is on."""
    names = [name for name in draft.world.options if name != PLAYER_COUNT]
    if option is not None and option.text not in names and option.text not in draft.lost:
        word = option.text
        unknown(draft.report, "unknown-option", "option", word, option.span, names)
