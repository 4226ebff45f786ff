# Two commands are enough: `make run` and `make test`. Both set up what they need.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
PYTEST = $(BIN)/python -m pytest -n $${TEST_PROCESSES:-2} --dist loadgroup
BESIDE_POSTGRESQL = $(BIN)/python -m tests.throwaway_servers
ON_POSTGRESQL = $(BESIDE_POSTGRESQL) $(PYTEST)
# Tests that are read for the first time are compiled, which takes half a minute: kept for the next run.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-all test-postgresql check lint format bench bench-large kills outages audit eval node browser services catalogue tagger

.venv/.run: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Wayfare needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

# Compiled beforehand: every command starts a second sooner, also where Python may not write what it compiled.
run: .venv/.run
	@$(BIN)/python -m compileall -q config trips agents memory
	@$(BIN)/python manage.py serve

# What differs most between the engines: queues and locks, full text, JSON. In one process: migrations take longest.
BOTH_ENGINES = tests/agents/test_leases.py tests/agents/test_outbox.py tests/agents/test_turns.py \
  tests/memory/test_search.py tests/trips/test_locks.py tests/trips/test_facts.py

test: .venv/.dev browser node services
	$(PYTEST) -m "not slow" --durations=10 --durations-min=5
	$(BESIDE_POSTGRESQL) $(BIN)/python -m pytest -m "not slow" $(BOTH_ENGINES)

test-all: .venv/.dev browser node services
	$(PYTEST)
	$(BIN)/python -m tests.eval --scripted
	$(MAKE) test-postgresql

# What asks a database, on a PostgreSQL of its own: the quick tests, and the slow ones of memory, stories and several
# processes. The others and most pages in a browser ran before; the random journeys are shorter ones (250 steps each on SQLite).
test-postgresql: export JOURNEY_STEPS = 60
test-postgresql: .venv/.dev browser node services
	$(ON_POSTGRESQL) -m "database and not browser and not slow"
	$(ON_POSTGRESQL) -m slow tests/memory tests/story tests/grown tests/kills tests/cuts \
	  tests/trips/test_any_journey.py tests/agents/llm/test_cost_of_failures.py tests/browser/test_streaming.py \
	  tests/agents/test_changes.py tests/agents/test_stream_rights.py tests/agents/test_stream_limits.py \
	  tests/browser/test_conversation.py

# Style, and the tests of what differs from the branch main, for 20 seconds.
check: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.affected

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/python manage.py check --fail-level WARNING

format: .venv/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What a part of the suite needs and the machine lacks is installed when it can be, or said.
browser: .venv/.dev
	@.ci/have-browser

node:
	@.ci/have-node

services:
	@.ci/have-services

# The rows of the cities that ship, from their text files; commit what it writes.
catalogue: .venv/.run
	$(BIN)/python -m trips.data.extract.places

# What marks the words of a message, from its examples (trips/reading/tagger/README.md); commit what it writes.
# HELD_OUT=1 leaves every tenth example out and says what is found in it. THREADS=1 takes one core.
TRAINING = var/tagger/packages
$(TRAINING)/.done: requirements-tagger.txt .venv/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --upgrade --target $(TRAINING) -r requirements-tagger.txt
	@touch $@

tagger: $(TRAINING)/.done
	PYTHONPATH=$(TRAINING) $(BIN)/python -m tests.tagger.train $(if $(HELD_OUT),--held-out var/tagger/held_out.onnx) --threads $${THREADS:-2}
	$(if $(HELD_OUT),$(BIN)/python -m tests.tagger.score var/tagger/held_out.onnx)

# Travellers played by a model, graded by code; needs a key. MAX_USD=2 spends less, CARDS="lisbon tbilisi" plays some.
eval: .venv/.dev
	$(BIN)/python -m tests.eval --max-usd $${MAX_USD:-5} $(if $(CARDS),--cards $(CARDS))

bench: .venv/.dev
	$(BIN)/python -m tests.bench

# The same of the sizes that take very long: a million rows.
bench-large: .venv/.dev
	$(BIN)/python -m tests.bench --large memory_search memory_admin

# make kills N=100 MODE=worker: web, worker or embedded; SEED=… has the kills of an earlier run again.
kills: .venv/.dev services
	$(BIN)/python -m tests.kills --runs $${N:-20} --mode $${MODE:-worker} $(if $(SEED),--seed $(SEED))

# Servers stopped for 5 to 60 seconds, a full disk, a clock that is set; ROUNDS=3 has each three times.
outages: .venv/.dev services
	$(BIN)/python -m tests.outages --rounds $${ROUNDS:-1} $(if $(SEED),--seed $(SEED))

audit: .venv/.dev browser node
	$(BIN)/python -m tests.audit
