"""Hold what the demonstration says."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

DEMO_WORDS: Final = MappingProxyType(
    {
        "demo-checking": ("checking", "検査中"),
        "demo-playing": ("playing", "対戦中"),
        "demo-checked": (
            "Checked {packages} game {package|packages} ({files} YAML {file|files}): no mistakes.",
            "{packages}個のゲーム({files}個のYAMLファイル)を検査しました。誤りはありません。",
        ),
        "demo-found": (
            "Checked {packages} game {package|packages} ({files} YAML {file|files}): {findings} "
            "{finding|findings}; "
            "`cardwright lint` shows them.",
            "{packages}個のゲーム({files}個のYAMLファイル)を検査しました。指摘{findings}件: "
            "`cardwright lint` で見られます。",
        ),
        "demo-match": (
            "A match of {title}: {names}, two programs (policy `{policy}`). One line a trick.",
            "{title}の対戦: {names}(プログラム同士、方策 `{policy}`)。1行が1トリックです。",
        ),
        "demo-end": ("{text}. {scores}", "{text}。{scores}"),
        "demo-mistake": (
            "A card with a mistake in its effect, {file}, and what lint says:",
            "効果に誤りのあるカード {file} と、lint の指摘:",
        ),
        "demo-next": ("\nNext:", "\n次に試すこと:"),
        "demo-play": ("play against the machine", "機械と対戦する"),
        "demo-rules": ("read the rules, made from the package", "パッケージから作ったルールを読む"),
        "demo-cards": ("search the cards of a game", "ゲームのカードを検索する"),
        "demo-sim": ("play 200 matches and count", "200回対戦させて数える"),
        "demo-new": ("begin a game of your own", "自分のゲームを作り始める"),
    }
)
