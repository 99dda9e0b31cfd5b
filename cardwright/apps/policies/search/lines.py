"""Find the line through points: least squares."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from operator import mul

from dsl.records import record

Row = list[float]


@record
class Line:
    """A guess from the numbers of a row.

    Attributes:
        base: What it is where nothing has an influence.
        weights: Columns that have one, each with its factor.
    """

    base: float = 0.5
    weights: Sequence[tuple[int, float]] = ()

    def at(self, row: Row) -> float:
        """Return the guess for a row."""
        guess = self.base
        for place, weight in self.weights:
            guess += weight * row[place]
        return guess


def line_through(rows: Sequence[Row], wanted: Sequence[float], stiff: float) -> Line:
    """Return the line that comes nearest to what is wanted of some rows.

    Args:
        stiff: How much a number must tell to have an influence, as a share of the rows.
    """
    number = len(rows)
    means = [fsum(column) / number for column in zip(*rows, strict=True)]
    spreads = [
        (fsum((n - mean) ** 2 for n in column) / number) ** 0.5
        for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    ]
    used = [place for place, spread in enumerate(spreads) if spread > 1e-9]
    table = [[(row[n] - means[n]) / spreads[n] for n in used] for row in rows]
    middle = fsum(wanted) / number
    slopes = least_squares(table, [each - middle for each in wanted], stiff * number)
    weights = [(n, slope / spreads[n]) for n, slope in zip(used, slopes, strict=True)]
    return Line(middle - fsum(weight * means[n] for n, weight in weights), weights)


def least_squares(rows: list[list[float]], wanted: list[float], penalty: float) -> list[float]:
    """Return the factors of the columns whose sums come nearest to what is wanted."""
    columns = [*zip(*rows, strict=True)]
    products = [
        [fsum(map(mul, left, right)) for right in columns[: n + 1]]
        for n, left in enumerate(columns)
    ]
    size = len(columns)
    matrix = [
        [products[max(i, j)][min(i, j)] + (penalty if i == j else 0.0) for j in range(size)]
        + [fsum(map(mul, columns[i], wanted))]
        for i in range(size)
    ]
    for i in range(size):  # positive definite: no row has to change its place
        pivot = matrix[i]
        for row in matrix[i + 1 :]:
            factor = row[i] / pivot[i]
            row[i:] = [a - factor * b for a, b in zip(row[i:], pivot[i:], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = fsum(a * b for a, b in zip(matrix[i][i + 1 : size], found[i + 1 :], strict=True))
        found[i] = (matrix[i][size] - rest) / matrix[i][i]
    return found
