"""Many tables at once: how long an answer takes, how much memory the server has."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from pathlib import Path
from random import Random

import pytest

from cardwright.api.loading import find_package
from cardwright.apps.table.serving.lobby import PERSON, Seat, Setting
from cardwright.apps.table.serving.requests import derived
from cardwright.apps.table.serving.store import Store
from cardwright.apps.table.serving.tables import Tables, places
from cardwright.apps.table.serving.thinking import Thinkers
from tests.apps.table.serving.conftest import MARK, OPTION
from tests.apps.table.serving.test_kill import Server, ask

GAME = "dream-tricks"
SEATS = 4
LONGEST = 0.150
"""Seconds of an answer, of 99 in 100."""
MOST_MEMORY = 400 * 1024 * 1024


async def set_up(file: Path, number: int) -> list[list[str]]:
    """Return the links of the seats of so many tables in a file."""
    tables = Tables(Store(file), Thinkers(file), number)
    seats = tuple(Seat(name=name, player=PERSON, screen=n) for n, name in enumerate("abcd"))
    setting = Setting(game=GAME, title={}, options={}, seats=seats)
    package, found = find_package(GAME), []
    for seed in range(number):
        host = await tables.set_up(package, setting, seed)
        names = [place for place, role, _ in places(setting) if role == "seat"]
        found.append([f"/seat/{derived(host, name)}" for name in names])
    await tables.close()
    return found


async def listen(url: str, seat: str, *, is_stalled: bool):
    """Return an open socket of a seat; one that is stalled never reads."""
    from websockets.asyncio.client import connect

    address = f"{url.replace('http', 'ws')}{seat}/live?lang=en"
    return await connect(address, origin=url, max_queue=1 if is_stalled else 16, ping_interval=None)


async def read(socket, news: asyncio.Event) -> None:
    """Read what a socket is sent."""
    async for _ in socket:
        news.set()


async def load(server: Server, tables: list[list[str]], answers: int) -> list[float]:
    """Play at all tables; return how long each answer took, in order of length."""
    sockets = [
        [await listen(server.url, seat, is_stalled=n == 0) for n, seat in enumerate(seats)]
        for seats in tables
    ]
    news = asyncio.Event()
    reading = [asyncio.create_task(read(s, news)) for each in sockets for s in each[1:]]
    taken: list[float] = []
    chance = Random(1)
    for _ in range(answers):
        seats = chance.choice(tables)
        for seat in seats:
            page = (await asyncio.to_thread(ask, server.url + seat))[2]
            mark, options = MARK.search(page), OPTION.findall(page)
            if mark is not None:
                form = {"mark": mark[1], "option": options[0]}
                began = time.monotonic()
                status = (await asyncio.to_thread(ask, f"{server.url}{seat}/answer", form))[0]
                taken.append(time.monotonic() - began)
                assert status == 303
                break
    for task in reading:
        task.cancel()
    for each in sockets:
        for socket in each:
            socket.transport.abort()
    return sorted(taken)


def memory_of(process: int) -> int:
    """Return how many bytes a process has in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def measured(file: Path, tables: int, answers: int) -> tuple[float, int]:
    """Return how long 99 of 100 answers take at most, and the server's memory."""
    links = asyncio.run(set_up(file, tables))
    server = Server(file, GAME)
    try:
        taken = asyncio.run(load(server, links, answers))
        return taken[int(len(taken) * 0.99)], memory_of(server.process.pid)
    finally:
        server.kill()


def test_a_stalled_page_keeps_nobody_waiting(tmp_path):
    longest, memory = measured(tmp_path / "tables", 5, 40)

    assert longest < 20, "whoever waits for what is stalled gives up after 30 seconds"
    assert memory < MOST_MEMORY


@pytest.mark.soak
def test_a_thousand_pages_at_250_tables(tmp_path):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, limit[1]), limit[1]))

    longest, memory = measured(tmp_path / "tables", 250, 2_000)

    print(f"p99 of an answer {longest * 1000:.0f} ms, memory {memory / 2**20:.0f} MB")
    assert longest <= LONGEST
    assert memory <= MOST_MEMORY
