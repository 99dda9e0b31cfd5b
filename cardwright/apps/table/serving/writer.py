"""Write to a SQLite file by one thread.

What is asked for while the disk is busy goes into one transaction together, so that many tables
cost no more than one.
"""

from __future__ import annotations

import queue
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import Any, Final, TypeAlias

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
            jobs = [job]
            is_last = self._gather(jobs)
            self._write(jobs)
            if is_last:
                return

    def _gather(self, jobs: list[Job]) -> bool:
        """Add what waits already; return whether nothing comes after it."""
        while len(jobs) < MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return False
            if job is None:
                return True
            jobs.append(job)
        return False

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
            result = work(self._connection)
        except sqlite3.IntegrityError as error:
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            return None, error
        self._connection.execute("RELEASE job")
        return result, None
