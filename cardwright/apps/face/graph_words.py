"""Say what people are told who ask for the event graph, in each language."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

GRAPH_WORDS: Final = MappingProxyType(
    {
        "unknown-node": (
            "the graph has no node `{word}`; the nearest: {guess}",
            "グラフに節「{word}」はありません。近いもの: {guess}",
        ),
        "no-graph-card": (
            "--of takes `turn` or a card, and no card is called `{word}`; the nearest: {others}",
            "--of には turn かカードを書きます。カード「{word}」はありません。近いもの: {others}",
        ),
        "several-graph-cards": (
            "several cards are called `{word}`; name one of them: {others}",
            "「{word}」に当てはまるカードは複数あります。1つ選んでください: {others}",
        ),
        "bad-of": (
            "--of asks one question: name no node with it, and leave out --overview and --source",
            "--of は1つの問いを表します。節の名前、--overview、--source と一緒には使えません",
        ),
        "bad-overview": (
            "--overview shows a whole game, in one of these forms: {forms}",
            "--overview はゲーム全体を表します。使える形式: {forms}",
        ),
        "bad-source": (
            "--source prints the functions of one node, as text: name the node",
            "--source は1つの節の関数を文字で表します。節の名前を書いてください",
        ),
        "no-source": (
            "`{word}` has no function of its own: it is part of what uses it, or not in this game",
            ""
            ""
            ""
            "「{word}」には独自の関数がありません。使う側の一部になっているか、このゲームにありません",
        ),
        "dot-failed": (
            "`dot` could not draw this: {reason}; --format dot writes what it was given",
            "`dot` で描けませんでした: {reason}。--format dot で渡した内容を見られます",
        ),
        "no-graphviz": (
            "SVG needs the program `dot`: install graphviz, or use --format dot",
            "SVG には `dot` が必要です。graphviz を入れるか、--format dot を使ってください",
        ),
    }
)
