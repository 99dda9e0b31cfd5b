"""Write changes and their impact in one language as lines of pieces, before any form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from cardwright.apps.authors.diff.compare import (
    ADDED,
    CHANGED,
    FREE,
    GONE,
    RENAMED,
    Detail,
    Wording,
)
from cardwright.apps.authors.diff.impact import Touched
from cardwright.apps.authors.diff.parts import (
    Part,
    Piece,
    Thing,
    marked_pair,
    other_lines,
    word,
    word_or,
)
from cardwright.apps.authors.diff.report import Entry, Report
from cardwright.apps.cards.card import written
from cardwright.apps.face.words import in_language
from dsl import Record

MARKS: Final = {ADDED: "+", GONE: "-", RENAMED: ">", CHANGED: "~", "": " "}
SORTS: Final = (
    "game", "card", "kind", "enum", "member", "zone", "state", "option", "value", "event",
    "action", "group", "phase", "layout", "scenario", "format", "deck",
)  # fmt: skip
CHECKS: Final = ("example", "script")
_SHORT: Final = 60
_MOST_CHECKS: Final = 4


class Line(Record):
    """A line to be shown.

    Attributes:
        depth: 0 for a head, 1 for a thing, 2 for what is said of it, 3 for its two versions.
        what: What became of it; empty where it only tells more.
    """

    depth: int
    what: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The line as plain text."""
        return "".join(text for text, _ in self.pieces)


class Telling:
    """The lines of a report in a language.

    Attributes:
        with_checks: Whether examples, scripts and files are told, which concern authors alone.
    """

    def __init__(self, report: Report, lang: str, with_checks: bool = True) -> None:
        self.report = report
        self.lang = lang
        self.with_checks = with_checks

    def word(self, key: str, **slots: object) -> str:
        """Return a phrase in the language."""
        return word(self.lang, key, **slots)

    def lines(self) -> Iterator[Line]:
        """Yield all lines, what means something first."""
        yield from self._meaning()
        yield from self._wording()
        if self.with_checks:
            yield from self._checks()
        if self.report.files and self.with_checks:
            files = ", ".join(self.report.files)
            yield _line(0, "", self.word("form-only", files=files))
        if self.report.is_same:
            yield _line(0, "", self.word("same"))
        elif not self.report.entries:
            yield _line(0, "", self.word("same-meaning"))

    def title(self) -> str:
        """Return which versions of which game these are."""
        old, new = self.report.games
        name = in_language(new.manifest.title, self.lang, new.manifest.default_language)
        version = new.manifest.version
        if old.manifest.version != version:
            version = f"{old.manifest.version} → {version}"
        return f"{name or new.manifest.id} {version}"

    # --- what means something -----------------------------------------------------------------

    def _meaning(self) -> Iterator[Line]:
        for sort in SORTS:
            entries = [e for e in self.report.entries if e.change.thing.sort == sort]
            if entries:
                yield _line(0, "", self.word(f"head-{sort}"))
            for alike in self._alike(entries):
                yield from self._entry(alike)

    def _alike(self, entries: Iterable[Entry]) -> list[list[Entry]]:
        """Return entries in groups that are told in one breath."""
        found: dict[object, list[Entry]] = {}
        for entry in entries:
            change = entry.change
            said = tuple((d.aspect, d.of, d.what, *map(self._words, (d.before, d.after)))
                         for d in change.details)  # fmt: skip
            alone = change.key if change.what == RENAMED or change.inherited else ""
            found.setdefault((change.what, entry.expansion, said, alone), []).append(entry)
        return [*found.values()]

    def _words(self, part: Part | None) -> str | None:
        return None if part is None else part.words(self.lang)

    def _entry(self, entries: Sequence[Entry]) -> Iterator[Line]:
        """Yield what became of a thing, or of several in the same way."""
        first = entries[0].change
        names = ", ".join(self.thing(each.change.thing) for each in entries)
        notes = []
        if first.what == RENAMED and first.old is not None:
            notes.append(self.word("formerly", name=self.thing(first.old)))
        if entries[0].expansion is not None:
            notes.append(self.word("expansion", name=entries[0].expansion))
        more = f" ({', '.join(notes)})" if notes else ""
        yield Line(1, first.what, ((names, True), (more, False)))
        details = [d for d in first.details if first.what != GONE or d.aspect == "only-if"]
        for detail in details:
            yield from self._detail(detail, first.old, first.new)
        yield from self._impact(entries)

    def thing(self, thing: Thing) -> str:
        """Return what a thing is called."""
        if thing.sort == "game":
            return self.word("game")
        default = thing.game.manifest.default_language
        name = in_language(thing.name, self.lang, default)
        shown = thing.id
        if not name or "{" in name or name == shown:
            return f"`{shown}`"
        return f"{name} (`{shown}`)"

    def _detail(self, detail: Detail, old: Thing | None, new: Thing | None) -> Iterator[Line]:
        """Yield what is said of a thing now, and what was."""
        label = self._label(detail, new or old)
        before, after = self._words(detail.before), self._words(detail.after)
        if before == after and before is not None:
            before, after = self._as_written(detail, old, new)
            label = self.word("in-words-of-package", what=label)
        if detail.what == CHANGED and before is not None and after is not None:
            if max(len(before), len(after)) <= _SHORT and detail.aspect != "rule":
                yield Line(2, CHANGED, ((f"{label}: ", False), (f"{before} → {after}", False)))
                return
            yield _line(2, CHANGED, label)
            gone, added = marked_pair(before, after)
            yield Line(3, GONE, tuple(gone))
            yield Line(3, ADDED, tuple(added))
        else:
            said = after if after is not None else before
            yield _line(2, detail.what if old is not None else "", f"{label}: {said}")

    def _label(self, detail: Detail, thing: Thing | None) -> str:
        """Return what a part is called."""
        if detail.aspect == "attribute":
            return self._attribute(detail.of, thing)
        if detail.aspect in ("type", "default") and detail.of:
            return self.word(f"{detail.aspect}-of", name=self._attribute(detail.of, thing))
        label = word_or(self.lang, detail.aspect)
        is_named = detail.aspect in ("option", "policy", "choose") and detail.of
        return f"{label} {detail.of}" if is_named else label

    def _attribute(self, name: str, thing: Thing | None) -> str:
        """Return what people call an attribute."""
        from cardwright.apps.text.names import Names

        assert thing is not None
        declared = (k.name for k in thing.game.kinds.values() if any(
            each.name == name for each in k.attributes))  # fmt: skip
        return Names(thing.game, self.lang).attribute(next(declared, ""), name)

    def _as_written(
        self, detail: Detail, old: Thing | None, new: Thing | None
    ) -> tuple[str | None, str | None]:
        """Return what is written otherwise, where the words are the same."""
        spans = [
            getattr(part.node, "span", None) or (thing.span if thing else None)
            for part, thing in ((detail.before, old), (detail.after, new))
            if part is not None
        ]
        if len(spans) < 2 or None in spans:
            return None, None
        return other_lines(*(written(span) for span in spans if span is not None))

    # --- what it touches ----------------------------------------------------------------------

    def _impact(self, entries: Sequence[Entry]) -> Iterator[Line]:
        """Yield who reads, does or hears what changed: those at once, then those through others."""
        touched = dict.fromkeys(each for entry in entries for each in entry.impact)
        own = {entry.change.key for entry in entries}
        labels = {key: text for entry in entries for key, text in entry.labels.items()}
        groups: dict[str, list[str]] = {}
        checks: list[str] = []
        for each in touched:
            if each.key in own:
                continue
            if each.key.partition(":")[0] in CHECKS:
                checks.append(each.key.partition(":")[2])
                continue
            groups.setdefault(self._way(each, labels), []).append(self.key(each.key, labels))
        for label, keys in groups.items():
            yield _line(2, "", f"{label}: {', '.join(dict.fromkeys(keys))}")
        if checks and self.with_checks:
            yield _line(2, "", f"{self.word('head-checks')}: {self._some(checks)}")

    def _way(self, touched: Touched, labels: Mapping[str, str]) -> str:
        """Return how something is touched."""
        if touched.through:
            name = self.key(touched.through[-1], labels)
            return f"{self.word(touched.how)} ({self.word('by-way-of', name=name)})"
        return self.word(touched.how)

    def key(self, key: str, labels: Mapping[str, str]) -> str:
        """Return what is touched: a card by its name, others by sort and id."""
        sort, _, id_ = key.partition(":")
        if sort == "game":
            return self.word("game")
        if sort == "rule":
            return f"{self.word('rule')} “{labels.get(key, id_)}”"
        if sort in ("card", "attribute"):
            return self._card(id_) if sort == "card" else id_.rpartition(".")[2]
        return f"{word_or(self.lang, sort)} `{id_}`"

    def _card(self, id_: str) -> str:
        for game in reversed(self.report.games):
            for card in game.definitions:
                if card.id == id_:
                    default = game.manifest.default_language
                    return in_language(card.name, self.lang, default) or f"`{id_}`"
        return f"`{id_}`"

    def _some(self, titles: Sequence[str]) -> str:
        """Return a few titles, and how many more there are."""
        shown = "; ".join(dict.fromkeys(titles[:_MOST_CHECKS]))
        rest = len(titles) - _MOST_CHECKS
        return f"{shown}; {self.word('more', number=rest)}" if rest > 0 else shown

    # --- only words, examples -----------------------------------------------------------------

    def _wording(self) -> Iterator[Line]:
        if self.report.wording or self.report.free:
            yield _line(0, "", self.word("head-wording"))
        things = {each.thing.key: each.thing for each in self.report.wording}
        alike: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
        for key, thing in things.items():
            own = (each for each in self.report.wording if each.thing.key == key)
            leaves = tuple(leaf for each in own for leaf in self._leaves(each))
            alike.setdefault(leaves, []).append(self._whose(thing))
        for leaves, names in alike.items():
            yield Line(1, CHANGED, ((", ".join(dict.fromkeys(names)), True),))
            for leaf in leaves:
                yield from self._leaf(*leaf)
        for sort in FREE:
            for what in (ADDED, GONE):
                ids = [c.thing.id for c in self.report.free
                       if c.thing.sort == sort and c.what == what]  # fmt: skip
                if ids:
                    yield _line(1, what, f"{self.word(sort)}: {', '.join(ids)}")

    def _leaf(self, label: str, before: str, after: str) -> Iterator[Line]:
        """Yield one text in one language as it was and is."""
        if not before or not after:
            yield _line(2, GONE if before else ADDED, f"{label}: {before or after}")
        elif max(len(before), len(after)) <= _SHORT:
            yield _line(2, CHANGED, f"{label}: {before} → {after}")
        else:
            yield _line(2, CHANGED, label)
            gone, added = marked_pair(before, after)
            yield Line(3, GONE, tuple(gone))
            yield Line(3, ADDED, tuple(added))

    def _whose(self, thing: Thing) -> str:
        if thing.sort in ("card", "game"):
            return self.thing(thing)
        return f"{word_or(self.lang, thing.sort)} `{thing.id}`"

    def _leaves(self, wording: Wording) -> Iterator[tuple[str, str, str]]:
        """Yield what a text is called, was and is, in each language where it differs."""
        label, _, of = wording.name.partition(" ")
        label = f"{word_or(self.lang, label)} {of}".strip()
        before, after = (
            {key: self._said(wording, text) for key, text in flat(version)}
            for version in (wording.before, wording.after)
        )
        for key in dict.fromkeys((*before, *after)):
            if before.get(key) != after.get(key):
                shown = self.word("text-in", what=label, lang=key) if key else label
                yield shown, before.get(key, ""), after.get(key, "")

    def _said(self, wording: Wording, text: str) -> str:
        """Return a text as it is, but for the few words that say whether something is shown."""
        return word_or(self.lang, text) if wording.name in ("show", "remembered") else text

    def _checks(self) -> Iterator[Line]:
        if self.report.checks:
            yield _line(0, "", self.word("head-checks"))
        for what in (ADDED, CHANGED, GONE):
            titles = [each.title for each in self.report.checks if each.what == what]
            if titles:
                yield _line(1, what, f"{self.word(what)}: {'; '.join(titles)}")


def _line(depth: int, what: str, text: str) -> Line:
    return Line(depth, what, ((text, False),))


def flat(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts inside a value by the keys that lead to them."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from flat(inner, f"{key} {name}".strip())
    elif isinstance(value, tuple | list) and value:
        for number, inner in enumerate(value, 1):
            yield from flat(inner, f"{key} {number}".strip())
    elif value:
        yield key, str(value)
