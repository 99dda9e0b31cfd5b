"""Refuse names of an expansion that would change what older texts mean.

A name that an older package already uses for something else, or that is a word of the prelude,
could take the place of the older meaning there; so it is an error, which names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.check.scopes.collect import package_of
from dsl.check.scopes.draft import Draft
from dsl.diagnostics.diagnostic import Label
from dsl.source import Span
from dsl.words.first import FIRST_PRELUDE

Declared = tuple[str, str, Span]
"""Sort, name and place."""


def check_new_names(draft: Draft) -> None:
    """Report each name of an expansion that stands for something else elsewhere."""
    if not draft.parts:
        return
    first: dict[str, Declared] = {}
    names = [each for each in _declared(draft) if each[1] not in HIDDEN]
    order = ["", *(part.expansion for part in draft.parts)]
    for sort, name, span in sorted(names, key=lambda each: order.index(each[2].source.package)):
        older = first.setdefault(name, (sort, name, span))
        if older[0] != sort and older[2].source.package != span.source.package:
            _report(sort, name, span, older, draft)
    _check_prelude(draft)


HIDDEN = frozenset({"player-count"})


def _declared(draft: Draft) -> Iterator[Declared]:
    """Yield everything that a bare name may mean."""
    world = draft.world
    yield from (("option", name, option.span) for name, option in world.options.items())
    for zone in world.zones.values():
        yield ("zone" if zone.key.owner is None else "field", zone.key.name, zone.span)
    for field in world.state.values():
        yield ("state" if field.key.owner is None else "field", field.key.name, field.span)
    for kind in world.kinds.values():
        yield from (("field", attribute.name, attribute.span) for attribute in kind.attributes)
    for name, head in world.values.items():
        yield ("value", name, head.span)
    for card in draft.package.cards:
        yield ("card", card.id.text, card.span)


def _report(sort: str, name: str, span: Span, older: Declared, draft: Draft) -> None:
    """Report a name that is taken."""
    label = Label(older[2], f"here it is a {older[0]}")
    message = f"`{name}` is a {sort} of {package_of(span)} and a {older[0]} of "
    message += package_of(older[2])
    help_text = "take another name: older texts must mean what they meant"
    draft.report.add("name-clash", message, span, help_text, labels=(label,))


def _check_prelude(draft: Draft) -> None:
    """Report values and events called like words of the prelude; of one that came after the first
    release only where an older text uses it."""
    for section, found in (("events", draft.event_texts), ("values", draft.value_texts)):
        for name, texts in found.items():
            span = texts[0].span
            if not span.source.package or draft.prelude.get(section, name) is None:
                continue
            if name in FIRST_PRELUDE or _is_said_elsewhere(name, span.source.package, draft):
                message = f"`{name}` is a word that all games share, and {package_of(span)} is"
                message += " an expansion"
                help_text = "take another name: older texts must mean what they meant"
                draft.report.add("name-clash", message, span, help_text)


def _is_said_elsewhere(name: str, package: str, draft: Draft) -> bool:
    """Return whether a text of a package that does not see the names of another says a name."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    parts = [draft.package, *draft.parts]
    sources = {document.source for part in parts for document in part.documents}
    sources |= {document.source for part in parts for _, document in part.card_files}
    others = (each for each in sources if not draft.world.sees(each.package, [package]))
    return any(word.search(source.text) for source in others)
