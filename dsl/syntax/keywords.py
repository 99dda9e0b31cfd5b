"""Answer which words belong to the effect language, and which of them can name nothing.

`grammar.lark` holds the same words in its NAME; a test compares them.
"""

from __future__ import annotations

import re
from typing import Final

KEYWORDS: Final = (
    "if", "elif", "else", "for", "each", "in", "repeat", "times", "while", "may", "choose", "let",
    "set", "add", "subtract", "move", "order", "retire", "do", "require", "return", "stop", "end",
    "and", "or", "not", "is", "where", "except", "when", "to", "from", "on", "onto", "into",
    "with", "by", "at", "as", "of", "together", "then", "every", "any", "again", "one", "up",
    "so", "that", "empty", "none", "once", "top", "bottom",
)  # fmt: skip
"""They never become more within a version of the language."""
LATER_KEYWORDS: Final = ("can",)
"""They mean something before a bracket alone, where no package has a value of that name."""
RESERVED: Final = frozenset(KEYWORDS)
PREPOSITIONS: Final = (
    "to", "from", "on", "onto", "into", "with", "by", "for", "at", "as", "of",
)  # fmt: skip
STEP_KEYWORDS: Final = (
    "if", "elif", "else", "for", "repeat", "while", "may", "choose", "let", "set", "add",
    "subtract", "move", "order", "retire", "do", "require", "return", "stop", "end", "together",
    "at", "then",
)  # fmt: skip
NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*(-[a-zA-Z0-9_]+)*")
