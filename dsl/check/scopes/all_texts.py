"""List every text for people of a game whose passes are through, each with where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.check.scopes.draft import Draft
from dsl.check.texts.prelude_texts import SECTIONS as PRELUDE_SECTIONS
from dsl.check.texts.text_nodes import (
    Path,
    change_sections,
    changed_card,
    changed_entry,
    changed_manifest,
    without_variant,
)
from dsl.check.texts.texts import paragraphs_of
from dsl.model.nouns import Text
from dsl.records import record
from dsl.source import Span
from dsl.syntax.documents import Node


@record
class WrittenText:
    """A text as it is written.

    Attributes:
        path: What a translation calls it: see `text_nodes`.
        expansion: Whose text it is; empty for the game.
        is_shared: Whether it is a word of the prelude.
    """

    path: Path
    text: Text
    span: Span
    expansion: str
    is_shared: bool


def written_texts(draft: Draft) -> tuple[WrittenText, ...]:
    """Return all texts of a game, its expansions and the words of the prelude that it uses.

    Variants that say the same, and cards of a product, are one.
    """
    found: dict[tuple[str, Path], WrittenText] = {}
    for text in _merged(_all(draft)):
        found.setdefault((text.expansion if len(text.path) < 3 else "", text.path), text)
    return tuple(found.values())


def _all(draft: Draft) -> Iterator[WrittenText]:
    """Yield every text with its full path."""
    package = draft.package
    for each in (package, *draft.parts):
        if each.manifest is not None:
            noted = _Notes(draft.language, each.expansion)
            changed_manifest(each.manifest, noted.note)
            yield from noted.found
    noted = _Notes(draft.language)
    change_sections(package, noted.note)
    for card in package.cards:
        changed_card(card, noted.note)
    yield from noted.found
    yield from _of_prelude(draft)


def _of_prelude(draft: Draft) -> Iterator[WrittenText]:
    """Yield the texts of the words of the prelude that a game uses."""
    noted = _Notes(draft.language, is_shared=True)
    for section in PRELUDE_SECTIONS:
        for name in sorted(draft.prelude_digests):
            entry = draft.prelude.get(section, name)
            if entry is not None:
                changed_entry(section, entry, noted.note)
    yield from noted.found


class _Notes:
    """Texts met on the way through nodes that stay as they are."""

    def __init__(self, language: str, expansion: str = "", is_shared: bool = False) -> None:
        self.found: list[WrittenText] = []
        self._language = language
        self._expansion = expansion
        self._is_shared = is_shared

    def note(self, path: Path, node: Node) -> Node:
        """Note a text."""
        text = paragraphs_of(node, self._language)
        whose = self._expansion or node.span.source.package
        self.found.append(WrittenText(path, text, node.span, whose, self._is_shared))
        return node


def _merged(texts: Iterable[WrittenText]) -> Iterator[WrittenText]:
    """Yield texts; variants of one entry that say the same without their numbers."""
    kept = [*texts]
    said: dict[Path, list[Text]] = {}
    for each in kept:
        said.setdefault(without_variant(each.path), []).append(each.text)
    for each in kept:
        short = without_variant(each.path)
        is_one = all(text == said[short][0] for text in said[short])
        path = short if is_one else each.path
        yield WrittenText(path, each.text, each.span, each.expansion, each.is_shared)
