"""The designer's panel: everything of a match, steps, positions, new rules as files are saved."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from cardwright.apps.table.serving.requests import new_token
from tests.apps.table.serving.conftest import SMALL

NOW = re.compile(r'<pre id="now" tabindex="0">(.*?)</pre>', re.DOTALL)


@pytest.fixture
def folder(tmp_path):
    """Return a copy of the small game that may be changed."""
    found = tmp_path / "high-card"
    shutil.copytree(SMALL, found)
    return found


@pytest.fixture
def panel(serve, folder):
    """Return a table of that game with its panel."""
    return Panel(serve(str(folder), is_designer=True), folder)


class Panel:
    """A panel, and what a designer does with it."""

    def __init__(self, served, folder) -> None:
        self.served, self.laid = served, served.set_up()
        self.path = self.laid.host.replace("/host/", "/designer/")
        self.rules = folder / "game.yaml"

    def page(self) -> str:
        """Return the page."""
        return self.served.client.get(self.path).text

    def now(self) -> dict:
        """Return the position that it shows."""
        from html import unescape

        return json.loads(unescape(NOW.search(self.page())[1]))

    def do(self, verb: str, expected: int = 303, **form: str) -> str:
        """Do something; return what is said."""
        found = self.served.client.post(f"{self.path}/{verb}", data=form, follow_redirects=False)
        assert found.status_code == expected, found.text
        return found.text

    def save(self, old: str, new: str) -> None:
        """Save the rules with a change, and let the server look at the files."""
        text = self.rules.read_text()
        assert old in text
        self.rules.write_text(text.replace(old, new))
        self.look()

    def look(self) -> None:
        """Let the server look at the files."""
        self.served.client.portal.call(self._look)

    async def _look(self) -> None:
        site = self.served.site
        table = await site.tables.table(1)
        panel = site.designer.panel(table)
        await site.designer.look(table, panel, site.games["high-card"].package)


def test_all_zones_are_open_by_the_keys_of_scripts(panel):
    now = panel.now()

    assert len(now["Ada.hand"]) == len(now["Bo.hand"]) == 5
    assert len(now["deck"]) == 42


def test_answers_are_stepped_back_and_forth(panel):
    panel.laid.answer(0)
    panel.laid.answer(1)
    after = panel.now()
    for _ in range(2):
        panel.do("back")
    assert "0 answers" in panel.page()
    panel.do("back", 409)

    for _ in range(2):
        panel.do("forth")

    assert panel.now() == after
    panel.do("forth", 409)


def test_what_is_ahead_stays_when_files_are_looked_at(panel):
    panel.look()
    panel.laid.answer(0)
    panel.do("back")
    panel.save("\n", "\n# the same rules\n")

    panel.do("forth")

    assert "1 answer" in panel.page()


def test_what_is_ahead_is_gone_once_somebody_answers(panel):
    panel.laid.answer(0)
    panel.do("back")
    panel.laid.answer(0, 1)

    panel.do("forth", 409)


def test_a_position_is_set_and_kept(panel, serve, folder):
    panel.do("begin", key="arrange", position='{"Ada.points": 3, "Ada.hand": ["card-13"]}')

    assert (panel.now()["Ada.points"], panel.now()["Ada.hand"][0]) == (3, "card-13")
    panel.laid.answer(1)
    now = panel.now()
    panel.served = serve(str(folder), is_designer=True)
    assert panel.now() == now


@pytest.mark.parametrize(
    "text", ["[1]", "{", '{"Ada.hnd": []}', '{"Ada.hand": ["none-such"]}', "x" * 13_000]
)
def test_a_position_that_cannot_be_is_refused(panel, text):
    before = panel.now()

    said = panel.do("begin", 409, key="arrange", position=text)

    assert "There is no such position" in said
    assert panel.now() == before


def test_another_seed_is_another_deal(panel):
    before = panel.now()
    panel.do("begin", seed="6")
    other = panel.now()
    panel.do("begin", seed="5")

    assert other != before == panel.now()


def test_the_last_decision_tells_its_events_with_their_lines(panel):
    panel.laid.answer(0)

    page = panel.page()

    assert re.search(r'class="depth0">play [^<]*<code>[^<]*game\.yaml:\d+:\d+</code>', page)
    assert 'class="depth1"' in page


def test_new_rules_are_taken_up_at_the_first_difference(panel):
    panel.look()
    panel.laid.answer(0)
    panel.laid.answer(1)

    panel.save("setup: shuffle deck; deal 5", "setup: shuffle deck; deal 3")

    assert "Under the new rules the match goes on after" in panel.page()
    assert len(panel.now()["Ada.hand"]) == 3
    assert panel.laid.answer(0) or panel.laid.answer(1)


def test_rules_that_lead_to_the_same_go_on_where_the_match_stands(panel):
    panel.look()
    panel.laid.answer(0)
    before = panel.now()

    panel.save("{p} wins the round", "{p} takes the round")

    assert "it stands where it stood after 1 answer" in panel.page()
    assert panel.now() == before


def test_broken_rules_are_told_of_and_the_match_goes_on_by_those_before(panel):
    panel.look()
    before = panel.now()

    panel.save("deal 5", "dael 5")

    assert "dael" in panel.page()
    assert "The files have errors" in panel.page()
    assert panel.now() == before
    panel.save("dael 5", "deal 5")
    assert "The files have errors" not in panel.page()


def test_only_the_hosts_secret_opens_the_panel(panel):
    for token in (new_token(), panel.laid.seats[0][6:], panel.laid.watch[7:]):
        assert panel.served.client.get(f"/designer/{token}").status_code == 404
        for verb in ("back", "forth", "begin"):
            assert panel.served.client.post(f"/designer/{token}/{verb}").status_code == 404


def test_there_is_no_panel_unless_asked_for(served):
    laid = served.set_up()

    assert "/designer/" not in served.client.get(laid.host).text
    assert served.client.get(laid.host.replace("/host/", "/designer/")).status_code == 404


def test_there_is_no_panel_but_at_the_local_address():
    command = ["serve", SMALL, "--designer", "--host", "0.0.0.0"]
    result = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, command)

    assert result.exit_code == 2
    assert "only there at 127.0.0.1" in result.output
