# Strapontin. `make help` lists what can be made; every target works on a fresh clone.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
JOBS ?= 2
SECONDS ?= 60
GAME ?= metrox

.DEFAULT_GOAL := help
.PHONY: help play test check bench soak lock format clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY)  ## play in the terminal (GAME=metrox)
	@# The place where `strapontin serve --open` goes once there is a page to open.
	@$(BIN)/strapontin play $(GAME)

test: check  ## everything: style, types, layers, tests with coverage
	@$(BIN)/python -m pytest -n $(JOBS) --cov --cov-report=

check: $(READY)  ## the static part: style, types, layers
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > $(VENV)/layers.txt || { cat $(VENV)/layers.txt; exit 1; }

bench: $(READY)  ## how fast every game runs on one core
	@$(BIN)/strapontin bench

soak: $(READY)  ## random matches of every game for SECONDS=60, everything checked
	@$(BIN)/python benchmarks/soak.py --seconds $(SECONDS)

format: $(READY)  ## put sources into the house style
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

lock: $(VENV)/.tools  ## write requirements.lock anew from pyproject.toml
	@$(BIN)/pip-compile --quiet --all-extras --generate-hashes --allow-unsafe --strip-extras --no-annotate \
		--no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--output-file requirements.lock pyproject.toml
	@! grep -nE '://|^--' requirements.lock

clean:  ## forget the environment and every cache in this directory
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.* build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A fresh environment holds exactly what the lock says, each file checked against its hash.
$(LOCKED): requirements.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, found " + sys.version.split()[0])'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Locking needs a tool and no more, so that a broken lock can be mended.
$(VENV)/.tools:
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check pip-tools
	@touch $@
