"""Make one mutated package from a seed and a number, check it, and say what went wrong."""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cardwright.api import checks
from cardwright.api.checks import Checked
from cardwright.api.package import Package
from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Diagnostic, render_json
from tests.fuzz.mutations import damaged, mutated
from tests.fuzz.planted import SECRET, Planted, plant
from tests.fuzz.played import play

ROOT: Final = Path(__file__).resolve().parents[2]
PRELUDE: Final = ROOT / "cards" / "prelude"
OWN: Final = (
    ROOT / "tests" / "fuzz" / "packages" / "duel",
    ROOT / "tests" / "fuzz" / "packages" / "market",
    ROOT / "tests" / "dsl" / "games" / "lanterns",
    ROOT / "examples" / "high-card",
    ROOT / "soak" / "packages" / "secrets",
)
"""Small packages that together have every section and nearly every word."""

CONFORMANCE: Final = tuple(
    sorted(path.parent for path in (ROOT / "tests" / "conformance").glob("*/game.yaml"))
)
CLASSICS: Final = tuple(
    sorted(path.parent for path in (ROOT / "examples" / "classics").glob("*/game.yaml"))
)
LARGE: Final = tuple(sorted(path.parent for path in (ROOT / "cards").glob("*/game.yaml")))
SHARES: Final = ((OWN, 0.5), (CONFORMANCE, 0.398), (CLASSICS, 0.1), (LARGE, 0.002))
"""How often a case begins with a package of each sort: the shipped games, which take a hundred
times as long as the small ones, least. Within a sort one is the more frequent the smaller it is."""

PLAYED_SHARE: Final = 0.5
"""Of the cases so many are played where they are right: that takes longer than to check them."""

PLANTED_SHARE: Final = 0.03
SLOW_SECONDS: Final = 1.0
"""Processor time that a check may take beyond twice that of the package before it was changed: the
latter is measured when much of it has been read before."""
MEMORY: Final = Path("/dev/shm")
"""Where folders are made and removed fastest, if it is there."""
_CAPITAL: Final = re.compile(r"[A-Z][a-z]")


Files = dict[str, bytes | Planted]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case.

    Attributes:
        fault: A traceback, or what broke a rule; empty where all is well.
        seconds: Processor time of the check.
        names: Of what was found.
        decisions: How many a match of it had; None where it was not played.
    """

    fault: str
    seconds: float
    names: tuple[str, ...] = ()
    decisions: int | None = None


@cache
def _texts(folder: Path) -> Mapping[str, bytes]:
    """Return the files of a package by path."""
    paths = sorted(folder.rglob("*.yaml"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@cache
def _usual(base: Path | None) -> float:
    """Return how many seconds the check of a package takes as it is."""
    return 0.0 if base is None else _looked_through(base, base.name)[0]


def base_of(seed: int, number: int) -> Path:
    """Return the package that a case begins with."""
    rng = random.Random(f"{seed}:{number}")
    (folders,) = rng.choices([each for each, _ in SHARES], [share for _, share in SHARES])
    return rng.choices(folders, [1 / _size(each) for each in folders])[0]


@cache
def _size(folder: Path) -> int:
    """Return how many bytes the files of a package have."""
    return sum(map(len, _texts(folder).values()))


def is_played(seed: int, number: int) -> bool:
    """Return whether a case is played, if it is right."""
    return random.Random(f"{seed}:{number}:plays").random() < PLAYED_SHARE


def case(seed: int, number: int) -> Files:
    """Return the files of one mutated package."""
    rng = random.Random(f"{seed}:{number}:mutations")
    texts = {path: data.decode() for path, data in _texts(base_of(seed, number)).items()}
    changed = mutated(texts, rng)
    files: Files = {path: text.encode("utf-8", "surrogatepass") for path, text in changed.items()}
    paths = sorted(files)
    if paths and rng.random() < 0.1:
        path = rng.choice(paths)
        files[path] = damaged(_bytes(files[path]), rng)
    if rng.random() < PLANTED_SHARE:
        path, planted = plant(paths, rng)
        files[path] = planted
    return files


def _bytes(content: bytes | Planted) -> bytes:
    return content if isinstance(content, bytes) else b""


def check(
    files: Mapping[str, bytes | Planted], seed: int = 0, base: Path | None = None,
    *, plays: bool = True,
) -> Outcome:  # fmt: skip
    """Check a package, show all that is found in it, and play it where it is right."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        folder = Path(name) / (base.name if base else "case")
        folder.mkdir()
        return check_folder(write(files, folder), seed, base, plays=plays)


def check_folder(
    folder: Path, seed: int = 0, base: Path | None = None, *, plays: bool = True
) -> Outcome:
    """Check the package in a folder, and play it where it is right.

    Args:
        base: The package before it was changed, which may take long by itself.
    """
    try:
        seconds, checked, found, shown = _looked_through(folder, folder.name)
        fault = _broken_rule(checked, found, shown)
    except Exception:
        return Outcome(traceback.format_exc(limit=-12), 0.0)
    if not fault and seconds > SLOW_SECONDS and seconds > SLOW_SECONDS + 2 * _usual(base):
        fault = f"the report took {seconds:.1f} s"
    names, decisions = tuple(each.name for each in found), None
    if plays and not fault and checked.game is not None:
        try:
            decisions = play(checked.game, random.Random(seed))
        except Exception:
            fault = traceback.format_exc(limit=-12)
    return Outcome(fault, seconds, names, decisions)


def _looked_through(
    folder: Path, shown: str
) -> tuple[float, Checked, tuple[Diagnostic, ...], list[str]]:
    """Return the seconds that a check took, and what came of it."""
    package = Package(shown, folder, shown)
    began = time.process_time()
    checked = checks.check(package)
    found = checks.findings_of(package, checked)
    texts = [each.rendered() for each in found]
    json.loads(render_json(found))
    return time.process_time() - began, checked, found, texts


def write(files: Mapping[str, bytes | Planted], folder: Path) -> Path:
    """Write the files of a package into a folder."""
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, bytes):
            target.write_bytes(data)
        else:
            data.put(target)
    return folder


def read(folder: Path) -> dict[str, bytes]:
    """Return the files of a package that was written."""
    paths = (path for path in sorted(folder.rglob("*.yaml")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _broken_rule(checked: Checked, found: tuple[Diagnostic, ...], shown: list[str]) -> str:
    """Return what a report must never do, or nothing."""
    if checked.game is None and not found:
        return "no game and no reason"
    if any(SECRET in text for text in shown):
        return "what lies outside of the package is shown"
    for each, text in zip(found, shown, strict=True):
        fault = _fault_of(each)
        if fault:
            return f"{fault}\n{text}"
    return ""


def _fault_of(found: Diagnostic) -> str:
    """Return what is wrong with one finding, or nothing."""
    span = found.span
    if found.name not in FINDINGS:
        return f"`{found.name}` is not in the catalogue"
    if found.name == "broken-rule":
        return found.message
    if not 0 <= span.start <= span.end <= len(span.source.text):
        return f"the span {span.start}..{span.end} lies outside the file"
    if _CAPITAL.match(found.message) or found.message.endswith("."):
        return "the message is no fragment"
    return ""
