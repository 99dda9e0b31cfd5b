"""Define a measure: numbered cases, each of which a seed and its number make again."""

from __future__ import annotations

import json
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import yaml

TABLE = yaml.safe_load(Path(__file__).with_name("measures.yaml").read_text("utf-8"))
MOST_FILES = 20
"""Failures of one measure that get a file."""

MOST_REASON = 4_000
"""Characters of a reason that are kept."""


class Broken(Exception):
    """Something that must always hold does not."""


@dataclass(frozen=True, slots=True)
class Files:
    """Where the failing cases of a run are written, so that each can be played again.

    Attributes:
        since: When the run began: older files are those of other runs.
    """

    folder: Path
    since: float

    def write(self, measure: str, seed: int, number: int, reason: str) -> Path | None:
        """Write the file of a case; None where its measure has enough of them."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{measure.replace('/', '_').replace('=', '-')}-{seed}-"
        path = self.folder / f"{stem}{number}.json"
        others = (each for each in self.folder.glob(f"{stem}*.json") if each != path)
        if sum(each.stat().st_mtime >= self.since for each in others) >= MOST_FILES:
            return None
        how = {word: f"python -m soak --{word} {path}" for word in ("replay", "shrink")}
        case = {"measure": measure, "seed": seed, "number": number, "reason": reason, **how}
        path.write_text(json.dumps(case, indent=1) + "\n", encoding="utf-8")
        return path


@dataclass(frozen=True, slots=True)
class Job:
    """A stretch of the cases of a measure, for one process.

    Attributes:
        files: Where cases that fail are written; None for nowhere.
    """

    measure: str
    seed: int
    first: int
    count: int
    files: Files | None = None

    @property
    def numbers(self) -> range:
        """The numbers of the cases."""
        return range(self.first, self.first + self.count)

    def write(self, failure: Failure) -> Path | None:
        """Write a failing case; return its file, None where there is none."""
        if self.files is None:
            return None
        return self.files.write(self.measure, self.seed, failure.number, failure.reason)


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed, and why."""

    number: int
    reason: str


@dataclass(slots=True)
class Part:
    """What came of some cases.

    Attributes:
        tally: How often what was seen.
        most: The largest of what was measured.
        seed: Of the run.
    """

    count: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)
    most: dict[str, float] = field(default_factory=dict)
    seed: int = 0

    def add(self, other: Part) -> None:
        """Take in what came of other cases."""
        self.count += other.count
        self.seconds += other.seconds
        self.failures += other.failures
        self.tally.update(other.tally)
        for name, number in other.most.items():
            self.note_most(name, number)

    def note_most(self, name: str, number: float) -> None:
        """Keep a number where it is the largest so far."""
        self.most[name] = max(number, self.most.get(name, number))

    def hold_most(self, name: str, found: float, most: float) -> None:
        """Keep a number where it is the largest so far, and hold it to its bound."""
        self.note_most(name, round(found, 3))
        hold(found <= most, f"{name}: {found:.3f}, more than {most}")


Run = Callable[[Job], Part]
Check = Callable[[Random, int, Part], None]
"""Plays one case: (chance, its number, where to count)."""

Conclude = Callable[[Part], Mapping[str, Any]]
"""Returns details of all cases together; what is under `problems` are failures of the whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Something that is shown on many cases.

    Attributes:
        game: The game it is about, or "".
        count: How many cases at scale 1.
        cost: Seconds a case takes, roughly: for the order and the length of jobs.
        run: Goes through a stretch of cases.
        conclude: Judges all of them together; called with the whole count reached or not.
        enough: With so many cases the whole is judged strictly.
        is_alone: Whether nothing else of the soak may run meanwhile: it measures all processors by
            the clock.
    """

    name: str
    game: str
    count: int
    cost: float
    run: Run
    conclude: Conclude = lambda part: {}
    enough: int = 0
    is_alone: bool = False


def measured(
    name: str,
    check: Check,
    game: str = "",
    *,
    count: int | None = None,
    enough: float = 0,
    **more: Any,
) -> Measure:
    """Return a measure whose cases and cost stand in `measures.yaml`.

    Args:
        count: How many cases, where the table does not say.
        enough: With which share of the cases the whole is judged strictly.
        more: Further attributes.
    """
    listed, cost = counted(name)
    count = listed if count is None else count
    more = {"run": each(name, check), **more}
    return Measure(name=name, game=game, count=count, cost=cost, enough=int(count * enough), **more)


def by_name(
    kind: str, names: Iterable[str], check: Callable[..., None], **more: Any
) -> Iterator[Measure]:
    """Yield a measure of a kind for each name, which its check gets first."""
    for name in names:
        yield measured(f"{kind}/{name}", partial(check, name), **more)


def by_game(
    kind: str, games: Iterable[str], check: Callable[..., None], **more: Any
) -> Iterator[Measure]:
    """Yield a measure of a kind for each game, which its check gets first."""
    for game in games:
        yield from by_name(kind, (game,), check, game=game, **more)


def counted(name: str) -> tuple[int, float]:
    """Return how many cases a measure has, and the seconds that one takes."""
    rows = _rows()
    while name and name not in rows:
        name = name[: max(name.rfind("/"), name.rfind("-"), 0)]
    return rows[name]


@cache
def _rows() -> dict[str, tuple[int, float]]:
    """Return the rows of `measures.yaml` by name."""
    found: dict[str, tuple[int, float]] = {}

    def add(name: str, row: Any) -> None:
        if isinstance(row, list):
            found[name] = (row[0], row[1])
        else:
            for key, below in row.items():
                add(name if key == "else" else f"{name}/{key}", below)

    for kind in TABLE.keys() - {"shares"}:
        add(kind, TABLE[kind])
    return found


def each(name: str, check: Check) -> Run:
    """Return what goes through a stretch of cases one by one; one that fails is written at once."""

    def run(job: Job) -> Part:
        part = Part(seed=job.seed)
        began = time.process_time()
        for number in job.numbers:
            failure = _failure(check, Random(f"{job.seed} {name} {number}"), number, part)
            if failure is not None:
                part.failures.append(failure)
                job.write(failure)
            part.count += 1
        part.seconds = time.process_time() - began
        return part

    return run


def _failure(check: Check, chance: Random, number: int, part: Part) -> Failure | None:
    """Play a case and return how it fails, None where it does not."""
    try:
        check(chance, number, part)
    except Broken as broken:
        return Failure(number, str(broken)[:MOST_REASON])
    except Exception:
        return Failure(number, traceback.format_exc(limit=-12)[-MOST_REASON:])
    return None


def hold(condition: object, reason: str) -> None:
    """Complain where something does not hold.

    Raises:
        Broken: It does not.
    """
    if not condition:
        raise Broken(reason)
