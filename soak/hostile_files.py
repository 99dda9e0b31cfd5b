"""Show that no file of a stranger takes more than two seconds and 300 MB, or goes unnamed.

Each file lies in a package that names it, or is a table to import; the command runs in a process of
its own. What is wrong is said with the name of the file, and nothing is written.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from soak.many_cards import measured_process
from soak.measure import Part, hold

SECONDS, MEGABYTES = 2.0, 300


@cache
def cases() -> dict[str, tuple[str, str, Callable[[], bytes]]]:
    """Return the look that names a file, "" for a table, the name of the file, and its bytes."""
    from tests.apps.press import strangers  # fonts and pictures are made by extras
    from tests.dsl.tables.corpus import REFUSED

    found: dict[str, tuple[str, str, Callable[[], bytes]]] = {}
    for name, (text, _) in strangers.DRAWINGS.items():
        found[f"drawing {name}"] = "{icon: art/a.svg}", "a.svg", text.encode
    for name, (make, _) in strangers.PICTURES.items():
        found[f"picture {name}"] = "{art: art/a.png}", "a.png", make
    for name, make in strangers.FONTS.items():
        found[f"font {name}"] = "{font: {text: art/a.ttf}}", "a.ttf", make
    for name, (file, data, _) in REFUSED.items():
        found[f"table {name}"] = "", file, lambda data=data: data
    return found


def check(chance: Random, number: int, part: Part) -> None:
    """Print cards with a file, or import it; it is refused in words, soon and in little memory."""
    name = list(cases())[number % len(cases())]
    seconds, megabytes = refused(name)
    part.hold_most("seconds", seconds, SECONDS)
    part.hold_most("megabytes", megabytes, MEGABYTES)


def refused(name: str) -> tuple[float, float]:
    """Hold that a file is refused in words, and return the processor's seconds and megabytes."""
    from tests.apps.press.strangers import package
    from tests.dsl.tables.harbour import GAME

    look, file, make = cases()[name]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if look:
            art = {file.replace(".", "_"): make()}
            at = package(home, f"  thing: {look}", **art)
            words = ["print", str(at), "-O", str(home / "out.pdf")]
        else:
            (home / "game.yaml").write_text(GAME, "utf-8")
            (home / file).write_bytes(make())
            words = ["import", str(home / file), "--into", folder]
        status, told, *spent = measured_process("--lang", "en", *words)
        is_written = (home / "out.pdf").exists() or (home / f"{Path(file).stem}.yaml").exists()
    hold(status in (1, 2) and not is_written, f"{name} is taken: {told[-600:]}")
    hold("error: " in told and "Traceback" not in told, f"{name} is not refused: {told[-600:]}")
    hold(file in told or f"`{Path(file).suffix}`" in told, f"{name} is not named: {told[-600:]}")
    seconds, megabytes = spent
    return seconds, megabytes
