"""Mutators of prediction files, by what they touch; :mod:`tests.validator.mutators.cases` puts them together."""
