"""Work on several processors: its order, its mistakes and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest

from cardwright.apps.policies.budget import WorkerLost, workers

KILLED = 5


def is_known(number: int) -> int:
    """Return a number; one of them is a mistake, after a while."""
    time.sleep(0.001 * (number % 3))
    if number == KILLED:
        raise LookupError(number)
    return number


def dies(number: int) -> int:
    """Return a number; with one of them the system stops the process."""
    if number == KILLED:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def finishes(folder: Path, number: int) -> int:
    """Return a number; all but the first take long, then leave a file."""
    if number:
        time.sleep(5)
        (folder / str(number)).touch()
    return number


def test_results_come_in_the_order_of_the_work() -> None:
    with workers(3) as doing:
        assert list(doing(is_known, range(KILLED))) == list(range(KILLED))
        assert list(doing(is_known, range(6, 60))) == list(range(6, 60))


def test_a_mistake_of_the_work_comes_in_its_place() -> None:
    found = []
    with workers(2) as doing, pytest.raises(LookupError):
        found.extend(doing(is_known, [1, 2, KILLED, 7]))
    assert active_children() == []


def test_a_process_that_the_system_stops_is_reported() -> None:
    with workers(2) as doing, pytest.raises(WorkerLost, match="use fewer processes"):
        list(doing(dies, range(100)))


def test_leaving_early_ends_work_that_nobody_wants(tmp_path: Path) -> None:
    with workers(2) as doing:
        assert next(iter(doing(partial(finishes, tmp_path), range(20)))) == 0
    assert active_children() == []
    assert list(tmp_path.iterdir()) == []


STOPPED = """
import pathlib, signal, sys
from functools import partial
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background has none
from cardwright.apps.policies.budget import workers
from tests.apps.policies.test_parallel import finishes
with workers(2) as doing:
    for each in doing(partial(finishes, pathlib.Path(sys.argv[1])), range(20)):
        print(each, flush=True)
"""


def test_ctrl_c_ends_the_workers_with_one_message(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED, str(tmp_path)], cwd=root, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stdout.readline() == "0\n"
        os.killpg(running.pid, signal.SIGINT)
        _, errors = running.communicate()
        assert errors.count("Traceback") == 1
        assert errors.rstrip().endswith("KeyboardInterrupt")
        with pytest.raises(ProcessLookupError):
            os.killpg(running.pid, 0)
    assert list(tmp_path.iterdir()) == []


AT_ONCE = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGINT))
from cardwright.apps.policies.budget import workers
with workers(2) as doing:
    print(*doing(abs, range(5)))
"""


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="processes are not forked here")
def test_a_worker_leaves_ctrl_c_to_its_parent_from_its_first_moment() -> None:
    found = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True)

    assert (found.stdout, found.stderr) == ("0 1 2 3 4\n", "")
