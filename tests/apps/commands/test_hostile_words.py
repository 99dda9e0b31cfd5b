"""Words on the command line that nobody means: every command answers them, and none breaks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

GAME = str(Path(__file__).parents[3] / "examples" / "high-card")
NUMBERS = (
    "nan", "inf", "-inf", "1e-300", "1e400", "0", "-1", "-0", "1.5", "٣", "３", "²", "1_0", "",
    "9" * 30, "9" * 5_000, "0x10", "true", "\udcff",
)  # fmt: skip
WORDS = (
    "",
    " ",
    "\udcff",
    "\x1b[2J",
    "\u202e",
    "札" * 300,
    "a" * 5_000,
    "../..",
    "-",
    "%s {x}",
    "=",
)
NUMBERED = {
    ("play", GAME, "--auto", "--policy", "random"): ("--players", "--seed", "--seat"),
    ("play", GAME, "--auto"): ("--iterations", "--seconds"),
    ("play", GAME, "--auto", "--policy", "mcts"): ("--iterations",),
    ("play", GAME, "--auto", "--policy", "mcts", "--iterations", "1"): ("--seconds",),
    ("sim", GAME): ("-n",),
    ("sim", GAME, "-n", "1"): ("--players", "--seed", "-j", "--iterations", "--seconds"),
    ("sim", GAME, "-n", "1", "--policy", "mcts", "--iterations", "1"): ("--seconds",),
    ("test", GAME, "-k", "nothing"): ("-j", "--at-least"),
    ("test", GAME, "-k", "nothing", "--coverage"): ("--at-least",),
}
WORDED = {
    ("lint",): ("",),
    ("lint", GAME): ("--format", "--path", "--lang"),
    ("run",): ("",),
    ("run", GAME): ("--lang",),
    ("test", GAME): ("-k",),
    ("test",): ("",),
    ("play",): ("",),
    ("play", GAME, "--auto"): ("-o", "--scenario", "--policy", "--load", "--lang"),
    ("replay",): ("",),
    ("sim", GAME, "-n", "1"): ("-o", "--scenario", "--policy", "--from"),
    ("graph",): ("",),
    ("graph", GAME): ("", "--format"),
    ("games",): ("",),
    ("cards",): ("",),
    ("cards", GAME): ("", "-o"),
    ("explain",): ("--game",),
    ("explain", "--game", GAME): ("",),
    ("ids",): ("",),
    ("agent",): ("",),
    ("league",): ("",),
    ("ids", GAME): ("-o",),
    ("limits",): ("", "--lang"),
    ("native",): ("",),
    ("native", GAME): ("", "-o"),
}


def outcome(*words: str) -> tuple[int, str]:
    """Return the status and the output of a command; what broke it is raised."""
    done = CliRunner().invoke(group, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize(("words", "option"), [(w, o) for w, os_ in NUMBERED.items() for o in os_])
def test_numbers(words, option, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for number in NUMBERS:
        status, output = outcome(*words, option, number)
        assert status in (0, 2, 3), (number, output)
        if option != "--seat" and number in ("nan", "inf", "-inf", "1e400", "9" * 5_000):
            assert status == 2, (number, output)


@pytest.mark.parametrize(("words", "option"), [(w, o) for w, os_ in WORDED.items() for o in os_])
def test_words(words, option, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for word in WORDS:
        status, output = outcome(*words, *([option] if option else []), word)
        assert status in (0, 1, 2, 3), (word, output)


@pytest.mark.parametrize(
    "words",
    [
        ("cards", "res-arcana", "price>=" + "9" * 5_000),
        ("cards", "res-arcana", "price>=٣"),
        ("cards", "worldmonger", "worth>=" + "9" * 5_000),
        ("sim", GAME, "-n", "1", "-o", "x=" + "9" * 5_000),
        ("play", "dream-tricks", "--auto", "-o", "overdream-limit=" + "9" * 5_000),
        ("run", GAME + ":" + "9" * 5_000),
    ],
)
def test_numbers_in_words(words):
    assert outcome(*words)[0] == 2


@pytest.mark.parametrize("words", [("replay",), ("play", GAME, "--load")])
@pytest.mark.parametrize("file", ["/dev/zero", "/dev/null", "/dev/full"])
def test_a_device_is_no_saved_file(words, file):
    status, output = outcome(*words, file)

    assert status == 2
    assert file in output


@pytest.mark.parametrize("words", [("replay",), ("play", GAME, "--load")])
def test_pipes_and_large_files_are_no_saved_files(words, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)
    for name in ("pipe", "large"):
        status, output = outcome(*words, str(tmp_path / name))
        assert status == 2
        assert name in output


def test_what_is_written_to_a_pipe_or_a_device_reaches_it(tmp_path):
    done = run("graph", GAME, "--format", "dot", "--output", "/dev/stdout")
    assert b"digraph" in done.stdout
    assert run("play", GAME, "--auto", "--record", "/dev/null").returncode == 0
    assert not Path("/dev/null").is_file()


def run(*words: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cardwright", *words],
        capture_output=True, timeout=120, stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )  # fmt: skip


ENCODINGS: tuple[dict[str, str], ...] = (
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "cp932:strict"},
)


LINES = (
    ("games", "--lang", "ja"),
    ("games", "dream-tricks", "--stats", "--lang", "ja"),
    ("play", "dream-tricks", "--auto", "--policy", "random", "--seed", "1", "--lang", "ja"),
    ("cards", "res-arcana", "--lang", "ja"),
    ("cards", "res-arcana", "--json"),
    ("explain", "unknown-zone", "--lang", "ja"),
    ("limits", "--lang", "ja"),
    ("graph", "dream-tricks", "--overview", "--lang", "ja"),
    ("sim", "dream-tricks", "-n", "2", "--lang", "ja"),
    ("lint", "\udcff", "--lang", "ja"),
)
QUICK = tuple(words for words in LINES if words[0] in ("games", "explain", "limits", "lint"))
"""Those that need no machine: how a stream is written is the same for all."""

EVERY_LINE = """
import os, sys
from cardwright.apps.commands.main import run
for words in LINES:
    sys.argv = ["cardwright", *words]
    try:
        run()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        for number in (1, 2):
            os.write(number, b"\\0%d\\0" % (end.code or 0))
"""
"""Runs all command lines in one process; behind what each says stands its status."""


@pytest.mark.parametrize(
    ("environment", "lines"),
    [(each, LINES if "LC_ALL" in each else QUICK) for each in ENCODINGS],
    ids=lambda each: str(each) if isinstance(each, dict) else "",
)
def test_output_in_any_encoding(environment, lines):
    done = subprocess.run(
        [sys.executable, "-c", EVERY_LINE.replace("LINES", ascii(lines))],
        capture_output=True, timeout=300, stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )  # fmt: skip
    out, err = (stream.split(b"\0")[:-1] for stream in (done.stdout, done.stderr))

    assert b"Traceback" not in done.stderr, done.stderr.decode("utf-8", "replace")
    for number, words in enumerate(lines):
        status = b"2" if "\udcff" in words else b"0"
        assert (out[2 * number + 1], err[2 * number + 1]) == (status, status), words
        assert out[2 * number] or err[2 * number], words
