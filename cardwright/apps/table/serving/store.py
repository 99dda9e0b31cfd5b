"""Store tables for good in one SQLite file, written by one thread.

What is asked for while the disk is busy goes into one transaction together, so that many tables
cost no more than one.
"""

from __future__ import annotations

import json
import queue
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from time import time
from typing import Any, Final, TypeAlias

from msgspec.json import decode, encode

from dsl import Record

Work: TypeAlias = Callable[[sqlite3.Connection], Any]
Job: TypeAlias = "tuple[Work, Future[Any]]"

MOST_TOGETHER: Final = 500


class Writer:
    """The only one who writes to a file of tables."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, work: Work) -> Future[Any]:
        """Return what will be done once it is on the disk."""
        done: Future[Any] = Future()
        self._jobs.put((work, done))
        return done

    def close(self) -> None:
        """Write what is waiting, then end."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs: list[Job | None] = [job]
            while jobs[-1] and len(jobs) < MOST_TOGETHER and not self._jobs.empty():
                jobs.append(self._jobs.get())
            self._write([each for each in jobs if each is not None])
            if jobs[-1] is None:
                return

    def _write(self, jobs: Sequence[Job]) -> None:
        """Write jobs in one transaction; only then are they done. Those that nobody waits for any
        more are left out."""
        jobs = [(work, done) for work, done in jobs if done.set_running_or_notify_cancel()]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            told = [self._one(work) for work, _ in jobs]
            self._connection.execute("COMMIT")
        except BaseException as error:  # the disk is full, or the file is gone
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for _, done in jobs:
                done.set_exception(error)
            return
        for (_, done), (result, wrong) in zip(jobs, told, strict=True):
            if wrong is None:
                done.set_result(result)
            else:
                done.set_exception(wrong)

    def _one(self, work: Work) -> tuple[Any, sqlite3.IntegrityError | None]:
        """Do one job; what breaks a rule of the file is undone by itself."""
        self._connection.execute("SAVEPOINT job")
        try:
            told: tuple[Any, sqlite3.IntegrityError | None] = work(self._connection), None
        except sqlite3.IntegrityError as error:
            self._connection.execute("ROLLBACK TO job")
            told = None, error
        self._connection.execute("RELEASE job")
        return told


VERSION: Final = 1
SCHEMA: Final = """
CREATE TABLE rules(digest TEXT PRIMARY KEY, game TEXT NOT NULL, texts BLOB NOT NULL);
CREATE TABLE tables(id INTEGER PRIMARY KEY, digest TEXT NOT NULL REFERENCES rules, setting TEXT
  NOT NULL, made REAL NOT NULL);
CREATE TABLE links(hash BLOB PRIMARY KEY, table_id INTEGER NOT NULL REFERENCES tables,
  role TEXT NOT NULL, seats TEXT NOT NULL);
CREATE INDEX links_of ON links(table_id);
CREATE TABLE matches(id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL REFERENCES tables,
  digest TEXT NOT NULL REFERENCES rules, seed TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0);
CREATE INDEX matches_of ON matches(table_id);
CREATE TABLE answers(match_id INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL,
  option INTEGER NOT NULL, PRIMARY KEY(match_id, number)) WITHOUT ROWID;
CREATE TABLE saves(match_id INTEGER PRIMARY KEY REFERENCES matches, number INTEGER NOT NULL,
  data BLOB NOT NULL);
"""


LATER: Final = """
CREATE TABLE IF NOT EXISTS ahead(match_id INTEGER NOT NULL REFERENCES matches, seat INTEGER
  NOT NULL, number INTEGER NOT NULL, option INTEGER NOT NULL, PRIMARY KEY(match_id, seat, number))
  WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS begins(match_id INTEGER PRIMARY KEY REFERENCES matches, data BLOB
  NOT NULL);
"""
"""Versions before it read and write all else as ever, so it is no new version of the file."""


class NotOurFile(Exception):
    """A file that is no file of tables, or one of a later version."""


class InUse(Exception):
    """A file of tables that another server has."""


class Link(Record, kw_only=True):
    """What a secret opens: the role is `host`, `seat` or `watch`, or `replay` with the number of a
    match behind it."""

    table: int
    role: str
    seats: tuple[int, ...]

    @property
    def match(self) -> int:
        """The number of the match that it shows, from 1; 0 for whichever is played."""
        return int(self.role.partition(" ")[2] or 0)


class Begin(Record, kw_only=True):
    """What a match of a campaign begins with, if it is not the first.

    Attributes:
        number: Of the match in its campaign, from 1.
        options: As people write them.
        won: By seat how many matches of the campaign it has won before.
        hidden: By option the seats that cannot tell what it is, for those watching -1.
    """

    number: int
    options: Mapping[str, str]
    won: tuple[int, ...]
    hidden: Mapping[str, tuple[int, ...]] = {}


class StoredMatch(Record, kw_only=True):
    """A match as it is kept.

    Attributes:
        begin: None where it begins as its table is set.
        digest: Of the rules that it began with.
        undone: How often answers were taken back.
        save: What `Match.save` gave after the first `saved` answers; None before the first time.
        ahead: By seat the options that it chose before it was asked, each with the number of its
            question among those of the seat.
    """

    id: int
    digest: str
    seed: int
    undone: int
    answers: tuple[int, ...]
    saved: int
    save: bytes | None
    ahead: Mapping[int, Sequence[tuple[int, int]]] = {}
    begin: Begin | None = None


class Store:
    """A file of tables. What returns a future is on the disk once that is done.

    Raises:
        NotOurFile: It holds something else.
        OSError, sqlite3.Error: It cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        writing = _connected(path)
        _prepare(writing, path)
        self._reading, self._lock = _connected(path), Lock()
        self._writer = Writer(writing)

    def close(self) -> None:
        """Finish writing, then close the file."""
        self._writer.close()
        self._reading.close()

    def _read(self, query: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._reading.execute(query, values).fetchall()

    def _write(self, query: str, *values: Any) -> Future[None]:
        return self._writer.put(lambda c: c.execute(query, values) and None)

    # --- rules --------------------------------------------------------------------------------

    def keep_rules(self, digest: str, game: str, texts: bytes) -> Future[None]:
        """Store the texts of a game by the digest of its rules."""
        return self._write("INSERT OR IGNORE INTO rules VALUES(?, ?, ?)", digest, game, texts)

    def rules(self, digest: str) -> bytes | None:
        """Return the texts kept under a digest."""
        found = self._read("SELECT texts FROM rules WHERE digest = ?", digest)
        return found[0][0] if found else None

    # --- tables and links ---------------------------------------------------------------------

    def add_table(
        self, digest: str, setting: dict[str, Any], links: dict[bytes, tuple[str, tuple[int, ...]]]
    ) -> Future[int]:
        """Store a new table with its links; its number is the result."""

        def work(connection: sqlite3.Connection) -> int:
            query = "INSERT INTO tables(digest, setting, made) VALUES(?, ?, ?)"
            row = connection.execute(query, (digest, json.dumps(setting), time()))
            assert row.lastrowid is not None
            for hash_, (role, seats) in links.items():
                values = (hash_, row.lastrowid, role, json.dumps(seats))
                connection.execute("INSERT INTO links VALUES(?, ?, ?, ?)", values)
            return row.lastrowid

        return self._writer.put(work)

    def table(self, number: int) -> tuple[str, dict[str, Any]]:
        """Return the digest of a table's rules, and its setting."""
        digest, setting = self._read("SELECT digest, setting FROM tables WHERE id = ?", number)[0]
        return digest, json.loads(setting)

    def keep_setting(self, number: int, setting: dict[str, Any]) -> Future[None]:
        """Store how a table is set now."""
        query = "UPDATE tables SET setting = ? WHERE id = ?"
        return self._write(query, json.dumps(setting), number)

    def add_link(self, hash_: bytes, table: int, role: str) -> Future[None]:
        """Store one more link of a table that opens no seat, unless it is there."""
        query = "INSERT OR IGNORE INTO links VALUES(?, ?, ?, ?)"
        return self._write(query, hash_, table, role, json.dumps(()))

    def tables(self) -> int:
        """Return how many tables there are."""
        return int(self._read("SELECT count(*) FROM tables")[0][0])

    def link(self, hash_: bytes) -> Link | None:
        """Return what a link opens; None for nothing."""
        found = self._read("SELECT table_id, role, seats FROM links WHERE hash = ?", hash_)
        if not found:
            return None
        table, role, seats = found[0]
        return Link(table=table, role=role, seats=tuple(json.loads(seats)))

    def renew_link(self, old: bytes, new: bytes) -> Future[bool]:
        """Replace the secret of a link; the old one opens nothing any more."""
        query = "UPDATE links SET hash = ? WHERE hash = ?"
        return self._writer.put(lambda c: c.execute(query, (new, old)).rowcount == 1)

    # --- matches ------------------------------------------------------------------------------

    def add_match(
        self, table: int, digest: str, seed: int, begin: Begin | None = None
    ) -> Future[int]:
        """Store a new match of a table; its number is the result."""

        def work(connection: sqlite3.Connection) -> int:
            query = "INSERT INTO matches(table_id, digest, seed) VALUES(?, ?, ?)"
            id_ = connection.execute(query, (table, digest, str(seed))).lastrowid
            assert id_ is not None
            if begin is not None:
                connection.execute("INSERT INTO begins VALUES(?, ?)", (id_, encode(begin)))
            return id_

        return self._writer.put(work)

    def matches(self, table: int) -> int:
        """Return how many matches a table has had."""
        return int(self._read("SELECT count(*) FROM matches WHERE table_id = ?", table)[0][0])

    def match(self, table: int, number: int | None = None) -> StoredMatch | None:
        """Return a match of a table by its number, from 1, or the newest."""
        columns = "id, digest, seed, undone"
        order = "DESC LIMIT 1" if number is None else "LIMIT 1 OFFSET ?"
        query = f"SELECT {columns} FROM matches WHERE table_id = ? ORDER BY id {order}"
        found = self._read(query, table, *(() if number is None else (number - 1,)))
        if not found:
            return None
        id_, digest, seed, undone = found[0]
        rows = self._read("SELECT option FROM answers WHERE match_id = ? ORDER BY number", id_)
        save = self._read("SELECT number, data FROM saves WHERE match_id = ?", id_)
        saved, data = save[0] if save else (0, None)
        begin = self._read("SELECT data FROM begins WHERE match_id = ?", id_)
        ahead = dict[int, list[tuple[int, int]]]()
        query = "SELECT seat, number, option FROM ahead WHERE match_id = ? ORDER BY seat, number"
        for seat, at, option in self._read(query, id_):
            ahead.setdefault(seat, []).append((at, option))
        return StoredMatch(
            id=id_,
            digest=digest,
            seed=int(seed),
            undone=undone,
            answers=tuple(option for (option,) in rows),
            saved=saved,
            save=data,
            ahead=ahead,
            begin=decode(begin[0][0], type=Begin) if begin else None,
        )

    def add_answer(self, match: int, number: int, option: int) -> Future[None]:
        """Store an answer: the index of an option at the decision of a number, from 0."""
        return self._write("INSERT INTO answers VALUES(?, ?, ?)", match, number, option)

    def add_ahead(self, match: int, seat: int, number: int, option: int) -> Future[None]:
        """Store an option that a seat chose for its question of a number before it is asked."""
        query = "INSERT OR REPLACE INTO ahead VALUES(?, ?, ?, ?)"
        return self._write(query, match, seat, number, option)

    def drop_ahead(self, match: int, seat: int) -> Future[None]:
        """Forget what a seat chose before it was asked."""
        return self._write("DELETE FROM ahead WHERE match_id = ? AND seat = ?", match, seat)

    def keep_save(self, match: int, number: int, data: bytes) -> Future[None]:
        """Store the position after so many answers, instead of the one kept before."""
        return self._write("INSERT OR REPLACE INTO saves VALUES(?, ?, ?)", match, number, data)

    def drop_answers(self, match: int, number: int) -> Future[None]:
        """Forget the answers from a number on: they were taken back."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM ahead WHERE match_id = ?", (match,))
            for table, sign in (("answers", ">="), ("saves", ">")):
                query = f"DELETE FROM {table} WHERE match_id = ? AND number {sign} ?"
                connection.execute(query, (match, number))
            query = "UPDATE matches SET undone = undone + 1 WHERE id = ?"
            connection.execute(query, (match,))

        return self._writer.put(work)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep other servers from a file of tables; the system lets go of it when this one ends.

    Readers are free: so what is locked is a file beside it.

    Raises:
        InUse: Another server has it.
        OSError, sqlite3.Error: The file beside it cannot be made.
    """
    beside = path.resolve().with_name(f"{path.resolve().name}.lock")
    beside.touch(mode=0o600, exist_ok=True)
    connection = sqlite3.connect(beside, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise InUse(path) from None
        raise
    try:
        yield
    finally:
        connection.close()


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file; see to it that what is written stays written."""
    path.chmod(0o600)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            connection.executescript(f"BEGIN;{SCHEMA}PRAGMA user_version = {VERSION};COMMIT")
        elif version != VERSION:
            raise NotOurFile(path)
        connection.executescript(LATER)
    except sqlite3.DatabaseError as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise NotOurFile(path) from None
