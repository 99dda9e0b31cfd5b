"""The same module runs in V8, as in a browser: matches inside, and one that goes on there."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardwright
from interpreter.native.emit.module import emit
from interpreter.native.engine import Native
from interpreter.native.flat.module import module_bytes
from interpreter.native.making import DRIVEN, PLAYED
from interpreter.native.match import NativeMatch
from interpreter.native.memory import Settings
from interpreter.native.runtime import GLOBALS, SUSPENSION
from interpreter.walk.machine import Machine

SCRIPT = Path(__file__).with_name("v8.mjs")
MATCHES, FIRST_SEED = 50, 7
ANSWERS = 20


def node() -> list[str]:
    """Return the command of the node that playwright brings; skip where there is none."""
    driver = pytest.importorskip("playwright._impl._driver")
    return [driver.compute_driver_executable()[0]]


def in_v8(machine: Machine, exports: tuple[str, ...], task: dict[str, Any], folder: Path) -> Any:
    """Return what the script finds with the module of a machine."""
    suspends = exports is DRIVEN
    given, suspension = emit(machine, Settings(suspends=suspends)), SUSPENSION if suspends else None
    constants = given.memory.constants
    code = module_bytes(
        given.text, constants, GLOBALS, given.data, given.cells, exports, suspension
    )
    (folder / "module.wasm").write_bytes(code)
    (folder / "task.json").write_text(json.dumps(task), encoding="utf-8")
    found = subprocess.run([*node(), str(SCRIPT), str(folder)], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


@pytest.mark.parametrize("game", ["dream-tricks", "equilibrion"])
def test_matches_inside_end_as_they_do_in_wasmtime(game: str, tmp_path: Path) -> None:
    loaded = cardwright.load(game)
    machine = loaded.machine(loaded.player_counts[0])
    native, chance = Native(machine), Random(3)
    native.take_chance(chance)
    assert native.rollouts(FIRST_SEED, MATCHES) == MATCHES
    task = {
        "chance": list(chance.getstate()[1]),
        "at": native.constants["MT"],
        "first": FIRST_SEED,
        "matches": MATCHES,
        "rows": native.constants["RESULTS"] + 1,
        "cells": MATCHES * native.constants["RESULT"],
    }

    assert in_v8(machine, PLAYED, task, tmp_path) == native.rows(MATCHES).tolist()


def test_a_match_that_waits_goes_on_there(tmp_path: Path) -> None:
    machine = cardwright.load("dream-tricks").machine(2)
    match = NativeMatch(Native(machine, Settings(suspends=True)))
    match.begin(5)
    for _ in range(3):
        match.answer(match.count - 1)
    saved = match.save()
    counts = [match.count]
    while match.count and len(counts) < ANSWERS:
        counts.append(match.answer(match.count // 2))
    content = base64.b64encode(saved.content).decode()
    task = {"top": saved.top, "content": content, "count": saved.count, "answers": ANSWERS}

    assert in_v8(machine, DRIVEN, task, tmp_path) == counts
