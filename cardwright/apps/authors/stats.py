"""Count the lines and the entries of a package: the game alone, then each expansion.

These lines count: every line with something on it besides a comment and the keys `name`, `text`,
`source`, `licence`, `genre`, `published`, `reconstructed`, `rulings`, `origins`, `examples` and the
`given` of kinds with all that stands in them. A line of more than 100 columns counts once for every
100 begun, and one with several statements (`a; b`) once for each; a body behind a comma belongs to
its statement. Scripts and translations do not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from statistics import median
from typing import Any

from msgspec.structs import replace

import cardwright
from cardwright import Checks, Options, Package
from dsl import MANIFEST_KEYS, Files, Record, Source, Span, read_yaml
from dsl.model.documents import Document, Entry, Node
from dsl.model.documents import Mapping as MappingNode
from dsl.model.documents import Sequence as SequenceNode
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.scripts import Script
from dsl.model.traits import Looking
from dsl.model.walk import walk
from interpreter import Owner

COLUMNS = 100
LEFT_OUT = frozenset(
    ["name", "names", "text", "source", "licence", "genre", "examples", "rulings", "published",
     "reconstructed", "show", "origins", "given"]
)  # fmt: skip
NAMING = frozenset(
    ["options", "enums", "kinds", "keywords", "zones", "state", "values", "events", "actions",
     "scenarios", "layout", "attributes"]
)  # fmt: skip
"""Keys under which an author names things, so that a thing called `source` is no source."""
NOT_COUNTED = frozenset(["script", "translation"])
_COMMENT = re.compile(r"(^|\s)#.*$")
_NOTHING = re.compile(r"[\s{}\[\],-]*$")


class Lines(Record):
    """The lines of one file.

    Attributes:
        rules, cards: How many of each.
        of_cards: For each card that stands there, the place it begins and its lines.
    """

    rules: int
    cards: int
    of_cards: tuple[tuple[Span, int], ...]

    def of_card(self, span: Span) -> int | None:
        """Return the lines of the card around a place, the innermost; None where there is none."""
        around = [(s, n) for s, n in self.of_cards if s.start <= span.start < s.end]
        return min(around, key=lambda each: each[0].end - each[0].start)[1] if around else None


def lines_of(source: Source) -> Lines:
    """Return the lines of a file."""
    rules = cards = 0
    found: list[tuple[Span, int]] = []
    for document in read_yaml(source).documents:
        root = document.root
        entries = root.entries if isinstance(root, MappingNode) else ()
        if any(entry.key.text in NOT_COUNTED for entry in entries):
            continue
        text = list(source.text)
        for entry in _left_out(document.root):
            for i in range(entry.key.span.start, min(entry.value.span.end, len(text))):
                if text[i] != "\n":
                    text[i] = " "
        kept, prose = "".join(text).split("\n"), set[int]()
        for entry in entries:  # in a manifest a semicolon parts no statements
            if entry.key.text in MANIFEST_KEYS:
                prose.update(_lines_in(source, entry.key.span.to(entry.value.span)))
        numbers = _lines_in(source, document.root.span)
        weights = Counter({n: _weight(kept[n - 1], n not in prose) for n in numbers})
        card_nodes = tuple(_card_nodes(document))
        places = [e.key.span.to(e.value.span) for e in entries if e.key.text == "cards"]
        if _is_card(root):
            places = [root.span]
        on_cards = {line for place in places for line in _lines_in(source, place)}
        cards += sum(n for line, n in weights.items() if line in on_cards)
        rules += sum(n for line, n in weights.items() if line not in on_cards)
        for node in card_nodes:
            count = sum(weights[line] for line in _lines_in(source, node.span))
            found.append((node.span, count))
    return Lines(rules, cards, tuple(found))


def _is_card(root: Node) -> bool:
    return isinstance(root, MappingNode) and root.entry("kind") is not None


def _card_nodes(document: Document) -> Iterator[Node]:
    """Yield what a card is written as: a file, an item of `cards`, a row of such an item."""
    root = document.root
    if _is_card(root):
        yield root
    items = root.get("cards") if isinstance(root, MappingNode) else None
    for item in items.items if isinstance(items, SequenceNode) else ():
        yield item
        rows = item.get("rows") if isinstance(item, MappingNode) else None
        yield from rows.items if isinstance(rows, SequenceNode) else ()


def _lines_in(source: Source, span: Span) -> range:
    """Return the numbers of the lines on which a stretch stands."""
    last = span.start + len(span.text.rstrip())
    return range(source.position(span.start)[0], source.position(max(last - 1, span.start))[0] + 1)


def _left_out(node: Node, names: bool = False) -> Iterator[Entry]:
    """Yield the entries that do not count; `names`: the keys here are names that authors chose."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _left_out(item)
    elif isinstance(node, MappingNode):
        for entry in node.entries:
            if entry.key.text in LEFT_OUT and not names:
                yield entry
            else:
                yield from _left_out(entry.value, entry.key.text in NAMING and not names)


def _weight(line: str, has_steps: bool) -> int:
    """Return how often a line counts."""
    words = _COMMENT.sub("", line).rstrip()
    if _NOTHING.match(words) or words == "---":
        return 0
    statements = 1 + words.rstrip(";").count(";") if has_steps else 1
    return max(-(-len(words) // COLUMNS), statements)


SORTS = ("value", "event", "action", "trigger", "replacement", "modifier", "forbid", "always")


class Stats(Record, kw_only=True):
    """The numbers of a game without its expansions, or of one expansion alone.

    Attributes:
        game: Its id.
        expansion: The id of the expansion; empty for the game.
        rules, cards: Lines; see `cardwright.apps.authors.stats`.
        with_rules, without_rules: Cards that say more than printed values, and the others.
        sorts: How many entries of each of `SORTS`.
        options, examples, scripts: How many of each.
        card_lines: Of each card with rules, by its id.
    """

    game: str
    expansion: str
    rules: int
    cards: int
    with_rules: int
    without_rules: int
    sorts: Mapping[str, int]
    options: int
    examples: int
    scripts: int
    card_lines: Mapping[str, int]

    @property
    def median(self) -> float:
        """Return the median of lines of a card with rules; 0 without such cards."""
        return median(self.card_lines.values()) if self.card_lines else 0

    @property
    def most(self) -> int:
        """Return the most lines of a card with rules; 0 without such cards."""
        return max(self.card_lines.values(), default=0)

    @property
    def ninth(self) -> int:
        """Return how many lines nine of ten cards with rules do not exceed; 0 without any."""
        lines = sorted(self.card_lines.values())
        return lines[ceil(len(lines) * 0.9) - 1] if lines else 0


def stats_of(
    game: Game, sources: Sequence[Source], cases: Iterable[Script], expansion: str = ""
) -> Stats:
    """Return the numbers of a game, or of an expansion that is in it.

    Args:
        sources: The texts of what is counted, and no others.
        cases: The examples and scripts of all variants of the game.
    """
    lines = {source.path: lines_of(source) for source in sources}
    texts = (o for o in Owner.all_in(game) if not o.is_shared and not o.is_native)
    own = [each for each in texts if each.span and each.span.source.package == expansion]
    cards = [each for each in game.cards if each.span.source.package == expansion]
    ruled = {owner.card for owner in own} | {d.id for d in cards if _reads(d)}
    ids = {part.id for part in game.expansions}
    options = [each for each in Options(game) if each.id not in ids]
    shown = {
        (each.span.source.path, each.span.start, each.span.end): each
        for each in cases
        if each.span.source.package == expansion
    }
    return Stats(
        game=game.manifest.id,
        expansion=expansion,
        rules=sum(each.rules for each in lines.values()),
        cards=sum(each.cards for each in lines.values()),
        with_rules=sum(card.id in ruled for card in cards),
        without_rules=sum(card.id not in ruled for card in cards),
        sorts={s: len({o.span for o in own if o.sort == s and o.span}) for s in SORTS},
        options=sum(each.span.source.package == expansion for each in options),
        examples=sum(each.recorded is None for each in shown.values()),
        scripts=sum(each.recorded is not None for each in shown.values()),
        card_lines={
            card.id: lines[card.span.source.path].of_card(card.span) or 0
            for card in cards
            if card.id in ruled
        },
    )


def _reads(card: Definition) -> bool:
    """Return whether a card itself says an attribute that reads the match."""
    said = (card.attributes.get(name) for name in card.attribute_spans)
    return any(
        formula is not None and any(isinstance(each, Looking) for each in walk(formula.expression))
        for formula in said
    )


def stats_as_plain(stats: Stats) -> dict[str, Any]:
    """Return the numbers as one plain object."""
    return {
        "game": stats.game,
        "expansion": stats.expansion or None,
        "lines": {"rules": stats.rules, "cards": stats.cards},
        "cards": {"with-rules": stats.with_rules, "without-rules": stats.without_rules},
        **{f"{sort}s" if sort != "always" else sort: n for sort, n in stats.sorts.items()},
        "options": stats.options,
        "examples": stats.examples,
        "scripts": stats.scripts,
        "lines-per-card": {
            "median": stats.median,
            "90-percent": stats.ninth,
            "max": stats.most,
            "cards": dict(sorted(stats.card_lines.items())),
        },
    }


def stats_of_package(package: Package, cache: bool = True) -> tuple[Stats, ...]:
    """Return the numbers of a game, then of each installed expansion of it.

    Raises:
        PackageError: The game or an expansion has errors.
    """
    alone = replace(package, parts=())
    game = cardwright.load(alone, cache=cache, whole=True).model
    models = (
        cardwright.load(each, cache=cache, whole=True).model
        for each in Checks(cache).variants(alone)
    )
    cases = [case for model in models for case in (*model.examples, *model.scripts)]
    found = [stats_of(game, _sources(package), cases)]
    for id_, expansion in package.installed().items():
        whole = cardwright.load(package.with_expansions([id_]), cache=cache, whole=True).model
        found.append(stats_of(whole, _sources(expansion, id_), cases, id_))
    return tuple(found)


def _sources(package: Package, expansion: str = "") -> tuple[Source, ...]:
    """Return the texts of a package alone."""
    return Files.of(package.folder, package.shown, expansion).sources()
