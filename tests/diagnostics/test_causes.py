"""One mistake in a declaration is one finding, at the declaration; uses are counted, not listed."""

from __future__ import annotations

import pytest

from dsl.check.scopes.scope import noting
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.syntax.parser import texts_read
from tests.diagnostics.fixtures import base as small
from tests.diagnostics.fixtures import load_texts
from tests.diagnostics.seeded import base, mistakes

MEDIAN, NINETY_FIFTH = 1, 2


def findings(was: str, now: str, *more: tuple[str, str]) -> tuple[Diagnostic, ...]:
    """Return what is found in the package of the seeded mistakes, changed."""
    text = base()
    for old, new in ((was, now), *more):
        assert old in text, old
        text = text.replace(old, new, 1)
    return load_texts({"game.yaml": text}).diagnostics


def section(name: str) -> str:
    """Return the lines of a section."""
    text = base()
    start = text.index(f"\n{name}:") + 1
    lines = text[start:].splitlines(keepends=True)
    end = next((n for n, line in enumerate(lines) if n and line.strip() and line[0] not in " -"),
               len(lines))  # fmt: skip
    return "".join(lines[:end])


@pytest.mark.parametrize(
    ("was", "now", "at", "message"),
    [
        ("  ware:\n", "  waer:\n", "waer", "`ware` is used"),
        ("  color: [red", "  colro: [red", "colro", "`color` is used"),
        ("    coins: int", "    conis: int", "conis", "`coins` is used"),
        ("  deck: {of", "  dekc: {of", "dekc", "`deck` is used"),
        ("  gain (int n)", "  gian (int n)", "gian", "`gain` is used"),
    ],
)
def test_a_misspelt_declaration_is_told_where_it_is_declared(was, now, at, message):
    [found] = findings(was, now)
    assert found.span.text == at and f"`{at}`; {message}" in found.message
    assert found.fix is not None and f"`{found.fix.text}` is used" in found.message


def test_who_listens_to_a_check_hears_each_text_as_it_is_written():
    broken = {
        "game.yaml": base().replace("  deck: {of", "  dekc: {of", 1),
        "expansions/one/expansion.yaml": "id: one\nversion: 0.1\nrequires: []\n",
        "expansions/two/expansion.yaml": "id: two\nversion: 0.1\nrequires: []\n",
    }
    with texts_read() as read, noting({"game.yaml"}) as notes:
        loaded = load_texts(broken)
    written = {source.path: source for source in loaded.sources}
    heard = {scalar.span.source for scalar in read}
    assert all(written.get(each.path, each) == each for each in heard)
    [own] = notes.found.values()
    assert all(note.span.source == written[note.span.source.path] for note in own)
    assert len({id(note.scope.world) for note in own}) == 1


@pytest.mark.parametrize("name", ["zones", "kinds", "enums", "values", "actions", "players"])
def test_a_section_that_is_gone_is_told_once_and_first(name):
    first, *more = findings(section(name), "")
    assert first.name == "missing-section" and f"`{name}:`" in first.message
    assert len(more) <= (name in ("zones", "kinds", "enums"))  # what only one of two may declare


FEW = """\
id: few
version: "1"
language: 1
title: Few
kinds: {card: {attributes: {rank: int}, start: hand}}
cards: [{kind: card, id: ace, rank: 1}]
zones: {hand: {of: card, seen-by: everyone}, heap: {of: card, seen-by: everyone}}
players: {count: 2}
values:
  legal(player p) -> list of card: hand where rank < 9
  power(card c) -> int: c.rank
actions: {play: {choose: {c: legal(me)}, do: move c to heap}}
phases: [{id: only, turns: players, offer: [play]}]
end:
  when: best(hand, power) is none
  winners: players
"""


@pytest.mark.parametrize("name", ["values", "actions"])
def test_a_small_section_that_is_gone_is_told_once(name):
    assert not load_texts({"game.yaml": FEW}).diagnostics
    lines = FEW.splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if line.startswith(f"{name}:"))
    end = next(n for n in range(start + 1, len(lines)) if not lines[n].startswith(" "))
    [found] = load_texts({"game.yaml": "".join(lines[:start] + lines[end:])}).diagnostics
    assert found.name == "missing-section" and f"has no `{name}:`" in found.message


@pytest.mark.parametrize(
    ("was", "now", "at", "of"),
    [
        ("    coins: int = 2", "    coins: bool = true", "bool = true", "int"),
        ("price(ware w)", "price(player w)", "player", "ware"),
        ("    rank: int", "    rank: bool", "bool", "int"),
    ],
)
def test_a_wrong_type_is_told_where_it_is_declared(was, now, at, of):
    [found] = findings(was, now)
    assert (found.name, found.span.text) == ("wrong-type", at)
    assert found.message.endswith(f"take it for {of}")
    assert found.fix is not None and found.fix.text.startswith(of)


@pytest.mark.parametrize(
    ("step", "where"),
    [("set luck to 3", "state"), ("shuffle heap", "zones"), ("move top(deck) to heap", "zones")],
)
def test_what_is_done_with_a_name_tells_its_section(step, where):
    text = base().replace(section(where), "")
    text = text.replace("fill row from deck\n", f"{step}\n", 1)
    first = load_texts({"game.yaml": text}).diagnostics[0]
    assert first.name == "missing-section" and f"has no `{where}:`" in first.message


def test_players_that_only_scripts_have_are_told_once():
    script = "script: two play\ngame: s\nplayers: [ada, bo]\nsteps: [{asked: ada}]\n"
    rules = 'id: s\nversion: "1"\nlanguage: 1\ntitle: S\nphases: [{id: p, do: end game}]\n'
    files = {"game.yaml": rules, "scripts/one.yaml": script, "scripts/two.yaml": script}
    [found] = load_texts(files).diagnostics
    assert found.name == "missing-section" and "`players:`" in found.message
    [other] = load_texts({**files, "game.yaml": rules + "players: {count: many}\n"}).diagnostics
    assert other.span.text == "many"


def test_a_name_that_is_missing_often_is_told_once():
    [found] = findings("deck: {of: ware", "heap: {of: ware")
    assert found.message.startswith("nothing uses the zone `heap`") or (
        found.span.text == "deck" and "times, first here" in found.message
    )


def test_two_arguments_in_each_others_place_are_one_finding():
    [found] = findings("do: give c to p", "do: give p to c")
    assert (found.name, found.span.text) == ("wrong-type", "p")
    assert found.helps == ("swap `p` and `c`",)


def test_two_mistakes_are_two_findings():
    found = findings("  ware:\n", "  waer:\n", ("set bell to true", "set bell to 1"))
    assert [each.span.text for each in found] == ["waer", "1"]


def test_no_finding_has_an_empty_name_or_advises_to_delete_what_is_right():
    for found in (each for mistake in mistakes() for each in mistake.found()):
        assert "``" not in found.message
        assert not any(help_.startswith(("remove", "delete")) for help_ in found.helps)


def test_a_seeded_mistake_is_one_finding():
    counts = sorted(len(mistake.found()) for mistake in mistakes())
    assert counts[len(counts) // 2] <= MEDIAN
    assert counts[len(counts) * 95 // 100] <= NINETY_FIFTH


@pytest.mark.parametrize(
    "text",
    [
        "cards: [{id: wasp, kind: wasp}]",
        "cards: [{id: wasp, kind: card, wasp: 3}]",
        "cards: [{id: wasp, kind: card, color: wasp}]",
        "kinds: {wasp: {extends: wasp}}",
        "kinds: {wasp: {start: wasp}}",
        "zones: {wasp: {of: wasp, seen-by: everyone}}",
        "state: {wasp: wasp}",
        "options: {wasp: {type: wasp, default: 1}}",
        "values: {wasp -> wasp: 1}",
        "values: {wasp(wasp w) -> int: 1}",
        "events: {wasp (wasp w): {do: stop}}",
        "events: {wasp: {do: set wasp to 1}}",
        "actions: {wasp: {in: wasp, do: stop}}",
        "actions: {wasp: {in: act, choose: {w: wasp}, do: stop}}",
        "actions: {wasp: {in: act, do: wasp}}",
        "layout: {wasp: {rows: every wasp}}",
        "scenarios: {wasp: {options: {wasp: 1}}}",
    ],
)
def test_what_misses_its_own_name_is_told(text):
    """A thing that is lost for a wrong word hides what follows from it, never that word itself."""
    loaded = load_texts({**small(), "rules.yaml": f"{text}\n"})

    assert loaded.game is None
    assert any("wasp" in found.message for found in loaded.diagnostics), loaded.diagnostics
