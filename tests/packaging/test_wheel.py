"""Check that the wheel, alone in a fresh environment, is the whole program."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PAGES = {".html", ".svg", ".css", ".js"}
"""What a site is made from, besides modules."""
GAMES = sorted(path.parent.name for path in (ROOT / "cards").glob("*/game.yaml"))


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command outside of the checkout, with its own empty home, and return its output."""
    home = {"HOME": str(cwd), "XDG_CACHE_HOME": str(cwd / "cache"), "PYTHONUTF8": "1"}
    dropped = ("PYTHONPATH", "CARDWRIGHT_PATH", "CARDWRIGHT_CACHE")
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=kept | home,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment with nothing in it."""
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    venv.create(folder, symlinks=True)
    return folder


def site_of(environment: Path) -> Path:
    """Return where an environment has its packages."""
    paths = {"base": str(environment), "platbase": str(environment)}
    return Path(sysconfig.get_path("purelib", "venv", vars=paths))


def needed(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the distributions that one declares to need, and theirs."""
    for line in distribution(name).requires or ():
        requirement = Requirement(line)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if wanted and requirement.name.lower() not in seen:
            seen.add(requirement.name.lower())
            yield requirement.name
            yield from needed(requirement.name, seen)


def lend(name: str, site: Path) -> None:
    """Make a distribution of this environment visible in another one, without a network."""
    found = distribution(name)
    tops = {path.parts[0] for path in found.files or () if path.parts[0] != ".."}
    for top in tops - {"__pycache__"}:
        target = site / top
        if not target.exists():
            target.symlink_to(Path(str(found.locate_file(top))))


def check_commands(environment: Path, cwd: Path, *games: str) -> None:
    """Run what must work after an installation.

    Args:
        games: Those that are checked and played; all where none is named.
    """
    command = environment / "bin" / "cardwright"
    home = run(environment / "bin" / "python", "-c", WHERE, cwd=cwd).strip()
    assert Path(home).is_relative_to(environment)
    listed = run(command, "games", cwd=cwd)
    assert GAMES
    assert all(game in listed for game in GAMES)
    run(command, "lint", "--strict", *games, cwd=cwd)
    for game in games or GAMES:
        assert '"faults": 0' in run(command, "sim", game, "-n", "2", "--json", cwd=cwd)


WHERE = "import cardwright; print(cardwright.__file__)"


def test_what_the_wheel_holds(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert "dsl/syntax/grammar.lark" in names
    for folder in ("cards", "examples/classics", "schemas"):
        files = {path for path in (ROOT / folder).rglob("*") if path.suffix in (".yaml", ".json")}
        assert files
        assert {f"cardwright/_data/{path.relative_to(ROOT).as_posix()}" for path in files} <= names
    for package in ("dsl", "interpreter", "cardwright"):
        for files in ("*.py", "messages/*.yaml"):
            found = {path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob(files)}
            assert found <= names
    site = ROOT / "cardwright/apps/press/site"
    pages = {path for path in site.rglob("*") if path.suffix in PAGES}
    assert {path.suffix for path in pages} == PAGES
    assert {path.relative_to(ROOT).as_posix() for path in pages} <= names
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"dsl", "interpreter", "cardwright"}
    assert not [name for name in names if "/tests/" in name or "__pycache__" in name]


def test_the_wheel_runs_with_what_it_declares(wheel: Path, fresh: Path, tmp_path: Path) -> None:
    install = ("-m", "pip", "--python", fresh / "bin" / "python", "install", "-q")
    run(sys.executable, *install, "--no-deps", "--no-index", wheel, cwd=tmp_path)
    for name in needed("cardwright", set()):
        lend(name, site_of(fresh))
    check_commands(fresh, tmp_path, "equilibrion")


@pytest.mark.soak
def test_the_wheel_installs_by_itself(wheel: Path, tmp_path: Path) -> None:
    """Needs the package index."""
    environment = tmp_path / "venv"
    venv.create(environment, symlinks=True, with_pip=True)
    run(environment / "bin" / "python", "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    check_commands(environment, tmp_path)
