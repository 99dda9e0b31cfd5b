"""A package's own name wins over a word of the language that came after the first release.

The words are those of the tables, so that a word that is added is held as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from dsl.check.expressions import dots, functions, names
from dsl.check.proofs import clashes
from dsl.check.scopes import world
from dsl.check.steps import arguments
from dsl.check.texts.package import normalized
from dsl.check.texts.texts import Prelude, prelude_of
from dsl.diagnostics.diagnostic import Report
from dsl.keys.files import schemas
from dsl.load import load_sources, prelude_in
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.walk import walk
from dsl.model.words import Function
from dsl.records import Source
from dsl.syntax.grammar import KEYWORDS, LATER_KEYWORDS
from dsl.syntax.yaml_reader import read_documents
from dsl.words import vocabulary
from tests.dsl.conftest import ROOT, SECTIONS

PRELUDE = prelude_in(ROOT / "cards" / "prelude")
WORD = re.compile(r"[\w-]+")
LATER_CALLED = sorted({*vocabulary.WRITTEN, *LATER_KEYWORDS} - vocabulary.FIRST_CALLED)
LATER_ROLES = sorted({*names.ROLES} - vocabulary.FIRST_BARE)
LATER_FIELDS = sorted({*dots.PROPERTIES} - vocabulary.FIRST_FIELDS)

# those of the first release, without `again` and `that`, which are names by now
FIRST_KEYWORDS = (
    "if elif else for each in repeat times while may choose let set add subtract move order retire"
    " do require return stop end and or not is where except when to from on onto into with by at as"
    " of together then every any one up so empty none once top bottom"
)


def told(loaded) -> list[tuple[str, str]]:
    """Return the findings, each by its name and its words."""
    return [(each.name, each.span.text) for each in loaded.diagnostics]


def calls(game, value: str) -> Iterator[e.ValueCall]:
    """Yield the calls of a value in the values of a game."""
    for other in game.values.values():
        yield from (n for n in walk(other) if isinstance(n, e.ValueCall) and n.value == value)


def test_hard_keywords_are_those_of_the_first_release():
    assert " ".join(KEYWORDS) == FIRST_KEYWORDS


@pytest.mark.parametrize("word", LATER_CALLED)
def test_a_value_wins_over_a_later_function(load, word):
    values = (
        f"values:\n  {word}(player p, int n) -> int: n\n  twice(player p) -> int: {word}(p, 2)\n"
    )
    loaded = load(values=values)

    assert told(loaded) == [("own-word", word)]
    assert loaded.diagnostics[0].severity == "advice"
    assert len([*calls(loaded.game, word)]) == 1


@pytest.mark.parametrize("word", LATER_ROLES)
@pytest.mark.parametrize("section", ["state: {WORD: int = 3}\n", "options: {WORD: 2..4 = 3}\n"])
def test_state_and_options_win_over_a_later_role(load, word, section):
    own = {section.split(":")[0]: section.replace("WORD", word)}
    loaded = load(**own, values=f"values:\n  more -> int: {word} + 1\n")

    assert told(loaded) == [("own-word", word)]
    assert not any(isinstance(n, e.Role | e.Players) for n in walk(loaded.game.values["more"]))


@pytest.mark.parametrize("word", LATER_ROLES)
def test_a_member_wins_over_a_later_role(load, word):
    loaded = load(
        enums=f"enums: {{color: [red, blue, {word}]}}\n",
        values=f"values:\n  liked -> color: {word}\n  other(color c) -> bool: c == {word}\n",
    )

    assert [name for name, _ in told(loaded)] == ["own-word"]


@pytest.mark.parametrize("word", LATER_ROLES)
def test_a_local_wins_over_a_later_role(load, word):
    loaded = load(values=f"values:\n  more(int {word}) -> int: {word} + 1\n")

    assert told(loaded) == []


@pytest.mark.parametrize("word", LATER_FIELDS)
def test_an_attribute_wins_over_a_later_property(load, word):
    kinds = f"kinds:\n  tile: {{attributes: {{color: color, {word}: int = 1}}, start: bag}}\n"
    values = f"values:\n  most -> int: sum(bag, {word})\n  its(tile c) -> int: c.{word}\n"
    loaded = load(kinds=kinds, values=values)

    assert told(loaded) == [("own-word", word)]
    assert not any(isinstance(n, e.Property) for v in loaded.game.values.values() for n in walk(v))


def test_an_event_wins_over_a_later_step(load):
    events = "events:\n  leave (int n):\n    do: add n to me.points\n  go:\n    do: leave 2\n"
    loaded = load(events=events)

    assert told(loaded) == [("own-word", "leave")]


def test_a_word_of_the_first_release_is_no_name_of_a_package(load):
    assert told(load(values="values:\n  count(player p) -> int: 1\n")) == [("name-clash", "count")]


EXPANSION = "id: later\nversion: 1\nlanguage: 1\ntitle: Later\nrequires: [small]\n"

BESIDE_AN_EXPANSION = {
    "product": (
        "values:\n  theirs -> int: product(bag, rank)\n",
        "values:\n  product(int n) -> int: n\n  own -> int: product(2)\n",
        e.Fold,
    ),
    "controller": (
        "values:\n  theirs(tile c) -> maybe player: c.controller\n",
        "values:\n  controller(tile c) -> int: 2\n  own(tile c) -> int: c.controller\n",
        e.Property,
    ),
    "can": (
        "values:\n  theirs(player p) -> bool: can(eliminate p by p)\n",
        "values:\n  can(int n) -> int: n\n  own -> int: can(2)\n",
        e.CanHappen,
    ),
    "would": (
        "values:\n  theirs(player p) -> bool: would(eliminate p by p, count(players) == 1)\n",
        "values:\n  would(int n) -> int: n\n  own -> int: would(2)\n",
        e.Would,
    ),
}


@pytest.mark.parametrize("word", BESIDE_AN_EXPANSION)
def test_an_expansion_keeps_its_name_and_the_game_the_word(word):
    """The text of the game was written without the expansion: its word stays the language's."""
    game, expansion, node = BESIDE_AN_EXPANSION[word]
    loaded = with_expansion(game, expansion)

    assert [each.name for each in loaded.diagnostics if each.severity == "error"] == []
    assert any(isinstance(n, node) for n in walk(loaded.game.values["theirs"]))
    assert any(isinstance(n, e.ValueCall) for n in walk(loaded.game.values["own"]))


def test_the_game_leaves_a_phase_though_an_expansion_has_an_event_of_that_name():
    loaded = with_expansion(
        "actions:\n  go: {in: act, do: leave act}\n",
        "events:\n  leave (int n):\n    do: add n to me.points\n  more:\n    do: leave 2\n",
    )

    assert told(loaded) == [("own-word", "leave")]
    assert any(isinstance(n, s.Leave) for n in walk(loaded.game.actions))


def with_expansion(game: str, expansion: str):
    """Return the small game with more in it, and an expansion that is in."""
    sources = [
        Source("small/game.yaml", "".join(SECTIONS.values()) + game),
        Source("small/expansions/later/expansion.yaml", EXPANSION + expansion, "later"),
    ]
    return load_sources(sources, "small", PRELUDE)


# --- the prelude ------------------------------------------------------------------------------


def test_words_of_the_prelude_use_none_that_came_later():
    """Else an event of a package that is called like the later one would change the older one."""
    names_of = {name for entries in PRELUDE.sections.values() for name in entries}
    for entries in PRELUDE.sections.values():
        for name in vocabulary.FIRST_PRELUDE & entries.keys():
            said = set(WORD.findall(normalized(entries[name].value)))
            assert said & (names_of - vocabulary.FIRST_PRELUDE) == set(), name


def test_an_expansion_may_have_a_word_of_the_prelude_that_came_later():
    source = Source("prelude/more.yaml", "events:\n  gloam:\n    do: shuffle bag\n")
    more = prelude_of(read_documents(source, Report()), Report()).sections["events"]
    events = {**PRELUDE.sections["events"], **more}
    prelude = Prelude({**PRELUDE.sections, "events": events})
    own = "events:\n  gloam (int n):\n    do: add n to me.points\n  more:\n    do: gloam 2\n"

    def loaded(game: str):
        sources = [
            Source("small/game.yaml", "".join(SECTIONS.values()) + game),
            Source("small/expansions/later/expansion.yaml", EXPANSION + own, "later"),
        ]
        return told(load_sources(sources, "small", prelude))

    assert loaded("") == []
    assert loaded("actions:\n  go: {in: act, do: gloam}\n")[0] == ("name-clash", "gloam")


# --- keys beside names of packages ------------------------------------------------------------


def test_no_key_comes_to_stand_beside_names_of_packages():
    """A new one would take the name of an attribute, or of a player in a script: say it under a
    key that is there, or raise the version of the language."""
    found = {tuple(sorted(keys)) for _, schema in schemas().items() for keys in open_places(schema)}

    assert found == {tuple(sorted(keys.split())) for keys in BESIDE_NAMES}


CARD = (
    "about actions always copies examples face-of forbids grants kind modifiers name only-if"
    " replacements source start text triggers"
)
BESIDE_NAMES = (
    CARD,
    f"{CARD} id",
    f"{CARD} id each rows",
    "artist flavour number rarity set tags",
    "asked by chance do ended error expect happened illegal never options random same-view save set"
    " stack undo",
)


def open_places(part: object) -> Iterator[list[str]]:
    """Yield the keys of each mapping of a schema that holds other names beside them."""
    if isinstance(part, dict):
        keys = part.get("properties")
        if isinstance(keys, dict) and part.get("additionalProperties", True) is not False:
            yield [*keys]
        for each in part.values():
            yield from open_places(each)
    elif isinstance(part, list):
        for each in part:
            yield from open_places(each)


# --- a planted word: what a later program may know ---------------------------------------------


def test_a_function_that_is_yet_to_come(load, monkeypatch):
    row = Function("gloam", "gloam(int n) -> int", takes=("number",), result=lambda of: t.INT)
    written = {**vocabulary.WRITTEN, "gloam": row}
    monkeypatch.setattr(functions, "WRITTEN", written)
    monkeypatch.setattr(functions, "FUNCTIONS", {**vocabulary.FUNCTIONS, "gloam": row})
    monkeypatch.setattr(clashes, "WRITTEN", written)

    theirs = load(values="values:\n  dim -> int: gloam(3)\n")
    own = load(values="values:\n  gloam(int n) -> int: n * 2\n  dim -> int: gloam(3)\n")

    assert told(theirs) == []
    assert any(isinstance(n, e.Primitive) for n in walk(theirs.game.values["dim"]))
    assert told(own) == [("own-word", "gloam")]
    assert [*calls(own.game, "gloam")]


def test_a_type_that_is_yet_to_come(load, monkeypatch):
    monkeypatch.setitem(world._PLAIN, "gloam", t.INT)
    monkeypatch.setattr(clashes, "TYPE_WORDS", world.TYPE_WORDS | {"gloam"})

    own = load(
        enums="enums: {color: [red, blue], gloam: [dusk, dawn]}\n",
        values="values:\n  now -> gloam: dusk\n",
    )

    assert told(own) == [("own-word", "gloam")]
    assert any(n.type == t.EnumType("gloam") for n in walk(own.game.values["now"])
               if isinstance(n, e.Constant))  # fmt: skip


def test_an_event_of_the_machine_that_is_yet_to_come(load, monkeypatch):
    name = f"{vocabulary.MACHINE}gloam"
    row = replace(vocabulary.NATIVES["shuffle"], name=name)
    monkeypatch.setattr(vocabulary, "NATIVES", {**vocabulary.NATIVES, name: row})
    monkeypatch.setitem(arguments.NATIVES, name, arguments._native_head(row))
    monkeypatch.setattr(clashes, "NATIVES", vocabulary.NATIVES)
    events = "events:\n  fade:\n    do: gloam bag\n"

    theirs = load(events=events)
    own = load(events=events + "  gloam (zone z):\n    do: shuffle z\n")

    assert told(theirs) == []
    assert done(theirs.game, "fade") == [name]
    assert told(own) == [("own-word", "gloam")]
    assert done(own.game, "fade") == ["gloam"]


def done(game, event: str) -> list[str]:
    """Return the events that the steps of an event do."""
    return [n.event for n in walk(game.events[event]) if isinstance(n, s.DoEvent)]


def test_the_machine_goes_by_names_that_no_package_has():
    later = [name for name in vocabulary.NATIVES if name not in vocabulary.FIRST_EVENTS]

    assert [name for name in later if not name.startswith(vocabulary.MACHINE)] == []
