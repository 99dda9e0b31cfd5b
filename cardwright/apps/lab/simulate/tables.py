"""Write the records of matches as Parquet: a file a table, while the matches are played.

Nothing but the rows of a few matches is ever in memory. What a column says stands beside its name;
docs/numbers.md shows the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, TypeAlias

from cardwright import Draft
from cardwright.apps.face.session import total
from cardwright.apps.face.words import AppMistake, needs

SCHEMA: Final = 3
ROWS_AT_ONCE: Final = 1 << 16
"""Rows that wait to be written together: what a table takes in memory."""

# By table, by column: the type and what it says. Seats count from 1, as people count.
TABLES: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = MappingProxyType(
    {
        "matches": {
            "match": ("uint64", "the seed of the match"),
            "decisions": ("int32", "how many decisions were made"),
            "rounds": ("int32", "the round it ended in; 0 for a game without rounds"),
            "kind": ("string", "`win`, `loss` (it ended and nobody won), `draw` or `fault`"),
            "reason": ("string", "of a draw or fault, in words"),
            "first_player": ("int8", "the start player at the first action, asked for or not; or "
                             "none"),
            "lead_changes": ("int32", "how often another seat took the lead by `end.rank`; none "
                             "for a game without"),
            "decided_at": ("int32", "after how many decisions the winner led for good; none where "
                           "the winner did not lead alone before the end"),
        },
        "seats": {
            "match": ("uint64", "the seed of the match"),
            "seat": ("int8", "the seat"),
            "policy": ("string", "the policy of the seat"),
            "won": ("bool", "whether it won, alone or with others"),
        },
        "scores": {
            "match": ("uint64", "the seed of the match"),
            "seat": ("int8", "the seat"),
            "part": ("int8", "which entry of `end.rank`, from 1: the first counts first"),
            "score": ("int64", "its value at the end"),
        },
        "cards": {
            "match": ("uint64", "the seed of the match"),
            "seat": ("int8", "a seat that held the card, was offered it or claimed it"),
            "card": ("string", "the id of the card"),
            "at_start": ("bool", "whether it lay in a zone of the seat at the first action"),
            "seen": ("int32", "the round in which it first lay in a zone of the seat, or none"),
            "offered": ("int32", "in how many decisions of the seat it could be chosen"),
            "chosen": ("int32", "in how many it was: itself, or an action or rule on it"),
            "played": ("int32", "how often it was played: it had the action or the replacement, "
                       "was the object of an action, or went to an active zone"),
            "first_played": ("int32", "the round in which it was first played, or none"),
            "discarded": ("int32", "how often an effect asked for it and it went elsewhere"),
            "claimed": ("int32", "how often its state came to name the seat: an owner, a flag, a "
                        "stone"),
            "moved": ("int64", "the resources in the events that came of its being chosen"),
        },
        "choices": {
            "match": ("uint64", "the seed of the match"),
            "seat": ("int8", "the seat that chose"),
            "kind": ("string", "the kind of the decision: `action`, `parameter`, `choose`, …"),
            "question": ("string", "of an action nothing; else `ACTION.PARAMETER` or "
                         "`file:line:column`"),
            "answer": ("string", "the action, or what the answer is called; cards are in `cards`"),
            "offered": ("int32", "in how many decisions it could be taken"),
            "taken": ("int32", "in how many it was"),
        },
        "decisions": {
            "match": ("uint64", "the seed of the match"),
            "seat": ("int8", "the seat that chose"),
            "kind": ("string", "the kind of the decision"),
            "asked": ("int32", "how many decisions there were; one answer alone is not asked for"),
            "options": ("int64", "how many options they had in all"),
        },
        "events": {
            "match": ("uint64", "the seed of the match"),
            "event": ("string", "the event; taking an action is `act:ID`, entering a phase "
                      "`phase:ID`"),
            "times": ("int32", "how often it happened"),
        },
    }
)  # fmt: skip

Row: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[str, list[Row]]
"""Rows by table, the cells in the order of its columns."""
Batches: TypeAlias = dict[str, Any]
"""The same as columns: by table a record batch of pyarrow."""


class NoNumbers(AppMistake):
    """A library of the extra `numbers` is not installed."""


class NotOurTables(AppMistake):
    """A folder that holds something else than tables of an earlier run."""


def library(name: str) -> Any:
    """Return a library of the extra `numbers`.

    Raises:
        NoNumbers: It is not installed.
    """
    try:
        return import_module(name)
    except ImportError:
        raise NoNumbers("needs-extra", **needs("numbers", name.partition(".")[0])) from None


def no_rows() -> Rows:
    """Return no rows of any table."""
    return {name: [] for name in TABLES}


def batch_of(table: str, columns: Sequence[Any]) -> Any:
    """Return some rows of a table as columns.

    Args:
        columns: Sequences, or arrays of pyarrow or numpy, in the order of the table.
    """
    arrow, wanted = library("pyarrow"), TABLES[table]
    arrays = list[Any]()
    for cells, (type_, _) in zip(columns, wanted.values(), strict=True):
        is_made = isinstance(cells, arrow.Array)
        natural = () if hasattr(cells, "dtype") else (type_,)  # numbers of numpy have one
        array = cells if is_made else arrow.array(cells, *natural)
        arrays.append(array.cast(type_))
    return arrow.record_batch(arrays, names=[*wanted])


def batches(rows: Rows) -> Batches:
    """Return rows as columns."""
    return {
        name: batch_of(name, [*zip(*some, strict=True)] or [()] * len(TABLES[name]))
        for name, some in rows.items()
    }


def joined(parts: Sequence[Batches]) -> Batches:
    """Return the rows of several parts one behind the other."""
    if len(parts) == 1:
        return parts[0]
    arrow = library("pyarrow")
    found: Batches = {}
    for name in TABLES if parts else ():
        table = arrow.Table.from_batches([part[name] for part in parts]).combine_chunks()
        found[name] = next(iter(table.to_batches()), parts[0][name])
    return found


class Tables:
    """Writes rows into a folder; leaving it puts the files in their places, after an error none.

    Raises:
        NoNumbers: pyarrow is not installed.
        NotOurTables: The folder holds something else.
    """

    def __init__(self, folder: Path, told: Mapping[str, Any]) -> None:
        self._arrow, self._parquet = library("pyarrow"), library("pyarrow.parquet")
        self._waiting: dict[str, list[Any]] = {name: [] for name in TABLES}
        folder.mkdir(parents=True, exist_ok=True)
        files = {name: folder / f"{name}.parquet" for name in TABLES}
        self._drafts = {name: Draft(file) for name, file in files.items()}
        ours = {*files.values(), *(draft.path for draft in self._drafts.values())}
        if any(each not in ours for each in folder.iterdir()):
            raise NotOurTables("not-tables", path=folder)
        text = json.dumps({"schema": SCHEMA, **told}, ensure_ascii=False, sort_keys=True)
        self._writers: dict[str, Any] = {}
        try:
            for name, draft in self._drafts.items():
                with draft.naming():
                    self._writers[name] = self._parquet.ParquetWriter(
                        draft.path, self._schema(name, text), compression="zstd"
                    )
        except OSError:
            self._drop()
            raise

    def _schema(self, table: str, told: str) -> Any:
        """Return the columns of a table, with what is said of the run."""
        columns = TABLES[table].items()
        fields = [
            self._arrow.field(name, self._arrow.type_for_alias(type_), metadata={"says": says})
            for name, (type_, says) in columns
        ]
        return self._arrow.schema(fields, metadata={"cardwright": told})

    def __enter__(self) -> Tables:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        try:
            for name, writer in self._writers.items():
                with self._drafts[name].naming():
                    if error is None:
                        self._write(name)
                    writer.close()
            for draft in self._drafts.values() if error is None else ():
                draft.put_in_place()
        finally:
            self._drop()

    def _drop(self) -> None:
        """Take away what has not come into its place."""
        for draft in self._drafts.values():
            draft.drop()

    def add(self, rows: Batches) -> None:
        """Take rows in; they are written when there are many."""
        for name, more in rows.items():
            waiting = self._waiting[name]
            waiting.append(more)
            if total(map(len, waiting)) >= ROWS_AT_ONCE:
                self._write(name)

    def _write(self, name: str) -> None:
        """Write what waits of a table, as one group of rows."""
        waiting = [batch for batch in self._waiting[name] if len(batch)]
        if waiting:
            table = self._arrow.Table.from_batches(waiting).combine_chunks()
            with self._drafts[name].naming():
                self._writers[name].write_table(table, row_group_size=len(table))
        self._waiting[name].clear()
