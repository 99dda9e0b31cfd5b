"""A browser without a window, where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first is the same engine without the rest of a browser: it takes half the time."""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)


def opened(without: str) -> Iterator:
    """Yield a browser; without one the tests are skipped, with what that means."""
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip(without)
    with api.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()
