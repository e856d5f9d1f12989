"""Mutators: small ways in which a prediction file can differ from a clean one, each with the verdict it must get.

Verdicts come from the rulebook, never from running the reader. A mutator takes a seeded ``Random`` and a clean file
(``Clean``) and gives a ``Mutant``, or None where it does not apply (there is no count to spoil, say). Where the
rulebook is silent there is no mutator.
"""

import gzip
from random import Random

from tests.validator.mutators import (
    answer_faults,
    csv_faults,
    file_faults,
    id_faults,
    json_faults,
    row_faults,
    text_faults,
)
from tests.validator.mutators.clean import Case, Mutant, Mutator, clean_file

_MODULES = (text_faults, json_faults, row_faults, csv_faults, id_faults, answer_faults, file_faults)
FAMILIES: dict[str, tuple[Mutator, ...]] = {}
for _module in _MODULES:
    for _family, _mutators in _module.FAMILIES.items():
        FAMILIES[_family] = (*FAMILIES.get(_family, ()), *_mutators)
MUTATORS = tuple((family, mutator) for family, mutators in FAMILIES.items() for mutator in mutators)


def case(seed: str) -> Case:
    """The one case of a seed: a clean file, a mutator that applies to it, and now and then gzip around the result."""
    random = Random(seed)
    family, mutator = random.choice(MUTATORS)
    while True:
        clean = clean_file(random)
        mutant = mutator(random, clean)
        if mutant is not None:
            return Case(mutator.__name__, family, clean, maybe_packed(random, mutant))


def maybe_packed(random: Random, mutant: Mutant) -> Mutant:
    """The mutant as it is, or, one time in five, in gzip: the verdict stays."""
    if not mutant.packable or random.random() < 0.8:
        return mutant
    packed = gzip.compress(mutant.data, mtime=0)
    if len(mutant.data) > 50 * len(packed):
        return mutant
    return mutant._replace(filename=mutant.filename + ".gz", data=packed)
