"""The language server, driven by a client over standard input and output."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from lsprotocol import types as lsp

from cardwright.apps.commands.main import group
from tests.editor import Editor

CLASSICS = Path(__file__).parents[4] / "examples" / "classics"
MOST_SECONDS = 60


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game without a finding."""
    folder = tmp_path / "mine"
    CliRunner().invoke(group, ["new", "game", str(folder), "--like", "tricks"])
    return folder.resolve()


def drive(editor: Editor, act: Callable[[Editor], Awaitable[None]], *words: str) -> None:
    """Start a server, do something with it, and stop it."""

    async def course() -> None:
        await editor.start(*words)
        try:
            await act(editor)
        finally:
            await editor.stop()

    try:
        asyncio.run(asyncio.wait_for(course(), MOST_SECONDS))
    except TimeoutError:
        pytest.fail(f"the editor waited in vain; what it was told last: {editor.told}")


def test_findings_are_told_in_the_language_of_the_server(game: Path):
    async def act(editor: Editor) -> None:
        (broken,) = await editor.type("c.rank if", "c.rank ¿ if")
        lines = broken.message.splitlines()
        assert lines[0] == "`¿` は効果文に使えない文字です"
        assert all(line.startswith("ヒント: ") for line in lines[1:])

    drive(Editor(game), act, "--lang", "ja")


def test_findings_are_told_while_typing_and_of_all_files(game: Path):
    async def act(editor: Editor) -> None:
        assert editor.told[editor.uri] == []
        (slip,) = await editor.type("c.rank if", "c.rnak if")
        assert slip.message.startswith("playing-card has no `rnak`")
        assert (slip.code, editor.words(slip.range)) == ("NAM109", "rnak")
        assert await editor.type("c.rnak if", "c.rank if") == []
        (broken,) = await editor.type("move c to trick", "move c tto trick")
        assert broken.code.startswith("SYN")
        (shape,) = await editor.type("move c tto trick\n", "move c to trick\n    doo: x\n")
        assert "doo" in shape.message
        await editor.type("    doo: x\n", "")
        scripts = (game / "scripts" / "rules.yaml").as_uri()
        await editor.type("    take-trick taker", "    win-trick taker")
        await editor.type("  take-trick (player p)", "  win-trick (player p)")
        (gone,) = await editor.checked(scripts)
        assert gone.message.startswith("no event named `take-trick`")
        while editor.told[editor.uri]:  # files are told one after the other
            await asyncio.sleep(0.01)

    drive(Editor(game), act)


def test_what_can_stand_at_a_place_is_offered_by_its_type(game: Path):
    async def act(editor: Editor) -> None:
        await editor.type("do: move c to trick", "do: move c to ")
        assert (await editor.offered("do: move c to ")) == ["deck", "trick", "won"]
        await editor.type("do: move c to ", "do: move c.")
        fields = await editor.offered("do: move c.")
        assert {"rank", "suit", "holder"} <= set(fields) and "trick" not in fields
        await editor.type("do: move c.", "do: move c to trick")
        await editor.type("c.suit == trick[1].suit else", "c.suit == st else")
        members = await editor.offered("c.suit == st")
        assert "stars" in members and "deck" not in members
        await editor.type("c.suit == st else", "c.suit == trick[1].suit else")
        await editor.type("add 1 to p.points", "ta")
        steps = await editor.offered("    move trick to won\n      ta")
        assert "take-trick" in steps and "shuffle" in steps and "for" in steps

    drive(Editor(game), act)


def test_behind_is_stand_kinds_and_for_a_target_the_player(tmp_path: Path):
    copy = tmp_path.resolve() / "mine"
    CliRunner().invoke(group, ["new", "game", str(copy), "--like", "relay"])

    async def act(editor: Editor) -> None:
        await editor.type("if t is player, return t.stands", "if t is pl, return t")
        assert (await editor.offered("if t is pl")) == ["place", "player"]

    drive(Editor(copy), act)


@pytest.fixture
def errands(tmp_path: Path) -> Path:
    """Return a game with effects that happen later and that last."""
    folder = tmp_path / "mine"
    CliRunner().invoke(group, ["new", "game", str(folder), "--like", "errands"])
    return folder.resolve()


LASTS = "as long as self in road, set me.sheltered to true"


def test_names_are_offered_inside_effects_that_wait_and_that_last(errands: Path):
    async def act(editor: Editor) -> None:
        await editor.type("          gain n + me.fame\n", "          ga\n")
        assert "gain" in await editor.offered("move c to me.home\n          ga")
        await editor.type("          ga\n", "          gain n\n")
        await editor.type(LASTS, "as long as self in ro, set me.sheltered to true")
        assert "road" in await editor.offered("as long as self in ro")
        await editor.type("as long as self in ro, set", "as long as self in road, set me.sh")
        assert "sheltered" in await editor.offered("self in road, set me.sh")
        await editor.type("as long as self in road, set me.sh", "la")
        assert {"later", "until", "as"} <= {*await editor.offered("do: la")}

    drive(Editor(errands), act)


def test_words_of_effects_that_wait_and_that_last_are_explained(errands: Path):
    async def act(editor: Editor) -> None:
        assert "later after EVENT" in await editor.shown("    do: late")
        assert "as long as CONDITION" in await editor.shown("    do: a")
        assert "sheltered · 守られている" in await editor.shown("set me.shelt")
        await editor.type(LASTS, "until self leaves, set me.sheltered to true")
        assert "until CARD leaves" in await editor.shown("do: unti")

    drive(Editor(errands), act)


def test_mistakes_in_effects_that_wait_and_that_last_are_told(errands: Path):
    async def act(editor: Editor) -> None:
        (slip,) = await editor.type("later after evening:", "later after evning:")
        assert (slip.code, editor.words(slip.range)) == ("NAM102", "evning")
        await editor.type("later after evning:", "later after evening:")
        (slip,) = await editor.type(LASTS, "as long as self in rod, set me.sheltered to true")
        assert editor.words(slip.range) == "rod"
        (slip,) = await editor.type(
            "as long as self in rod, set me.sheltered to true", "until me leaves, gain 1"
        )
        assert slip.message.startswith("`me` is no card")

    drive(Editor(errands), act)


def test_facts_of_a_position_are_offered_explained_and_checked(tmp_path: Path):
    copy = tmp_path.resolve() / "go-nine"
    shutil.copytree(CLASSICS / copy.name, copy)
    facts = 'same: "each(every point, stone)"'

    async def act(editor: Editor) -> None:
        assert "make a position" in await editor.shown("counts: put, sa")
        (slip,) = await editor.type(facts, 'same: "each(every point, stoen)"')
        assert (slip.code, editor.words(slip.range)) == ("NAM101", "stoen")
        await editor.type('same: "each(every point, stoen)"', 'same: "each(every point, sto)"')
        assert "stone" in await editor.offered('same: "each(every point, sto')

    drive(Editor(copy), act)


def test_plain_keys_are_offered_alone_only(game: Path):
    async def act(editor: Editor) -> None:
        await editor.type("  offer: [play]\n", "  offer: [play]\n  whi\n")
        assert await editor.offered("  whi") == []

    async def alone(editor: Editor) -> None:
        await editor.type("order: row", "ord")
        assert "order" in await editor.offered("trick: {of: playing-card, ord")
        await editor.type("  offer: [play]\n", "  offer: [play]\n  whi\n")
        assert {"while", "turns", "only-if"} <= set(await editor.offered("  whi"))

    drive(Editor(game), act)
    drive(Editor(game), alone, "--standalone")


def test_words_are_told_found_and_renamed_over_files(game: Path):
    async def act(editor: Editor) -> None:
        hover = await editor.shown("add 1 to p.poin")
        assert "points · 点" in hover and "game.yaml:34:5" in hover
        assert "`rank`: int" in await editor.shown("    is: c.ran")
        assert await editor.shown("do: mov")
        place = editor.behind("\n    take-tri")
        (found,) = await editor.client.text_document_definition_async(
            lsp.DefinitionParams(editor.file, place))  # fmt: skip
        assert editor.words(found.range) == "take-trick"
        assert editor.text.split("\n")[found.range.start.line] == "  take-trick (player p):"
        uses = await editor.client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), editor.file, place))  # fmt: skip
        assert {Path(each.uri).name for each in uses} == {"game.yaml", "rules.yaml"}
        assert len(uses) == 3
        edit = await editor.client.text_document_rename_async(
            lsp.RenameParams(editor.file, place, "win-trick"))  # fmt: skip
        assert sorted(map(len, edit.changes.values())) == [1, 2]
        refused = await editor.client.text_document_rename_async(
            lsp.RenameParams(editor.file, place, "draw-card if"))  # fmt: skip
        clash = await editor.client.text_document_rename_async(
            lsp.RenameParams(editor.file, place, "repeat"))  # fmt: skip
        assert refused is None and clash is None and editor.messages

    drive(Editor(game), act)


def test_outline_signature_fixes_and_style(game: Path):
    async def act(editor: Editor) -> None:
        outline = await editor.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(editor.file))  # fmt: skip
        inner = {each.name: [below.name for below in each.children] for each in outline}
        assert inner["actions"] == ["play"] and "kinds" in inner
        place = editor.behind("\n    take-trick ta")
        help_ = await editor.client.text_document_signature_help_async(
            lsp.SignatureHelpParams(editor.file, place))  # fmt: skip
        assert help_.signatures[0].label == "take-trick (player p)"
        found = await editor.type("c.rank if", "c.rnak   if")
        actions = await editor.client.text_document_code_action_async(lsp.CodeActionParams(
            editor.file, found[0].range, lsp.CodeActionContext(found)))  # fmt: skip
        (fix,) = [each for each in actions if each.is_preferred]
        (change,) = fix.edit.changes[editor.uri]
        assert (fix.title, change.new_text) == ("write `rank`", "rank")
        assert editor.words(change.range) == "rnak"
        await editor.type("c.rnak   if", "c.rank   if")
        (style,) = await editor.client.text_document_formatting_async(
            lsp.DocumentFormattingParams(editor.file, lsp.FormattingOptions(2, True)))  # fmt: skip
        assert style.new_text == editor.text.replace("c.rank   if", "c.rank if")

    drive(Editor(game), act)


def test_columns_count_utf_16(game: Path):
    async def act(editor: Editor) -> None:
        await editor.type('"play {c}", ja: "{c}を', '"play {c}", ja: "🎴🎴{d}を')
        (found,) = await editor.checked()
        assert editor.words(found.range) == "{d}"

    drive(Editor(game), act)


def test_an_expansion_is_checked_with_its_game(game: Path):
    CliRunner().invoke(group, ["new", "expansion", str(game), "winter"])
    folder = game / "expansions" / "winter"
    file = folder / "expansion.yaml"
    file.write_text(file.read_text() + "events:\n  freeze (player p):\n    do: add 1 to p.points\n")

    async def act(editor: Editor) -> None:
        assert [each.code for each in editor.told[editor.uri]] == ["GRF101"]
        found = await editor.type("add 1 to p.points", "add 1 to p.pints")
        assert found[-1].message.startswith("player has no `pints`")

    drive(Editor(folder, "expansion.yaml"), act)
