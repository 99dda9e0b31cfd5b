"""Files are replaced whole or not at all."""

from __future__ import annotations

import os

import pytest

from cardwright.api.folders import write_atomically


def test_a_file_is_written_and_replaced(tmp_path):
    file = tmp_path / "save"
    write_atomically(file, b"old")
    write_atomically(file, b"new")

    assert file.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["save"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step):
    file = tmp_path / "save"
    file.write_bytes(b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="No space"):
        write_atomically(file, b"new")

    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["save"]


def test_permissions_stay(tmp_path):
    file = tmp_path / "save"
    file.write_bytes(b"old")
    file.chmod(0o640)
    write_atomically(file, b"new")

    assert file.stat().st_mode & 0o777 == 0o640
