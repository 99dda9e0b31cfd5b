"""The tables of the grammar are kept where they are the user's own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from dsl.syntax import grammar


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Put the folder of byte code and that of the user's cache elsewhere; return both."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "code"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setenv(grammar.CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "code", tmp_path / "cache"


def test_beside_the_byte_code(places):
    code, _ = places

    assert Path(grammar._cache_file("start: NAME")).is_relative_to(code)


def test_in_the_cache_where_no_byte_code_is_written(places, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    _, cache = places

    assert Path(grammar._cache_file("start: NAME")).parent == cache


def test_in_the_cache_where_the_program_is_not_the_users(places, monkeypatch):
    code, cache = places
    monkeypatch.setattr(grammar, "is_own_folder", lambda each: not each.is_relative_to(code))

    assert Path(grammar._cache_file("start: NAME")).parent == cache


def test_nowhere(places, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv(grammar.CACHE_VARIABLE, grammar.NO_CACHE)

    assert grammar._cache_file("start: NAME") is None


def test_another_grammar_has_another_file(places):
    assert grammar._cache_file("start: NAME") != grammar._cache_file("start: WORD")


def test_not_where_a_pipe_a_link_or_a_file_of_others_lies(places):
    _, cache = places
    file = Path(grammar._cache_file("start: NAME"))
    for make in (os.mkfifo, lambda path: path.symlink_to(cache), _for_all):
        make(file)
        assert Path(grammar._cache_file("start: NAME")).parent == cache
        file.unlink()


def _for_all(path: Path) -> None:
    path.write_bytes(b"")
    path.chmod(0o666)
