"""Hold the language guide: every example checks and runs, and nothing of the language is missing.

A fenced block of the guide is one of these, by the word after its three backticks:

- `yaml base`: the base package; lines `# file: NAME` begin a file.
- `yaml position`: the position in which effects and conditions are tried.
- `yaml part`: files put beside the base package; a section that a game has once (`setup`, `end` …)
  takes the place of the base's, and so does an entry of the same id.
- `yaml package`: a whole package by itself.
- `effect`: steps, done by the first player; `# answers: a, b` below them answers what is asked,
  `# then: CONDITION` must hold afterwards.
- `holds`: conditions, one a line, that hold in the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

import pytest
import yaml

import cardwright
import dsl.syntax.parser
from cardwright.api.checks import Checks
from cardwright.api.folders import guide_pages, language_guide
from cardwright.api.game import Game
from cardwright.api.package import Package
from cardwright.api.scripts import Case
from cardwright.apps.authors.explained.reference import DOCS, GUIDES, PART, filled
from cardwright.apps.screen import Viewer
from cardwright.apps.table.terminal.drawing import Drawing
from dsl.check.expressions.dots import PROPERTIES
from dsl.check.expressions.names import ROLES
from dsl.check.packages.script_steps import STEPS
from dsl.check.rules.rule_parts import STRETCHES
from dsl.keys.files import FILES, schemas
from dsl.keys.key import AnyKind, Keyed, walk
from dsl.model.words import Word
from dsl.syntax.grammar import KEYWORDS, LATER_KEYWORDS, LATER_STATEMENTS, PREPOSITIONS, engine
from dsl.words.vocabulary import NATIVES, WRITTEN

ROOT = Path(__file__).resolve().parents[2]
GUIDE = language_guide()
PRELUDE = ROOT / "cards" / "prelude"
BLOCK = re.compile(r"^```(yaml \w+|effect|holds)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
NOTE = re.compile(r"# (then|answers): (.*)")
IN_POSITION = ("effect", "holds")
ONCE = ("players", "setup", "phases", "end", "policy")
LATER: set[str] = set()
LATER_RULES: set[str] = set()
LIMIT = 200
MOST_LINES = 400


@dataclass(frozen=True)
class Block:
    """A fenced block: its sort, its text and the line it begins on."""

    sort: str
    text: str
    line: int

    @property
    def id(self) -> str:
        return f"{self.sort.replace(' ', '-')}-{self.line}"


def blocks() -> Iterator[Block]:
    """Yield every example of the guide, in order."""
    for match in BLOCK.finditer(GUIDE):
        yield Block(match[1], match[2], GUIDE.count("\n", 0, match.start(2)) + 1)


def block(sort: str) -> str:
    """Return the text of the one block of a sort."""
    (found,) = (each.text for each in blocks() if each.sort == sort)
    return found


def files_of(text: str, name: str) -> dict[str, str]:
    """Return the files in a block, the first one with a name of our own."""
    parts = FILE.split(text)
    found = {name: parts[0]} if parts[0].strip() else {}
    return found | dict(zip(parts[1::2], parts[2::2], strict=True))


def without_once(text: str, part: str) -> str:
    """Return the base without the sections that the part writes anew."""
    keys = [key for key in ONCE if re.search(rf"^{key}:", part, re.MULTILINE)]
    for key in keys:
        text = re.sub(rf"^{key}:.*\n(?:[ -].*\n)*", "", text, flags=re.MULTILINE)
    return text


def as_example(example: Block) -> dict[str, object]:
    """Return an example that tries an `effect` or `holds` block in the position."""
    given = yaml.load(block("yaml position"), yaml.BaseLoader)
    lines = [line for line in example.text.splitlines() if line.strip()]
    if example.sort == "holds":
        return {"id": example.id, "given": given, "then": lines}
    noted = [NOTE.fullmatch(line) for line in lines]
    answers = [note[2] for note in noted if note and note[1] == "answers"]
    found = {
        "id": example.id,
        "given": given,
        "do": "\n".join(line for line, note in zip(lines, noted, strict=True) if note is None),
        "play": [word for line in answers for word in line.split(", ")],
        "then": [note[2] for note in noted if note and note[1] == "then"],
    }
    return {key: part for key, part in found.items() if part}


def package_of(example: Block) -> dict[str, str]:
    """Return the files of the package that an example makes."""
    if example.sort == "yaml package":
        return files_of(example.text, "game.yaml")
    base = files_of(block("yaml base"), "game.yaml")
    if example.sort == "yaml base":
        return base
    own = files_of(example.text, "part.yaml")
    cut = {name: without_once(text, own.get("part.yaml", "")) for name, text in base.items()}
    return cut | own


def written(example: Block, folder: Path) -> Package:
    """Return the package of an example, written into a folder."""
    files = package_of(example)
    home = folder / re.search(r"^id: (\S+)$", files["game.yaml"], re.MULTILINE)[1]
    for name, text in files.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Package.at(home)


PACKAGES = [each for each in blocks() if each.sort in ("yaml base", "yaml part", "yaml package")]


@pytest.mark.parametrize("example", PACKAGES, ids=lambda each: each.id)
def test_example_checks_and_runs(example: Block, tmp_path: Path) -> None:
    for package in Checks().variants(written(example, tmp_path)):
        assert [each.rendered() for each in cardwright.lint(package)] == []

        assert failures(package) == []
        game = cardwright.load(package, cache=False)
        for players in game.player_counts:
            play(game, players)


def failures(package: Package) -> list[str]:
    """Run all examples and scripts of a package and return what did not come out."""
    cases = Case.all_in(package, cardwright.load(package, cache=False).model)
    return [
        f"{case.title}: expected {failure.expected}, found {failure.found}"
        for case in cases
        for failure in case.run(cache=False).failures
    ]


def test_steps_and_conditions_come_out_in_the_position(tmp_path: Path) -> None:
    package = written(in_position(), tmp_path)
    assert [each.rendered() for each in cardwright.lint(package)] == []

    assert failures(package) == []


def in_position() -> Block:
    """Return a part that tries all `effect` and `holds` blocks."""
    found = [as_example(each) for each in blocks() if each.sort in IN_POSITION]
    text = yaml.safe_dump({"examples": found}, allow_unicode=True, sort_keys=False, width=500)
    return Block("yaml part", text, 0)


def test_every_block_is_tried() -> None:
    sorts = [each.sort for each in blocks()]

    assert set(sorts) == {"yaml base", "yaml position", "yaml part", "yaml package", *IN_POSITION}
    assert len(sorts) == GUIDE.count("\n```") // 2


def play(game: Game, players: int) -> None:
    """Play at random to the end, or long enough."""
    match, random = game.start(players=players, seed=players), Random(players)
    for _ in range(LIMIT):
        if match.over:
            break
        match.apply(random.randrange(len(match.decision.options)))
    assert match.outcome is None or match.outcome.kind != "fault", match.outcome


def test_the_layout_is_drawn_as_the_guide_shows_it(tmp_path: Path) -> None:
    (example,) = (each for each in blocks() if "\n  square:" in each.text)
    game = cardwright.load(written(example, tmp_path), cache=False)
    match, random = game.start(players=2, seed=5), Random(4)
    for _ in range(9):
        match.apply(random.randrange(len(match.decision.options)))
    lines = Drawing(Viewer(game, "en").view(match, 0), 80, 24).whole()
    drawn, _, _ = "\n".join(lines).partition("\ndeck")

    assert indent(drawn, "    ") in GUIDE, drawn


# --- nothing is missing -----------------------------------------------------------------------


def examples() -> str:
    """Return the text of all examples."""
    return "\n".join(each.text for each in blocks())


def later_keys() -> set[str]:
    """Return the keys that are known and refused."""
    seen: set[AnyKind] = set()
    forms = (kind for top in FILES.values() for kind in walk(top, seen) if isinstance(kind, Keyed))
    return {key.name for form in forms for key in form.keys if key.later}


def in_schemas(word: str) -> Iterator[object]:
    """Yield what stands under a word of JSON Schema, wherever it stands."""
    pending: list[object] = [content for _, content in schemas().items()]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            if word in node:
                yield node[word]
            pending.extend(node.values())
        elif isinstance(node, list):
            pending.extend(node)


def schema_keys() -> set[str]:
    """Return every key that a file may have."""
    return {key for found in in_schemas("properties") if isinstance(found, dict) for key in found}


def schema_words() -> set[str]:
    """Return every word of a closed list."""
    lists = (found for found in in_schemas("enum") if isinstance(found, list))
    return {word for found in lists for word in found if isinstance(word, str)}


def keys_in(node: object) -> Iterator[str]:
    """Yield all keys of a YAML document."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield str(key)
            yield from keys_in(value)
    elif isinstance(node, list):
        for item in node:
            yield from keys_in(item)


def used_keys() -> set[str]:
    """Return all YAML keys of the examples."""
    files = [text for each in blocks() if each.sort.startswith("yaml")
             for text in files_of(each.text, "game.yaml").values()]  # fmt: skip
    documents = (node for text in files for node in yaml.load_all(text, yaml.BaseLoader))
    return {key for node in documents for key in keys_in(node)}


def explained() -> set[str]:
    """Return every word that stands in a code span outside the examples."""
    prose = re.sub(r"^```.*?^```$", "", GUIDE, flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", prose)
    return {word for span in spans for word in (span, *re.findall(r"[\w][\w-]*", span))}


def has_word(word: str, text: str) -> bool:
    """Return whether a name stands in a text by itself."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def test_every_key_is_explained() -> None:
    assert schema_keys() - explained() == set()


def test_every_key_stands_in_an_example() -> None:
    assert schema_keys() - later_keys() - used_keys() == set()


def test_every_choice_of_words_is_explained() -> None:
    assert schema_words() - explained() == set()


def test_what_is_for_later_is_listed() -> None:
    listed = GUIDE.rpartition("\n## ")[2]

    assert [key for key in sorted(later_keys()) if f"`{key}`" not in listed] == []


def test_every_keyword_is_listed_and_used() -> None:
    words = (*KEYWORDS, *LATER_KEYWORDS, *LATER_STATEMENTS)
    assert [word for word in words if f"`{word}`" not in GUIDE] == []
    assert [word for word in words if not has_word(word, examples())] == sorted(LATER)


@pytest.mark.parametrize(("name", "language"), GUIDES.items())
def test_the_words_are_told_as_their_rows_say(name: str, language: str) -> None:
    text = (DOCS / name).read_text("utf-8")

    assert filled(text, language) == text


@pytest.mark.parametrize("text", [GUIDE, (DOCS / "language.ja.md").read_text("utf-8")])
def test_both_tables_of_words_are_there(text: str) -> None:
    assert {match[2] for match in PART.finditer(text)} >= {"functions", "natives"}


@pytest.mark.parametrize("page", guide_pages(), ids=lambda page: page.stem)
def test_a_page_is_short_and_says_first_what_it_is_good_for(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()

    assert len(lines) <= MOST_LINES
    assert lines[2].startswith("After this page you ")


def test_every_page_is_in_the_order() -> None:
    assert {*(DOCS / "language").glob("*.md")} == {*guide_pages()}


@pytest.mark.parametrize("row", [*WRITTEN.values(), *NATIVES.values()], ids=lambda each: each.name)
def test_every_word_is_used(row: Word) -> None:
    bracket = r"\(" if f"{row.name}(" in row.signature else ""
    assert re.search(rf"(?<![\w-]){row.name}{bracket}", examples())


def prelude_words() -> dict[str, str]:
    """Return the signatures of the prelude with the section each stands in."""
    found = {}
    for path in sorted(PRELUDE.glob("*.yaml")):
        sections = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
        found |= {key: section for section, entries in sections.items() for key in entries}
    return found


def test_every_word_of_the_prelude_is_there() -> None:
    names = [re.match(r"[\w-]+", signature)[0] for signature in prelude_words()]
    table = GUIDE.partition("## The prelude")[2].partition("\n# ")[0]

    assert names
    assert [name for name in names if f"`{name}" not in table] == []
    assert [name for name in names if not has_word(name, examples())] == []


@pytest.mark.parametrize("words", [ROLES, PROPERTIES, tuple(STEPS), PREPOSITIONS, STRETCHES])
def test_built_in_words_are_explained_and_used(words: tuple[str, ...]) -> None:
    assert set(words) - explained() == set()
    assert [word for word in words if not has_word(word, examples())] == []


class Listening:
    """A parser that notes which rules of the grammar its texts used."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def parse(self, *args: Any, **named: Any) -> Any:
        """Parse as the engine does."""
        tree = engine().parse(*args, **named)
        self.used |= {str(each.data) for each in tree.iter_subtrees()}
        return tree


def grammar_rules() -> set[str]:
    """Return the rules that leave a node in a parse tree when they are used."""
    named = {rule.alias for rule in engine().rules if rule.alias}
    plain = (rule for rule in engine().rules if not rule.alias and not rule.options.expand1)
    return named | {str(rule.origin.name) for rule in plain if rule.origin.name[0] != "_"}


def test_every_rule_of_the_grammar_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listening = Listening()
    dsl.syntax.parser.forget()
    monkeypatch.setattr(dsl.syntax.parser, "engine", lambda names: listening)
    for number, each in enumerate([*PACKAGES, in_position()]):
        cardwright.check(written(each, tmp_path / str(number)))

    assert {name for name in grammar_rules() - listening.used if "__" not in name} == LATER_RULES
