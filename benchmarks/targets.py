"""Hold what the rows must reach, in one table."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from benchmarks.row import Row


@dataclass(frozen=True, slots=True)
class Target:
    """A bound of the rows whose names fit a pattern.

    Attributes:
        field: `value` or `ratio` of the row; of a time what is judged counts as its value.
        is_floor: Whether the number must be the limit or more, rather than the limit or less.
    """

    pattern: str
    field: str
    is_floor: bool
    limit: float

    def is_of(self, row: Row) -> bool:
        """Return whether it is a target of a row."""
        return fnmatchcase(row.name, self.pattern)

    def problem(self, row: Row) -> str | None:
        """Return in words how a row misses this target; None where it does not."""
        found = row.judged if self.field == "value" and row.judged else getattr(row, self.field)
        if found is not None and (found >= self.limit if self.is_floor else found <= self.limit):
            return None
        bound = "at least" if self.is_floor else "at most"
        shown = "missing" if found is None else f"{found:.4g}"
        is_judged = self.field == "value" and row.judged
        told = f"{self.field} by the calibration loop" if is_judged else self.field
        return f"{row.name}: {told} is {shown}, must be {bound} {self.limit:g}"


CARD_GAMES = ("hearts", "gin-rummy", "crazy-eights", "oh-hell")
"""Games that OpenSpiel has in C++, too."""
SMALL_GAMES = ("dream-tricks", "equilibrion", "worldmonger")
"""Games of up to 100 cards; the checks of a larger one may take as long as it takes to load."""

TARGETS = (
    Target("decisions/dream-tricks", "ratio", True, 0.048),
    Target("decisions/cerebria", "ratio", True, 0.0024),
    Target("decisions/res-arcana", "ratio", True, 0.008),
    Target("decisions-beside-peer/kuhn-poker", "ratio", True, 0.36),
    Target("decisions-beside-peer/leduc", "ratio", True, 0.96),
    Target("decisions-beside-peer/*", "ratio", True, 0.7),
    Target("mcts/tic-tac-toe", "ratio", True, 4.0),
    Target("rules-about-themselves/duel", "ratio", True, 0.8),
    Target("through-openspiel/reversi", "ratio", True, 0.1),
    Target("through-openspiel/reversi/new", "ratio", True, 0.02),
    Target("through-openspiel/*", "ratio", True, 1.5),
    Target("through-pettingzoo/*", "ratio", True, 2.0),
    Target("native-made/res-arcana", "value", False, 1.0),  # s
    Target("native-made/cerebria", "value", False, 1.0),
    Target("native-made/*", "value", False, 0.5),
    Target("native-kept/*", "value", False, 0.01),
    Target("native-worst", "ratio", True, 25.0),
    Target("native", "ratio", True, 100.0),
    Target("driven", "ratio", True, 15.0),
    Target("driven/*", "ratio", True, 6.0),
    Target("clones/*", "ratio", True, 1.5),
    Target("rows/*", "ratio", True, 7.0),
    Target("search/tic-tac-toe", "ratio", True, 1.8),
    Target("search/*", "ratio", True, 4.0),
    Target("records/*", "ratio", True, 50.0),
    Target("inside-beside-class/*", "ratio", True, 7.0),
    *(Target(f"inside-beside-cpp/{id_}", "ratio", True, 1.5) for id_ in CARD_GAMES),
    Target("inside-beside-cpp/chess", "ratio", True, 0.1),
    Target("inside-beside-cpp/*", "ratio", True, 0.5),
    *(Target(f"driven-beside-cpp/{id_}", "ratio", True, 0.8) for id_ in CARD_GAMES),
    Target("driven-beside-cpp/*", "ratio", True, 0.1),
    Target("games-beside-pgx/*", "ratio", True, 1.0),
    Target("saved/dream-tricks", "value", False, 4_096),  # bytes
    Target("saved/*", "value", False, 32_768),
    Target("clone/dream-tricks", "value", False, 2.0),  # µs
    Target("clone/res-arcana", "value", False, 5.0),
    Target("clone/cerebria", "value", False, 6.0),
    Target("clone/*", "value", False, 4.0),
    Target("version", "value", False, 0.15),  # s
    *(Target(f"lint/{id_}", "value", False, 1.0) for id_ in SMALL_GAMES),
    Target("lint/*", "value", False, 3.0),
    Target("load-cold/res-arcana", "value", False, 2.0),
    Target("load-cold/*", "value", False, 3.0),
    Target("load-cached/*", "value", False, 0.25),
    Target("rss/*", "value", False, 45.0),  # MB
    Target("pool/start", "ratio", False, 1.15),
    Target("pool/decisions", "ratio", False, 1.02),
    Target("pool/lint", "ratio", False, 1.1),
    Target("pool/search", "ratio", False, 1.1),
    Target("pool/index", "ratio", False, 1.1),
    Target("opcodes/*", "ratio", False, 1.02),
    Target("sim/*", "ratio", True, 0.9),
    Target("units/*", "value", True, 15),  # million a second
)


def missed(row: Row) -> list[str]:
    """Return in words how a row misses its target, the first that fits it."""
    target = next((each for each in TARGETS if each.is_of(row)), None)
    problem = None if target is None else target.problem(row)
    return [] if problem is None else [problem]
