"""Hold the sentences for people: in catalogues, in every language, each used and each there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from cardwright.apps.face.words import WORDS
from dsl.languages import MESSAGES, OWN, PSEUDO, SLOT, SPOKEN, Catalogue, accented
from tests.architecture.sources import PACKAGES, ROOT, nodes, product, tree

FILES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob(f"{MESSAGES}/*.yaml"))
TEXTS = {path: Catalogue(str(path.parents[1] / "code.py")).texts(path.stem) for path in FILES}
NAMES = [path.relative_to(ROOT).as_posix() for path in FILES]

LACKING = {tag: 0 for tag in SPOKEN if tag != "en"}
"""How many sentences a language lacks in its files; they are said in English."""
RULES_TEXT = ROOT / "cardwright/apps/text" / MESSAGES
"""Phrases of generated rules: a language need not use what its grammar lacks, such as `{be}`."""
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
MOST_JAPANESE = {
    "cardwright/apps/authors/graphs": 1,
    "cardwright/apps/cards": 1,
    "cardwright/apps/commands": 1,
    "cardwright/apps/face": 1,
    "cardwright/apps/press/faces": 3,
    "cardwright/apps/screen": 2,
    "cardwright/apps/table/terminal": 2,
    "cardwright/apps/text": 59,
    "dsl": 3,
    "dsl/check/nouns": 1,
    "dsl/diagnostics": 1,
    "dsl/model": 13,
    "dsl/tables": 3,
    "interpreter/walk": 1,
}
"""Lines with Japanese letters in the code of a room, most of them grammar: they only get fewer."""
PART = re.compile(r"\.(message|help|more-help)$")
"""Ends the key of a part of a finding, which is named without it."""
SPEAKING = frozenset(("tell", "warn", "UserError", "AppMistake", "Mistake"))
"""What takes the key of a sentence of the command line as its first argument."""


def english(path: Path) -> Mapping[str, str]:
    return TEXTS[path.with_name("en.yaml")]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_file_is_of_a_language_of_the_program_and_says_nothing_twice(path: Path) -> None:
    keys = Counter(keys_of(yaml.compose(path.read_text("utf-8"), yaml.CBaseLoader)))

    assert path.stem in SPOKEN
    assert [key for key, number in keys.items() if number > 1] == []
    assert set(keys) == set(TEXTS[path])


def keys_of(node: yaml.MappingNode, before: str = "") -> Iterator[str]:
    """Yield the keys of texts as they are written, those of nested maps joined by dots."""
    for key, value in node.value:
        if isinstance(value, yaml.MappingNode):
            yield from keys_of(value, f"{before}{key.value}.")
        else:
            yield before + key.value


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_sentence_has_the_same_slots_in_every_language(path: Path) -> None:
    texts = TEXTS[path]

    assert set(texts) - set(english(path)) == set()
    found = {key: slots(text) for key, text in texts.items()}
    wanted = {key: slots(english(path)[key]) for key in texts}
    if path.parent == RULES_TEXT:
        wanted = {key: each & found[key] for key, each in wanted.items()}
    assert found == wanted


def slots(text: str) -> set[str]:
    """Return the names of the slots; how a language writes a list is its own."""
    return {slot[1:-1].partition(":")[0] for slot in SLOT.findall(text)}


def test_a_language_lacks_no_more_than_is_known() -> None:
    lacking = dict.fromkeys(LACKING, 0)
    for path in FILES:
        if path.stem != "en":
            lacking[path.stem] += len(set(english(path)) - set(TEXTS[path]))

    assert lacking == LACKING


@pytest.mark.parametrize("language", OWN)
def test_every_room_speaks_a_language_in_which_rules_are_made(language: str) -> None:
    assert {path.with_stem(language) for path in FILES} - set(FILES) == set()


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_the_pseudo_language_has_no_plain_letter(path: Path) -> None:
    plain = [text for text in english(path).values()
             if re.search("[A-Za-z]", SLOT.sub("", accented(text)))]  # fmt: skip

    assert plain == []


def test_a_catalogue_says_what_it_lacks_in_english(tmp_path: Path) -> None:
    folder = tmp_path / MESSAGES
    folder.mkdir()
    (folder / "en.yaml").write_text("won: '{n} {point|points}'\nlost: 'no'\n", "utf-8")
    (folder / "ja.yaml").write_text("won: '{n}点'\n", "utf-8")
    catalogue = Catalogue(str(tmp_path / "code.py"))
    above = Catalogue(str(tmp_path / "other" / "code.py"), catalogue)

    assert [catalogue.say("en", "won", n=n) for n in (1, 2)] == ["1 point", "2 points"]
    assert catalogue.say("ja", "won", n=1) == above.say("ja", "won", n=1) == "1点"
    assert catalogue.say("ja", "lost") == above.say("xx", "lost") == "no"
    assert catalogue.say(PSEUDO, "won", n=1) == f"1 {accented('point')}"
    assert [*catalogue] == [*above] == ["won", "lost"] and "drawn" not in above


# --- every sentence is used, and every used sentence is there -------------------------------------


def modules() -> dict[str, Path]:
    """Return the file of each module, by the module's name."""
    return {".".join(p.relative_to(ROOT).with_suffix("").parts): p for p in product()}


@cache
def calls(path: Path) -> list[ast.Call]:
    """Return the calls of a file."""
    return [node for node in nodes(path) if isinstance(node, ast.Call)]


@cache
def catalogues() -> dict[str, ModuleType]:
    """Return the modules that define a catalogue, by their names."""
    return {
        name: import_module(name)
        for name, path in modules().items()
        if any(
            isinstance(call.func, ast.Name)
            and call.func.id == "Catalogue"
            and call.args
            and ast.unparse(call.args[0]) == "__file__"
            for call in calls(path)
        )
    }


def test_every_sentence_is_used() -> None:
    constants: set[str] = set()
    made: set[str] = set()
    for path in product():
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            elif isinstance(node, ast.keyword):
                constants.add(node.arg or "")
            elif isinstance(node, ast.JoinedStr):
                parts = [v.value if isinstance(v, ast.Constant) else None for v in node.values]
                if sum(len(part or "") for part in parts) > 2:
                    made.add("".join(re.escape(p) if p else ".+" for p in parts))
    for path in (ROOT / "cardwright").rglob("*"):
        if path.suffix in (".html", ".js"):
            text = path.read_text("utf-8")
            constants.update(re.findall(r"""["'`.]([\w.-]+)\b""", text))
            begun = re.findall(r"""say\(["']([\w.-]+)["'] ~""", text)
            made |= {f"{re.escape(each)}.+" for each in begun}
    is_made = re.compile("|".join(sorted(made))).fullmatch

    unused = [
        f"{path.parent.parent.relative_to(ROOT)}: {key}"
        for path, texts in TEXTS.items()
        for key in texts
        if (used := PART.sub("", key)) not in constants and not is_made(used)
    ]
    assert unused == [], "\n".join(unused)


def test_every_used_sentence_is_there() -> None:
    homes = catalogues()
    unknown = [
        f"{module}:{call.lineno}: {key.value}"
        for module, path in modules().items()
        for call, keys, place in said(module, path, homes)
        for key in call.args[place : place + 1]
        if isinstance(key, ast.Constant) and key.value not in keys
    ]

    assert unknown == []


def said(
    module: str, path: Path, homes: dict[str, ModuleType]
) -> Iterator[tuple[ast.Call, Container[str], int]]:
    """Yield the calls of a module that say a sentence: with the catalogue and the key's place."""
    names = {name: (homes[module], name) for name in vars(homes[module])} if module in homes else {}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module in homes:
            names |= {a.asname or a.name: (homes[node.module], a.name) for a in node.names}
    for node in calls(path):
        function = node.func
        if isinstance(function, ast.Name) and function.id in names:
            home, name = names[function.id]
            found = getattr(home, name, None)
            if isinstance(getattr(found, "__self__", None), Catalogue):
                yield node, found.__self__, 1
            elif place := _passed_on(home, name):
                yield node, *place
        elif (
            isinstance(function, ast.Attribute)
            and function.attr in ("say", "text")
            and isinstance(function.value, ast.Name)
            and function.value.id in names
        ):
            home, name = names[function.value.id]
            if isinstance(found := getattr(home, name, None), Catalogue):
                yield node, found, 1
        called = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if called in SPEAKING and called not in names:
            yield node, WORDS, 0


@cache
def _passed_on(home: ModuleType, name: str) -> tuple[Catalogue, int] | None:
    """Return the catalogue to which a function of a module hands one of its arguments as a key, and
    which argument; None for any other function."""
    for function in tree(modules()[home.__name__]).body:
        if not isinstance(function, ast.FunctionDef) or function.name != name:
            continue
        arguments = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
        for node in ast.walk(function):
            match node:
                case ast.Call(
                    ast.Attribute(ast.Name(catalogue), "say" | "text"), [_, ast.Name(key), *_]
                ) if key in arguments and isinstance(getattr(home, catalogue, None), Catalogue):
                    return getattr(home, catalogue), arguments.index(key)
    return None


def test_japanese_stands_in_catalogues() -> None:
    lines = Counter[str]()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            found = sum(1 for line in path.read_text("utf-8").splitlines() if JAPANESE.search(line))
            lines[path.parent.relative_to(ROOT).as_posix()] += found

    assert +(lines - Counter(MOST_JAPANESE)) == Counter()
    assert [room for room in MOST_JAPANESE if not lines[room]] == []
