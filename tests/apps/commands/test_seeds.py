"""A start without a seed draws one; every seed from 0 to 2^64 - 1 is taken at every door."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.face.session import going_round
from cardwright.apps.programs.environment.nodes import Tree
from cardwright.apps.programs.environment.positions import batches
from interpreter.state.chance import MOST_SEED

ROOT = Path(__file__).resolve().parents[3]
SEEDS = (0, 1 << 32, 1 << 63, MOST_SEED)


def deal(match):
    """Return what the deal of a match looks like."""
    return match.digest()


class TestStarts:
    def test_without_a_seed_matches_differ(self):
        game = cardwright.load("hearts")

        assert len({deal(game.start()) for _ in range(5)}) == 5

    def test_the_drawn_seed_is_told_and_leads_to_the_match_again(self):
        game = cardwright.load("leduc")
        match = game.start()

        assert deal(game.start(seed=match.seed)) == deal(match)

    def test_a_match_begins_anew_with_another_drawn_seed(self):
        match = cardwright.load("hearts").start(seed=1)
        before = deal(match)
        match.reset()

        assert deal(match) != before

    def test_positions_that_are_given_draw_too(self):
        game = cardwright.load("leduc")

        assert len({deal(game.start(arrange={"bo.chips": 3})) for _ in range(20)}) > 1

    @pytest.mark.parametrize("seed", SEEDS)
    def test_every_seed_is_taken_saved_and_restored(self, seed):
        game = cardwright.load("leduc")
        match = game.start(seed=seed)
        again = game.restore(match.save())
        again.reset(seed)

        assert match.seed == again.seed == seed
        assert deal(again) == deal(match)

    def test_positions_that_are_given_take_every_seed(self):
        game = cardwright.load("leduc")
        deals = {deal(game.start(seed=seed, arrange={"bo.chips": 3})) for seed in SEEDS}

        assert len(deals) == len(SEEDS)

    @pytest.mark.parametrize("seed", [-1, MOST_SEED + 1, 1.5, "7", True])
    def test_what_is_no_seed_is_refused_in_words(self, seed):
        with pytest.raises(
            ValueError, match="a seed is a whole number from 0 to 18446744073709551615"
        ):
            cardwright.load("leduc").start(seed=seed)


class TestDoors:
    """The last seed, and two matches from it: the second one has the seed 0."""

    @pytest.fixture
    def run(self):
        def call(*words):
            found = CliRunner().invoke(group, words, catch_exceptions=False)
            assert found.exit_code == 0, found.output
            return found.output

        return call

    @pytest.mark.parametrize(
        "words",
        [
            ("sim", "leduc", "-n", "2", "--json"),
            ("sim", "leduc", "-n", "2", "--policy", "greedy", "--json"),
            ("compare", "leduc", "--versus", "greedy", "-n", "2", "--json"),
            ("agent", "leduc", "random", "random", "-n", "2", "--json"),
            ("league", "leduc", "random", "greedy", "--rounds", "2", "--json"),
            ("play", "leduc", "--auto"),
        ],
        ids=lambda words: words[0],
    )
    def test_commands_take_it(self, run, words):
        assert run(*words, "--seed", str(MOST_SEED))

    def test_tables_and_reports_take_it(self, run, tmp_path):
        pytest.importorskip("pyarrow", reason="the extra `numbers` is not installed")
        out = str(tmp_path / "data")

        assert run("sim", "leduc", "-n", "2", "--out", out, "--seed", str(MOST_SEED))

    def test_scripts_take_it(self, run, tmp_path):
        folder = tmp_path / "pairs"
        shutil.copytree(ROOT / "examples" / "high-card", folder)
        path = folder / "scripts" / "last.yaml"
        path.parent.mkdir()
        head = "script: last\ngame: high-card\nplayers: [ada, bo]\n"
        said = {}
        for seed in (0, MOST_SEED):
            path.write_text(f"{head}seed: {seed}\nsteps: []\n", "utf-8")
            said[seed] = run("run", str(path))

        assert f"seed: {MOST_SEED}" in said[MOST_SEED]
        assert said[0].replace("seed: 0", "") != said[MOST_SEED].replace(f"seed: {MOST_SEED}", "")

    def test_rollouts_and_batches_take_it(self):
        game = cardwright.load("leduc")
        ends = game.rollout(2, seed=MOST_SEED).outcomes
        alone = game.rollout(1, seed=MOST_SEED).outcomes

        assert len(ends) == 2
        assert ends[0] == alone[0]

    def test_batches_take_it(self):
        pytest.importorskip("numpy", reason="numpy is not installed")

        game = cardwright.load("leduc")
        both, (last,), (first,) = (
            [*batches(game, number, seed)]
            for number, seed in ((2, MOST_SEED), (1, MOST_SEED), (1, 0))
        )

        assert both[0].taken.tolist() == [*last.taken, *first.taken]

    def test_the_digits_of_a_seed_drawn_by_chance_reach_every_seed(self):
        tree = Tree(cardwright.load("leduc"), 2, by_seed=True)

        assert tree.seeded((255,) * 8).seed == MOST_SEED
        assert tree.seeded((0,) * 8).seed == 0

    def test_an_environment_takes_it(self):
        rl = pytest.importorskip("cardwright.apps.programs.rl", reason="an extra")
        env = rl.aec(cardwright.load("leduc"))
        digests = []
        for _ in range(2):
            env.reset(seed=MOST_SEED)
            digests.append(env.match.digest())

        assert digests[0] == digests[1]

    def test_a_model_takes_it(self):
        models = pytest.importorskip("cardwright.apps.programs.mcp_server", reason="an extra")
        seats = [models.Desk().start("leduc", None, 0, "random", MOST_SEED, None) for _ in range(2)]

        assert json.dumps(seats[0]) == json.dumps(seats[1])

    def test_a_model_that_says_no_seed_gets_a_new_one(self):
        models = pytest.importorskip("cardwright.apps.programs.mcp_server", reason="an extra")
        desk = models.Desk()
        found = {
            json.dumps(desk.start("hearts", None, 0, "random", None, None)["position"])
            for _ in range(3)
        }

        assert len(found) == 3


def test_after_the_last_seed_comes_the_first():
    first = Random(1).randrange(MOST_SEED)

    assert [*going_round(range(MOST_SEED, MOST_SEED + 3))] == [MOST_SEED, 0, 1]
    assert [*going_round(range(first, first + 2))] == [first, first + 1]
