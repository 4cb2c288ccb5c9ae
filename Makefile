# make serve   the pages on http://127.0.0.1:8866/        (HOST= and PORT= change it)
# make test    everything: lint, types, tests, notebooks, pages in a real browser (in a sample where tests repeat)
# make test-all   the same, and for every game, lesson and notebook what make test repeats for a sample of them
# make quick   the part of the tests that takes less than a minute
# make long    the same tests on many more deals; takes hours
# make test-deploy   the tests of installing and publishing, which install packages and start servers
# make package-test  those of the wheel and the sdist alone, with twine check
# make baseline   writes down what every game says and does, in build/baseline   (BASELINE= changes the folder)
# make compare    makes the same records with the code as it is now, and prints what differs
# make types     writes anew which class each id of a game is, for editors
# make docs      the documentation as a site, in build/docs
# make sizes     what a page, the wheel, the sdist and the site weigh
# make licences      the licences of everything that cardlab needs
# Needs Python 3.11 or newer, make, and a way to install packages; everything else goes into .venv.

SHELL := /bin/sh
.DEFAULT_GOAL := help
HOST ?= 127.0.0.1
PORT ?= 8866
BASELINE ?= build/baseline
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
# Two for each of two cores, since a test of a page mostly waits for its browser; a file is the unit, because the
# cells of a notebook must stay together.
WORKERS ?= 4
# Every page has a Python of its own: without byte code each of them would compile cardlab anew.
unexport PYTHONDONTWRITEBYTECODE

# The first interpreter that really runs, is new enough and can make an environment (a name on PATH may be a stub).
FIND_PYTHON = for p in "$(PYTHON)" python3 python3.14 python3.13 python3.12 python3.11 python; do \
	[ -n "$$p" ] && "$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; done
FIND_BROWSER = for b in "$(CARDLAB_CHROMIUM)" chromium chromium-browser google-chrome google-chrome-stable; do \
	[ -n "$$b" ] && command -v "$$b" && break; done

# JavaScript is laid out by prettier; without npm, lint says that it was not looked at.
JAVASCRIPT_LAYOUT = if command -v npm >/dev/null 2>&1; then \
	[ -x node_modules/.bin/prettier ] || npm install --no-package-lock --no-audit --no-fund --silent; \
	node_modules/.bin/prettier --check "cardlab/**/*.js" "tests/audit/*.js"; \
	else echo "No npm on this machine: the layout of the JavaScript was not checked."; fi

.PHONY: help install serve test test-all quick long test-deploy package-test baseline compare licences docs sizes types lint clean

help:
	@sed -n '1,14s/^# //p' Makefile

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@python="$$($(FIND_PYTHON))"; \
	if [ -z "$$python" ]; then \
		echo "cardlab needs Python 3.11 or newer with venv and pip. Install it, or name it: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; \
	fi; \
	"$$python" -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,all,lite]'
	@touch $(STAMP)

serve: install
	@exec $(VENV)/bin/cardlab serve --host "$(HOST)" --port "$(PORT)"

lint: install
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	@$(JAVASCRIPT_LAYOUT)
	$(VENV)/bin/mypy
	$(VENV)/bin/mypy tests/types_hold.py

test test-all: lint
	$(PY) -m pytest -p tests.yardstick $(if $(filter test-all,$@),--every-game) -n $(WORKERS) --dist loadfile --no-loadscope-reorder --nbval-lax --nbval-current-env --doctest-glob='*.md' tests notebooks tutorials README.md docs --ignore=docs/own
	@if [ -z "$$($(FIND_BROWSER))" ]; then \
		echo "No Chromium on this machine: the pages were not tried in a browser; everything else ran."; \
	fi

quick: install
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m pytest -q -p no:nbval -p tests.yardstick -n 2 --dist loadfile --no-loadscope-reorder -m "not browser and not slow and not deploy" tests

long: install
	$(PY) -m pytest -q -p no:nbval -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m "not browser and not deploy" \
		--recorded 100 --deals 200 --refusals 10000 --reference-deals 2000 --results 2000 --items 2000 --all-rules \
		--positions 20000 --boards 100 --problems 5 --hostile 2000 --twins 100 \
		--learners 300 --searches 500 --draws 200 --every-game tests/contract tests/conformance tests/labs/test_scores.py \
		tests/lessons tests/solver tests/hostile
	$(PY) -m pytest -q -p no:nbval --all-lessons tests/pages/test_every_lesson.py
	$(PY) -m pytest -q -p no:nbval --requests 10000 tests/classes/test_serving.py -k random

# Each of these makes environments and servers of its own: one at a time.
test-deploy: install
	$(PY) -m pytest -q -p no:nbval -m deploy tests/deploy tests/classes

package-test: install
	$(PY) -m pytest -q -p no:nbval -m deploy tests/deploy/test_package.py

baseline compare: install
	@$(PY) -m tests.baseline $(if $(filter compare,$@),compare,record) "$(BASELINE)"

types: install
	@$(PY) -m tests.games_stub

licences: install
	@$(PY) -m tests.licences

sizes: install
	@$(PY) benchmarks/sizes.py

docs: install
	$(PY) -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "build/docs/index.html"

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
