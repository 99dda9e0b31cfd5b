"""Packages whose folders are made to hurt: every way to read them says the same, and soon."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.api.loading import find_package

GAME = Path(__file__).parents[3] / "examples" / "high-card"
SECRET = "the secret of somebody else"
SECONDS = 60


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "rules.yaml")


def connection(folder: Path) -> None:
    here = Path.cwd()
    os.chdir(folder)  # the names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("rules.yaml")
    finally:
        os.chdir(here)


def device(folder: Path) -> None:
    (folder / "rules.yaml").symlink_to("/dev/zero")


def outside(folder: Path) -> None:
    (folder.parent / "secret.txt").write_text(SECRET)
    (folder / "rules.yaml").symlink_to("../secret.txt")


def by_two_links(folder: Path) -> None:
    (folder.parent / "secret.txt").write_text(SECRET)
    (folder / ".hidden").symlink_to("../secret.txt")
    (folder / "rules.yaml").symlink_to(".hidden")


def nowhere(folder: Path) -> None:
    (folder / "rules.yaml").symlink_to("nowhere")


def in_a_circle(folder: Path) -> None:
    (folder / "rules.yaml").symlink_to("rules.yaml")


def large(folder: Path) -> None:
    with (folder / "rules.yaml").open("wb") as file:
        file.truncate(1 << 40)


def badly_named(folder: Path) -> None:
    (folder / os.fsdecode(b"r\xffles.yaml")).write_text("")


def in_a_badly_named_folder(folder: Path) -> None:
    inner = folder / os.fsdecode(b"r\xff")
    inner.mkdir()
    (inner / "rules.yaml").write_text("")


def named_to_fool(folder: Path) -> None:
    (folder / "ru\u202ele\x1b[2Js.yaml").write_text("")


def deep(folder: Path) -> None:
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1_500):
        os.mkdir("in", dir_fd=here)
        inner = os.open("in", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


HOSTILE: dict[Callable[[Path], None], tuple[str, str]] = {
    pipe: ("unreadable-file", "rules.yaml"),
    connection: ("unreadable-file", "rules.yaml"),
    device: ("unreadable-file", "rules.yaml"),
    outside: ("unreadable-file", "rules.yaml"),
    by_two_links: ("unreadable-file", "rules.yaml"),
    nowhere: ("unreadable-file", "rules.yaml"),
    in_a_circle: ("unreadable-file", "rules.yaml"),
    large: ("file-too-large", "rules.yaml"),
    badly_named: ("not-utf8", "r�les.yaml"),
    in_a_badly_named_folder: ("not-utf8", "r�/rules.yaml"),
    named_to_fool: ("text-direction", "ru�le�[2Js.yaml"),
    deep: ("package-too-large", "/".join(["in"] * 33)),
}
COMMANDS = (
    (("lint",), pipe),
    (("cards",), pipe),
    (("cards",), device),
    (("play", "--auto"), outside),
    (("sim", "-n", "1"), deep),
    (("games", "--stats"), device),
    (("lint",), badly_named),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of a game that is right."""
    made = tmp_path / "high-card"
    shutil.copytree(GAME, made)
    return made


def run(*words: str | Path, cache: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line with little memory."""
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)); "
        "from cardwright.apps.commands.main import run; run()"
    )
    return subprocess.run(
        [sys.executable, "-c", limited, *map(str, words)],
        capture_output=True, text=True, timeout=SECONDS, encoding="utf-8",
        env={**os.environ, "CARDWRIGHT_CACHE": str(cache), "PYTHONUTF8": "1"},
    )  # fmt: skip


@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_lint_and_load_name_the_file(make, folder: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    name, shown = HOSTILE[make]
    try:
        make(folder)
        package = find_package(str(folder))
        began = time.process_time()
        found = cardwright.lint(package)
        assert time.process_time() - began < 2
        assert [each.name for each in found] == [name]
        assert f"/high-card/{shown}:1:1" in found[0].rendered()
        for cache in (True, False):
            with pytest.raises(cardwright.PackageError) as error:
                cardwright.load(folder, cache=cache)
            assert [each.rendered() for each in error.value.diagnostics] == [found[0].rendered()]
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)


@pytest.mark.parametrize(("words", "make"), COMMANDS)
def test_every_command_says_the_same(words, make, folder: Path, tmp_path: Path):
    name, shown = HOSTILE[make]
    try:
        make(folder)
        done = run(words[0], folder, *words[1:], cache=tmp_path / "cache")
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)

    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert SECRET not in done.stdout + done.stderr
    if words[0] != "games":
        assert f"[{name} " in done.stdout + done.stderr
        assert shown in done.stdout + done.stderr


def test_a_link_within_the_package_is_fine(folder: Path, tmp_path: Path):
    (folder / "game.yaml").rename(folder / "text")
    (folder / "game.yaml").symlink_to("text")

    assert cardwright.lint(find_package(str(folder))) == ()
    assert cardwright.load(folder, cache=False).start().decision is not None


def test_a_linked_folder_is_not_gone_into(folder: Path, tmp_path: Path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "bad.yaml").write_text("nonsense: 1\n")
    (folder / "more").symlink_to(tmp_path / "rules")

    assert cardwright.lint(find_package(str(folder))) == ()


def test_the_cache_and_the_checker_read_the_same_files(folder: Path, tmp_path: Path, monkeypatch):
    """What is hidden is no part of a package: it changes neither what is found nor what is kept."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    cardwright.check(find_package(str(folder)), cache=True)
    (folder / ".drafts").mkdir()
    (folder / ".drafts" / "bad.yaml").write_text("nonsense: 1\n")
    monkeypatch.setattr("cardwright.api.checks._check_texts", None)

    assert cardwright.check(find_package(str(folder)), cache=True).game is not None
