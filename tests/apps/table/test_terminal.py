"""On a real terminal: two people at one screen never see each other's hand."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

from cardwright.apps.face.console import cut

HERE = Path(__file__).resolve().parent

PROGRAM = "from cardwright.apps.commands.main import run; run()"
PATIENCE = 90
"""Seconds in which a program begins, answers and ends, on a machine that does much else."""


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.master, slave = pty.openpty()
        env = {**os.environ, "LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "80"}
        env.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=env, start_new_session=True,
            preexec_fn=lambda: _own_terminal(),
        )  # fmt: skip
        os.close(slave)

    def read_until(self, pattern: str, seconds: float = PATIENCE) -> str:
        """Return what was printed until a pattern came."""
        text, end = "", time.monotonic() + seconds
        while not re.search(pattern, text) and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    text += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        assert re.search(pattern, text), text
        return text

    def type(self, text: str) -> None:
        """Type on the keyboard, a moment after the prompt, as the quickest person would."""
        time.sleep(0.2)
        os.write(self.master, text.encode())

    def end(self) -> int:
        """Wait for the end and return the status."""
        try:
            return self.process.wait(timeout=PATIENCE)
        finally:
            os.close(self.master)


def _own_terminal() -> None:
    """Make the pseudo-terminal the one whose Ctrl-C reaches the program."""
    import fcntl
    import signal
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever runs the tests may ignore it

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a small game in it."""
    (tmp_path / "pairs").mkdir()
    shutil.copy(HERE / "pairs.yaml", tmp_path / "pairs" / "game.yaml")
    return tmp_path


def test_the_screen_is_cleared_between_people(folder):
    terminal = Terminal(folder, "play", "pairs", "--seat", "all", "--seed", "1")
    terminal.read_until("ada, press Enter")
    terminal.type("\n")
    terminal.read_until("> $")
    terminal.type("3\n")
    between = terminal.read_until("bo, press Enter")
    terminal.type("\n")
    after = terminal.read_until("> $")
    terminal.type("q\n")
    terminal.read_until("Save the match")
    terminal.type("\n")

    assert "\x1b[3J" in between and "One" not in between.rpartition("\x1b[3J")[2]
    assert "\x1b[3J" in after
    assert terminal.end() == 0


def test_ctrl_c_offers_a_save(folder):
    terminal = Terminal(folder, "play", "pairs", "--seed", "1")
    terminal.read_until("> $")
    terminal.type("\x03")
    terminal.read_until("Save the match")
    terminal.type("y\n")
    terminal.read_until("saved in")

    assert terminal.end() == 130
    assert (folder / "pairs-1.cardwright-save").exists()


def test_ctrl_d_offers_a_save(folder):
    terminal = Terminal(folder, "play", "pairs", "--seed", "1")
    terminal.read_until("> $")
    terminal.type("\x04")
    terminal.read_until("Save the match")
    terminal.type("other.save\n")
    terminal.read_until("saved in other.save")

    assert terminal.end() == 0


def test_colour_only_where_wanted(folder):
    terminal = Terminal(folder, "play", "pairs", "--seed", "1")

    assert "\x1b[" in terminal.read_until("> $")
    terminal.type("q\n\n")
    terminal.end()


def test_a_text_that_has_no_room_says_that_it_is_cut() -> None:
    assert cut("turn this", 9) == "turn this"
    assert cut("turn this: draw", 9) == "turn thi…"
    assert cell_len(cut("これを横倒しにする", 8)) == 7
