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

from dsl.diagnostics.catalogue import CATALOGUE
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.render import render_json, render_text
from dsl.lint.rules import lint
from dsl.load import Loaded, load_package
from tests.fuzz.mutations import damaged, mutated

ROOT: Final = Path(__file__).resolve().parents[2]
PRELUDE: Final = ROOT / "cards" / "prelude"
SMALL: Final = (
    ROOT / "tests" / "fuzz" / "packages" / "duel",
    ROOT / "tests" / "fuzz" / "packages" / "duel",
    ROOT / "tests" / "fuzz" / "packages" / "market",
    ROOT / "tests" / "dsl" / "games" / "lanterns",
)
SLOW_SECONDS: Final = 2.0
_CAPITAL: Final = re.compile(r"[A-Z][a-z]")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case.

    Attributes:
        fault: A traceback, or what broke a rule; empty where all is well.
        seconds: Processor time.
    """

    fault: str
    seconds: float
    names: tuple[str, ...] = ()


@cache
def _texts(folder: Path) -> Mapping[str, bytes]:
    """Return the files of a package by path."""
    paths = sorted(folder.rglob("*.yaml"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def case(seed: int, number: int) -> dict[str, bytes]:
    """Return the files of one mutated package."""
    rng = random.Random(f"{seed}:{number}")
    texts = {path: data.decode() for path, data in _texts(rng.choice(SMALL)).items()}
    changed = mutated(texts, rng)
    files = {path: text.encode("utf-8", "surrogatepass") for path, text in changed.items()}
    if files and rng.random() < 0.1:
        path = rng.choice(sorted(files))
        files[path] = damaged(files[path], rng)
    return files


def check(files: Mapping[str, bytes]) -> Outcome:
    """Load a package and show all that is found in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = write(files, Path(name))
        started = time.process_time()
        try:
            loaded = load_package(folder, "case", PRELUDE)
            found = (*loaded.diagnostics, *_doubts(loaded))
            shown = [render_text(each) for each in found]
            json.loads(render_json(found))
        except Exception:
            return Outcome(traceback.format_exc(limit=-12), time.process_time() - started)
    seconds = time.process_time() - started
    fault = _broken_rule(loaded, found, shown)
    if not fault and seconds > SLOW_SECONDS:
        fault = f"the report took {seconds:.1f} s"
    return Outcome(fault, seconds, tuple(each.name for each in found))


def write(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write the files of a package into a folder."""
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return folder


def read(folder: Path) -> dict[str, bytes]:
    """Return the files of a package that was written."""
    paths = (path for path in sorted(folder.rglob("*.yaml")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _doubts(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Return what the lint rules say of a game that is right."""
    return () if loaded.game is None else lint(loaded.game, loaded.used, loaded.sources)


def _broken_rule(loaded: Loaded, found: tuple[Diagnostic, ...], shown: list[str]) -> str:
    """Return what a report must never do, or nothing."""
    if loaded.game is None and not loaded.diagnostics:
        return "no game and no reason"
    for each, text in zip(found, shown, strict=True):
        fault = _fault_of(each)
        if fault:
            return f"{fault}\n{text}"
    return ""


def _fault_of(found: Diagnostic) -> str:
    """Return what is wrong with one finding, or nothing."""
    span = found.span
    if found.name not in CATALOGUE:
        return f"`{found.name}` is not in the catalogue"
    if found.name == "broken-rule":
        return found.message
    if not 0 <= span.start <= span.end <= len(span.source.text):
        return f"the span {span.start}..{span.end} lies outside the file"
    if _CAPITAL.match(found.message) or found.message.endswith("."):
        return "the message is no fragment"
    return ""
