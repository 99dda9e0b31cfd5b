"""A server that is killed under load has lost nothing that it said was done."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from random import Random
from threading import Event, Thread

from cardwright.apps.table.serving.store import Store
from tests.apps.table.serving.conftest import LINK, MARK, OPTION, SMALL

TABLES, KILLS = 3, 3
"""Each kill is a server more, which takes longest to start: the measure `kills` has 500."""
PATIENCE = 120
"""Seconds until whoever waits gives up, on a busy machine too."""

READY = re.compile(r"http://[\w.]+:(\d+)/")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leads nowhere: an answer is acknowledged by where it would lead."""

    def redirect_request(self, *told):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def ask(url: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Return status, where it leads, and the page."""
    data = urllib.parse.urlencode(form).encode() if form is not None else None
    try:
        with OPENER.open(urllib.request.Request(url, data), timeout=PATIENCE) as found:
            return found.status, "", found.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get("location", ""), error.read().decode()


class Server:
    """A server in a process of its own, which can be killed."""

    def __init__(self, file: Path, *games: str) -> None:
        served = games or (SMALL,)
        command = [sys.executable, "-m", "cardwright", "serve", *served, "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--file", str(file)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "LANG": "C"},
        )  # fmt: skip
        line = self.process.stdout.readline()
        self.url = f"http://127.0.0.1:{READY.search(line)[1]}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def set_up(self) -> list[str]:
        """Return the seats of a new table."""
        form = {"players": "2", "role-0": "person", "role-1": "person"}
        _, host, _ = ask(f"{self.url}/new/high-card", form)
        return LINK.findall(ask(self.url + host)[2])[:2]


class People(Thread):
    """Those at one table: they answer as fast as they can, and note what they were told is done."""

    def __init__(self, url: str, seats: list[str], number: int) -> None:
        super().__init__(daemon=True)
        self.url, self.seats, self.number = url, seats, number
        self.known: list[int] = []
        """The answers they were told are kept, of the present match."""
        self.open: int | None = None
        """An answer that they were told nothing about yet."""
        self.matches = 1
        self.told = Event()
        """Whether they were told anything by this server: on a busy machine that takes a while."""

    def run(self) -> None:
        try:
            while True:
                if not sum(self._answer(seat) for seat in self.seats):
                    self._again()
        except (OSError, http.client.HTTPException):
            return

    def _answer(self, seat: str) -> bool:
        _, _, page = ask(self.url + seat)
        mark, options = MARK.search(page), OPTION.findall(page)
        if mark is None:
            return False
        self.open = int(options[0])
        form = {"mark": mark[1], "option": options[0]}
        status, _, _ = ask(f"{self.url}{seat}/answer", form)
        if status == 303:
            self.known.append(self.open)
            self.told.set()
        self.open = None
        return True

    def _again(self) -> None:
        """Begin the next match; from here on nothing is known of it until it is said."""
        status, _, _ = ask(f"{self.url}{self.seats[0]}/again", {"seed": "new"})
        if status == 303:
            self.known, self.matches = [], self.matches + 1


def look_after(file: Path, people: list[People]) -> int:
    """Hold that a file has all that people were told is kept; return how many answers those are."""
    store = Store(file)
    for each in people:
        kept = store.match(each.number)
        if kept.answers != tuple(each.known):
            more = (*each.known, each.open)
            begun = not kept.answers and each.open is None
            assert kept.answers == more or begun, (each.number, kept.answers, each.known)
            each.known = list(kept.answers)
        each.open = None
    store.close()
    return sum(len(each.known) for each in people)


def killed(file: Path, times: int, chance: Random, longest: float = 0.4) -> int:
    """Kill a server under load, over and over; return how many answers were looked after."""
    server = Server(file)
    seats = [server.set_up() for _ in range(TABLES)]
    people = [People(server.url, each, n) for n, each in enumerate(seats, start=1)]
    total = 0
    for _ in range(times):
        for each in people:
            each.start()
        assert all(each.told.wait(PATIENCE) for each in people)
        time.sleep(chance.uniform(0, longest))
        server.kill()
        for each in people:
            each.join(PATIENCE)
        total += look_after(file, people)
        server = Server(file)
        for each in people:
            assert all(ask(server.url + seat)[0] == 200 for seat in each.seats)
        people = [_next(each, server.url) for each in people]
    server.kill()
    return total


def _next(before: People, url: str) -> People:
    """Return the same people, at the next server."""
    found = People(url, before.seats, before.number)
    found.known = before.known
    return found


def test_a_server_that_is_killed_has_lost_nothing(tmp_path):
    assert killed(tmp_path / "tables", KILLS, Random(17), 0.15) > KILLS


def test_thinkers_end_with_the_server(tmp_path):
    server = Server(tmp_path / "tables")
    form = {"players": "2", "role-0": "person", "role-1": "random"}
    ask(f"{server.url}/new/high-card", form)
    seat = LINK.findall(ask(server.url + ask(f"{server.url}/new/high-card", form)[1])[2])[0]
    page = ask(server.url + seat)[2]
    ask(f"{server.url}{seat}/answer", {"mark": MARK.search(page)[1], "option": "0"})
    thinkers = children(server.process.pid)
    deadline = time.monotonic() + 30
    while not thinkers and time.monotonic() < deadline:
        time.sleep(0.1)
        thinkers = children(server.process.pid)

    server.kill()

    deadline = time.monotonic() + 30
    while any(map(is_there, thinkers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert thinkers and not any(map(is_there, thinkers))


def children(process: int) -> list[int]:
    """Return the processes that a process has begun."""
    found = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []


def is_there(process: int) -> bool:
    """Return whether a process runs."""
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
