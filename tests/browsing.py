"""A browser without a window, where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def opened(without: str) -> Iterator:
    """Yield a browser; without one the tests are skipped, with what that means."""
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip(without)
    with api.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()
