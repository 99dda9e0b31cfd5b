"""Check every limit of a package's texts one below, at and one above it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dsl import load
from dsl.diagnostics.catalogue import FINDINGS
from dsl.diagnostics.diagnostic import Report
from dsl.load import load_package
from dsl.model.documents import Scalar
from dsl.records import Source, Span
from dsl.syntax import limits, package_files
from dsl.syntax.limits import LIMITS
from dsl.syntax.parser import parse_expression, parse_steps
from dsl.syntax.yaml_reader import read_documents, read_source
from tests.diagnostics.fixtures import ROOT

PRELUDE = ROOT / "cards" / "prelude"
STEPS = (-1, 0, 1)
Names = list[str]
MANIFEST = """\
id: x
version: 1
language: 1
title: 札
players: {count: 2}
phases: [{id: a, do: end game}]
"""


def _yaml(text: str) -> Names:
    """Return what reading a YAML text reports."""
    report = Report()
    read_documents(Source("limits.yaml", text), report)
    return [found.name for found in report.diagnostics]


def _scalar(text: str) -> Scalar:
    source = Source("limits.yaml", text)
    return Scalar.at(text, False, Span(source, 0, len(text)), tuple(range(len(text) + 1)))


def _steps(text: str) -> Names:
    """Return what parsing an effect reports."""
    report = Report()
    assert (parse_steps(_scalar(text), report) is None) == bool(report.diagnostics)
    return [found.name for found in report.diagnostics]


def _expression(text: str) -> Names:
    """Return what parsing an expression reports."""
    report = Report()
    assert (parse_expression(_scalar(text), report) is None) == bool(report.diagnostics)
    return [found.name for found in report.diagnostics]


def _file(size: int) -> Names:
    return _yaml("a: b\n#" + "x" * (size - 6))


def _depth(levels: int) -> Names:
    """Return what values nested some levels deep report, in each form."""
    forms = (
        "[" * levels + "]" * levels,
        "{a: " * levels + "b" + "}" * levels,
        "- " * levels + "a",
        "\n".join(f"{' ' * i}a:" for i in range(levels)) + " b",
    )
    found = {tuple(_yaml(form)) for form in forms}
    assert len(found) == 1
    return list(found.pop())


def _documents(count: int) -> Names:
    """Return what a file of some documents reports, with and without the sign before the first."""
    found = {tuple(_yaml("---\na: b\n" * count)), tuple(_yaml("a: b\n" + "---\n" * (count - 1)))}
    assert len(found) == 1
    return list(found.pop())


def _text(size: int) -> Names:
    """Return what a text of some bytes reports: plain letters, and Japanese ones of three bytes."""
    letters, japanese = "x" * size, "札" * (size // 3) + "x" * (size % 3)
    found = {tuple(_yaml(f"a: {text}")) for text in (letters, japanese)}
    found.add(tuple(_yaml(f"a: |-\n  {letters}")))
    assert len(found) == 1
    return list(found.pop())


def _effect(size: int) -> Names:
    japanese = "stop #" + "札" * ((size - 6) // 3) + "x" * ((size - 6) % 3)
    found = {tuple(_steps("stop #" + "x" * (size - 6))), tuple(_steps(japanese))}
    assert len(found) == 1
    return list(found.pop())


def _words(count: int) -> Names:
    """Return what an effect of some words and signs reports; brackets are signs and no nodes."""
    lines = [_line(40)] * (count // 40 - 1)
    rest = count - 40 * len(lines)
    return _steps("\n".join([*lines, _line(rest - rest % 2), *["stop"] * (rest % 2)]))


def _line(count: int) -> str:
    """Return a line of an even number of words and signs."""
    depth = (count - 2) // 2
    return f"gain {'(' * depth}1{')' * depth}"


def _nodes(count: int) -> Names:
    return _steps("stop\n" * count)


def _brackets(depth: int) -> Names:
    return _expression("(" * depth + "1" + ")" * depth)


def _signs(depth: int) -> Names:
    return _expression("-" * (depth - 1) + "1")


def _blocks(depth: int) -> Names:
    heads = "".join(f"{' ' * i}if a:\n" for i in range(depth - 1))
    return _steps(f"{heads}{' ' * (depth - 1)}stop")


def _number(value: int) -> Names:
    found = {tuple(_expression(f"{value}")), tuple(_expression(f"-{value}"))}
    assert len(found) == 1
    return list(found.pop())


def _aliases(count: int) -> Names:
    return _yaml("a: b\n" + "".join(f"c{i}: &x d\n" for i in range(count)))


def _tags(count: int) -> Names:
    return _yaml("a: b\n" + "".join(f"c{i}: !x d\n" for i in range(count)))


def _merge_keys(count: int) -> Names:
    return _yaml("a: b\n" + "<<: c\n" * count)


def _kinds(count: int) -> Names:
    """Return what a chain of kinds reports, whatever stands first."""
    chain = [f"  k{i}: {{extends: k{i + 1}}}" for i in range(count - 1)]
    return _both_ways("kinds:\n", [*chain, f"  k{count - 1}: {{}}"])


def _groups(count: int) -> Names:
    """Return what a chain of groups around an action reports, whatever stands first."""
    chain = [f"  g{i}: {{actions: {{}}, in: g{i + 1}}}" for i in range(count - 1)]
    last = f"  g{count - 1}: {{actions: {{}}, in: a}}"
    return _both_ways("actions:\n  act: {in: g0, do: end game}\n", [*chain, last])


def _both_ways(head: str, lines: list[str]) -> Names:
    """Return what a package with some lines reports, the same when they are turned round."""
    found = set()
    for each in (lines, lines[::-1]):
        text = MANIFEST + head + "\n".join(each) + "\n"
        loaded = load.load_sources((Source("x/game.yaml", text),), "x", load.prelude_in(PRELUDE))
        found.add(tuple(each.name for each in loaded.diagnostics))
    assert len(found) == 1
    return list(found.pop())


def _package_says(lines: str) -> Names:
    """Return what a small package reports once some lines stand in place of its own."""
    keys = {line.split(":")[0] for line in lines.splitlines()}
    kept = [line for line in MANIFEST.splitlines() if line.split(":")[0] not in keys]
    text = "\n".join([*kept, lines]) + "\n"
    source = Source(f"{'x' * 8}/game.yaml", text)
    loaded = load.load_sources((source,), "x", load.prelude_in(PRELUDE))
    return [each.name for each in loaded.diagnostics]


def _name(length: int) -> Names:
    """Return what the name of an option reports, and that of a kind."""
    name = "n" * length
    found = {
        tuple(_package_says(f"{section}:\n  {name}: {value}"))
        for section, value in (("options", "bool = false"), ("kinds", "{}"))
    }
    assert len(found) == 1
    return list(found.pop())


def _id(length: int) -> Names:
    return _package_says(f"id: {'n' * length}")


def _version(length: int) -> Names:
    return _package_says(f'version: "{"1" * length}"')


CASES: tuple[tuple[str, int, Callable[[int], Names], str], ...] = (
    ("YAML file", limits.FILE_BYTES, _file, "file-too-large"),
    ("YAML depth", limits.YAML_DEPTH, _depth, "yaml-too-deep"),
    ("documents in a YAML file", limits.YAML_DOCUMENTS, _documents, "too-many-documents"),
    ("YAML aliases", 0, _aliases, "yaml-anchor"),
    ("YAML tags", 0, _tags, "yaml-tag"),
    ("merge keys", 0, _merge_keys, "merge-key"),
    ("text", limits.SCALAR_BYTES, _text, "scalar-too-long"),
    ("effect text", limits.EFFECT_BYTES, _effect, "effect-too-long"),
    ("words and signs of an effect text", limits.EFFECT_TOKENS, _words, "effect-too-long"),
    ("nodes of an effect text", limits.EFFECT_NODES, _nodes, "effect-too-long"),
    ("depth of an effect text", limits.EFFECT_DEPTH, _brackets, "effect-too-deep"),
    ("depth of an effect text", limits.EFFECT_DEPTH, _signs, "effect-too-deep"),
    ("depth of an effect text", limits.EFFECT_DEPTH, _blocks, "effect-too-deep"),
    ("name", limits.NAME_CHARACTERS, _name, "bad-name"),
    ("id of a package", limits.NAME_CHARACTERS, _id, "bad-id"),
    ("version of a package", limits.NAME_CHARACTERS, _version, "bad-version"),
    ("kinds that extend each other", limits.CHAIN, _kinds, "chain-too-long"),
    ("groups of actions in each other", limits.CHAIN, _groups, "chain-too-long"),
    ("integer", limits.LARGEST_INTEGER, _number, "number-too-large"),
)
ELSEWHERE = {
    "package",
    "files in a package",
    "entries of a package's folders",
    "depth of a package's folders",
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(("name", "limit", "reported", "diagnostic"), CASES)
def test_one_below_at_and_one_above(
    name: str, limit: int, reported: Callable[[int], Names], diagnostic: str, step: int
):
    if limit + step < 0:
        return
    expected = [diagnostic] if step > 0 else []

    assert reported(limit + step) == expected


@pytest.mark.parametrize("step", STEPS)
def test_the_bytes_of_a_file_are_counted_before_it_is_read(tmp_path: Path, step: int):
    path, report = tmp_path / "large.yaml", Report()
    path.write_bytes(b"#" * (limits.FILE_BYTES + step))

    assert (read_source(path, "large.yaml", report) is None) == (step > 0)
    assert [found.name for found in report.diagnostics] == ["file-too-large"] * (step > 0)


def _package(folder: Path, files: int) -> int:
    """Write a package of some files; return its bytes."""
    texts = [MANIFEST]
    texts += [f"values: {{v{i} -> int: {i}}}\n" for i in range(files - 1)]
    for i, text in enumerate(texts):
        name = "game.yaml" if i == 0 else f"v{i:03}.yaml"
        (folder / name).write_text(text, encoding="utf-8")
    return sum(len(text.encode()) for text in texts)


@pytest.mark.parametrize("step", STEPS)
def test_the_bytes_of_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int):
    size = _package(tmp_path, 3)
    monkeypatch.setattr(package_files, "PACKAGE_BYTES", size - step)

    assert _too_large(tmp_path) == (step > 0)


@pytest.mark.parametrize("step", STEPS)
def test_the_files_of_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int):
    monkeypatch.setattr(package_files, "PACKAGE_FILES", 4)
    _package(tmp_path, 4 + step)

    assert _too_large(tmp_path) == (step > 0)


@pytest.mark.parametrize("step", STEPS)
def test_the_entries_of_a_packages_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
):
    monkeypatch.setattr(package_files, "PACKAGE_ENTRIES", 20)
    _package(tmp_path, 4)
    (tmp_path / "pictures").mkdir()
    for number in range(15 + step):
        (tmp_path / "pictures" / f"{number}.png").touch()

    assert _too_large(tmp_path) == (step > 0)


@pytest.mark.parametrize("step", STEPS)
def test_the_depth_of_a_packages_folders(tmp_path: Path, step: int):
    _package(tmp_path, 2)
    inner = tmp_path.joinpath(*["in"] * (limits.PACKAGE_DEPTH + step))
    inner.mkdir(parents=True)
    (inner / "v.yaml").write_text("values: {v -> int: 1}\n", encoding="utf-8")

    assert _too_large(tmp_path) == (step > 0)


def _too_large(folder: Path) -> bool:
    """Return whether a package is reported as too large, and nothing else is wrong."""
    names = [found.name for found in load_package(folder, "p", PRELUDE).diagnostics]
    assert set(names) <= {"package-too-large"}
    return bool(names)


def test_every_limit_is_tested_and_shown_as_it_is():
    shown = {(each.name, each.value, each.diagnostic) for each in LIMITS}
    tested = {(name, limit, diagnostic) for name, limit, _, diagnostic in CASES}

    assert {each.name for each in LIMITS} - {name for name, *_ in CASES} == ELSEWHERE
    assert tested <= shown
    assert {each.diagnostic for each in LIMITS} <= set(FINDINGS)
    assert package_files.PACKAGE_BYTES == limits.PACKAGE_BYTES == 32 * 1024 * 1024
    assert package_files.PACKAGE_FILES == limits.PACKAGE_FILES == 5_000
