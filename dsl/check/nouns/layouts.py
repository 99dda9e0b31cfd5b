"""Check how places are laid out for those who look at the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from dsl.check.expressions.names_declared import inner_places, unknown
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.world import BoardHead
from dsl.check.texts.texts import text_of
from dsl.diagnostics.diagnostic import Label
from dsl.diagnostics.wording import Said
from dsl.keys.course import LayoutKeys
from dsl.keys.files import SectionKeys
from dsl.keys.key import AnyKey
from dsl.model import documents as d
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.look import SIDES, Layout, Row
from dsl.model.nouns import Zone
from dsl.records import Span

FORMS: Final = (LayoutKeys.ring, LayoutKeys.rows)
BARE: Final = "none"
EVERY: Final = "every "
OWNER: Final = "player"


def declare_boards(draft: Draft) -> None:
    """Fill `World.boards`, so that rules can ask which places are near; `check_layouts` reports."""
    for entry in draft.package.entries(SectionKeys.layout):
        forms = [node for form in FORMS if (node := form.of(entry.value)) is not None]
        words = [
            word for form in forms for row in d.items_or_one(form) for word in d.scalars_of(row)
        ]
        words += [end for way in d.entries_of(LayoutKeys(entry.value).paths) for end in _ends(way)]
        kinds = {_kind_of(word.text, draft) for word in words if word.text != BARE}
        word = d.scalar_of(forms[0]) if forms else None
        head = BoardHead(
            id=entry.key.text,
            kinds=frozenset(kind for kind in kinds if kind is not None),
            zone=None if word is None else _zone_of(word.text, draft),
            is_known=None not in kinds,
            is_straight=bool(forms),
        )
        draft.world.boards.append(head)


def _kind_of(word: str, draft: Draft) -> str | None:
    """Return the kind of a place, that of what a zone holds, or the one in `every KIND`; None of
    nothing."""
    world, kind = draft.world, word.removeprefix(EVERY).strip()
    if word.startswith(EVERY):
        return kind if kind in world.kinds else None
    zone = _zone_of(word, draft)
    return world.definitions.get(word) if zone is None else zone.of or None


def _zone_of(word: str, draft: Draft) -> Zone | None:
    """Return the zone of the table, or of each player, that a word names."""
    owner, dot, name = word.rpartition(".")
    if dot and owner != OWNER:
        return None
    return draft.world.zone_of(owner or None, name)


def check_layouts(draft: Draft) -> None:
    """Fill `Draft.layouts`."""
    seen: dict[str, Span] = {}
    for entry in unique_entries(draft, SectionKeys.layout):
        is_drawn = not d.is_false(LayoutKeys(entry.value).draw)
        layout = _Reader(draft, entry, seen if is_drawn else {}, is_drawn).layout()
        if layout is not None:
            draft.layouts.append(layout)


@dataclass(slots=True)
class _Reader:
    """Reads one layout.

    Attributes:
        seen: Where each place was laid out first, in this layout or another that is drawn.
    """

    draft: Draft
    entry: d.Entry
    seen: dict[str, Span]
    is_drawn: bool
    zone: ZoneKey | None = field(default=None)

    def layout(self) -> Layout | None:
        """Return the layout, or None where it says no form, or two."""
        node = self.entry.value
        forms = [form for form in FORMS if form.at(node) is not None]
        keys = LayoutKeys(node)
        ways = keys.paths
        if len(forms) > 1 or not (forms or ways):
            key = "bad-layout.two-forms" if forms else "bad-layout.no-form"
            self._report(key, self.entry.key.span, name=self.entry.key.text)
            return None
        form = forms[0] if forms else LayoutKeys.rows
        rows = self._rows(form, form.of(node)) if forms else self._of_paths(ways)
        self._refuse(form)
        names = d.scalars_of(keys.with_)
        inside = inner_places([place for row in rows for place in row], names, self.draft)
        inside = [each for each in inside if self._place(each[1], each[2])]
        found: dict[str, tuple[str, ...]] = {}
        for place, inner, _ in inside:
            found[place] = (*found.get(place, ()), inner)
        return Layout(
            id=self.entry.key.text,
            form=form.name,
            rows=rows,
            zone=self.zone,
            columns=d.number_of(keys.columns) or 0,
            inside=found,
            middle=self._middle() if form is LayoutKeys.ring else (),
            beside=word.text if (word := keys.beside) is not None else SIDES,
            paths=self._paths(ways, rows),
            is_drawn=self.is_drawn,
            is_straight=bool(forms),
            text=text_of(keys.text, self.draft.language),
            span=self.entry.key.span,
        )

    def _rows(self, form: AnyKey, node: d.Node | None) -> tuple[Row, ...]:
        """Return the rows of places; a ring is one. Of a zone there are none."""
        word = d.scalar_of(node)
        if word is not None:
            return self._of_word(form, word)
        if form is LayoutKeys.ring:
            return (self._row(node),)
        return tuple(self._row(row) for row in d.items_of(node))

    def _of_paths(self, ways: d.Node | None) -> tuple[Row, ...]:
        """Return rows of the places that paths join, about as many rows as columns."""
        words = {word.text: word for each in d.entries_of(ways) for word in _ends(each)}
        places = [place for word in words.values() if (place := self._named(word)) is not None]
        width = math.isqrt(max(len(places) - 1, 0)) + 1
        return tuple(tuple(places[at : at + width]) for at in range(0, len(places), width))

    def _paths(self, ways: d.Node | None, rows: tuple[Row, ...]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of places that paths join; what joins no two places is reported."""
        there = {place for row in rows for place in row}
        found: dict[frozenset[str], tuple[str, str]] = {}
        for way in d.entries_of(ways):
            here, *ends = _ends(way)
            strange = [word for word in (here, *ends) if word.text not in there]
            for word in strange:
                if word.text in self.draft.world.definitions:
                    board = self.entry.key.text
                    self._report("bad-layout.not-on", word.span, name=word.text, board=board)
                elif there:
                    self._named(word)
            for end in ends:
                if end.text == here.text:
                    self._report("bad-layout.to-itself", end.span, name=here.text)
                elif not strange:
                    found.setdefault(frozenset((here.text, end.text)), (here.text, end.text))
        return (*found.values(),)

    def _row(self, node: d.Node | None) -> Row:
        """Return the places of a list."""
        if not isinstance(node, d.Sequence):
            return ()
        return tuple(self._named(word) for word in d.scalars_of(node))

    def _named(self, word: d.Scalar) -> str | None:
        """Return the place that a word names; None where it stays bare."""
        world = self.draft.world
        if word.text == BARE:
            return None
        kind = world.definitions.get(word.text)
        if kind is None:
            names = [name for name, of in world.definitions.items() if world.is_unique(of)]
            unknown(self.draft.report, "unknown-card", word.text, word.span, names, "place")
            return None
        if not self._is_unique(kind, word):
            return None
        return word.text if self._place(word.text, word.span) else None

    def _is_unique(self, kind: str, word: d.Scalar) -> bool:
        """Return whether the things of a kind are places; else it is reported."""
        if self.draft.world.is_unique(kind):
            return True
        zone = self._zone_for(kind)
        self._report("bad-layout.not-unique", word.span, kind=kind, zone=zone)
        return False

    def _zone_for(self, kind: str) -> str:
        """Return the first zone of such things that can be laid out; "" where none can."""
        world = self.draft.world
        lineage = world.lineage(kind)
        keys = [key for key, zone in world.zones.items() if zone.of in lineage]
        placed = [
            key for key in keys if key.owner in (None, OWNER) and world.zones[key].order != "stack"
        ]
        return placed[0].dotted if placed else ""

    def _place(self, name: str, span: Span, sort: str = "") -> bool:
        """Return whether a place, or a zone, is laid out for the first time; else report it."""
        first = self.seen.get(f"{sort}{name}")
        if first is None:
            self.seen[f"{sort}{name}"] = span
            return True
        label = Label(first, Said("help.laid-out-first"))
        self.draft.report.add("duplicate-name.laid-out-twice", span, labels=(label,), name=name)
        return False

    def _of_word(self, form: AnyKey, word: d.Scalar) -> tuple[Row, ...]:
        """Return the places of a kind by id; of a zone keep its name."""
        columns = d.number_of(LayoutKeys(self.entry.value).columns)
        if form is LayoutKeys.rows and columns is None:
            self._report("bad-layout.no-columns", word.span, rows=word.text)
        if not word.text.startswith(EVERY):
            self._of_zone(word)
            return ()
        places = self._of_kind(word)
        width = (columns or len(places) or 1) if form is LayoutKeys.rows else len(places) or 1
        return tuple(places[at : at + width] for at in range(0, len(places), width))

    def _of_kind(self, word: d.Scalar) -> Row:
        """Return all places of the kind in `every KIND`."""
        world, kind = self.draft.world, word.text.removeprefix(EVERY).strip()
        first, where, _ = kind.partition(" where ")
        if where and first in world.kinds:
            self._report("bad-layout.condition", word.span, first=first)
            return ()
        if kind not in world.kinds:
            unknown(self.draft.report, "unknown-kind", kind, word.span, list(world.kinds))
            return ()
        world.used.add(("kind", kind))
        if not self._is_unique(kind, word):
            return ()
        found = (id_ for id_, of in world.definitions.items() if kind in world.lineage(of))
        return tuple(id_ for id_ in found if self._place(id_, word.span))

    def _of_zone(self, word: d.Scalar) -> None:
        """Store the zone whose places are laid out."""
        zone = _zone_of(word.text, self.draft)
        if zone is None:
            keys = [key for key in self.draft.world.zones if key.owner in (None, OWNER)]
            names = [f"{key.owner}.{key.name}" if key.owner else key.name for key in keys]
            unknown(self.draft.report, "unknown-zone", word.text, word.span, names)
        elif zone.order != "row" and zone.slots is None:
            self._report("bad-layout.cards-no-places", word.span, zone=word.text)
        elif self._place(word.text, word.span, "zone "):
            self.zone = zone.key

    def _refuse(self, form: AnyKey) -> None:
        """Report keys that mean nothing here."""
        node, keys = self.entry.value, LayoutKeys
        word, is_ring = d.scalar_of(form.at(node)), form is keys.ring
        of_kind = word is not None and word.text.startswith(EVERY)
        refused: dict[AnyKey, bool] = {
            keys.columns: is_ring or word is None,
            keys.beside: is_ring or keys.paths.at(node) is not None,
            keys.paths: word is not None and not of_kind,
            keys.with_: word is not None and not of_kind,
            keys.middle: not is_ring or (self.zone is not None and self.zone.owner is not None),
        }
        for key, is_refused in refused.items():
            at = key.at(node)
            if at is not None and is_refused:
                self._report(
                    "bad-layout.means-nothing", at.span, Said(HELPS[key.name]), name=key.name
                )

    def _middle(self) -> tuple[ZoneKey | StateKey, ...]:
        """Return the zones and state of the table in the middle."""
        world = self.draft.world
        found: list[ZoneKey | StateKey] = []
        for word in d.scalars_of(LayoutKeys(self.entry.value).middle):
            zone, state = world.zone_of(None, word.text), world.state_of(None, word.text)
            if zone is not None:
                found += [zone.key] if self._place(word.text, word.span, "zone ") else []
            elif state is not None:
                found += [state.key] if self._place(word.text, word.span, "state ") else []
            else:
                names = [key.name for key in world.zones if key.owner is None]
                names += [key.name for key in world.state if key.owner is None]
                unknown(self.draft.report, "unknown-zone", word.text, word.span, names)
        return tuple(found)

    def _report(self, key: str, span: Span, *helps: str, **slots: object) -> None:
        self.draft.report.add(key, span, *helps, labels=(), **slots)


def _ends(way: d.Entry) -> tuple[d.Scalar, ...]:
    """Return the place from which paths lead, and those to which they do."""
    return (way.key, *d.scalars_of(way.value))


HELPS: Final = {
    "beside": "help.beside-of-rows",
    "paths": "help.paths-of-things",
    "columns": "help.columns-of-kind",
    "with": "help.with-of-things",
    "middle": "help.middle-of-ring",
}
