# The project's commands. Each does its own set-up in .venv and needs nothing but `make` and Python 3.11 to 3.15.

PYTHON ?= python3
UV ?= uv
JOBS ?= 2

TRACED ?= $(wildcard $(patsubst %/,tests/%,$(filter-out __pycache__/,$(patsubst spec/%,%,$(wildcard spec/*/)))))

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

# Another Python is refused before anything is done. `help` and `clean` need none.
GOALS := $(or $(MAKECMDGOALS),help)
ifneq ($(filter-out help clean engines,$(GOALS)),)
FOUND := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
ifeq ($(filter $(FOUND),3.11 3.12 3.13 3.14 3.15),)
$(error Queensbench needs Python 3.11 to 3.15, and $(PYTHON) is $(or $(FOUND),not found): name one, as in `make $(firstword $(GOALS)) PYTHON=python3.12`)
endif
endif

# A set-up counts when it was finished, by this Python and in this folder: the scripts of a copied .venv run the
# original's code, and a .venv whose Python was removed runs nothing.
KEY := $(FOUND) $(CURDIR)
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
TESTED := $(VENV)/.tested
SERVED := $(VENV)/.served
RELEASED := $(VENV)/.released
USABLE := $(shell test "$$(cat $(LOCKED) 2>/dev/null)" = "$(KEY)" && $(BIN)/python -c '' 2>/dev/null && echo yes)

# What is made anew is made from nothing. What belongs to it counts no more then, whatever make has seen before.
ANEW := $(if $(USABLE),$(shell test requirements.lock -nt $(LOCKED) && echo FORCE),FORCE)

# What the checks read, of which some may not be there yet.
TYPED := hatch_build.py $(wildcard queensbench spec model properties tests benchmarks release)

.PHONY: help setup audit serve confirm hints faults mutate torture fuzz test engines test-slow test-browser pictures trace check lint types docs bench lock advisories release clean FORCE

help:
	@echo 'make audit       set up .venv and audit the rulebooks'
	@echo 'make serve       set up .venv and open the rulebooks in a local page'
	@echo 'make confirm     the proofs that an audit leaves out; what is proved, decided again by other solvers (long)'
	@echo 'make hints       write hints.lock anew: how z3 has shown what it has shown'
	@echo 'make faults      put faults written by hand into the rules: which does an audit notice?'
	@echo 'make mutate      put faults into the rules: which property or test notices?'
	@echo 'make torture     try everything at random: kills, damaged files, full disks, strange input (SECONDS=3300)'
	@echo 'make fuzz        change texts of each format where that reaches new code (SECONDS=60 for each)'
	@echo 'make test        set up .venv and run the tests'
	@echo 'make engines     fetch what engines of other people need that are tested (needs npm)'
	@echo 'make test-slow   the tests that take longer'
	@echo 'make test-browser  the tests that look at pages in the Chromium of this machine'
	@echo 'make pictures    the same, and the pictures of the docs are taken anew'
	@echo 'make trace       run the tests of the rulebooks, noting which clauses they reach, and print the matrix'
	@echo 'make check       lint, format, types and documentation'
	@echo 'make docs        build the documentation into docs/_build/html'
	@echo 'make bench       measure'
	@echo 'make setup       only set up .venv, for audits'
	@echo 'make lock        write the locks anew (needs uv)'
	@echo 'make advisories  published weaknesses of what the locks pin (needs the network)'
	@echo 'make release VERSION=0.2.0   try, build and tag a release; sends nothing'
	@echo 'make clean       remove everything that was made'

setup: $(READY)

audit: $(READY)
	@$(BIN)/queensbench audit

serve: $(SERVED)
	@$(BIN)/queensbench serve

# The proofs that audits leave to the command, held against verdicts.lock.  Then what is proved of the full boxes, decided
# again by other solvers; of the two largest rulebooks z3's own questions.
confirm: $(TESTED)
	@$(BIN)/queensbench audit --confirm
	@$(BIN)/queensbench confirm queen-is-dead queens-collection --questions queen-of-scots --questions queue4

# Of every mode that has hints; 3 says that a claim stays unknown.
hints: $(READY)
	@for mode in $$(sed -n 's/^mode //p' hints.lock); do $(BIN)/queensbench prove $$mode -q --hints record || test $$? = 3 || exit 1; done

faults: $(TESTED)
	@$(BIN)/python tests/faults/run.py

mutate: $(TESTED)
	@$(BIN)/queensbench mutate --tests 'tests/{ruleset}/test_golden_*.py'

# A second run goes on where the first has ended; the journal of other code is laid aside.
TIME := $(SECONDS)
SECONDS ?= 3300
TORTURE := .queensbench/torture
torture: $(TESTED)
	@$(BIN)/python -m tests.torture --seconds $(SECONDS) --jobs $(JOBS) --journal $(TORTURE)/journal.jsonl --report $(TORTURE)/report.json

# Texts of each format are changed where that reaches new code, for so many seconds of a processor each.
fuzz: $(TESTED)
	@$(BIN)/python -m tests.torture.fuzz --seconds $(or $(TIME),60) --folder .queensbench/fuzz

# Many tests start a Python of their own, which then need not compile the modules that it imports; what is no Python is
# for the tests to say. Each process takes neighbouring tests, which share what their file sets up, and the one that is
# done first takes from the other.
TEST = $(BIN)/python -m compileall -qq queensbench spec model properties; $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

test: $(TESTED)
	@$(TEST)

# What the engines in examples/ need of npm, as their locks pin it. Without it the tests of these are skipped.
engines:
	@for folder in $(dir $(wildcard examples/engines/*/package-lock.json)); do \
		(cd $$folder && npm ci --ignore-scripts --no-audit --no-fund) || exit 1; \
	done

test-slow: $(TESTED)
	@$(TEST) -m slow

test-browser: $(TESTED)
	@$(TEST) -m browser -n 0 tests/browser

pictures: export QUEENSBENCH_PICTURES = 1
pictures: $(TESTED)
	@$(TEST) -m browser -n 0 tests/browser -k pictures

# Which tests: TRACED=tests/queue4 for those of one rulebook. What is not run keeps what an earlier run has noted.
trace: $(TESTED)
	@$(TEST) -q --queensbench-trace .queensbench/trace/tests.json $(TRACED)
	@$(BIN)/queensbench trace

check: lint types docs

lint: $(TESTED)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(TESTED)
	@$(BIN)/mypy --strict $(TYPED)

docs: $(TESTED)
	@if $(BIN)/python -c 'import myst_parser' 2>/dev/null; \
	then $(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build/html; \
	else echo 'docs: not built, since myst-parser has no wheel for Python $(FOUND) yet'; fi

bench: $(TESTED)
	@$(BIN)/python -m benchmarks

# Plain pins and hashes, one version of each for all Pythons if one fits them all, and no address: each machine brings its
# own registry. The other locks add to the first, and agree with it where both need a package.
LOCK = $(UV) pip compile --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-header \
    --no-annotate --no-emit-index-url --no-emit-find-links --quiet

lock:
	@$(LOCK) pyproject.toml --group build --output-file requirements.lock
	@$(LOCK) pyproject.toml --extra web --constraints requirements.lock --output-file requirements-web.lock
	@$(LOCK) pyproject.toml --extra cluster --constraints requirements.lock --output-file requirements-cluster.lock
	@$(LOCK) --group test --constraints requirements.lock --constraints requirements-web.lock \
	    --constraints requirements-cluster.lock --output-file requirements-test.lock
	@$(LOCK) --group release --constraints requirements.lock --constraints requirements-test.lock --output-file requirements-release.lock

advisories: $(RELEASED)
	@$(BIN)/pip-audit --progress-spinner off --strict --disable-pip --require-hashes \
	    --requirement requirements.lock --requirement requirements-web.lock

# With which Pythons the packages are tried: PYTHONS='python3.12 python3.13' for more than the one of .venv. FIGURES=no
# keeps those of the README, and leaves out the audit and the tests of a fresh copy.
PYTHONS ?= $(PYTHON)
release: $(RELEASED)
	@$(if $(VERSION),,$(error name the version, as in `make release VERSION=0.2.0`))
	@$(BIN)/python -m release $(VERSION) $(foreach one,$(PYTHONS),--python $(one)) $(if $(filter no,$(FIGURES)),--no-figures)

clean:
	rm -rf $(VENV) docs/_build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Made from nothing each time, so that neither a half-made .venv nor a package that left the lock stays.
# Wheels only: nothing is compiled on the user's machine.
$(LOCKED): requirements.lock $(ANEW)
	@echo 'Setting up $(VENV) with Python $(FOUND): once, half a minute'
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --quiet --require-hashes --no-deps --only-binary :all: --requirement requirements.lock
	@echo '$(KEY)' > $@

# The project itself, from this folder and without the network.
$(READY): $(LOCKED) pyproject.toml hatch_build.py queensbench/__init__.py
	@$(PIP) install --quiet --no-index --no-deps --no-build-isolation --editable .
	@touch $@

# What `queensbench serve` needs besides.
$(SERVED): requirements-web.lock $(ANEW) | $(READY)
	@echo 'Adding what the local page needs: once, a few seconds'
	@$(PIP) install --quiet --require-hashes --no-deps --only-binary :all: --requirement requirements-web.lock
	@touch $@

# What tests need besides. A part that was begun and not ended, or made from another lock, is made from nothing, too.
$(TESTED): requirements-test.lock $(ANEW) | $(READY)
	@if test -e $(VENV)/.begun; then rm -rf $(VENV); fi
	@test -e $(LOCKED) || $(MAKE) --no-print-directory setup
	@echo 'Adding what the tests need: once, another half minute'
	@touch $(VENV)/.begun
	@$(PIP) install --quiet --require-hashes --no-deps --only-binary :all: --requirement requirements-test.lock
	@touch $@

# What a release needs besides.
$(RELEASED): requirements-release.lock $(TESTED)
	@echo 'Adding what a release needs: once, a few seconds'
	@$(PIP) install --quiet --require-hashes --no-deps --only-binary :all: --requirement requirements-release.lock
	@touch $@

FORCE:
