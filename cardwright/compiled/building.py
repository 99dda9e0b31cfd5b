"""Build what is compiled, in the user's cache folder, each part once.

The folder `compiled/KEY` is a package `cardwright_KEY`: the machine's modules, and in `games` one
module a game with its options and number of players. The key is a hash of the sources and of all
that their machine code depends on.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path

from cardwright.cache import digest
from cardwright.cache_place import cache_folder, is_wanted
from cardwright.compiled.sources import PACKAGE, machine_sources, plain_sources
from cardwright.errors import NotBuilt
from dsl.files import is_own_folder

Telling = Callable[[str], AbstractContextManager[object]]
"""Shows what is being built while it is: `building-machine` or `building-game`."""

SPEED = "2"
"""How much the C compiler optimises, 0 to 3: 2 is a twelfth quicker than 1, 3 no more than that."""
FLAGS = "-fno-semantic-interposition -fvisibility=hidden"
"""Nobody replaces functions of these libraries: they may be called directly, and inlined."""
_MOST_PACKAGES, _MOST_GAMES = 3, 60
_KEY_LETTERS = 16


def quietly(part: str) -> AbstractContextManager[object]:
    """Show nothing."""
    return nullcontext()


def machine_package(tell: Telling = quietly) -> Path:
    """Return the folder of the package of the machine; build it where it is not there yet.

    Raises:
        NotBuilt: It cannot be built.
    """
    _check_mypyc()
    if not is_wanted():
        raise NotBuilt("build-needs-cache")
    compiled, plain = machine_sources(), plain_sources()
    texts = [f"{place}\n{text}".encode() for place, text in {**compiled, **plain}.items()]
    key = digest(_toolchain(), *texts)[:_KEY_LETTERS]
    folder = cache_folder() / "compiled" / key
    _check_own(folder)
    if not folder.is_dir():
        _check_compiler()
        with tell("building-machine"), _workshop(folder.parent) as place:
            _write(place, f"cardwright_{key}", {**compiled, **plain})
            files = [f"cardwright_{key}/{name}.py" for name in compiled]
            _compile(place, f"cardwright_machine_{key}", files)
            _settle(place, folder)
    return folder


def _check_own(folder: Path) -> None:
    """Stop where somebody else may have put machine code into the cache."""
    for place in (folder.parent.parent, folder.parent, folder):
        if os.path.lexists(place) and not is_own_folder(place):
            raise NotBuilt("build-not-own", str(place))


def package_name(folder: Path) -> str:
    """Return the name of the package in a folder."""
    return f"cardwright_{folder.name}"


def game_module(
    folder: Path, key: str, source: Callable[[bool], str], tell: Telling = quietly
) -> str:
    """Return the name of a game's compiled module; build it where it is not there yet.

    Args:
        key: Of what its source is written from.
        source: Writes it; with True, without the types that were found.

    Raises:
        NotBuilt: It cannot be built.
    """
    package = package_name(folder)
    writers = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    name = "game_" + digest(key.encode(), *writers)[:_KEY_LETTERS]
    games = folder / package / "games"
    if not _has_library(games, name):
        _check_compiler()
        with tell("building-game"), _workshop(folder.parent) as place:
            shutil.copytree(folder, place, dirs_exist_ok=True, ignore=_ignored)
            try:
                _build_game(place, package, name, source(False))
            except NotBuilt:  # of a type that mypyc cannot follow
                _build_game(place, package, name, source(True))
            _drop_oldest(games, _MOST_GAMES)
            library = f"cardwright_{name}__mypyc*"
            for built in (*place.glob(library), *place.glob(f"*/games/{name}*")):
                os.replace(built, folder / built.relative_to(place))
    return f"{package}.games.{name}"


def _build_game(place: Path, package: str, name: str, text: str) -> None:
    """Compile a game's module in a workshop."""
    _write(place, package, {f"games/{name}": text})
    known = [f"{package}/{found}.py" for found in machine_sources()]
    machine = f"cardwright_machine_{package.removeprefix('cardwright_')}"
    _compile(place, f"cardwright_{name}", [f"{package}/games/{name}.py"], [machine, *known])


def _ignored(folder: str, names: list[str]) -> list[str]:
    """Name what a copy of the package does without: libraries, other games."""
    return [name for name in names if name.startswith("game_") or name.endswith((".so", ".pyd"))]


def _has_library(folder: Path, name: str) -> bool:
    """Return whether a compiled module is there."""
    return any(path.suffix in (".so", ".pyd") for path in folder.glob(f"{name}.*"))


def _toolchain() -> bytes:
    """Return what machine code depends on beside its source."""
    from mypy.version import __version__ as mypyc

    return f"{sys.version} {sysconfig.get_platform()} {mypyc} {SPEED} {FLAGS}".encode()


def _check_compiler() -> None:
    """Stop where there is no C compiler."""
    if sys.platform != "win32":
        words = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
        if shutil.which(words[0]) is None:
            raise NotBuilt("no-c-compiler", words[0])


def _check_mypyc() -> None:
    """Stop where what the extra installs is missing."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        raise NotBuilt("no-mypyc")


@contextmanager
def _workshop(beside: Path) -> Iterator[Path]:
    """Yield a folder in which something can be built without being seen half done."""
    beside.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix="building-", dir=beside))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _settle(place: Path, folder: Path) -> None:
    """Put what was built where it belongs, unless somebody else was faster."""
    packages = [path for path in folder.parent.iterdir() if not path.name.startswith("building-")]
    packages.sort(key=lambda path: path.stat().st_mtime)
    for old in packages[: len(packages) - _MOST_PACKAGES + 1]:
        shutil.rmtree(old, ignore_errors=True)
    if not folder.exists():
        os.rename(place, folder)


def _drop_oldest(games: Path, most: int) -> None:
    """Keep the folder of games from growing without end."""
    found = sorted(games.glob("game_*.py"), key=lambda path: path.stat().st_mtime)
    for source in found[: len(found) - most + 1]:
        library = games.parent.parent.glob(f"cardwright_{source.stem}__mypyc*")
        for path in (*games.glob(f"{source.stem}.*"), *library):
            path.unlink(missing_ok=True)


def _write(place: Path, package: str, texts: dict[str, str]) -> None:
    """Write modules of a package by their places in it."""
    for name, text in texts.items():
        path = place / package / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(PACKAGE, package), encoding="utf-8")


def _compile(place: Path, library: str, files: list[str], known: list[str] | None = None) -> None:
    """Compile modules in a folder.

    Raises:
        NotBuilt: mypyc or the C compiler refused them.
    """
    worker = Path(__file__).with_name("worker.py")
    words = [sys.executable, "-P", str(worker), SPEED, library, *files]
    words += ["--known", *known] if known else []
    flags = "" if sys.platform == "win32" else f"{os.environ.get('CFLAGS', '')} {FLAGS}"
    done = subprocess.run(
        words, cwd=place, capture_output=True, text=True, errors="replace",
        env={**os.environ, "CFLAGS": flags},
    )  # fmt: skip
    if done.returncode:
        log = place.parent / "failed.log"
        log.write_text(done.stdout + done.stderr, encoding="utf-8")
        raise NotBuilt("build-failed", str(log))
