"""Return the page of a diagnostic, with a bad and a good example.

The pages lie in `pages/`, one Markdown file a name: the summary in Japanese, why it matters, and
under `Bad` and `Good` a part of a package. A mark `# expect: …` in an example is for the tests,
which run every example; readers do not see it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from dsl.diagnostics.catalogue import FINDINGS
from dsl.records import Record

PAGES: Final = Path(__file__).resolve().parent / "pages"
MARK: Final = re.compile(r"[ ]*# expect: .*$", re.MULTILINE)
_SECTION: Final = re.compile(r"^## (?P<title>\w+)\n+```yaml[^\n]*\n(?P<text>.*?)^```$", re.M | re.S)


class Page(Record, kw_only=True):
    """What `explain` shows of a diagnostic.

    Attributes:
        what: One line by language, `en` and `ja`.
        bad: A part of a package that reports it; empty where no few lines can show it.
        good: The same part made right.
    """

    name: str
    code: str
    severity: str
    what: dict[str, str]
    why: str
    bad: str
    good: str

    def text(self, language: str = "en") -> str:
        """Return the page as people read it, its examples indented."""
        parts = [self.what.get(language, self.what["en"]), self.why]
        titles = ("悪い例", "良い例") if language == "ja" else ("Bad", "Good")
        for title, example in zip(titles, (self.bad, self.good), strict=True):
            if example:
                indented = "\n".join(f"    {line}".rstrip() for line in example.splitlines())
                parts.append(f"{title}:\n\n{indented}")
        return "\n\n".join(parts)


@cache
def page_of(name: str) -> Page | None:
    """Return the page of a diagnostic, by its name; None where there is no such diagnostic."""
    kind = FINDINGS.get(name)
    path = PAGES / f"{name}.md"
    if kind is None or not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    examples = {found["title"]: MARK.sub("", found["text"]) for found in _SECTION.finditer(text)}
    _, japanese, why = text.split("\n## ", 1)[0].strip().split("\n\n", 2)
    return Page(
        name=name,
        code=kind.code,
        severity=kind.severity,
        what={"en": kind.summary, "ja": japanese},
        why=why,
        bad=examples.get("Bad", "").rstrip("\n"),
        good=examples.get("Good", "").rstrip("\n"),
    )
