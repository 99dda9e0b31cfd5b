"""Serve games, sit down at a table in Chromium, and read from the page what a person sees.

Nothing of the product is imported: it is started as a command and looked at through its pages
alone. What a page marks is in `README.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

SIZES = {"1280x800": (1280, 800), "390x844": (390, 844)}
GAMES = (
    "dream-tricks", "res-arcana", "worldmonger", "cerebria", "equilibrion",
    "examples/classics/hearts", "examples/classics/tic-tac-toe", "examples/recipes/board",
)  # fmt: skip
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb",
)  # fmt: skip
SETTLED = "mark => document.getElementById('part')?.dataset.mark !== mark"
LINK = re.compile(r'href="(/(?:seat|watch)/[\w-]{16,})')

PAGE = (Path(__file__).parent / "page.js").read_text(encoding="utf-8")
"""What reads the page, run in it."""


def arguments(about: str) -> argparse.ArgumentParser:
    """Return what all measures are told by."""
    found = argparse.ArgumentParser(description=about)
    found.add_argument(
        "games", nargs="*", default=GAMES, help="names or folders; else a usual list"
    )
    found.add_argument(
        "--moves", type=int, default=16, help="decisions that are answered, at each size"
    )
    found.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    found.add_argument("--players", type=int, default=0, help="else three, or the fewest above one")
    found.add_argument("--seed", type=int, default=4)
    found.add_argument("--lang", default="en")
    found.add_argument("--root", type=Path, default=Path.cwd(), help="where paths of games begin")
    found.add_argument("--command", default="cardwright", help="what serves: a path or a name")
    found.add_argument(
        "--chromium", default=shutil.which("chromium") or shutil.which("chromium-browser")
    )
    found.add_argument(
        "--details", action="store_true", help="also what was counted, to look into it"
    )
    return found


@contextmanager
def served(told: argparse.Namespace, game: str) -> Iterator[str]:
    """Serve one game; yield the address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [told.command, "serve", game, "--port", "0", "--file", f"{folder}/tables"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "LANG": "C"}
        process = subprocess.Popen(
            command, cwd=told.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            port = re.search(r"http://[\w.]+:(\d+)", line)
            if port is None:
                raise RuntimeError(f"it is not served: {line.strip()}")
            yield f"http://127.0.0.1:{port[1]}"
        finally:
            process.terminate()
            process.wait()


@contextmanager
def browser_of(told: argparse.Namespace) -> Iterator[Any]:
    """Yield a browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=told.chromium, args=list(FLAGS))
        yield found
        found.close()


def set_up(page: Any, url: str, told: argparse.Namespace, machine: str = "") -> list[str]:
    """Set a table at which people sit on all seats, or a machine on all but the first; return the
    addresses of the seats of people."""
    page.goto(f"{url}/?lang={told.lang}")
    page.locator('a[href^="/new/"]').first.click()
    counts = [int(each) for each in page.locator(".counts a").all_inner_texts() if each.isdigit()]
    if counts:
        usual = 3 if 3 in counts else min((each for each in counts if each > 1), default=counts[0])
        wanted = told.players or usual
        page.locator(".counts a", has_text=re.compile(f"^{wanted}$")).click()
    for number, role in enumerate(page.locator("select[name^=role-]").all()):
        role.select_option(machine if machine and number else "person")
    page.locator("form.setting details").evaluate_all("all => all.map(each => each.open = true)")
    page.fill("#seed", str(told.seed))
    page.locator("form.setting button.button").click()
    page.wait_for_selector(".links a")
    found = [each for each in dict.fromkeys(LINK.findall(page.content())) if "/seat/" in each]
    return [f"{url}{each}?lang={told.lang}" for each in found]


class Table:
    """People at the seats of one table, each at a page of their own; the first is watched."""

    def __init__(
        self, browser: Any, url: str, told: argparse.Namespace, size: str, moves: bool = False
    ) -> None:
        width, height = SIZES[size]
        self.contexts: list[Any] = []
        self.pages: list[Any] = []
        self.chance = Random(f"{told.seed} {size}")
        motion = "no-preference" if moves else "reduce"
        first = self._context(browser, width, height, motion)
        for number, link in enumerate(set_up(first.new_page(), url, told)):
            context = first if number == 0 else self._context(browser, 1280, 800, "reduce")
            page = context.new_page()
            page.goto(link)
            page.wait_for_selector("#part")
            self.pages.append(page)
        self.me = self.pages[0]

    def _context(self, browser: Any, width: int, height: int, motion: str) -> Any:
        found = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion=motion
        )
        found.add_init_script(PAGE)
        found.set_default_timeout(20_000)
        self.contexts.append(found)
        return found

    def close(self) -> None:
        """Leave the table."""
        for each in self.contexts:
            each.close()

    def asked(self) -> list[Any]:
        """Return the pages that are asked something; none at the end of a match.

        They are read until nothing is under way: an answer reaches the other pages a moment later.
        """
        for _ in range(400):
            found = [page for page in self.pages if page.evaluate("measure.isAsked()")]
            if found or self.is_over():
                return found
            time.sleep(0.1)
        return []

    def is_over(self) -> bool:
        """Return whether the match is over."""
        return bool(self.me.evaluate("measure.isOver()"))

    def answer(self, page: Any) -> dict[str, Any] | None:
        """Let one person answer by chance; return what was chosen, None where nothing could be."""
        chosen = page.evaluate("fraction => measure.choose(fraction)", self.chance.random())
        if chosen is None:
            return None
        mark = page.evaluate("measure.mark()")
        page.evaluate("measure.take()")
        with suppress(Exception):  # it may be as it was: the answer changes nothing for its seat
            page.wait_for_function(SETTLED, arg=mark, timeout=15_000)
        return chosen

    def calm(self) -> None:
        """Wait until the watched page shows what has happened."""
        self.me.evaluate("() => measure.calm(350)")


def share(part: float, whole: float) -> float | None:
    """Return a share in percent; None of nothing."""
    return None if not whole else round(100 * part / whole, 1)


def tell(measured: dict[str, Any]) -> None:
    """Print what was measured of a game as one line of JSON."""
    print(json.dumps(measured, ensure_ascii=False), flush=True)


def each_game(told: argparse.Namespace, measure: Any) -> int:
    """Measure every game; what fails is told and does not stop the others."""
    with browser_of(told) as browser:
        for game in told.games:
            name = Path(game).name
            try:
                with served(told, game) as url:
                    tell({"game": name, **measure(browser, url, told)})
            except Exception as error:
                tell({"game": name, "failed": f"{type(error).__name__}: {str(error)[:300]}"})
    return 0
