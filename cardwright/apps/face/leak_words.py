"""Hold what `cardwright leaks` says, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Key: (English, Japanese). The slots in braces are the same in both.
LEAK_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "leaking": ("playing pairs of worlds", "二つの世界を対戦中"),
        "leaks-none": (
            "{game}: no leak in {pairs} {pair|pairs} of worlds",
            "{game}: {pairs}組の世界で秘密は漏れませんでした",
        ),
        "leaks-found": (
            "{game}: a leak in {leaks} of {pairs} {pair|pairs} of worlds",
            "{game}: {pairs}組のうち{leaks}組の世界で、知ってはならないことが伝わりました",
        ),
        "leaks-open": (
            "{game}: nothing in it is hidden from anybody, as far as {tries} "
            "{match shows|matches show}",
            "{game}: {tries}回の対戦では、だれかに隠されたものはありませんでした",
        ),
        "leaks-alone": (
            "{number} {pair|pairs} could not be made: nothing was hidden there",
            "{number}組は作れませんでした（隠れたものがありませんでした）",
        ),
        "leaks-more": (
            "{number} more {is|are} told apart by: {part}",
            "ほかに{number}組が次のことで見分けられます: {part}",
        ),
        "leaks-no-script": (
            "no script can say how these worlds stand; they come again with: {command}",
            "この二つの世界はスクリプトで書けません。再現するには: {command}",
        ),
        "leaks-again": (
            "`{command}` fails as long as the game leaks",
            "漏れがあるうちは `{command}` が失敗します",
        ),
        "leaks-script": (
            "{seat} is told the same in both worlds",
            "{seat}にはどちらの世界も同じに見える",
        ),
        "leak-head": (
            "{seat} can tell two worlds apart that differ only in what {seat} must not know:",
            "{seat}は、知ってはならないことだけが違う二つの世界を見分けられます:",
        ),
        "leak-where": ("where", "場所"),
        "leak-one": ("world 1", "世界1"),
        "leak-other": ("world 2", "世界2"),
        "leak-place": ("{zone}, place {number}", "{zone}の{number}番目"),
        "leak-nowhere": ("in no zone", "どこにもない"),
        "leak-hidden-state": ("hidden state", "隠れた状態"),
        "leak-answers": (
            "In both is answered: {answers}",
            "どちらでも次のように答えます: {answers}",
        ),
        "leak-told": ("Then {seat} is told:", "すると{seat}に伝わること:"),
        "leak-asked": ("who is asked what", "だれが何を聞かれるか"),
        "leak-zone": ("zone", "ゾーン"),
        "leak-state": ("state", "状態"),
        "leak-value": ("value", "値"),
        "leak-decision": ("question:", "質問:"),
        "leak-event": ("event", "できごと"),
        "leak-texts": ("texts of options", "選択肢の文"),
        "leak-lines": ("the log", "記録"),
        "leak-undo": ("answers that can be taken back", "取り消せる回答の数"),
        "leak-keeps": ("what the next match begins with:", "次の対戦に残るもの:"),
        "leak-question": ("what is asked:", "質問文:"),
        "leak-place-asked": ("where it is asked", "質問の場所"),
        "leak-refusal": ("why an answer is refused:", "回答が断られる理由:"),
        "leak-why-not": ("why an action cannot be taken:", "行動できない理由:"),
        "leak-screen": ("the screen:", "画面:"),
        "leak-outcome": ("the outcome", "結果"),
        "leak-waiting-for": ("whom the match waits for", "だれの番か"),
        "leak-facts": ("what is known of hidden cards", "隠れたカードについて知っていること"),
    }
)
