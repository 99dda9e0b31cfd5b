"""Check the scripts of a package and all the examples in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.check.packages.scripts import example_of, script_of
from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import child, items_of, items_or_one, scalar_at, scalars_of
from dsl.syntax.documents import Node


def check_examples(draft: Draft) -> None:
    """Fill `Draft.examples`."""
    game = _game_id(draft)
    for place, card, items in _examples(draft):
        for number, item in enumerate(items, start=1):
            if not _belongs(item, draft):
                continue
            draft.examples.append(example_of(item, draft, game, card, f"{place} {number}"))


def check_scripts(draft: Draft) -> None:
    """Fill `Draft.scripts`, as they stand in the files, these by path."""
    documents = [each for each in draft.package.scripts if _belongs(each.root, draft)]
    found = [script_of(document, draft, _game_id(draft)) for document in documents]
    draft.scripts = [script for script in found if script is not None]


def _belongs(node: Node, draft: Draft) -> bool:
    """Return whether a script runs with just the expansions that are in.

    It runs with that of its own package, what it says it requires, and what these require. What
    scripts of the game ask for is asked for where no expansion is in.
    """
    own, named = node.span.source.package, scalars_of(child(node, "requires"))
    if not draft.parts and not named:
        return not own
    wanted = {own, *(scalar.text for scalar in named)}
    known = draft.closures.keys() | {"", _game_id(draft)}
    whole = {each for id_ in wanted & draft.closures.keys() for each in draft.closures[id_]} - {""}
    if wanted <= known and whole == {part.expansion for part in draft.parts}:
        return True
    if named and (own or not draft.parts):
        draft.combinations.add(frozenset(wanted - {"", _game_id(draft)}))
    return False


def _game_id(draft: Draft) -> str:
    """Return the id of the game."""
    scalar = scalar_at(draft.package.manifest, "id")
    return "" if scalar is None else scalar.text


def _examples(draft: Draft) -> Iterator[tuple[str, str | None, Iterable[Node]]]:
    """Yield every list of examples with what it stands on and the card, if it is one."""
    package = draft.package
    yield "example", None, package.items("examples")
    for section in ("values", "events", "actions"):
        for entry in package.entries(section):
            for variant in items_or_one(entry.value):
                yield entry.key.text, None, items_of(child(variant, "examples"))
    for name, node in draft.kind_nodes.items():
        yield name, None, items_of(child(node, "examples"))
    for card in package.cards:
        yield card.id.text, card.id.text, items_of(card.get("examples"))
