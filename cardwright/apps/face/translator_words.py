"""Hold what is said of languages and to translators, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TRANSLATOR_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "language-own": (
            "Cardwright itself speaks {all}: what is not the game’s own is in English",
            "Cardwright自身の言葉は{all}だけです。ゲームの文以外は英語で表示します",
        ),
        "language-none": (
            "`{word}` is no language tag such as `en`, `ja` or `de`",
            "「{word}」は `en` `ja` `de` のような言語タグではありません",
        ),
        "language-game": (
            "{game} has no texts in `{word}`; it has {all}",
            "{game}に「{word}」の文はありません。あるもの: {all}",
        ),
        "translating-language": (
            "{game} in {tag}: {there} of {number} {text|texts}",
            "{game} の {tag}: {number}個の文のうち{there}個",
        ),
        "translating-more": (
            "… and {number} more (all of them: --json)",
            "…ほか{number}件(すべては--json)",
        ),
        "translating-two-words": ("One term, two translations:", "1つの用語に2つの訳:"),
        "translating-two-meanings": ("One translation, two terms:", "2つの用語に1つの訳:"),
        "translating-other-word": (
            "A card is named, and not by its name in the translation:",
            "カードの名前が訳では別の言葉になっています:",
        ),
        "translating-slots": ("Slots that differ:", "スロットの違い:"),
        "translating-numbers": ("Numbers that differ:", "数の違い:"),
        "translating-may": (
            "A choice in one language alone:",
            "片方の言語だけが選べると言っています:",
        ),
        "translating-each": ("All in one language alone:", "片方の言語だけがすべてと言っています:"),
        "translating-effects": ("Texts and rules that differ:", "文とルールの違い:"),
        "translating-unnamed": (
            "Without a text, so that people read ids, or nothing:",
            "文がなく、IDのまま読まれるか、見えないもの:",
        ),
        "translating-twice": (
            "Cards whose text is the one made from their rules; leave it out:",
            "文がルールから作られる文と同じカード(文を省けます):",
        ),
        "translating-bypassing": ("Shown and never translated:", "訳されずに表示されるもの:"),
        "translating-clean": ("nothing is missing, nothing differs", "不足も違いもありません"),
        "translating-clean-pseudo": (
            "nothing is missing, nothing differs, all that was shown is translated",
            "不足も違いもなく、表示されたものはすべて訳されています",
        ),
        "translating-expansion": (
            "no expansion `{word}` with texts",
            "文のある拡張「{word}」はありません",
        ),
        "translating-exists": (
            "{path} is there already; write to another file, or put it away first",
            "{path} はすでにあります。別のファイルに書くか、先に移してください",
        ),
        "translating-written": (
            "{number} {text|texts} to translate written to {path}",
            "訳す文{number}個を {path} に書きました",
        ),
    }
)
