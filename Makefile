# The two commands for newcomers: make run, make test. Everything Python is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt --editable
SERVING := $(VENV)/.serving
INSTALLED := $(VENV)/.installed
EXTRAS := fast,lab,table,press,postgres,openspiel,pettingzoo,gymnasium,dev

.PHONY: setup run test test-rest test-all lint bench rl nets reports parts install clean

setup: $(INSTALLED)

# What serving needs is about 350 MB, all of it more than twice as much.
$(SERVING): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) '.[fast,table]'
	touch $(SERVING)

$(INSTALLED): $(SERVING)
	$(PIP) '.[$(EXTRAS)]'
	touch $(INSTALLED)

run: $(SERVING)
	$(BIN)/tablewright serve

# What Python has read once is kept as bytecode, for the workers and for every server that a test starts.
unexport PYTHONDONTWRITEBYTECODE

# Three workers on two cores: one often waits for a browser or a server. The files come in their order: in that of how many tests they have, some of the longest would begin last.
PYTEST := $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

# Every package, every game in both modes, a browser and PostgreSQL, in a few minutes; the rest takes longer.
test: setup parts
	$(BIN)/tablewright compile
	$(PYTEST) -m "not slow"

test-rest: setup parts
	$(BIN)/tablewright compile
	$(PYTEST) -m slow

test-all: test test-rest

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@if command -v npx >/dev/null; then npx --yes --package typescript@7.0.2 tsc -p src/tablewright/table/static; \
	  else echo "Node is not installed: the types of the page's script are not checked."; fi

bench: setup
	$(BIN)/python benchmarks/run.py

# MaskablePPO learns to beat the greedy bot, in about ten minutes of one core; needs torch, so it has an environment of its own.
RL_GAME ?= matrix
rl:
	$(PYTHON) -m venv .venv-rl
	.venv-rl/bin/python -m pip install --quiet --constraint constraints.txt --editable '.[rl]'
	.venv-rl/bin/python examples/rl/ppo.py $(RL_GAME) --out artifacts/rl

# Networks for the five games; goes on from those that are there.
NET_MINUTES ?= 60
nets: setup
	@echo "This takes up to $(NET_MINUTES) minutes a game on all cores; NET_MINUTES=5 takes less."
	for game in matrix wallet menagerie standoff wtactics; do $(BIN)/tablewright train $$game --minutes $(NET_MINUTES) || exit 1; done
	$(BIN)/tablewright train wtactics --set vetoes_each=0 --minutes 0  # as the table begins it: from the one above

reports: setup
	$(BIN)/python benchmarks/reports.py

# The browser tests use Debian's Chromium, one test a PostgreSQL of its own, the press is measured with pdftoppm; what is
# missing and cannot be installed is said, and those tests are skipped.
parts:
	@command -v pdftoppm >/dev/null || $(MAKE) --no-print-directory install PACKAGE=poppler-utils
	@command -v chromium >/dev/null || $(MAKE) --no-print-directory install PACKAGE=chromium
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	  || $(MAKE) --no-print-directory install PACKAGE=postgresql

install:
	@(apt-get update -qq && apt-get install -y -qq $(PACKAGE) >/dev/null) \
	  || echo "$(PACKAGE) is missing and cannot be installed: its tests will be skipped."

clean:
	rm -rf $(VENV) .venv-rl artifacts
