"""Check what is read from YAML, what is refused, and that every place is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Document, Mapping, Node, Scalar, Sequence
from dsl.records import Source
from dsl.syntax import yaml_reader
from dsl.syntax.limits import FILE_BYTES, SCALAR_BYTES, YAML_DEPTH
from dsl.syntax.yaml_reader import read_documents, read_source

GOOD = """# 見張り 🎴
kind: artifact
name: {en: "Watchful \\u00e9 Imp", ja: '見張り''の小鬼🎴'}  # c
list: [a, "b", {c: d}]
🎴絵: plain 見張り
multi: one two
  three   four

  five
do: |
  for each p in players:
    draw 3 by p

  stop
fold: >-
  one two
  three

  four
    more
  five
deep:
- do: |2
      indented
    less
double: "a \\
     b
  c\\n d"
on: 12:30
empty:
---
- x
- - y
"""


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test with both readers of YAML."""
    monkeypatch.setattr(yaml_reader, "_LOADER", getattr(yaml, request.param))


def read(text: str) -> tuple[tuple[Document, ...], list[str]]:
    report = Report()
    documents = read_documents(Source("test.yaml", text), report)
    for finding in report.diagnostics:
        assert finding.rendered()
    return documents, [finding.name for finding in report.diagnostics]


def scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    else:
        for entry in node.entries:
            yield entry.key
            yield from scalars(entry.value)


def test_every_character_has_its_place() -> None:
    documents, names = read(GOOD)
    assert (len(documents), names) == (2, [])
    seen = 0
    for document in documents:
        for scalar in scalars(document.root):
            seen += 1
            assert len(scalar.offsets) == len(scalar.text) + 1
            assert list(scalar.offsets) == sorted(scalar.offsets)
            for i, char in enumerate(scalar.text):
                if not char.isspace() and char != "é":
                    assert GOOD[scalar.offsets[i]] == char
    assert seen > 25


def test_scalars_stay_texts() -> None:
    root = read(GOOD)[0][0].root
    assert isinstance(root, Mapping)
    assert [entry.key.text for entry in root.entries][-2:] == ["on", "empty"]
    on, empty, flow = root.get("on"), root.get("empty"), root.get("name")
    assert isinstance(on, Scalar) and on.text == "12:30"
    assert isinstance(empty, Scalar) and empty.is_null
    assert isinstance(flow, Mapping) and flow.is_flow
    assert flow.span.text.startswith("{en") and flow.span.text.endswith("}")


def test_part_points_into_a_block() -> None:
    root = read(GOOD)[0][0].root
    assert isinstance(root, Mapping)
    block = root.get("do")
    assert isinstance(block, Scalar)
    start = block.text.index("draw 3")
    assert block.part(start, start + 6).place == "test.yaml:12:5"


REFUSED = [
    ("a: [b", "yaml-syntax"),
    ("a: {c: f(x, y)}", "flow-trap"),
    ("a: [f(x, y), z]", "flow-trap"),
    ("k: {a: b[gold]}", "flow-trap"),
    ("k: {a}", "flow-trap"),
    ("{a: }", "flow-trap"),
    ("a: b: c", "yaml-syntax"),
    ("a:\n\tb: c", "yaml-syntax"),
    ("a: @b", "yaml-syntax"),
    ("a: `b`", "yaml-syntax"),
    ("a: *b", "yaml-anchor"),
    ("a: &x b", "yaml-anchor"),
    ("a: &x [b]", "yaml-anchor"),
    ("<<: {a: b}", "merge-key"),
    ("a: 1\na: 2", "duplicate-key"),
    ("? [a]\n: b", "bad-key"),
    ("'': b", "bad-key"),
    ("a: !!int 3", "yaml-tag"),
    ("a: !x {b: c}", "yaml-tag"),
    ('a: "\\0"', "control-character"),
    ("a: \x07", "control-character"),
    ("a: \x00", "control-character"),
    ("a: \ud800", "lone-surrogate"),
    ("a: x\u2028y", "control-character"),
    ("do: [a] + b", "yaml-syntax"),
    ('a: "x" y', "yaml-syntax"),
    ("a: |x\n  b", "yaml-syntax"),
    ("- a\nb: c", "yaml-syntax"),
]


@pytest.mark.parametrize(("text", "name"), REFUSED)
def test_refused(text: str, name: str) -> None:
    assert read(text)[1] == [name]


@pytest.mark.parametrize("text", ["", "\n", "# only", "# one\n\n# two\n"])
def test_a_file_that_says_nothing_is_fine(text: str) -> None:
    assert read(text) == ((), [])


def test_lone_surrogate_escape() -> None:
    assert read('a: "\\ud800"')[1] in (["lone-surrogate"], ["yaml-syntax"])


def test_documents_before_a_mistake_are_read() -> None:
    documents, names = read("a: b\n---\nc: [\n")
    assert (len(documents), names) == (1, ["yaml-syntax"])


def test_merge_bomb_is_harmless() -> None:
    lines = ["a0: &a0 {x: y}"]
    lines += [f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}]}}" for i in range(1, 30)]
    assert set(read("\n".join(lines))[1]) <= {"yaml-anchor", "merge-key", "flow-trap"}


def test_depth_limit() -> None:
    assert read("[" * YAML_DEPTH + "]" * YAML_DEPTH)[1] == []
    assert read("[" * (YAML_DEPTH + 1) + "]" * (YAML_DEPTH + 1))[1] == ["yaml-too-deep"]
    assert "yaml-too-deep" in read("[" * 40_000)[1]


def test_scalar_limit() -> None:
    assert read("a: " + "x" * SCALAR_BYTES)[1] == []
    assert read("a: " + "x" * (SCALAR_BYTES + 1))[1] == ["scalar-too-long"]


def test_files(tmp_path: Path) -> None:
    def named(data: bytes) -> list[str]:
        report, path = Report(), tmp_path / "a.yaml"
        path.write_bytes(data)
        source = read_source(path, "a.yaml", report)
        assert (source is None) == bool(report.diagnostics)
        return [finding.name for finding in report.diagnostics]

    assert named(b"\xef\xbb\xbfa: b\r\nc: d\r") == []
    assert named("a: 見\n".encode() + b"b: \xff") == ["not-utf8"]
    assert named(b"#" * FILE_BYTES) == []
    assert named(b"#" * (FILE_BYTES + 1)) == ["file-too-large"]
    report = Report()
    assert read_source(tmp_path / "none.yaml", "none.yaml", report) is None
    assert report.diagnostics[0].name == "unreadable-file"


def test_line_ends_are_plain(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: b\r\nc: d\r")
    source = read_source(path, "a.yaml", Report())
    assert source is not None and source.text == "a: b\nc: d\n"


def test_a_large_source_is_refused() -> None:
    assert read("#" * (FILE_BYTES + 1))[1] == ["file-too-large"]
