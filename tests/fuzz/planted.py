"""Plant what is no text among the files of a package: pipes, devices, links, odd names."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

SECRET: Final = "a-secret-of-somebody-else"
OUTSIDE: Final = Path("/tmp/cardwright-fuzz-secret")
DEEP: Final = 60


@dataclass(frozen=True, slots=True)
class Planted:
    """Something in the place of a file."""

    kind: str

    def put(self, path: Path) -> None:
        """Make it."""
        path.unlink(missing_ok=True)
        KINDS[self.kind](path)


def _outside(path: Path) -> None:
    if not OUTSIDE.exists():
        OUTSIDE.write_text(f"{SECRET}: 1\n", encoding="utf-8")
    path.symlink_to(OUTSIDE)


def _inside(path: Path) -> None:
    path.symlink_to("game.yaml")


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def _deep(path: Path) -> None:
    inner = path.parent.joinpath(*["in"] * DEEP)
    inner.mkdir(parents=True, exist_ok=True)
    (inner / "deep.yaml").write_text("values: {}\n", encoding="utf-8")


def _badly_named(path: Path) -> None:
    Path(os.fsdecode(os.fsencode(path.with_suffix("")) + b"\xff.yaml")).write_bytes(b"a: b\n")


def _oddly_named(path: Path) -> None:
    path.with_name("a\u202e\x1b[2J\n.yaml").write_bytes(b"a: b\n")


KINDS: Final[Mapping[str, Callable[[Path], None]]] = MappingProxyType(
    {
        "pipe": os.mkfifo,
        "folder": Path.mkdir,
        "device": lambda path: path.symlink_to("/dev/zero"),
        "terminal": lambda path: path.symlink_to("/dev/tty"),
        "outside": _outside,
        "inside": _inside,
        "nowhere": lambda path: path.symlink_to("nowhere"),
        "circle": lambda path: path.symlink_to(path.name),
        "large": _large,
        "deep": _deep,
        "badly named": _badly_named,
        "oddly named": _oddly_named,
        "for nobody": lambda path: path.touch(mode=0),
    }
)


def plant(paths: list[str], rng: random.Random) -> tuple[str, Planted]:
    """Return where something is planted, and what."""
    others = ["more.yaml", "cards/more.yaml"]
    path = rng.choice([*others, *paths] if rng.random() < 0.2 else others)
    return path, Planted(rng.choice(sorted(KINDS)))
