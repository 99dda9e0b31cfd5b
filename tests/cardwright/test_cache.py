"""The cache: right, or not there."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import cardwright
import dsl.model
from cardwright.api import cache, checks
from cardwright.api import cache as packed
from cardwright.api.cache import Cache, ModelStore, ModuleStore, model_name
from cardwright.api.folders import CACHE_VARIABLE
from cardwright.api.loading import find_package
from cardwright.api.package import Package
from dsl.records import Record, Source

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
    (tmp_path / "cache").mkdir(mode=0o700)
    (tmp_path / "cache" / "somebody's.txt").write_text("")
    for number in range(30):
        kept.put(f"code-{number}", b"")

    assert len(list((tmp_path / "cache").iterdir())) <= 11
    assert (tmp_path / "cache" / "somebody's.txt").exists()
    assert kept.get("code-29") == b""


def test_every_file_that_makes_something_tells_versions_apart():
    root = Path(dsl.model.__file__).parents[2]
    files = [file for room in ("dsl", "interpreter") for file in (root / room).rglob("*.*")]
    made_by = [each for each in files if each.suffix not in (".md", ".yaml", ".pyc", ".tables")]
    told = cache._program().decode()

    assert {".py", ".lark", ".flat"} <= {each.suffix for each in made_by}
    assert [each for each in made_by if f"/{each.relative_to(root).as_posix()} " not in told] == []


def test_a_module(kept):
    store = ModuleStore(kept)
    store.put("key", b"module")

    assert store.get("key") == b"module"
    assert store.get("other") is None


def test_a_model_comes_back_until_a_text_changes(kept, tmp_path):
    store = ModelStore(kept)
    checked = cardwright.check(PACKAGE)
    folder = tmp_path / "copy"
    folder.mkdir()
    (folder / "game.yaml").write_text("id: copy\n")
    package = Package("copy", folder, "copy")
    store.put(model_name(package, package.files()), checked.game)

    assert store.get(model_name(package, package.files())).digest == checked.game.digest
    (folder / "game.yaml").write_text("id: copied\n")
    assert store.get(model_name(package, package.files())) is None


def test_scripts_come_back_when_somebody_looks(kept):
    store = ModelStore(kept)
    checked = cardwright.check(WITH_EXAMPLES).game
    store.put(model_name(WITH_EXAMPLES, WITH_EXAMPLES.files()), checked)
    found = store.get(model_name(WITH_EXAMPLES, WITH_EXAMPLES.files()))

    for mine, whole in ((found.scripts, checked.scripts), (found.examples, checked.examples)):
        assert len(mine) == len(whole) > 0
        assert [each.title for each in mine] == [each.title for each in whole]
        assert mine[0].title == whole[0].title
        assert [each.span.place for each in mine] == [each.span.place for each in whole]


def test_there_is_one_text_of_each_in_rules_and_scripts(kept):
    store = ModelStore(kept)
    store.put(
        model_name(WITH_EXAMPLES, WITH_EXAMPLES.files()), cardwright.check(WITH_EXAMPLES).game
    )
    found = store.get(model_name(WITH_EXAMPLES, WITH_EXAMPLES.files()))
    sources = {id(each.span.source) for each in (*found.actions, *found.scripts, *found.examples)}
    paths = {each.span.source.path for each in (*found.actions, *found.scripts, *found.examples)}

    assert len(sources) == len(paths)


PLAYED = """
import sys, cardwright
from random import Random
for seed in range(2):
    match = cardwright.load("cerebria").start(seed=seed, events=False)
    match.machine.play_at_random(match.state, Random(seed).random)
print(sorted({"networkx", "lark", "yaml", "jsonschema", "tempfile", "_hashlib"} & set(sys.modules)))
"""


def test_play_from_the_cache_loads_nothing_large():
    """Neither what reads texts nor what draws graphs."""
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True
        )

    assert done.stdout == "[]\n"


def global_of(module: str, name: str) -> bytes:
    """Return a pickle that names something, dots and all, and calls it with a word."""
    words = [module.encode(), name.encode()]
    named = b"".join(b"\x8c" + bytes([len(word)]) + word for word in words)
    return b"\x80\x04" + named + b"\x93\x8c\x04word\x85R."


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("builtins", "print"),
        ("dsl.syntax.grammar", "os.system"),
        ("dsl.syntax.grammar", "os"),
        ("dsl.model.game", "Game.__init__"),
        ("dsl.model.rules", "Record"),
        ("dsl.records", "Record"),
        ("msgspec", "Struct"),
        ("msgspec._utils", "get_class_annotations"),
        ("msgspec._utils", "typing.get_type_hints"),
        ("dsl.model.game", "Script"),
        ("dsl.records", "_starts_of"),
        ("dsl.diagnostics.diagnostic", "Report"),
    ],
)
def test_a_pickle_of_anything_else_is_refused(kept, module, name):
    store, kept_as = ModelStore(kept), model_name(PACKAGE, PACKAGE.files())
    kept.put(kept_as, global_of(module, name))

    assert store.get(kept_as) is None
    with pytest.raises(pickle.UnpicklingError, match="has no place in a model"):
        packed.unpacked(global_of(module, name))


def test_a_model_is_built_of_records_alone():
    for file in Path(dsl.model.__file__).parent.glob("*.py"):
        module = import_module(f"dsl.model.{file.stem}")
        found = {name: packed.record_of(module.__name__, name) for name in vars(module)}
        for name, record in found.items():
            assert record is None or record is getattr(module, name)
            assert record is None or issubclass(record, Record)
            assert "__reduce__" not in vars(record or Path)
    assert packed.record_of("dsl.records", "Source") is Source


@pytest.mark.parametrize(("what", "mode"), [("folder", 0o770), ("folder", 0o757), ("file", 0o644)])
def test_what_others_may_write_or_have_written_is_none(kept, tmp_path, what, mode):
    kept.put("code-0", b"content")
    place = tmp_path / "cache" / "code-0" if what == "file" else tmp_path / "cache"
    place.chmod(mode)

    assert kept.get("code-0") is None
    kept.put("code-0", b"other")
    assert kept.get("code-0") == (b"other" if what == "file" else None)


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_another_user_owns_is_none(kept, tmp_path, monkeypatch, what):
    kept.put("code-0", b"content")
    whose = os.stat(tmp_path / "cache" / ("code-0" if what == "file" else "."))
    for name in ("stat", "lstat", "fstat"):
        monkeypatch.setattr(os, name, seen_by_another(getattr(os, name), whose.st_ino))

    assert kept.get("code-0") is None


def seen_by_another(look, number):
    """Return a look at files that finds one of them to be another user's."""

    def looked(*words, **named):
        found = look(*words, **named)
        if found.st_ino != number:
            return found
        return os.stat_result([*found[:4], os.getuid() + 1, *found[5:]])

    return looked


def test_files_and_folders_are_the_users_alone(kept, tmp_path):
    kept.put("code-0", b"content")

    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "cache" / "code-0").stat().st_mode & 0o777 == 0o600


def test_pipes_folders_and_links_in_the_cache_are_none(kept, tmp_path):
    folder = tmp_path / "cache"
    kept.put("code-3", b"content")
    os.mkfifo(folder / "code-0", 0o600)
    (folder / "code-1").mkdir()
    (folder / "code-2").symlink_to(tmp_path / "outside")
    (folder / "code-3").rename(tmp_path / "moved")
    (folder / "code-3").symlink_to(tmp_path / "moved")
    for name in ("code-0", "code-1", "code-2", "code-3"):
        assert kept.get(name) is None
        kept.put(name, b"new")

    assert [kept.get(f"code-{n}") for n in range(4)] == [b"new", None, b"new", b"new"]
    assert not (tmp_path / "outside").exists()
    assert (tmp_path / "moved").read_bytes().endswith(b"content")


def test_a_linked_cache_folder_is_none(tmp_path):
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    Cache(tmp_path / "link").put("code-0", b"content")

    assert list((tmp_path / "real").iterdir()) == []


def test_no_cache_touches_nothing(tmp_path, monkeypatch):
    cardwright.load(PACKAGE, cache=False)  # the parser's tables are no game's
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    cardwright.load(PACKAGE, cache=False).start(players=2, seed=1)

    assert not (tmp_path / "cache").exists()


def test_the_second_load_reads_no_text(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    first = cardwright.check(PACKAGE, cache=True).game
    monkeypatch.setattr(checks, "_check_texts", None)

    assert cardwright.check(PACKAGE, cache=True).game.digest == first.digest


def test_without_a_cache_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDWRIGHT_CACHE", "off")

    cardwright.load(Path(__file__).parents[2] / "examples" / "high-card").start(players=2)

    assert list(tmp_path.iterdir()) == []


def test_a_model_whose_fields_are_given_by_name_comes_back():
    """The pickle then names a function of msgspec: the only one that is let in."""
    model = cardwright.check(PACKAGE).game
    assert model is not None
    content = packed.packed(model)
    back = packed.unpacked(content)

    assert b"msgspec" in content
    assert back.digest == model.digest
    assert back.manifest.title == model.manifest.title


def test_a_type_of_a_model_comes_back_once():
    model = cardwright.check(PACKAGE).game
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
