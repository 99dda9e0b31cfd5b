"""Every command ends in one plain line where what it writes cannot go: a standard output that is
closed or full, a folder that is not there, a file that may not grow."""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from cardwright.apps.commands.main import COMMANDS, group, with_outlets

ROOT = Path(__file__).resolve().parents[3]
GAME = str(ROOT / "examples" / "high-card")
TESTED = str(ROOT / "examples" / "recipes" / "hunt")
OLD = "what was there before"

PRINTING = {
    "new": ("new", "--help"), "fmt": ("fmt", "--check", GAME),
    "explain": ("explain", "unused-kind"),
    "schema": ("schema", GAME), "lsp": ("lsp", "--help"), "i18n": ("i18n", GAME),
    "leaks": ("leaks", "--help"), "lint": ("lint", GAME), "test": ("test", GAME),
    "run": ("run", "--help"),
    "shrink": ("shrink", "--help"), "replay": ("replay", "--help"),
    "diff": ("diff", GAME, GAME), "graph": ("graph", GAME), "limits": ("limits",),
    "native": ("native", GAME), "import": ("import", "--help"),
    "demo": ("demo", "--help"), "games": ("games", GAME), "rules": ("rules", GAME),
    "play": ("play", GAME), "serve": ("serve", "--help"),
    "sim": ("sim", GAME, "-n", "1", "-j", "1"), "report": ("report", "--help"),
    "compare": ("compare", GAME, GAME, "-n", "2", "-j", "1"), "tune": ("tune", "--help"),
    "cards": ("cards", GAME), "print": ("print", "--help"), "site": ("site", "--help"),
    "watch": ("watch", "--help"),
    "agent": ("agent", GAME, "random", "random"), "league": ("league", "--help"),
    "mcp": ("mcp", "--help"), "ids": ("ids", GAME),
}  # fmt: skip
"""Each command so that it prints something: help where else it would wait, or take long."""

FILES: dict[str, tuple[str, ...]] = {
    "i18n": ("i18n", GAME, "--skeleton", "fr", "-O"),
    "lint": ("lint", str(ROOT / "tests" / "cardwright"), "--baseline"),
    "play": ("play", TESTED, "--auto", "--policy", "random", "--record"),
    "graph": ("graph", GAME, "-O"),
    "report": ("report", GAME, "-n", "1", "-j", "1", "--no-ladder", "-O"),
    "print": ("print", GAME, "-O"),
    "league": ("league", GAME, "random", "greedy", "--rounds", "1", "--record"),
}
"""Commands that write a file, without its name."""
FOLDERS: dict[str, tuple[str, ...]] = {
    "schema": ("schema", GAME, "-O"),
    "sim": ("sim", GAME, "-n", "1", "-j", "1", "--out"),
    "sheets": ("print", GAME, "--sheets"),
    "site": ("site", GAME, "-O"),
    "test": ("test", TESTED, "--coverage", "--html"),
}
"""Commands that write into a folder, without its name."""


def called(*words: str, stdout: object = "kept") -> tuple[int, str, str]:
    """Return the status of a command, and what it prints and complains of."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as left:
        patch.setattr(sys, "argv", ["cardwright", "--lang", "en", *words])
        patch.setattr(sys, "stdin", io.StringIO())
        patch.setattr(sys, "stdout", out if stdout == "kept" else stdout)
        patch.setattr(sys, "stderr", err)
        with_outlets(lambda: group(prog_name="cardwright"))
    return int(left.value.code or 0), out.getvalue(), err.getvalue()


@contextmanager
def no_file_may_grow() -> Iterator[None]:
    """Let the system refuse every byte of a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def is_one_plain_line(text: str) -> bool:
    return text.count("\n") == 1 and text.startswith("error: ") and "None" not in text


def test_each_command_is_tried() -> None:
    assert PRINTING.keys() == COMMANDS.keys()


@pytest.mark.parametrize("name", PRINTING)
def test_a_closed_output_is_told_in_one_line(name: str) -> None:
    status, _, told = called(*PRINTING[name], stdout=None)

    assert (status, is_one_plain_line(told)) == (2, True)
    assert "standard output" in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("name", PRINTING)
def test_a_full_output_is_told_in_one_line(name: str) -> None:
    with suppress(OSError), open("/dev/full", "w", encoding="utf-8") as full:
        status, _, told = called(*PRINTING[name], stdout=full)

    assert (status, is_one_plain_line(told)) == (2, True), told
    assert "standard output" in told


@pytest.mark.parametrize("name", PRINTING)
def test_a_reader_that_has_left_is_no_mistake(name: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with suppress(BrokenPipeError), os.fdopen(theirs, "w", encoding="utf-8") as pipe:
        status, _, told = called(*PRINTING[name], stdout=pipe)

    assert (status, told) == (1, "")


@pytest.mark.parametrize("name", FILES)
def test_a_folder_that_is_not_there_is_told_by_the_name_of_the_file(
    name: str, tmp_path: Path
) -> None:
    target = tmp_path / "nowhere" / "file"
    status, _, told = called(*FILES[name], str(target))

    assert status == 2, told
    assert is_one_plain_line(told.splitlines(keepends=True)[-1])
    assert str(target) in told
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", sorted(FILES.keys() - {"report"}))  # which writes elsewhere before
def test_a_file_that_cannot_be_written_stays_as_it_was(name: str, tmp_path: Path) -> None:
    target = tmp_path / "file"
    if name not in ("lint", "league"):  # these read what is there
        target.write_text(OLD)
    with no_file_may_grow():
        status, said, told = called(*FILES[name], str(target))

    assert status == 2, (said, told)
    assert is_one_plain_line(told.splitlines(keepends=True)[-1])
    assert str(target) in told
    assert [each.read_text() for each in tmp_path.iterdir() if each.stat().st_size] in ([OLD], [])


@pytest.mark.parametrize("name", FOLDERS)
def test_no_part_of_a_file_stands_in_a_folder(name: str, tmp_path: Path) -> None:
    target = tmp_path / "folder"
    with no_file_may_grow():
        status, _, told = called(*FOLDERS[name], str(target))

    assert status == 2, told
    assert is_one_plain_line(told.splitlines(keepends=True)[-1])
    assert str(target) in told
    assert [each for each in target.rglob("*") if each.is_file()] == []


@pytest.mark.parametrize("stream", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_streams_that_are_closed_from_the_beginning(stream: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m cardwright --lang en limits {stream}",
        shell=True, capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip

    assert done.returncode == (2 if ">&-" in stream.replace("2>&-", "") else 0)
    assert "Traceback" not in done.stderr
