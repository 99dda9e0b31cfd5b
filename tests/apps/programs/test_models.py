"""Hold what language models are served, through the SDK's own client.

The SDK comes with the extra `mcp`: `pip install -e '.[mcp]'`.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the SDK is not installed")

from mcp import Client, MCPError

from cardwright.apps.commands.main import group
from cardwright.apps.face.words import install_line
from cardwright.apps.programs.environment.spaces import MissingExtra, needed
from cardwright.apps.programs.mcp_server import Desk, served

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "models.md").read_text("utf-8")


def with_client(talk):
    """Return what a talk with the server comes to."""

    async def run():
        async with Client(served(group)) as client:
            return await talk(client)

    return asyncio.run(run())


def called(tool, **arguments):
    """Return what a tool gives."""

    async def talk(client):
        return await client.call_tool(tool, arguments)

    found = with_client(talk)
    assert not found.is_error, found
    return found.content[0].text


def test_the_page_tells_every_tool_and_resource():
    async def talk(client):
        tools = await client.list_tools()
        fixed = await client.list_resources()
        forms = await client.list_resource_templates()
        return tools.tools, fixed.resources, forms.resource_templates

    tools, fixed, forms = with_client(talk)
    uris = [*(str(each.uri) for each in fixed), *(each.uri_template for each in forms)]

    assert set(re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.M)) == {each.name for each in tools}
    assert {re.sub(r"\{.*", "", uri) for uri in uris} == {
        re.sub(r"[A-Z]+$", "", uri) for uri in re.findall(r"^\| `(cardwright://[^`]+)`", PAGE, re.M)
    }
    assert all(each.description for each in tools)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("lint", {"package": "leduc"}, "(status 0)"),
        ("lint", {"package": "no-such-game"}, "(status 2)"),
        ("explain", {"name": "unknown-zone"}, "NAM"),
        ("search_cards", {"game": "worldmonger", "query": "does:trash"}, "law-code"),
        ("run_script", {"script": str(ROOT / "examples/classics/leduc")}, "(status 0)"),
        ("simulate", {"game": "leduc", "matches": 5}, '"matches": 5'),
    ],
)
def test_tools_say_what_commands_say(name, arguments, expected):
    assert expected in called(name, **arguments)


def test_resources_can_be_read():
    async def talk(client):
        uris = ("guide", "schemas/agent", "rulebook/leduc")
        return [
            (await client.read_resource(f"cardwright://{uri}")).contents[0].text for uri in uris
        ]

    guide, schema, rulebook = with_client(talk)

    assert guide.startswith("# ") and json.loads(schema)["title"]
    assert "Leduc" in rulebook and "## What happens" in rulebook


def test_a_model_plays_a_match_to_its_end():
    async def talk(client):
        seen = (await client.call_tool("start_match", {"game": "leduc", "seed": 3})).content[0].text
        view = json.loads(seen)
        views = [view]
        while not view["over"]:
            arguments = {"match": views[0]["match"], "option": next(iter(view["options"]))}
            view = json.loads((await client.call_tool("answer", arguments)).content[0].text)
            views.append(view)
        wrong = await client.call_tool("look", {"match": "match-99"})
        return views, wrong

    views, wrong = with_client(talk)

    assert views[-1]["scores"] is not None and wrong.is_error
    other = views[0]["position"]["players"][1]["zones"]["hand"]["cards"]
    assert other == [{"card": None}]


MATCH = {"match": "match-1"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("start_match", {"game": "leducc"}, "no game or path `leducc`; did you mean `leduc`?"),
        ("start_match", {"game": "leduc", "players": 7}, "7 cannot play"),
        ("start_match", {"game": "leduc", "seat": 7}, "the seat is 0 to 1"),
        ("start_match", {"game": "dream-tricks", "options": {"deals": 99}}, "possible: 1..20"),
        ("answer", MATCH | {"option": "fly"}, "`fly` is no option now; there are: call, raise"),
        ("look", {"match": "match-99"}, "no match `match-99`; start one with start_match"),
    ],
)
def test_a_model_is_told_its_mistake_and_nothing_has_happened(tool, arguments, said):
    async def talk(client):
        await client.call_tool("start_match", {"game": "leduc", "seed": 3})
        wrong = await client.call_tool(tool, arguments)
        return wrong, json.loads((await client.call_tool("look", MATCH)).content[0].text)

    wrong, view = with_client(talk)

    assert wrong.is_error and said in wrong.content[0].text
    assert [*view["options"]] == ["call", "raise"]


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("schemas/cards", "no schema `cards`; there are: agent, "),
        ("rulebook/leducc", "no game or path `leducc`; did you mean `leduc`?"),
    ],
)
def test_a_model_is_told_what_cannot_be_read(uri, said):
    async def talk(client):
        with pytest.raises(MCPError) as found:
            await client.read_resource(f"cardwright://{uri}")
        return str(found.value)

    assert said in with_client(talk)


def test_only_so_many_matches_are_kept(monkeypatch):
    monkeypatch.setattr("cardwright.apps.programs.mcp_server.MOST_SEATS", 2)
    desk = Desk()
    ids = [desk.start("leduc", None, 0, "random", 1, None)["match"] for _ in range(3)]

    assert desk.look(ids[2])["options"]
    with pytest.raises(ValueError, match="no match"):
        desk.look(ids[0])


@pytest.mark.parametrize("wrong", [{"seat": 7}, {"opponents": "angels"}])
def test_what_cannot_be_started_is_said(wrong):
    arguments = {"game": "leduc", "players": None, "seat": 0, "opponents": "random", "seed": 1}
    with pytest.raises(ValueError, match=r"seat|opponents"):
        Desk().start(**{**arguments, **wrong}, options=None)


def test_a_missing_extra_is_named_in_one_line():
    with pytest.raises(MissingExtra, match=re.escape(install_line("mcp"))), needed("mcp"):
        import no_such_library  # noqa: F401
