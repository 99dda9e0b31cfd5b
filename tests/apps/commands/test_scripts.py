"""`run` and `test`: transcripts, records, failures, statuses."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import cardwright
from cardwright.api.scripts import Case
from cardwright.apps.commands.main import group
from dsl.model.scripts import Script
from dsl.records import Source, Span

TEXT = "script: higher wins\ngame: pairs\nsteps:\n- expect: ada.sum == 4\n"
SOURCE = Source("pairs/scripts/first.yaml", TEXT)


@dataclass
class FakeResult:
    """What came of a script."""

    failures: tuple[Any, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.failures

    def transcript(self, lang: str) -> str:
        return {"en": "ada plays three\nbo plays one\n", "ja": "adaはthree\n"}[lang]

    def recorded(self) -> str:
        return self.transcript("en")


SCRIPT = Script(
    title="higher wins", game="pairs", card=None, options={}, players=("ada", "bo"), seed=1,
    positions=(), steps=(), checks=(), text={}, recorded="pairs/scripts/first.transcript",
    span=Span(SOURCE, 0, 19),
)  # fmt: skip
EXAMPLE = replace(SCRIPT, title="", card="one", recorded=None, span=Span(SOURCE, 20, 31))
FAILURE = SimpleNamespace(
    span=Span(SOURCE, TEXT.index("ada.sum"), len(TEXT) - 1), expected="4", found="3"
)


@pytest.fixture
def stage(shop, monkeypatch):
    """Give the stand-in game a script and an example; return the result they have."""
    folder = shop.package.folder / "scripts"
    folder.mkdir()
    (folder / "first.yaml").write_text(TEXT)
    result = FakeResult()
    before = cardwright.load

    def load(*words, **named):
        game = before(*words, **named)
        game.model = replace(game.model, scripts=(SCRIPT,), examples=(EXAMPLE,))
        return game

    monkeypatch.setattr(cardwright, "load", load)
    monkeypatch.setattr(Case, "run", lambda case, cache=True: result)
    return SimpleNamespace(result=result, record=folder / "first.transcript")


def test_run_shows_the_transcript_in_the_language(run, stage):
    assert "ada plays three" in run("run", "pairs/scripts/first.yaml").out
    assert "adaはthree" in run("run", "pairs/scripts", "--lang", "ja").out


def test_a_record_is_written_in_english_and_compared(run, stage):
    assert run("run", "pairs/scripts", "--record", "--lang", "ja").status == 0
    assert stage.record.read_text() == "ada plays three\nbo plays one\n"
    assert run("run", "pairs/scripts").status == 0

    stage.record.write_text("ada plays three\nbo plays two\n")
    done = run("run", "pairs/scripts", "--quiet")

    assert done.status == 1
    assert "first.transcript, line 2" in done.out
    assert "recorded: bo plays two\n  found:    bo plays one" in done.out


def test_a_failing_step_shows_expected_and_found(run, stage):
    stage.result.failures = (FAILURE,)
    done = run("run", "pairs/scripts/first.yaml")

    assert done.status == 1
    assert "FAILED at pairs/scripts/first.yaml:4:11\n  expected: 4\n  found:    3" in done.out


def test_a_failing_script_is_not_recorded(run, stage):
    stage.result.failures = (FAILURE,)

    assert run("run", "pairs/scripts", "--record").status == 1
    assert not stage.record.exists()


def test_no_script_there(run, stage, shop):
    assert run("run", "pairs/game.yaml").status == 3


def test_a_script_outside_a_package(run, stage, tmp_path):
    (tmp_path / "alone.yaml").write_text(TEXT)

    assert run("run", "alone.yaml").status == 2


def test_test_counts_examples_and_scripts(run, stage):
    done = run("test", "pairs")

    assert done.status == 0
    assert done.out == "examples and scripts: 2, failed: 0\n"


def test_test_prints_a_line_a_failure(run, stage):
    stage.result.failures = (FAILURE,)
    done = run("test", "-k", "HIGHER wins", "-j", "1")

    assert done.status == 1
    assert done.out.splitlines() == [
        "pairs/scripts/first.yaml:4:11: higher wins: expected 4, found 3",
        f"make it short: cardwright shrink {stage.record.with_suffix('.yaml')}:1",
        "examples and scripts: 1, failed: 1",
    ]


def test_test_compares_records(run, stage):
    stage.record.write_text("ada plays three\n")

    assert "first.transcript:2: higher wins" in run("test").out


def test_nothing_to_test(run, stage):
    assert run("test", "-k", "absent").status == 3


def test_an_answer_that_nothing_is_called_is_told_though_the_script_passes(tmp_path):
    (tmp_path / "game.yaml").write_text(
        'id: nap\nversion: "1"\nlanguage: 1\ntitle: Nap\nplayers: {count: 2}\n'
        "actions: {sleep: {in: act}}\nphases: [{id: act, turns: players}]\n"
        "end: {when: round > 2, winners: players}\n"
    )
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "all.yaml").write_text(
        "script: nobody sleeps twice\ngame: nap\nsteps:\n- illegal: {ada: [slep]}\n"
    )

    found = CliRunner().invoke(group, ["test", str(tmp_path)])

    assert found.exit_code == 0
    assert "nothing is called `slep`" in found.stderr
    assert "write `sleep`" in found.stderr
