"""Check that the cards which cannot come into a match are left out, and nothing else is.

Files are written at random in all layouts that YAML allows for a list of cards. What is left of
them says what the whole files say of every card that is kept, at the same places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Mapping, Node, Scalar, child, entries_of, items_of, scalar_at
from dsl.records import Source
from dsl.syntax.cuts import cut
from dsl.syntax.package_files import Files
from dsl.syntax.yaml_reader import read_documents

GAME = """\
id: pool
options:
  deck: {type: list of def of beast, default: [b0, b1]}
kinds:
  beast: {attributes: {rank: int}, copies: 4}
  thing:
    start: table
  hound: {extends: beast}
"""
NUMBER = 12
IDS = tuple(f"b{number}" for number in range(NUMBER))


def files_of(contents: dict[str, str]) -> Files:
    return Files.of(Path("pool"), "pool", "", ((n, t.encode()) for n, t in contents.items()))


def left_of(contents: dict[str, str], *named: str) -> tuple[dict[str, str], frozenset[str]]:
    found = cut([files_of(contents)], named)
    return {n: data.decode() for n, data in found.files[0].contents}, found.left_out


def cards_in(contents: dict[str, str]) -> dict[str, tuple[str, object]]:
    """Return each card with its place and all that it says, and other texts by their places."""
    found: dict[str, tuple[str, object]] = {}
    for name, text in contents.items():
        report = Report()
        for document in read_documents(Source(name, text), report):
            for id_, node in _cards(name, document.root):
                found[id_] = (node.span.place, _said(node))
        assert not report.diagnostics
    return found


def _cards(name: str, root: Node) -> Iterator[tuple[str, Node]]:
    if child(root, "kind") is not None:
        yield name.rpartition("/")[2].removesuffix(".yaml"), root
        return
    for entry in entries_of(root):
        if entry.key.text != "cards":
            yield f"{name}:{entry.key.text}", entry.value
    for item in items_of(child(root, "cards")):
        rows = child(item, "rows")
        for row in (item,) if rows is None else items_of(rows):
            id_ = scalar_at(row, "id")
            yield ("?" if id_ is None else id_.text), row


def _said(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {entry.key.text: _said(entry.value) for entry in node.entries}
    return [_said(item) for item in node.items]


# --- files at random ------------------------------------------------------------------------------

WORDS = st.sampled_from((*IDS, "draw 1", "gain 2", "fee", "3", "none", "start"))
COMMENTS = st.sampled_from(("", "  # b3", "  # cards:", " # - id: b4"))


@st.composite
def values(draw: st.DrawFn, column: int) -> str:
    """Return what stands behind a key, in one of the forms of YAML."""
    words = draw(st.lists(WORDS, min_size=1, max_size=3))
    pad = " " * (column + draw(st.integers(1, 3)))
    return draw(
        st.sampled_from(
            (
                f" {words[0]}",
                f" '{words[0]}: it''s'",
                f' "{words[0]} - id: b5"',
                f" [{', '.join(words)}]",
                f" {{a: {words[0]}, id: b6, kind: thing}}",
                " |\n" + "".join(f"{pad}{word}\n{pad}- id: b7\n" for word in words).rstrip("\n"),
                f" {words[0]}\n{pad}and {words[-1]}",
                f" [{words[0]},\n{pad}{words[-1]}]",
                "\n" + "".join(f"{pad}- id: {word}\n" for word in words).rstrip("\n"),
                f"\n{pad}id: {words[0]}\n{pad}kind: thing",
            )
        )
    )


@st.composite
def items(draw: st.DrawFn, id_: str, column: int, kind: str) -> str:
    """Return a card as an item of a list."""
    dash = " " * (column - 2) + "-" + " "
    if draw(st.booleans()) and draw(st.booleans()):
        said = f", kind: {kind}" if kind else ""
        return f"{dash}{{id: {id_}{said}, rank: {draw(WORDS)}}}{draw(COMMENTS)}\n"
    keys = [f"id: {id_}{draw(COMMENTS)}"] + ([f"kind: {kind}"] if kind else [])
    names = draw(st.lists(st.sampled_from(("rank", "text", "rules", "more")), unique=True))
    keys += [f"{name}:{draw(values(column))}" for name in names]
    keys = draw(st.permutations(keys))
    lines = [f"{dash if number == 0 else ' ' * column}{key}\n" for number, key in enumerate(keys)]
    gap = draw(st.sampled_from(("", "\n", "# between\n", " " * column + "# below\n")))
    return "".join(lines) + gap


@st.composite
def pools(draw: st.DrawFn) -> dict[str, str]:
    """Return the files of a game: cards in lists, in tables and in files of their own."""
    contents = {"game.yaml": GAME}
    waiting = list(draw(st.permutations(IDS)))
    while waiting:
        size = draw(st.integers(1, len(waiting)))
        ids, waiting = waiting[:size], waiting[size:]
        column = draw(st.sampled_from((2, 3, 4, 6)))
        kinds = st.sampled_from(("beast", "hound", "thing"))
        name = f"cards/f{len(waiting)}.yaml"
        form = draw(st.sampled_from(("list", "table", "file", "mixed")))
        if form == "file":
            kind = draw(kinds)
            for id_ in ids:
                contents[f"cards/{id_}.yaml"] = f"rank: {draw(WORDS)}\nkind: {kind}\n"
        elif form == "table":
            rows = "".join(draw(items(id_, column + 2, "")) for id_ in ids)
            dash = " " * (column - 2)
            head = f"{dash}- each: {{kind: {draw(kinds)}}}\n{dash}  rows:\n"
            contents[name] = f"cards:\n{head}{rows}"
        else:
            written = "".join(draw(items(id_, column, draw(kinds))) for id_ in ids)
            more = draw(st.sampled_from(("", "events:\n  e1: draw b2\n", "triggers: []\n")))
            contents[name] = f"{more}cards:\n{written}"
    return contents


@settings(max_examples=60, suppress_health_check=(HealthCheck.too_slow,))
@given(pools(), st.lists(st.sampled_from(IDS), max_size=3))
def test_what_is_kept_says_the_same_at_the_same_place(
    contents: dict[str, str], named: list[str]
) -> None:
    kept, left = left_of(contents, *named)
    whole, rest = cards_in(contents), cards_in(kept)
    assert rest == {id_: said for id_, said in whole.items() if id_ not in left}
    assert left.isdisjoint([*named, "b0", "b1"])
    kinds = {id_: said.get("kind") for id_, (_, said) in whole.items() if isinstance(said, dict)}
    assert "thing" not in {kinds[id_] for id_ in left}
    assert not any(re.search(r"^(cards|names| *(- )? *rows):\s*(\Z|^[^\s#-])", text, re.M)
                   for text in kept.values())  # fmt: skip


# --- what decides ---------------------------------------------------------------------------------


def listed(*cards: str) -> str:
    return "cards:\n" + "".join(f"- id: {card}\n" for card in cards)


PLAIN = listed(
    "b0\n  kind: beast", "b1\n  kind: beast\n  rules: create 1 b3", "b2\n  kind: beast",
    "b3\n  kind: hound\n  rules: create 1 b4", "b4\n  kind: beast", "b5\n  kind: thing",
)  # fmt: skip


def test_a_card_stays_that_a_kept_card_names() -> None:
    assert left_of({"game.yaml": GAME, "cards/a.yaml": PLAIN})[1] == {"b2"}


def test_a_card_stays_that_a_text_names() -> None:
    assert left_of({"game.yaml": GAME, "cards/a.yaml": PLAIN}, "{'me.hand': ['b2']}")[1] == set()


def test_another_face_stays_with_its_card() -> None:
    text = PLAIN.replace("id: b2\n", "id: b2\n  face-of: b0\n")
    assert left_of({"game.yaml": GAME, "cards/a.yaml": text})[1] == set()


@pytest.mark.parametrize("range_", ["beast", "hound"])
def test_all_cards_stay_where_a_rule_goes_through_every_one(range_: str) -> None:
    contents = {"game.yaml": GAME, "cards/a.yaml": PLAIN}
    for name in contents:
        rule = f"values:\n  all: count(every {range_})\n"
        assert left_of({**contents, name: contents[name] + rule})[1] == set()


def test_a_rule_of_a_card_that_is_left_out_needs_nothing() -> None:
    text = PLAIN.replace("id: b2\n", "id: b2\n  rules: count(every beast)\n")
    assert left_of({"game.yaml": GAME, "cards/a.yaml": text})[1] == {"b2"}


@pytest.mark.parametrize(
    "old, new",
    [
        ("copies: 4", "copies: 4, start: deck"),
        ("copies: 4", "unique: true"),
        ("list of def of beast", "list of rank"),
        ("list of def of beast", "def of thing"),
    ],
)
def test_all_cards_stay_where_no_option_chooses_them(old: str, new: str) -> None:
    game = GAME.replace(old, new)
    assert left_of({"game.yaml": game, "cards/a.yaml": PLAIN})[1] == set()


def test_a_card_stays_that_begins_in_a_zone() -> None:
    text = PLAIN.replace("id: b2\n", "id: b2\n  start: deck\n")
    assert left_of({"game.yaml": GAME, "cards/a.yaml": text})[1] == set()
    table = "cards:\n- each: {kind: beast, start: deck}\n  rows:\n  - {id: b2}\n"
    assert left_of({"game.yaml": GAME, "cards/a.yaml": table})[1] == set()


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("id: b2\n", 'id: b2\n  text: "it says\n- id: b3"\n'),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("kind: beast", "kind:\tbeast"),
        "cards: [{id: b0, kind: beast}, {id: b2, kind: beast}]\n",
        "cards:\n  - id: b0\n    kind: beast\n- id: b2\n  kind: beast\n",
    ],
)
def test_a_file_of_a_doubtful_layout_stays_whole(text: str) -> None:
    kept, left = left_of({"game.yaml": GAME, "cards/a.yaml": text})
    assert kept["cards/a.yaml"] == text
    assert left == set()


def test_names_and_translations_go_with_their_cards() -> None:
    texts = "translation: ja\ncards:\n  b2: {name: 二}\n  b1:\n    name: 一\nnames:\n  b2: に\n"
    names = "names:\n  b2: Two\n  b1: One\n"
    contents = {"game.yaml": GAME, "cards/a.yaml": PLAIN, "n.yaml": names, "texts/ja.yaml": texts}
    kept, left = left_of(contents)
    assert left == {"b2"}
    assert kept["n.yaml"] == "names:\n\n  b1: One\n"
    assert kept["texts/ja.yaml"] == ("translation: ja\ncards:\n\n  b1:\n    name: 一\n\n\n")
