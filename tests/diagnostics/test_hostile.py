"""Check texts that are written to hurt: what they report, and that it does not take long."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from dsl.diagnostics.diagnostic import render_json
from dsl.load import Loaded, load_package
from dsl.syntax.limits import EFFECT_BYTES, FILE_BYTES
from tests.diagnostics.fixtures import ROOT, base, load_texts

SECONDS = 2.0
PRELUDE = ROOT / "cards" / "prelude"


def _bomb(levels: int) -> str:
    """Return the classic bomb of aliases: each level holds nine of the one before."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for i in range(1, levels):
        lines.append(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]")
    return "\n".join(lines)


def _merge_bomb(levels: int) -> str:
    """Return merge keys that double with every line."""
    lines = ["m0: &m0 {a: 1}"]
    lines += [f"m{i}: &m{i} {{<<: [*m{i - 1}, *m{i - 1}]}}" for i in range(1, levels)]
    return "\n".join(lines)


def _deep_list(levels: int) -> str:
    return "values: " + "[" * levels + "]" * levels


def _deep_block(levels: int) -> str:
    return "\n".join(f"{' ' * i}a:" for i in range(levels))


def _effect(text: str) -> str:
    """Return an event with an effect text."""
    body = "\n".join(f"      {line}" for line in text.split("\n"))
    return f"events:\n  tell:\n    do: |\n{body}\n"


def _many(line: str, count: int) -> str:
    return "\n".join(line.replace("#", str(i)) for i in range(count))


HOSTILE: dict[str, tuple[Callable[[], str], set[str]]] = {
    "aliases": (lambda: _bomb(9), {"yaml-anchor", "unknown-key"}),
    "merge keys": (lambda: _merge_bomb(25), {"yaml-anchor", "merge-key", "unknown-key"}),
    "64 levels and one": (lambda: _deep_list(64), {"yaml-too-deep"}),
    "1,000 levels": (lambda: _deep_list(1_000), {"yaml-too-deep"}),
    "40,000 levels": (lambda: _deep_list(40_000), {"yaml-too-deep"}),
    "1,000 levels of blocks": (lambda: _deep_block(1_000), {"yaml-too-deep"}),
    "a tag that builds": (lambda: "values: !!python/object:os.system {}", {"yaml-tag"}),
    "an alias of itself": (lambda: "values: &v [*v]", {"yaml-anchor", "wrong-shape"}),
    "an integer of 10,000 digits": (
        lambda: "state:\n  n: int = " + "9" * 5_000, {"number-too-large"},
    ),
    "a number of 10,000 digits": (
        lambda: "cards:\n- {id: fern, kind: card, copies: " + "9" * 10_000 + "}", {"bad-number"},
    ),
    "a hexadecimal megabyte": (
        lambda: "cards:\n- {id: fern, kind: card, points: 0x" + "f" * 1_000_000 + "}",
        {"scalar-too-long"},
    ),
    "an impossible date": (lambda: "values:\n  v -> int: 2024-13-99", set()),
    "infinity": (lambda: "cards:\n- {id: fern, kind: card, points: .inf}", {"effect-syntax"}),
    "half a character": (lambda: "values: \ud800", {"lone-surrogate"}),
    "a null character": (lambda: "values: \0", {"control-character"}),
    "an escape to the terminal": (lambda: "values: \x1b[2J", {"control-character"}),
    "a long text": (lambda: "events:\n  tell: {text: " + "x" * 70_000 + "}", {"scalar-too-long"}),
    "200,000 brackets": (lambda: _effect("gain " + "(" * 200_000), {"scalar-too-long"}),
    "8,000 brackets": (lambda: _effect("gain " + "(" * 8_000), {"effect-too-deep"}),
    "2,001 words": (lambda: _effect("stop;" * 1_001), {"effect-too-long"}),
    "a chain of additions": (lambda: _effect("gain 1" + "+1" * 900), {"effect-too-deep"}),
    "1,200 nodes": (lambda: _effect("gain 1\n" * 600), {"effect-too-long"}),
    "a chain of minus signs": (lambda: _effect("gain " + "-" * 900 + "1"), {"effect-too-deep"}),
    "a chain of nots": (lambda: _effect("if " + "not " * 900 + "fast, stop"), {"effect-too-deep"}),
    "a chain of dots": (lambda: _effect("gain me" + ".me" * 900), {"effect-too-deep"}),
    "blocks in blocks": (
        lambda: _effect("\n".join([*(" " * i + "if fast:" for i in range(60)), " " * 60 + "stop"])),
        {"effect-too-deep"},
    ),
    "a rule of a table with 10 axes": (
        lambda: "cards:\n- each: {kind: card}\n  id: x\n" + _many("  a#: 1..9999", 10),
        {"table-too-large"},
    ),
    "a table up to a trillion": (
        lambda: "cards:\n- each: {kind: card}\n  id: x\n  points: 1..1000000000000",
        {"table-too-large"},
    ),
    "five thousand keys": (lambda: _many("k#: 1", 5_000), {"unknown-key"}),
    "five thousand anchors": (lambda: _many("- &k# 1", 5_000), {"yaml-anchor", "wrong-shape"}),
    "ten thousand marks": (
        lambda: 'cards:\n- {id: fern, kind: card, text: "' + "*a " * 10_000 + "}" * 10_000 + '"}',
        {"bad-mark"},
    ),
    "a long word of nobody": (lambda: _effect("gain " + "a" * 7_000), {"unknown-name"}),
    "a file of three megabytes": (lambda: "# " + "x" * (3 * 1024 * 1024), {"file-too-large"}),
}  # fmt: skip


def _reported(loaded: Loaded) -> set[str]:
    """Return the names of what was found; all of it can be shown."""
    for found in loaded.diagnostics[:200]:
        shown = found.rendered()
        assert "\x1b" not in shown and "\0" not in shown
        assert len(shown) < 4_000
        shown.encode("utf-8")
    assert render_json(loaded.diagnostics[:200])
    return {found.name for found in loaded.diagnostics}


@pytest.mark.parametrize("title", list(HOSTILE))
def test_hostile_text_is_reported_quickly(title: str):
    make, expected = HOSTILE[title]
    texts = {**base(), "rules.yaml": make()}
    load_texts(base())

    started = time.process_time()
    names = _reported(load_texts(texts))

    assert time.process_time() - started < SECONDS
    assert names == expected


def test_a_file_that_is_not_utf_8(tmp_path):
    (tmp_path / "game.yaml").write_bytes(b"id: \xff\xfe\n")

    assert _reported(load_package(tmp_path, "bad", PRELUDE)) == {"not-utf8"}


def test_a_file_too_large_to_open(tmp_path):
    (tmp_path / "game.yaml").write_text(base()["game.yaml"], encoding="utf-8")
    (tmp_path / "large.yaml").write_bytes(b"#" * (FILE_BYTES + 1))

    assert _reported(load_package(tmp_path, "bad", PRELUDE)) == {"file-too-large"}


def test_other_scripts_joined_emoji_accents_and_marks_of_direction_are_fine():
    text = "שלום \u200e! e\u0301 👩\u200d👩\u200d👧 ﷺ か\u3099 札"
    texts = {**base(), "rules.yaml": f"# {text}\nnames: {{en: ['{text}']}}\n"}

    assert "text-direction" not in _reported(load_texts(texts))
    assert "control-character" not in _reported(load_texts(texts))


def test_a_byte_that_is_not_utf_8_behind_a_byte_order_mark(tmp_path):
    (tmp_path / "game.yaml").write_bytes("\ufeffid: 札札".encode() + b"x\xff\n")
    loaded = load_package(tmp_path, "bad", PRELUDE)

    assert _reported(loaded) == {"not-utf8"}
    assert loaded.diagnostics[0].span.place == "bad/game.yaml:1:8"


def test_a_folder_called_yaml(tmp_path):
    (tmp_path / "game.yaml").write_text(base()["game.yaml"], encoding="utf-8")
    (tmp_path / "folder.yaml").mkdir()

    assert _reported(load_package(tmp_path, "bad", PRELUDE)) == set()


def test_an_empty_folder(tmp_path):
    assert "missing-section" in _reported(load_package(tmp_path, "bad", PRELUDE))


def test_a_long_effect_is_refused_before_it_is_read():
    texts = {**base(), "rules.yaml": _effect("gain 1;" * EFFECT_BYTES)}

    assert _reported(load_texts(texts)) == {"effect-too-long"}


@pytest.mark.parametrize("text", ["{{{\n}}}", "? [a]\n: b\n", '"": 1\n', "<<: {}\n"])
def test_a_manifest_of_which_nothing_is_left(text: str):
    assert _reported(load_texts({"game.yaml": text})) & {"bad-key", "merge-key"}
