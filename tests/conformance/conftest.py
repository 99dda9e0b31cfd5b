"""Let every scenario run with each executor."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["walker", "blocks"])
def executor(request):
    """Name what runs the bodies."""
    return request.param
