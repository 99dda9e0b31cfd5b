"""Say what is wrong with words that are to mean versions of a game, in each language."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

VERSION_WORDS: Final = MappingProxyType(
    {
        "no-revision": (
            "`{word}` is no git revision here, and no folder or game",
            "「{word}」は、ここの git リビジョンでも、フォルダーやゲームでもありません",
        ),
        "no-package-there": (
            "the revision `{word}` has no game at `{path}` (a folder with game.yaml)",
            "リビジョン「{word}」の「{path}」にゲーム (game.yaml のあるフォルダー) はありません",
        ),
        "no-git": (
            "revisions need the program `git`: install it, or name two folders",
            "リビジョンには `git` が必要です。入れるか、フォルダーを2つ指定してください",
        ),
        "diff-forms": (
            "--json and --markdown exclude each other",
            "--json と --markdown は一緒に使えません",
        ),
    }
)
