# Two commands for a fresh machine: `make demo` and `make test`. Each makes its own .venv.
# `make help` lists all of them: the line behind `##` says what a target does.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
WORKERS ?= 2
CODE := dsl interpreter cardwright tests $(wildcard examples benchmarks soak)
SOAK_TESTS ?= --ignore=tests/fuzz --ignore=tests/dsl/lint
DEMO ?= cards/equilibrion/scripts/matches.yaml:1

.PHONY: help demo test lint-code lint-mutants smoke site docs soak bench clean
.DELETE_ON_ERROR:

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

demo: .venv/.runs ## lint every package, then run a scripted match and show its transcript
	$(BIN)/cardwright lint --strict
	$(BIN)/cardwright run $(DEMO)

test: .venv/.develops ## run all tests (a part of them: make test TESTS=tests/docs)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal $(TESTS)

lint-code: .venv/.develops ## check style and types of the code
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy

smoke: ## run a small part of the tests on each newer Python that is there
	@.ci/smoke

site: .venv/.publishes ## the site of the five shipped games: build/site/index.html
	$(BIN)/cardwright site dream-tricks equilibrion worldmonger res-arcana cerebria -O build/site

docs: .venv/.documents ## the guides as a site, searched without a network: build/docs/index.html
	$(BIN)/python -m cardwright.explained.reference
	$(BIN)/mkdocs build --quiet
	@echo "read it: $(BIN)/python -m http.server -d build/docs"

# Thousands of matches, mutations, worlds: what fits into 40 minutes; then the tests that are too long
# for the suite.
soak: .venv/.develops ## the long proofs (a part of them: make soak SOAK="--only worlds --scale 0.1")
	$(BIN)/python -m soak --minutes 40 $(SOAK)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m soak $(SOAK_TESTS)

# Thousands of packages with one mistake each; a part: make lint-mutants MUTANTS="--sample 5 --games durak"
lint-mutants: .venv/.develops ## who catches authors' mistakes: writes docs/catch-rate.md
	$(BIN)/python -m soak.mutants --page docs/catch-rate.md $(MUTANTS)

bench: .venv/.compares ## speed, memory and start-up against their bounds, one JSON object a row
	@$(BIN)/python -m benchmarks

clean: ## remove what the others made
	rm -rf .venv .venv-3.* build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# The stamps keep later runs off the network: pip is asked again only when pyproject.toml changes.
.venv/.made:
	@test -n "$(PYTHON)" || { echo "python3.11 is needed" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.runs: .venv/.made pyproject.toml
	$(PIP) install --editable .
	@touch $@

.venv/.compares: .venv/.develops
	$(PIP) install --editable '.[bench]'
	@touch $@

.venv/.documents: .venv/.runs
	$(PIP) install --editable '.[docs]'
	@touch $@

.venv/.publishes: .venv/.runs
	$(PIP) install --editable '.[site]'
	@touch $@

.venv/.develops: .venv/.runs
	$(PIP) install --editable '.[dev]'
	@touch $@
