"""Show a designer all of a match, and apply changes and new rules at once.

A match can be stepped back and forth, begun with another seed, or from a position. While the panel
is open the files of the game are looked at: when they have changed they are checked, and the match
is played again under the new rules, to the first place where they differ.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

import cardwright
from cardwright import Match, Package, PackageError, SaveError
from cardwright.apps.table.serving.drawing import Press
from cardwright.apps.table.serving.rules import CurrentRules, current_rules
from cardwright.apps.table.serving.table import Refused, Table
from dsl import Diagnostic, Record, in_order
from interpreter import EventRecord, SeatView


class EventLine(Record, kw_only=True):
    """An event of the last decision: how deep below what caused it, and where it is written."""

    depth: int
    text: str
    place: str


def position(match: Match) -> dict[str, Any]:
    """Return where everything is, by the keys that scripts have under `arrange`."""
    st, view = match.state, SeatView(match, None)
    found: dict[str, Any] = {}
    for zone, cards in enumerate(st.zones):
        if any(card is not None for card in cards):
            labels = [
                None if c is None else view.labels.label(st, c, SeatView.ANY_CARD) for c in cards
            ]
            found[view.labels.zone(st, zone, None)] = labels
    return found | dict(_state(match))


def _state(match: Match) -> Iterator[tuple[str, Any]]:
    """Yield the state of the table and of the players that is not as it began."""
    st, view, layout = match.state, SeatView(match, None), match.machine.program.layout
    for info in layout.table_fields:
        value = st.values[layout.table[info.key]]
        if value != info.default and not info.key.is_made:
            yield info.key.name, view.plain(value, info.type)
    for seat, name in enumerate(match.names):
        base = layout.seat_base + seat * layout.seat_size
        for info in layout.seat_fields:
            value = st.values[base + layout.seat[info.key]]
            if value != info.default and not info.key.is_made:
                yield f"{name}.{info.key.name}", view.plain(value, info.type)


def event_lines(match: Match, lang: str) -> list[EventLine]:
    """Return what the last decision led to, as a tree."""
    began = match.history[2].next_id if match.history is not None else 0
    found, depths = list[EventLine](), dict[int, int]()
    for event in match.log():
        if event.record.id < began:
            continue
        depths[event.id] = depth = depths.get(event.cause or 0, -1) + 1
        words = event.text(lang) or event.name
        found.append(EventLine(depth=min(depth, 8), text=words, place=_place(match, event)))
    return found


def _place(match: Match, event: EventRecord) -> str:
    """Return `file:line:column` of what happened; "" for what the machine does itself."""
    program = match.machine.program
    sort, _, name = event.name.rpartition(":")
    found: Any = getattr(program.events.get(event.name), "event", None)
    if sort == "act":
        found = next((each.action for each in program.actions if each.action.id == name), None)
    elif sort == "phase":
        found = next((each.phase for each in program.phases if each.phase.id == name), None)
    return "" if found is None else str(found.span.place)


LOOK_SECONDS: Final = 1.0
"""So often the files of a game are looked at."""
LONGEST: Final = 12_000
"""Characters of a position."""


@dataclass(slots=True)
class PanelState:
    """What a designer's page of a table keeps.

    Attributes:
        ahead: Answers that were stepped back over, the next one last.
        at: The place of the table for which they are.
        said: What came of new rules, by key and slots; None for nothing yet.
        findings: What is wrong or doubtful in the rules.
        files: A hash of the files as they were looked at last.
    """

    ahead: list[int] = field(default_factory=list)
    at: tuple[int, int, int] | None = None
    said: tuple[str, Mapping[str, object]] | None = None
    findings: Sequence[Diagnostic] = ()
    files: str = ""
    watcher: asyncio.Task[None] | None = None


class Designer:
    """The panels of all tables."""

    def __init__(self, press: Press, packages: Mapping[str, Package]) -> None:
        self._press, self._packages = press, packages
        self._panels: dict[int, PanelState] = {}

    def panel(self, table: Table) -> PanelState:
        """Return what is kept for a table; from now on its files are looked at."""
        panel = self._panels.setdefault(table.number, PanelState())
        if panel.watcher is None:
            panel.watcher = asyncio.create_task(self._watch(table, panel))
        return panel

    async def close(self) -> None:
        """Look at no files any more."""
        for panel in self._panels.values():
            if panel.watcher is not None:
                panel.watcher.cancel()

    async def part(self, table: Table, path: str, lang: str) -> str:
        """Return what changes on the page of a panel."""
        panel = self.panel(table)
        async with table.lock:
            return await table.run(self._drawn, table, panel, path, lang)

    def _drawn(self, table: Table, panel: PanelState, path: str, lang: str) -> str:
        steps = len(table.by)
        part = self._press.printed(
            "designer_part",
            lang,
            path=path,
            table=table,
            ahead=panel.ahead if panel.at == table.place else [],
            steps=steps,
            position=json.dumps(position(table.match), ensure_ascii=False, indent=1),
            deeds=event_lines(table.match, lang),
            said=panel.said,
            findings=[each.rendered(lang) for each in panel.findings],
        )
        mark = blake2b(part.encode(), digest_size=8).hexdigest()
        return f'<div id="part" data-mark="{mark}">{part}</div>'

    # --- what is done ---------------------------------------------------------------------------

    async def back(self, table: Table) -> None:
        """Step back over one answer, whosever it was.

        Raises:
            Refused: There is none.
        """
        panel = self.panel(table)
        async with table.lock:
            if not table.by or len(table.match.choices) != len(table.by):
                raise Refused("nothing-to-undo")
            ahead = panel.ahead if panel.at == table.place else []
            last = table.match.choices[-1]
            await table.go_back(len(table.by) - 1)
            panel.ahead, panel.at = [*ahead, last], table.place

    async def forth(self, table: Table) -> None:
        """Step over an answer again.

        Raises:
            Refused: There is none ahead.
        """
        panel = self.panel(table)
        async with table.lock:
            if not panel.ahead or panel.at != table.place or table.asked is None:
                raise Refused("nothing-ahead")
            await table.take(table.asked, panel.ahead[-1])
            panel.ahead, panel.at = panel.ahead[:-1], table.place

    async def begin(self, table: Table, seed: int | None, key: str, text: str) -> None:
        """Begin another match, with a seed or from a position by the keys of scripts.

        Raises:
            Refused: There is no such position.
        """
        part = _part_in(key, text)
        async with table.lock:
            seed = table.kept.seed if seed is None else seed
            try:
                match = await table.run(_begun, table, seed, key, part)
            except (PackageError, ValueError) as error:
                raise Refused("bad-position", reason=str(error)) from None
            await table.replace(table.game, table.kept.digest, seed, match, is_arranged=bool(part))

    # --- new rules ------------------------------------------------------------------------------

    async def _watch(self, table: Table, panel: PanelState) -> None:
        """Look at the files of a game as long as the server runs."""
        package = self._packages[table.setting.game]
        while True:
            with suppress(OSError):
                await self.look(table, panel, package)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self, table: Table, panel: PanelState, package: Package) -> None:
        """Take up the rules as they are, if they have changed since the last look."""
        files = await asyncio.to_thread(_hash_of, package, table.options)
        if files == panel.files:
            return
        is_first = not panel.files
        panel.files = files
        panel.findings = await asyncio.to_thread(_findings, package, table.options)
        try:
            found = await asyncio.to_thread(current_rules, package, table.options)
        except (PackageError, ValueError):
            panel.said = ("rules-broken", {})
        else:
            if found.digest != table.kept.digest:
                await self._go_on(table, panel, found)
            elif not is_first:
                panel.said = ("rules-same", {})
        table.changed()

    async def _go_on(self, table: Table, panel: PanelState, found: CurrentRules) -> None:
        """Play a match again under new rules, to the first place where they differ."""
        async with table.lock:
            try:
                match, difference = await table.run(_again, table, found)
            except (SaveError, ValueError, LookupError):
                panel.said = ("rules-cannot-go-on", {})
                return
            await table.keep_rules(found.digest, found.texts)
            seed = table.kept.seed
            await table.replace(found.game, found.digest, seed, match, is_arranged=False)
        key = "rules-go-on" if difference is None else "rules-differ"
        panel.said = (key, {"number": len(match.choices), "difference": difference or ""})


def _part_in(key: str, text: str) -> dict[str, Any]:
    """Return a position that was written as JSON; nothing where nothing is written.

    Raises:
        Refused: It cannot be read.
    """
    if key not in ("given", "arrange") or len(text) > LONGEST:
        raise Refused("bad-position", reason=key)
    try:
        found = json.loads(text) if text.strip() else {}
    except ValueError as error:
        raise Refused("bad-position", reason=str(error)) from None
    if not isinstance(found, dict):
        raise Refused("bad-position", reason="{…}")
    return found


def _begun(table: Table, seed: int, key: str, part: dict[str, Any]) -> Match:
    names = table.setting.names
    if not part:
        return table.game.start(len(names), seed, names)
    match = (
        table.game.start(len(names), seed, names, given=part)
        if key == "given"
        else table.game.start(len(names), seed, names, arrange=part)
    )
    match.began = Match.origin_of(match.machine, None)
    return match


def _again(table: Table, found: CurrentRules) -> tuple[Match, str | None]:
    """Return a match under new rules, and in words where they first differ."""
    again = found.game.play_again(table.match.trajectory(), len(table.setting.seats))
    difference = None if again.difference is None else str(again.difference)
    return Match.of(again.match), difference


def _hash_of(package: Package, options: Mapping[str, str]) -> str:
    """Return a hash of all files that a package is made of."""
    every = package.settled(options)[0].files()
    return blake2b(repr([files.contents for files in every]).encode()).hexdigest()


def _findings(package: Package, options: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """Return what is wrong or doubtful in a package."""
    whole = package.settled(options)[0]
    return in_order(cardwright.lint(whole), at_once=True)
