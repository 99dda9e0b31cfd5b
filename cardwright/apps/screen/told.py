"""Keep the story that a seat was told last, so that nothing is put into words twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from cardwright.apps.screen.model import LogEntry

Entry: TypeAlias = tuple[tuple[object, ...], LogEntry]
"""An entry of the story behind the records that it tells of."""


class Told:
    """The story as one seat was told it last. An entry whose records are the very same is the same
    entry: what a record tells is settled when it is written.

    Attributes:
        records: For each entry the records that it tells of.
    """

    def __init__(self) -> None:
        self.log: tuple[LogEntry, ...] = ()
        self.records: list[tuple[object, ...]] = []

    def known(self) -> Mapping[int, Entry]:
        """Return the entries with their records, by what the first record is known by."""
        pairs = zip(self.records, self.log, strict=True)
        return {id(pair[0][0]): pair for pair in pairs}
