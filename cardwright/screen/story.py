"""Tell what has happened: who did what to what, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.match import Match
from cardwright.screen.model import LogEntry
from interpreter.observe.events import EventRecord, event_records

_PHASE = "phase:"


def story(match: Match, seat: int, lang: str) -> tuple[LogEntry, ...]:
    """Return what a seat knows to have happened, the first first."""
    return tuple(_entries(event_records(match, seat), match, lang))


def _entries(records: list[EventRecord], match: Match, lang: str) -> Iterator[LogEntry]:
    """Yield an entry for everything that nothing with a text has caused."""
    number = 0
    for record in records:
        text = record.text(lang)
        if not text:
            continue
        number += 1
        actor = record.record.me
        is_heading = record.name.startswith(_PHASE)
        yield LogEntry(number=number, actor=actor, text=text, is_heading=is_heading)
