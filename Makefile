# Two commands for a fresh machine: `make demo` and `make test`. Each makes its own .venv.
# `make help` lists all of them: the line behind `##` says what a target does.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
WORKERS ?= 2
CODE := dsl interpreter cardwright tests $(wildcard examples benchmarks soak)
SOAK_TESTS ?= --ignore=tests/fuzz --ignore=tests/dsl/lint
PREFIX ?= $(HOME)/.local

# Where this is set, each process would compile every module it reads; the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo install pictures test test-core figures lint-code lint-mutants smoke site docs soak bench clean
.DELETE_ON_ERROR:

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

demo: .venv/.plays ## check every package, watch a match, see a mistake found: a minute
	@$(BIN)/cardwright demo
	@echo
	@echo "The program is $(BIN)/cardwright; \`make install\` lets your shell find it as cardwright."

install: .venv/.plays ## let the shell find the program: a link in ~/.local/bin
	@mkdir -p $(PREFIX)/bin
	@ln -sf "$(CURDIR)/$(BIN)/cardwright" $(PREFIX)/bin/cardwright
	@echo "installed: $(PREFIX)/bin/cardwright"
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; \
	*) echo "your shell does not look there yet: export PATH=\"$(PREFIX)/bin:\$$PATH\"" ;; esac

test: .venv/.develops ## run all tests (a part of them: make test TESTS=tests/docs)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal $(TESTS)

# The core is what remains when the applications are deleted: a copy without them has to pass.
test-core: .venv/.develops ## run the tests of language, machine and API on a copy without applications
	$(BIN)/python -m tests.architecture.core $(WORKERS)

figures: .venv/.develops ## print figures of the code: sizes, imports, names across the fence
	@$(BIN)/python -m tests.architecture.figures

lint-code: .venv/.develops ## check style and types of the code, and the subjects of commits
	@! git log --since=2026-11-27T00:00 --format=%s 2> /dev/null | grep -E '.{73}' || \
	{ echo "subjects of commits have at most 72 characters" >&2; exit 1; }
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy

smoke: ## run a small part of the tests on each newer Python that is there
	@.ci/smoke

site: .venv/.publishes ## the site of the five shipped games: build/site/index.html
	$(BIN)/cardwright site dream-tricks equilibrion worldmonger res-arcana cerebria -O build/site

docs: .venv/.documents ## the guides as a site, searched without a network: build/docs/index.html
	$(BIN)/python -m cardwright.apps.authors.explained.reference
	$(BIN)/python -m docs.tree
	$(BIN)/python -m docs.schemas
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "read it: $(BIN)/python -m http.server -d build/docs, then open http://localhost:8000/"

pictures: .venv/.develops ## draw the pictures of the README and the guides anew (needs Chromium, Graphviz)
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python -m docs.pictures.levels

# Thousands of matches, mutations, worlds: what fits into 40 minutes; then the tests that are too long
# for the suite.
soak: .venv/.develops ## the long proofs (a part of them: make soak SOAK="--only worlds --scale 0.1")
	$(BIN)/python -m soak --minutes 40 $(SOAK)
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m soak $(SOAK_TESTS)

# Thousands of packages with one mistake each; a part: make lint-mutants MUTANTS="--sample 5 --games durak"
lint-mutants: .venv/.develops ## who catches authors' mistakes: writes docs/catch-rate.md
	$(BIN)/python -m tests.mutants --page docs/catch-rate.md $(MUTANTS)

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

.venv/.plays: .venv/.runs
	$(PIP) install --editable '.[web]'
	@touch $@

.venv/.compares: .venv/.develops
	$(PIP) install --editable '.[bench]'
	$(PIP) install --target .venv/pgx 'pgx>=2.6,<3'
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
