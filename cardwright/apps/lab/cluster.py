"""Do work on a cluster of Dask: a local one, or one whose scheduler is named (extra `cluster`).

What is to be played travels with its checked game, once to each worker, under the digest of its
bytes; no folder is shared. Pieces of work go out in batches of about half a second. A batch whose
worker dies is done again by another; a worker that joins gets its share. Results come in the order
of the work, so that they are the same bytes for any number of workers and size of batches.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import islice
from math import inf
from threading import Lock
from time import perf_counter
from typing import Any, Final, TypeVar

from cardwright import __version__
from cardwright.apps.face.words import AppMistake, needs
from cardwright.apps.policies.budget import Doing

Work = TypeVar("Work")
Result = TypeVar("Result")

SCHEME: Final = "dask://"
_AHEAD: Final = 3
"""Batches a worker that are handed out before their results are wanted."""
_SECONDS: Final = 0.5
"""How long a batch is to take: long beside what it costs to hand it out, short beside all work, for
at the end some wait for the last."""
_SECONDS_OF_COUNT: Final = 1.0
"""How long a count of the workers is believed: the scheduler is asked for it, and waited for."""
_MOST_IN_BATCH: Final = 256
_RETRIES: Final = 10
_PATIENCE: Final = "20s"
SETTINGS: Final = {
    "distributed.scheduler.allowed-failures": _RETRIES,
    "distributed.worker.profile.enabled": False,
}
"""Of a cluster of our own. A worker's profile, a look at what it does a hundred times a second,
takes time from what it plays."""


class NoCluster(AppMistake):
    """There is no cluster."""


@contextmanager
def cluster(address: str, jobs: int) -> Iterator[Cluster]:
    """Yield an executor on a cluster, and leave the cluster in the end.

    Args:
        address: `HOST:PORT` of a scheduler; empty for so many processes of this machine.

    Raises:
        NoCluster: Dask is not installed, or nobody answers.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise NoCluster("needs-extra", **needs("cluster", "distributed")) from None
    with ExitStack() as stack:
        try:
            client = stack.enter_context(_client(distributed, address, jobs))
        except OSError as error:
            raise _lost(address, error) from error
        yield Cluster(client, address)


@contextmanager
def _client(distributed: Any, address: str, jobs: int) -> Iterator[Any]:
    """Yield a client of a scheduler, or of processes of our own without a dashboard."""
    if address:
        place = f"tcp://{address}"
        with distributed.Client(place, timeout=_PATIENCE, set_as_default=False) as found:
            yield found
        return
    with (
        import_module("dask.config").set(SETTINGS),
        distributed.LocalCluster(
            n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
        ) as own,
        distributed.Client(own, set_as_default=False) as found,
    ):
        yield found


def _lost(address: str, error: Exception) -> NoCluster:
    """Return what is told of a cluster that is not there, or has given up."""
    reason = str(error).partition("\n")[0] or type(error).__name__
    return NoCluster("cluster-lost" if address else "cluster-local", address=address, reason=reason)


@dataclass(slots=True)
class Cluster:
    """The workers of a scheduler; see `cardwright.apps.policies.budget.Executor`."""

    client: Any
    address: str = ""
    is_near: bool = False
    _counted: tuple[float, int] = (-inf, 1)

    @property
    def jobs(self) -> int:
        """How many workers there are now; at least one, who may still come."""
        at, number = self._counted
        if perf_counter() - at >= _SECONDS_OF_COUNT:
            number = max(1, len(self.client.nthreads()))
            self._counted = perf_counter(), number
        return number

    @contextmanager
    def ready(self, prepare: Callable[..., None], *given: Any) -> Iterator[Doing]:
        """Yield a function that does work; `prepare` makes each worker ready once with the rest."""
        from hashlib import blake2b  # loads OpenSSL: only clusters need it

        content = pickle.dumps((prepare, given), protocol=5)
        name = f"cardwright-{blake2b(content, digest_size=16).hexdigest()}"
        # A task, no data: where the worker that has it dies, another one gets it again.
        parcel = self.client.submit(_parcel, content, key=name, retries=_RETRIES)
        yield partial(self._done, name, parcel)

    def _done(
        self, name: str, parcel: Any, act: Callable[[Work], Result], work: Iterable[Work]
    ) -> Iterator[Result]:
        """Yield the results of an act in the order of the work."""
        left, size, begun = iter(work), 1, deque[Any]()
        try:
            while True:
                while len(begun) < _AHEAD * self.jobs and (batch := [*islice(left, size)]):
                    begun.append(self._begin(name, parcel, act, batch))
                if not begun:
                    return
                try:
                    results, seconds = begun.popleft().result()
                except Exception as error:
                    raise _lost(self.address, error) from error
                size = _fitting(len(results), seconds)
                yield from results
        finally:
            self.client.cancel([*begun])

    def _begin(self, name: str, parcel: Any, act: Callable[..., Any], batch: list[Any]) -> Any:
        return self.client.submit(
            _act, __version__, name, parcel, act, batch, pure=False, retries=_RETRIES
        )


def _fitting(number: int, seconds: float) -> int:
    """Return how many pieces take about as long as a batch is to take."""
    return max(1, min(_MOST_IN_BATCH, int(number * _SECONDS / max(seconds, 1e-6))))


# --- what workers do ------------------------------------------------------------------------------

_lock = Lock()
_prepared: list[str] = []


def _parcel(content: bytes) -> bytes:
    """Return what makes workers ready."""
    return content


def _act(
    version: str, name: str, content: bytes, act: Callable[[Any], Any], batch: list[Any]
) -> tuple[list[Any], float]:
    """Do a batch of work, made ready for it; return the results and how long it took.

    One at a time in a process: a worker with several threads is no faster than with one.
    """
    if version != __version__:
        raise RuntimeError(f"a worker has Cardwright {__version__}, not {version}")
    with _lock:
        if _prepared != [name]:
            _prepared.clear()
            prepare, given = pickle.loads(content)
            prepare(*given)
            _prepared.append(name)
        began = perf_counter()
        return [act(each) for each in batch], perf_counter() - began
