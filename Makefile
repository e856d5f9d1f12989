# The whole set-up is two commands: make demo, make test.
# PYTHON may name another 3.11 interpreter: make demo PYTHON=/path/to/python3.11
PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3.11)
PY := .venv/bin/python
SHELL := /bin/bash

.PHONY: demo serve check test test-slow browser bench nightly clean

demo: .venv/demo
	@$(PY) -m scorer.demo

check: .venv/dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy

test: .venv/dev
	$(PY) -m pytest -q -n 2 -m "not slow and not nightly"

test-slow: .venv/dev
	$(PY) -m pytest -q -n 2 -m slow

browser:
	@echo "browser: no page to look at yet, nothing to install"

serve:
	@echo "serve: no pages to serve yet; make demo shows the board in the terminal"

bench: .venv/dev
	$(PY) -m tests.bench

nightly: .venv/dev
	$(PY) -m pytest -q -n 2

clean:
	rm -rf .venv var .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/python:
	@found=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo none); \
	if [ "$$found" != "3.11" ]; then \
	  echo "Retally needs Python 3.11; '$(PYTHON)' gives: $$found."; \
	  echo "Install Python 3.11, or name it: make demo PYTHON=/path/to/python3.11"; exit 2; \
	fi
	$(PYTHON) -m venv .venv
	@touch $@

.venv/demo: requirements.txt | .venv/python
	$(PY) -m pip install -q --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/dev: requirements-dev.txt requirements.txt | .venv/python
	$(PY) -m pip install -q --disable-pip-version-check -r requirements-dev.txt
	@touch $@ .venv/demo
