# Two commands for a fresh machine: `make demo` and `make test`. Each makes its own .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
WORKERS ?= 2
CODE := dsl interpreter cardwright tests $(wildcard examples benchmarks soak)
SOAK_TESTS ?= --ignore=tests/fuzz --ignore=tests/dsl/lint
DEMO ?= cards/equilibrion/scripts/matches.yaml:1

.PHONY: demo test lint-code soak bench clean
.DELETE_ON_ERROR:

# Lint every package, then run a scripted match and show its transcript.
demo: .venv/.runs
	$(BIN)/cardwright lint --strict
	$(BIN)/cardwright run $(DEMO)

test: .venv/.develops
	$(BIN)/python -m pytest -q -n $(WORKERS) $(TESTS)

lint-code: .venv/.develops
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy

# The long proofs: thousands of matches, mutations, worlds; then the tests that are too long for
# the suite. A part of them: make soak SOAK="--only worlds --scale 0.1".
soak: .venv/.develops
	$(BIN)/python -m soak $(SOAK)
	$(BIN)/python -m pytest -q -n $(WORKERS) -m soak $(SOAK_TESTS)

# One JSON object a row.
bench: .venv/.compares
	@$(BIN)/python -m benchmarks

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# The stamps keep later runs off the network: pip is asked again only when pyproject.toml changes.
.venv/.made:
	@test -n "$(PYTHON)" || { echo "python3.11 is needed" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.runs: .venv/.made pyproject.toml
	$(PIP) install --editable .
	@touch $@

.venv/.compares: .venv/.develops
	$(PIP) install --editable '.[bench,compiled]'
	@touch $@

.venv/.develops: .venv/.runs
	$(PIP) install --editable '.[dev]'
	@touch $@
