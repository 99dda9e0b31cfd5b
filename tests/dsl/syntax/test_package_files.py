"""Files of a package that nothing reads are told, as far as they look as if they were meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.syntax.package_files import Place, files_in


def unread(folder: Path, *names: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the files that are told as not read, with the helps."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("id: x\n", encoding="utf-8")
    found = files_in(Place(folder, "small")).findings
    assert {each.name for each in found} <= {"unread-file"}
    return [(each.span.source.path, each.helps) for each in found]


@pytest.mark.parametrize("name", ["extra.yml", "more/extra.YAML", "cards/extra.Yml"])
def test_a_file_with_nearly_the_right_ending_is_told(tmp_path: Path, name: str) -> None:
    assert unread(tmp_path, "game.yaml", name) == [(f"small/{name}", ("call it `extra.yaml`",))]


@pytest.mark.parametrize("name", ["cards/notes.txt", "cards/deep/list.json", "cards/README"])
def test_a_strange_file_among_the_cards_is_told(tmp_path: Path, name: str) -> None:
    assert unread(tmp_path, "game.yaml", name) == [
        (f"small/{name}", ("move it out of the folder of cards",))
    ]


def test_what_is_no_text_of_the_package_is_left_alone(tmp_path: Path) -> None:
    names = ("README.md", "art/one.png", "cards/a.yaml", ".hidden.yml", "expansions/b/c.yml")
    assert unread(tmp_path, "game.yaml", *names) == []
