# The two commands for newcomers: make run, make test. Everything Python is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
EXTRAS := fast,lab,table,postgres,dev

.PHONY: setup run test lint bench reports parts install clean

setup: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[$(EXTRAS)]'
	touch $(INSTALLED)

run: setup
	$(BIN)/tablewright serve

test: setup parts
	$(BIN)/tablewright compile
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: setup
	$(BIN)/python benchmarks/run.py

reports: setup
	$(BIN)/python benchmarks/reports.py

# The browser tests use Debian's Chromium, one test a PostgreSQL of its own; what is missing and cannot be installed is
# said, and those tests are skipped.
parts:
	@command -v chromium >/dev/null || $(MAKE) --no-print-directory install PACKAGE=chromium
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	  || $(MAKE) --no-print-directory install PACKAGE=postgresql

install:
	@(apt-get update -qq && apt-get install -y -qq $(PACKAGE) >/dev/null) \
	  || echo "$(PACKAGE) is missing and cannot be installed: its tests will be skipped."

clean:
	rm -rf $(VENV) artifacts
