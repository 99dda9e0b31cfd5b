"""The JSON Schema of a game: every file of a game is right by it, a misspelt word is not."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from cardwright.api.checks import check
from cardwright.api.loading import find_package
from cardwright.apps.authors.authoring.reports import SORTS, schema_of
from cardwright.apps.commands.main import group
from dsl.check.texts.schema_words import image_of
from dsl.diagnostics.diagnostic import Report
from dsl.syntax.yaml_reader import read_documents

GAMES = ("worldmonger", "dream-tricks", "go-fish")


def sort_of(image: dict) -> str:
    """Return the sort of a document."""
    keys = {"script": "script", "translation": "translation", "kind": "card"}
    return next((sort for key, sort in keys.items() if key in image), "game")


@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_a_game_is_right_by_its_schema(game: str):
    package = find_package(game)
    checked = check(package)
    schemas = {sort: schema_of(checked.game, sort) for sort in SORTS}
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    own = [each for each in checked.sources if each.path.startswith(f"{package.shown}/")]
    documents = [each for source in own for each in read_documents(source, Report())]

    assert len(documents) >= 3
    for document in documents:
        image = image_of(document.root)
        wrong = [
            e.message for e in Draft202012Validator(schemas[sort_of(image)]).iter_errors(image)
        ]
        assert wrong == [], document.source.path


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "cultur"}, "cultur"),
        ({"worht": 3}, "worht"),
        ({"worth": "tree"}, "tree"),
        ({"dividend": "ture"}, "ture"),
        ({"start": "suply"}, "suply"),
    ],
)
def test_a_misspelt_word_of_a_card_is_not(changes: dict, words: str):
    schema = schema_of(check(find_package("worldmonger")).game, "card")
    card = {"kind": "culture", "name": "Kiln", "worth": 2, "dividend": True, **changes}
    wrong = list(Draft202012Validator(schema).iter_errors(card))

    assert words in " ".join(each.message for each in wrong)


def test_the_command_prints_one_and_writes_all(tmp_path):
    run = CliRunner().invoke
    one = run(group, ["schema", "go-fish", "--for", "script"])
    done = run(group, ["schema", "go-fish", "-O", str(tmp_path / "to")])

    assert json.loads(one.output)["title"] == "script of go-fish"
    assert done.exit_code == 0
    assert {file.name for file in (tmp_path / "to").iterdir()} == {
        f"{s}.schema.json" for s in SORTS
    }
