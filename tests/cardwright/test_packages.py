"""Finding packages by id, by path, by the folder they are in."""

from __future__ import annotations

import pytest

from cardwright.api import folders as shelves
from cardwright.api.loading import UnknownPackageError, all_packages, find_package, find_packages


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Lay out our own packages, and a stranger's beside them."""
    for name in ("ours/first", "ours/second", "theirs/second", "theirs/third"):
        (tmp_path / name / "cards").mkdir(parents=True)
        (tmp_path / name / "game.yaml").write_text("id: x\n")
    (tmp_path / "ours" / "prelude").mkdir()
    monkeypatch.setattr(shelves, "data_folder", lambda name: tmp_path / "ours")
    monkeypatch.delenv(shelves.PATH_VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shown(found):
    """Return what people see of packages."""
    return [package.shown for package in found]


def test_all_are_found_by_id_and_the_prelude_is_none(shelf):
    assert shown(all_packages()) == ["ours/first", "ours/second"]


def test_named_folders_come_first(shelf, monkeypatch):
    assert shown(all_packages([shelf / "theirs"])) == [
        "ours/first",
        "theirs/second",
        "theirs/third",
    ]
    monkeypatch.setenv(shelves.PATH_VARIABLE, str(shelf / "theirs"))

    assert find_package("third").shown == "theirs/third"


@pytest.mark.parametrize(
    "word", ["first", "ours/first", "ours/first/cards", "ours/first/game.yaml"]
)
def test_a_package_by_id_folder_or_any_file_of_it(shelf, word):
    assert find_package(word).shown == "ours/first"


def test_a_game_right_here_comes_before_one_of_its_name(shelf, monkeypatch):
    monkeypatch.chdir(shelf / "theirs")

    assert find_package("second").folder == shelf / "theirs" / "second"
    assert [each.folder for each in find_packages(["second"])] == [shelf / "theirs" / "second"]
    assert find_package("first").folder == shelf / "ours" / "first"


def test_a_folder_of_packages_means_all_of_them(shelf):
    assert shown(find_packages(["theirs", "third"], [shelf / "theirs"])) == [
        "theirs/second",
        "theirs/third",
    ]


def test_a_package_elsewhere_is_shown_in_full(shelf, monkeypatch):
    monkeypatch.chdir("/")

    assert find_package(str(shelf / "ours/first")).shown == str(shelf / "ours/first").lstrip("/")


def test_unknown_ones_get_a_guess(shelf):
    with pytest.raises(UnknownPackageError) as caught:
        find_package("frist")

    assert caught.value.guess == "first"
