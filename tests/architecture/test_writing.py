"""Hold that one module opens files for writing: the one that puts them in place whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.sources import ROOT, tree

WRITER = "cardwright/api/folders.py"
WRITING = frozenset((
    "write_text", "write_bytes", "replace", "rename", "renames", "mkstemp", "NamedTemporaryFile",
    "truncate", "symlink_to", "hardlink_to", "copy", "copy2", "copyfile", "move",
))  # fmt: skip
"""What writes or moves a file; `replace`, `copy` and `move` where they are those of a module."""
OF_MODULES = {
    "replace": "os", "rename": "os", "renames": "os", "copy": "shutil", "copy2": "shutil",
    "copyfile": "shutil", "move": "shutil", "mkstemp": "tempfile", "NamedTemporaryFile": "tempfile",
}  # fmt: skip
SAVING = frozenset(("save", "savefig"))
"""Methods by which libraries write themselves; into memory they may."""


def writes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the calls in a file that open or make a file, each with its line."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        owner = ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""
        if (
            (name == "open" and _is_writing(node, owner))
            or (name in OF_MODULES and owner == OF_MODULES[name])
            or (name in WRITING - OF_MODULES.keys() and owner)
            or (name in SAVING and _is_of_a_path(node))
        ):
            yield node.lineno, ast.unparse(node)


def _is_writing(call: ast.Call, owner: str) -> bool:
    """Return whether a file is opened to be written; what leads nowhere is none."""
    if call.args and ast.unparse(call.args[0]) == "os.devnull":
        return False
    words = [
        *call.args[not owner :],
        *(word.value for word in call.keywords if word.arg in ("mode", "flags")),
    ]
    if owner == "os":
        return any("WRONLY" in ast.unparse(word) or "RDWR" in ast.unparse(word) for word in words)
    modes = [word.value for word in words if isinstance(word, ast.Constant)]
    return any(isinstance(mode, str) and {*mode} & {*"wax+"} and {*mode} <= {*"rwaxbt+"}
               for mode in modes)  # fmt: skip


def _is_of_a_path(call: ast.Call) -> bool:
    """Return whether something is saved at a place: a path is joined or named by a text."""
    first = call.args[0] if call.args else None
    return isinstance(first, ast.BinOp | ast.JoinedStr) or (
        isinstance(first, ast.Name) and first.id.endswith(("file", "path"))
    )


@pytest.mark.parametrize("room", ["dsl", "interpreter", "cardwright"])
def test_nothing_else_opens_a_file_for_writing(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {call}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() != WRITER
        for line, call in writes(tree(path))
    ]

    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "Path('a').write_text(b)", "path.write_bytes(b)", "open('a', 'w')", "path.open('ab')",
        "open(a, mode='x')", "os.replace(a, b)", "shutil.move(a, b)", "picture.save(folder / 'a')",
        "picture.save(back_file)", "tempfile.mkstemp()", "os.open(a, os.O_WRONLY | os.O_CREAT)",
        "path.open('r+')",
    ],
)  # fmt: skip
def test_each_way_of_writing_is_found(text: str) -> None:
    assert [*writes(ast.parse(text))]


@pytest.mark.parametrize(
    "text",
    [
        "open('a')", "path.open('rb')", "text.replace('a', 'b')", "replace(record, a=1)",
        "canvas.save()", "open(os.devnull, 'w')", "w.save(st, number, L)", "builder.save(out)",
        "tarfile.open(fileobj=a)", "keeper.open(st)", "record.copy()",
    ],
)  # fmt: skip
def test_what_writes_no_file_is_not(text: str) -> None:
    assert [*writes(ast.parse(text))] == []
