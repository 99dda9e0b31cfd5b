"""Leave out the cards of a pool that cannot come into a match, before any text is parsed.

A pool is the cards of a kind that players choose by an option, such as a deck. A match needs those
that its decks name, those that rules and scripts name, and those that these name in turn, with all
their faces: every word of a kept text counts, so more may be kept than needed and never less. The
list of a deck names cards by their names, too; decks that nobody chose are left out. The lines of
other cards become empty. So every place in a kept text stays the same, and later stages see less.

Texts are cut by their lines alone. A file is cut where its layout leaves no doubt, else it is kept
as a whole; and a game stays whole where it could need every card of the pool: its cards begin in a
zone, or a rule goes through `every` one of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec.structs import replace

from dsl.records import Record
from dsl.syntax.deck_lists import id_by_custom, names_in
from dsl.syntax.package_files import Files

WORD: Final = re.compile(r"\w+(?:-\w+)*")
_NAME: Final = r"[\"']?(\w+(?:-\w+)*)[\"']? *(?=[,}#\n])"
_TOP: Final = re.compile(r"^(?:(?P<key>[a-z-]+):[ \t]*(?P<rest>\S[^\n]*)?|[^\s#][^\n]*)$", re.M)
_FIRST: Final = re.compile(r"^(?P<blanks> *)(?P<first>[^\s#])", re.M)
_IN_BRACES: Final = re.compile(rf"[,{{] *kind: *{_NAME}")
_ENTRY: Final = re.compile(r" *[\"']?(\w+(?:-\w+)*)[\"']?:")
_OPEN_QUOTE: Final = re.compile(r"[:,\[{-][ \t]+(?:\"[^\"\n]*|'[^'\n]*)$", re.M)
_CHOSEN: Final = re.compile(r"\bdef of (\w+(?:-\w+)*)")
_EVERY: Final = re.compile(r"\bevery\s+(\w+(?:-\w+)*)")
_EXTENDS: Final = re.compile(r"\bextends: *(\w+(?:-\w+)*)")
_FACE: Final = re.compile(rf"\bface-of: *{_NAME}")
PLACED: Final = re.compile(r"\b(?:start|unique):")
"""What makes cards part of a match by themselves."""

DECK: Final = "*deck"
"""Instead of a kind: the lines say a deck."""


class Unit(NamedTuple):
    """The lines of a file that say one card, or one entry about a card, or hold such lines alone.

    Attributes:
        kind: Its kind as far as its lines tell; empty for what is said about a card elsewhere, of
            a deck a word of its own.
        items: Of lines around others how many there are, which stand before it; 0 for a card.
    """

    id: str
    kind: str
    start: int
    end: int
    items: int = 0


class Cut(Record):
    """The files of a game without the cards that cannot come into a match.

    Attributes:
        left_out: The ids of those cards; empty where the game is whole.
    """

    files: tuple[Files, ...]
    left_out: frozenset[str] = frozenset()


class CutText(Record, eq=False):
    """One text with the parts that may be left out."""

    text: str
    units: tuple[Unit, ...]

    def without(self, ids: Container[str]) -> str:
        """Return the text with the lines of some cards empty; what holds these alone is empty too,
        since a section or a table says something."""
        gone: list[tuple[int, int]] = []
        done: list[tuple[int, int, bool]] = []
        for unit in self.units:
            is_gone = unit.id in ids
            if unit.items:
                inner = []
                while done and done[-1][0] >= unit.start:
                    inner.append(done.pop())
                is_gone = len(inner) == unit.items and all(each[2] for each in inner)
                gone += [] if is_gone else [each[:2] for each in reversed(inner) if each[2]]
            done.append((unit.start, unit.end, is_gone))
        gone = sorted(gone + [each[:2] for each in done if each[2]])
        parts, here = list[str](), 0
        for start, end in gone:
            parts += [self.text[here:start], "\n" * self.text.count("\n", start, end)]
            here = end
        return "".join([*parts, self.text[here:]])


def cut(parts: Sequence[Files], named: Iterable[str] = ()) -> Cut:
    """Return the files of a game as a match needs them.

    Args:
        named: Texts whose words name cards: the values of options, a position, a script.
    """
    whole = Cut(tuple(parts))
    texts = {(n, name): text_of(name, data) for n, each in enumerate(parts)
             for name, data in each.contents}  # fmt: skip
    if not any(each.units for each in texts.values()):
        return whole
    bare = [each.without({unit.id for unit in each.units}) for each in texts.values()]
    pool = Pool(bare, texts.values())
    if not pool.cards:
        return whole
    wanted = pool.wanted([*bare, *pool.kept_texts()], named)
    if wanted is None or len(wanted) == len(pool.cards):
        return whole
    left = pool.cards.keys() - wanted
    return Cut(tuple(_kept(each, n, texts, left) for n, each in enumerate(parts)), frozenset(left))


def pool_ids(texts: Sequence[CutText]) -> frozenset[str]:
    """Return the cards of the pool of a game, decks left aside."""
    bare = [each.without({unit.id for unit in each.units}) for each in texts]
    pool = Pool(bare, texts)
    return frozenset(pool.cards.keys() - pool.decks)


def _kept(
    files: Files, number: int, texts: dict[tuple[int, str], CutText], left: set[str]
) -> Files:
    """Return files without some cards."""
    contents = []
    for name, data in files.contents:
        found = texts[number, name]
        text = found.without(left) if found.units else found.text
        if text == found.text:
            contents.append((name, data))
        elif text.strip():
            contents.append((name, text.encode()))
    return replace(files, contents=tuple(contents))


class Pool:
    """The cards of a game that come into a match only where something names them.

    Attributes:
        cards: The text of each by id.
        decks: The ids of decks, which are among them.
        about: What is said of a card elsewhere than in its own lines.
    """

    def __init__(self, bare: Sequence[str], texts: Iterable[CutText]) -> None:
        self.kinds, self._ranges = _chosen_kinds(bare)
        self.cards: dict[str, str] = {}
        self._kept: list[str] = []
        self.decks: set[str] = set()
        self._lowered: str | None = None
        self._faces: dict[str, set[str]] = {}
        self.about: dict[str, list[str]] = {}
        for each in texts:
            is_placed = any(word in each.text for word in ("start:", "unique:"))
            for id_, kind, start, end, items in each.units:
                if items:
                    continue
                text = each.text[start:end]
                is_here = is_placed and PLACED.search(text)
                if kind == DECK and self.kinds:
                    self.decks.add(id_)
                    self.cards.setdefault(id_, text)
                    continue
                if kind in self.kinds and id_ not in self.cards and not is_here:
                    self.cards[id_] = text
                    for front in _FACE.findall(text) if "face-of" in text else ():
                        self._faces.setdefault(front, set()).add(id_)
                elif kind:
                    self._kept.append(text)
                else:
                    self.about.setdefault(id_, []).append(text)
        for id_ in self.about.keys() - self.cards.keys():
            self._kept += self.about[id_]

    def kept_texts(self) -> Iterator[str]:
        """Yield the texts of cards that are always there."""
        yield from self._kept

    def wanted(self, texts: Iterable[str], named: Iterable[str]) -> set[str] | None:
        """Return the cards that texts name, and those that these name; None for all.

        Args:
            named: Texts that may be lists of decks.
        """
        found: set[str] = set()
        waiting = [*((text, False) for text in texts), *((text, True) for text in named)]
        while waiting:
            text, is_list = waiting.pop()
            if not self._ranges.isdisjoint(_EVERY.findall(text)):
                return None
            new = self.cards.keys() & set(WORD.findall(text))
            new.update(self._in_list(text) if is_list else ())
            new |= {face for id_ in new for face in self._faces.get(id_, ())}
            waiting += [(self.cards[id_], id_ in self.decks) for id_ in new - found]
            found |= new
        return found

    def _in_list(self, text: str) -> Iterator[str]:
        """Yield the cards that the list of a deck names otherwise than by their ids."""
        for name in names_in(text):
            dashed = id_by_custom(name)
            if dashed in self.cards:
                yield dashed
            elif name not in self.cards and any(map(str.isalpha, name)):
                yield from self._called(name)

    def _called(self, name: str) -> Iterator[str]:
        """Yield the cards of which a text holds a name, where a name is said."""
        if self._lowered is None:
            about = ((id_, text) for id_, texts in self.about.items() for text in texts)
            said = [*self.cards.items(), *about]
            self._ids = [id_ for id_, _ in said]
            self._starts = [0, *accumulate(len(text.lower()) for _, text in said)]
            self._lowered = "".join(text.lower() for _, text in said)
        name, here = " ".join(name.lower().split()), -1
        while (here := self._lowered.find(name, here + 1)) >= 0:
            id_ = self._ids[bisect_right(self._starts, here) - 1]
            line = self._lowered.rfind("\n", 0, here) + 1
            if id_ in self.about or "name" in self._lowered[line:here]:
                yield id_


def _chosen_kinds(bare: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the kinds of which players choose cards by an option and that lie nowhere else, and
    all kinds that hold such cards."""
    chosen: set[str] = set()
    kinds: dict[str, str] = {}
    for text in bare:
        for key, _, start, end in _sections(text):
            if key == "options":
                chosen.update(_CHOSEN.findall(text, start, end))
            elif key == "kinds":
                kinds |= {name: text[a:b] for name, a, b in _entries(text, start, end)}
    found: set[str] = set()
    ranges: set[str] = set()
    for kind in kinds:
        above = set(_lineage(kind, kinds))
        if chosen & above and not any(PLACED.search(kinds.get(each, "start:")) for each in above):
            found.add(kind)
            ranges |= above
    return found, ranges


def _lineage(kind: str, kinds: dict[str, str]) -> Iterator[str]:
    """Yield a kind and those that it extends."""
    seen: set[str] = set()
    while kind not in seen:
        seen.add(kind)
        yield kind
        base = _EXTENDS.search(kinds.get(kind, ""))
        kind = kind if base is None else base[1]


# --- the layout of a file -------------------------------------------------------------------------


def text_of(name: str, data: bytes) -> CutText:
    """Return the text of a file with its units; none where its layout leaves a doubt."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return CutText("", ())
    has_quotes = '"' in text or "'" in text
    if "\r" in text or "\t" in text or (has_quotes and _OPEN_QUOTE.search(text)):
        return CutText(text, ())
    return CutText(text, tuple(_units(name, text)))


def _units(name: str, text: str) -> Iterator[Unit]:
    """Yield the units of a text in their order."""
    tops = [found["key"] for found in _TOP.finditer(text) if found["key"]]
    if "kind" in tops and "script" not in tops and "\n---" not in text:
        kind = _key("kind", 0).search(f"\n{text}")
        if kind is not None and name.startswith("cards/"):
            yield Unit(name.rpartition("/")[2].partition(".")[0], kind[1], 0, len(text))
        return
    for key, start, body, end in _sections(text):
        if key == "cards" and _is_list(text, body, end):
            yield from _cards(text, start, body, end, "")
        elif key in ("names", "decks") or (key == "cards" and "translation" in tops):
            sort = DECK if key == "decks" else ""
            entries = [Unit(id_, sort, a, b) for id_, a, b in _entries(text, body, end)]
            yield from entries
            if len(entries) == len(_starts(text, body, end) or ()) > 0:
                yield Unit("", "", start, end, len(entries))


def _sections(text: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the top-level keys with nothing behind them, where they begin, the lines below them
    begin, and these end."""
    key, start, body = "", 0, 0
    for found in _TOP.finditer(text):
        if found[0].startswith("- "):
            continue  # an item of the list below a key
        if key:
            yield key, start, body, found.start()
        rest = found["rest"] or ""
        key = found["key"] if found["key"] and rest[:1] in ("", "#") else ""
        start, body = found.start(), min(found.end() + 1, len(text))
    if key:
        yield key, start, body, len(text)


def _is_list(text: str, start: int, end: int) -> bool:
    """Return whether the first line of a section is an item."""
    first = _FIRST.search(text, start, end)
    return first is not None and first["first"] == "-"


def _starts(text: str, start: int, end: int) -> list[int] | None:
    """Return where the lines of least indentation begin; None where one has less than the first."""
    found: list[int] = []
    least: int | None = None
    for line in _FIRST.finditer(text, start, end):
        blanks = len(line["blanks"])
        least = blanks if least is None else least
        if blanks < least:
            return None
        if blanks == least:
            found.append(line.start())
    return found


def _entries(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the entries of a section that is a mapping: key, start and end."""
    starts = _starts(text, start, end) or []
    for here, then in zip(starts, [*starts[1:], end], strict=True):
        key = _ENTRY.match(text, here, then)
        if key is not None:
            yield key[1], here, then


def _cards(text: str, around: int, start: int, end: int, kind: str) -> Iterator[Unit]:
    """Yield the cards of a list, and behind them the lines that hold it.

    Args:
        around: Where these begin.
        kind: That of a card that does not say its own.
    """
    starts = _starts(text, start, end)
    if not starts or any(not text.startswith("- ", text.index("-", here)) for here in starts):
        return
    column = text.index("-", starts[0]) - starts[0] + 2
    head, own_id, own_kind = _head(column), _key("id", column), _key("kind", column)
    table = _table(column) if "rows:" in text or "each:" in text else None
    for here, then in zip(starts, [*starts[1:], end], strict=True):
        if table is not None and table.search(text, here, then):
            yield from _rows(text, here, then, column)
            continue
        id_ = head.match(text, here, then) or own_id.search(text, here, then)
        in_braces = text[here + column] == "{"
        of = (_IN_BRACES if in_braces else own_kind).search(text, here, then)
        if id_ is not None and (of is not None or kind):
            yield Unit(id_[1], kind if of is None else of[1], here, then)
    yield Unit("", "", around, end, len(starts))


@lru_cache(maxsize=64)
def _head(column: int) -> re.Pattern[str]:
    """Return the first line of an item that begins with its id."""
    return re.compile(rf" {{{column - 2}}}- +(?:{{ *)?id: *{_NAME}")


@lru_cache(maxsize=64)
def _key(key: str, column: int) -> re.Pattern[str]:
    """Return a key of an item on a line of its own."""
    return re.compile(rf"\n {{{column}}}{key}: *{_NAME}")


@lru_cache(maxsize=64)
def _table(column: int) -> re.Pattern[str]:
    """Return what an item has that stands for several cards."""
    return re.compile(rf"(?:^ {{{column - 2}}}- +(?:{{ *)?|\n {{{column}}})(?:each|rows):", re.M)


def _rows(text: str, start: int, end: int, column: int) -> Iterator[Unit]:
    """Yield the rows of a table whose head says their kind."""
    head = re.compile(rf"^ {{{column - 2}}}[- ] rows:[ \t]*(?:#[^\n]*)?\n", re.M).search(
        text, start, end
    )
    if head is None:
        return
    first = head.end()
    last = next((found.start() for found in _FIRST.finditer(text, first, end)
                 if len(found["blanks"]) <= column and found["first"] != "-"), end)  # fmt: skip
    shared = f"\n{text[start:first]}{text[last:end]}"
    kind = re.search(rf"\bkind: *{_NAME}", shared)
    if kind is not None and not PLACED.search(shared):
        for unit in _cards(text, start, first, last, kind[1]):
            yield unit._replace(end=end) if unit.items else unit
