"""Play whole matches in Firefox, by touching what can be touched; count errors and stuck seats.

Firefox is driven by WebDriver BiDi, which it speaks by itself: `firefox --remote-debugging-port`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from benchmarks.table.robot import SIZES, arguments, served

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
OPENING_SECONDS, STUCK_SECONDS, PATIENCE = 90.0, 120.0, 300.0
MOST_STEPS = 400
TOUCH = """(chance) => {
  const part = document.getElementById('part'), mark = part && part.dataset.mark;
  if (document.querySelector('[data-end]')) return {end: true, mark};
  const over = document.querySelector('.hand-over a');
  if (over) { over.click(); return {mark: ''}; }
  const entry = document.querySelector('#menu:popover-open button');
  if (entry) { entry.click(); return {mark, touched: true}; }
  const open = [...document.querySelectorAll('#part .can, #part [name=option]')]
    .filter(each => each.checkVisibility() && !each.closest('#options'));
  const listed = [...document.querySelectorAll('#options button')];
  const all = open.length && chance < 0.8 ? open : listed;
  if (all.length) all[Math.floor(chance * 7919) % all.length].click();
  return {mark, touched: all.length > 0, asked: Boolean(document.querySelector('.asked > #ask'))};
}"""
"""Touches something that is open; tells what stands there, and whether the match is over."""


class Firefox:
    """A browser without a window, and what it says goes wrong."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Mapping[str, Any]]] = {}

    async def __aenter__(self) -> Firefox:
        import websockets

        assert FIREFOX is not None, "no firefox here"
        self._profile = tempfile.TemporaryDirectory()
        settings = 'user_pref("ui.prefersReducedMotion", 1);\n'
        (Path(self._profile.name) / "user.js").write_text(settings, encoding="utf-8")
        command = [FIREFOX, "--headless", "--no-remote", "--profile", self._profile.name,
                   "--remote-debugging-port", "0"]  # fmt: skip
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        told = Path(self._profile.name) / "WebDriverBiDiServer.json"
        deadline = time.monotonic() + OPENING_SECONDS
        while not told.exists() or not told.read_text():
            assert time.monotonic() < deadline, "firefox does not open"
            await asyncio.sleep(0.2)
        at = json.loads(told.read_text())
        url = f"ws://{at['ws_host']}:{at['ws_port']}/session"
        self._socket = await websockets.connect(url, max_size=None)
        self._reader = asyncio.create_task(self._read())
        await self.tell("session.new", {"capabilities": {}})
        await self.tell("session.subscribe", {"events": ["log.entryAdded"]})
        return self

    async def __aexit__(self, *_: object) -> None:
        self._reader.cancel()
        await self._socket.close()
        self._process.terminate()
        self._process.wait()
        self._profile.cleanup()

    async def _read(self) -> None:
        async for line in self._socket:
            said = json.loads(line)
            if said["type"] == "event":
                if said["method"] == "log.entryAdded" and said["params"]["level"] == "error":
                    self.wrong.append(str(said["params"]["text"]))
            elif said.get("id") in self._waiting:
                self._waiting.pop(said["id"]).set_result(said)

    async def tell(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Do something; return what came of it."""
        self._number += 1
        found = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps(
            {"id": self._number, "method": method, "params": params}
        ))  # fmt: skip
        said = await asyncio.wait_for(found, PATIENCE)
        assert said["type"] == "success", said
        return said["result"]

    async def opened(self, url: str, size: tuple[int, int]) -> str:
        """Return a new page that shows an address."""
        page = (await self.tell("browsingContext.create", {"type": "tab"}))["context"]
        viewport = {"width": size[0], "height": size[1]}
        await self.tell("browsingContext.setViewport", {"context": page, "viewport": viewport})
        await self.go(page, url)
        return str(page)

    async def go(self, page: str, url: str) -> None:
        """Show an address on a page."""
        await self.tell(
            "browsingContext.navigate", {"context": page, "url": url, "wait": "complete"}
        )

    async def run(self, page: str, function: str, *values: float | str) -> Any:
        """Return what a function gives on a page, read as JSON."""
        given = [
            {"type": "string" if isinstance(each, str) else "number", "value": each}
            for each in values
        ]
        said = await self.tell("script.callFunction", {
            "functionDeclaration": f"(...all) => JSON.stringify(({function})(...all))",
            "awaitPromise": True, "target": {"context": page}, "arguments": given,
        })  # fmt: skip
        assert said["type"] == "success", said
        return json.loads(said["result"].get("value", "null"))


async def match(browser: Firefox, links: Sequence[str], size: tuple[int, int], chance: Random,
                most: int) -> Mapping[str, Any]:  # fmt: skip
    """Play a match, a page for each person; return how it went."""
    pages = [await browser.opened(link, size) for link in links]
    steps, last, marks = 0, time.monotonic(), [""] * len(pages)
    is_over = False
    while not is_over and steps < most and time.monotonic() - last < STUCK_SECONDS:
        for place, page in enumerate(pages):
            found = await browser.run(page, TOUCH, chance.random())
            is_over = is_over or bool(found.get("end"))
            if found["mark"] != marks[place]:
                marks[place], last = found["mark"], time.monotonic()
                steps += 1
        await asyncio.sleep(0.05)
    is_stuck = not is_over and steps < most
    for page in pages:
        await browser.tell("browsingContext.close", {"context": page})
    return {"states": steps, "over": is_over, "stuck": is_stuck}


async def measure(url: str, told: argparse.Namespace) -> Mapping[str, Any]:
    """Return what went wrong in matches of the game served there, in both languages."""
    found, chance, wrong = Counter[str](), Random(told.seed), list[str]()
    async with Firefox() as browser:
        for name in told.sizes:
            for lang in ("en", "ja"):
                links = laid(url, lang, told)
                went = await match(browser, links, SIZES[name], chance, told.moves)
                found.update({"matches": 1, **{key: int(each) for key, each in went.items()}})
        wrong = browser.wrong
    return {**found, "errors": len(wrong), "said": wrong[:3]}


def laid(url: str, lang: str, told: argparse.Namespace) -> list[str]:
    """Return the links of the seats of a new table at which people sit alone."""
    with urlopen(url) as answer:
        lobby = answer.read().decode()
    new = re.search(r'action="(/new/[^?"]+)', lobby)
    usual = re.search(r'name="players" value="(\d+)"', lobby)
    assert new and usual
    players = told.players or int(usual[1])
    form = {f"role-{seat}": "person" for seat in range(players)}
    body = urlencode({**form, "players": players, "seed": told.seed}).encode()
    with urlopen(f"{url}{new[1]}?lang={lang}", body) as answer:
        page = answer.read().decode()
    links = dict.fromkeys(re.findall(r'href="(/seat/[^"]+)"', page))
    return [url + each.replace("&amp;", "&") for each in links]


def main() -> None:
    """Print one line of JSON a game."""
    told = arguments(__doc__ or "").parse_args()
    for game in told.games:
        with served(told, game) as url:
            found = asyncio.run(measure(url, told))
            print(json.dumps({"game": Path(game).name, **found}, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
