# The two commands for newcomers: make run, make test. Everything Python is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
EXTRAS := fast,lab,table,postgres,dev

.PHONY: setup run test lint bench reports chromium clean

setup: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[$(EXTRAS)]'
	touch $(INSTALLED)

run: setup
	$(BIN)/tablewright serve

test: setup chromium
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

# The browser tests use Debian's Chromium; without it, and without the right to install it, they are skipped.
chromium:
	@command -v chromium >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium >/dev/null) \
	  || echo "Chromium is missing and cannot be installed: the browser tests will be skipped."

clean:
	rm -rf $(VENV) artifacts
