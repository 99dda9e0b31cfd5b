"""The cache: right, or not there."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright import api, cache, checks, packed
from cardwright.cache import Cache, CodeStore, ModelStore
from cardwright.packages import Package, find_package

PACKAGE = find_package("dream-tricks")
WITH_EXAMPLES = find_package("res-arcana")


@pytest.fixture
def kept(tmp_path):
    """Return a cache in a folder of its own."""
    return Cache(tmp_path / "cache")


def test_bytes_come_back_and_damaged_ones_do_not(kept, tmp_path):
    kept.put("name", b"content")
    file = tmp_path / "cache" / "name"
    whole = file.read_bytes()

    assert kept.get("name") == b"content"
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert kept.get("name") is None
        file.write_bytes(whole[:at])
        assert kept.get("name") is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "file").write_text("")
    kept = Cache(tmp_path / "file" / "cache")
    kept.put("name", b"content")

    assert kept.get("name") is None


def test_it_does_not_grow_without_end(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "_MOST_FILES", 10)
    for number in range(30):
        kept.put(str(number), b"")

    assert len(list((tmp_path / "cache").iterdir())) <= 10
    assert kept.get("29") == b""


def test_code(kept):
    store = CodeStore(kept)
    store.put("key", compile("answer = 42", "<here>", "exec"))
    names: dict[str, int] = {}
    exec(store.get("key"), names)

    assert names["answer"] == 42
    assert store.get("other") is None


def test_a_model_comes_back_until_a_text_changes(kept, tmp_path):
    store = ModelStore(kept)
    checked = api.check(PACKAGE)
    folder = tmp_path / "copy"
    folder.mkdir()
    (folder / "game.yaml").write_text("id: copy\n")
    package = Package("copy", folder, "copy")
    store.put(package, checked.game)

    assert store.get(package).digest == checked.game.digest
    (folder / "game.yaml").write_text("id: copied\n")
    assert store.get(package) is None


def test_scripts_come_back_when_somebody_looks(kept):
    store = ModelStore(kept)
    checked = api.check(WITH_EXAMPLES).game
    store.put(WITH_EXAMPLES, checked)
    found = store.get(WITH_EXAMPLES)

    for mine, whole in ((found.scripts, checked.scripts), (found.examples, checked.examples)):
        assert len(mine) == len(whole) > 0
        assert [each.title for each in mine] == [each.title for each in whole]
        assert mine[0].title == whole[0].title
        assert [each.span.place for each in mine] == [each.span.place for each in whole]


def test_there_is_one_text_of_each_in_rules_and_scripts(kept):
    store = ModelStore(kept)
    store.put(WITH_EXAMPLES, api.check(WITH_EXAMPLES).game)
    found = store.get(WITH_EXAMPLES)
    sources = {id(each.span.source) for each in (*found.actions, *found.scripts, *found.examples)}
    paths = {each.span.source.path for each in (*found.actions, *found.scripts, *found.examples)}

    assert len(sources) == len(paths)


PLAYED = """
import sys, cardwright
from interpreter.run.rollout import play_at_random
from random import Random
for seed in range(2):
    match = cardwright.load("cerebria").start(seed=seed, events=False)
    play_at_random(match.machine, match.state, Random(seed).random)
print(sorted({"networkx", "lark", "yaml", "jsonschema", "tempfile", "_hashlib"} & set(sys.modules)))
"""


def test_play_from_the_cache_loads_nothing_large(tmp_path):
    """Neither what reads texts nor what draws graphs."""
    where = {**os.environ, cache.CACHE_VARIABLE: str(tmp_path)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", PLAYED], env=where, capture_output=True, text=True, check=True
        )

    assert done.stdout == "[]\n"


def test_a_pickle_of_anything_else_is_refused(kept, monkeypatch):
    store = ModelStore(kept)
    kept.put(store._name(PACKAGE), pickle.dumps(print))

    assert store.get(PACKAGE) is None


def test_no_cache_touches_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "cache"))
    api.load_package(PACKAGE, cache=False).start(players=2, seed=1)

    assert not (tmp_path / "cache").exists()


def test_the_second_load_reads_no_text(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "cache"))
    first = api.check(PACKAGE, cache=True).game
    monkeypatch.setattr(checks, "_check_texts", None)

    assert api.check(PACKAGE, cache=True).game.digest == first.digest


def test_without_a_cache_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDWRIGHT_CACHE", "off")

    cardwright.load(Path(__file__).parents[2] / "examples" / "high-card").start(players=2)

    assert list(tmp_path.iterdir()) == []


def test_a_type_of_a_model_comes_back_once():
    model = api.check(PACKAGE).game
    assert model is not None
    back = packed.unpacked(packed.packed(model))
    types = [
        slot.type
        for values in back.values.values()
        for value in values
        for slot in value.parameters
    ]

    assert back.digest == model.digest
    assert len(types) > len(set(types)) == len({id(each) for each in types})
