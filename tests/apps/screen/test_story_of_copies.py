"""Copies that are made one after the other are told together, whatever they are."""

from __future__ import annotations

import cardwright
from cardwright.apps.screen import Viewer

GAME = """
id: mint
version: "1"
language: 1
title: {en: Mint}
kinds:
  coin: {}
cards:
- {id: penny, kind: coin, name: {en: Penny}, copies: 9}
- {id: crown, kind: coin, name: {en: Crown}, copies: 9}
players: {count: 1}
zones:
  purse: {of: coin, seen-by: everyone, text: {en: purse}}
phases:
- id: minting
  do: |
    create 2 penny into purse
    create 1 crown into purse
    create 1 penny into purse
    end game
"""


def test_several_are_one_line(tmp_path) -> None:
    folder = tmp_path / "mint"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    game = cardwright.load(folder)
    lines = [entry.text for entry in Viewer(game, "en").view(game.start(seed=1), 0).log]

    assert any("Penny" in line and "Crown" in line for line in lines), lines
