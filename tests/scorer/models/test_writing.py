"""Written replies: batches write what one by one writes, and a seed decides what is sampled."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from board.errors import JudgeError
from scorer.models.base import Reply, Request, Unanswered
from scorer.models.local_text import TOO_LARGE, LocalText
from scorer.models.messages import Messages
from scorer.models.writing import Prompted, Writer, end_ids
from tests.scorer.models.tiny import FULL, LENGTHENED, LIMIT, WINDOWED, WORDS, loaded, memory_for

ROOM = 4000


def requests(count: int = 24, most_words: int = 60, **settings: Any) -> list[Request]:
    draw = Random(5)
    texts = [" ".join(draw.choices(WORDS.split(), k=draw.randint(1, most_words))) for _ in range(count)]
    return [Request(text, max_tokens=draw.randint(4, 16), **settings) for text in texts]


def replies(judge: LocalText, asked: Sequence[Request]) -> dict[int, Reply | Unanswered]:
    return dict(judge.replies(asked))


@pytest.mark.parametrize("family", [*FULL, *WINDOWED])
def test_a_batch_writes_what_is_written_one_by_one(family: str, words: Any) -> None:
    model = loaded(family, words)
    one_by_one = replies(LocalText(model, columns=0), requests())
    assert replies(LocalText(model, columns=ROOM), requests()) == one_by_one
    assert len({reply.text for reply in one_by_one.values() if isinstance(reply, Reply)}) > 12


@pytest.mark.parametrize("family", LENGTHENED)
def test_a_rope_that_depends_on_length_writes_one_by_one_what_a_batch_would_get_wrong(family: str, words: Any) -> None:
    model, asked = loaded(family, words), requests(most_words=2 * LIMIT)
    one_by_one = replies(LocalText(model, columns=0), asked)
    assert replies(LocalText(model, columns=ROOM), asked) == one_by_one
    tokens_in = [reply.tokens_in or 0 for reply in one_by_one.values() if isinstance(reply, Reply)]
    assert min(tokens_in) < LIMIT - 16 and max(tokens_in) > LIMIT
    # The control arm: a writer that puts them into batches all the same.
    prompts = Messages(words).encode([request.text for request in asked])
    prompted = [Prompted(place, *both) for place, both in enumerate(zip(asked, prompts, strict=True))]
    careless = Writer(model.model, end_ids(model.model, words), band=0.0).write(prompted, ROOM)
    texts = {one.place: words.decode(one.ids, skip_special_tokens=True) for one in careless}
    assert texts != {place: reply.text for place, reply in one_by_one.items() if isinstance(reply, Reply)}


def test_a_request_too_large_for_the_machine_is_unanswered_and_the_others_are_not(words: Any) -> None:
    asked = [*requests(8), *requests(8, temperature=1.0, seed=1)]
    found = replies(LocalText(memory_for(60, "llama", words), columns=ROOM), asked)
    right = replies(LocalText(loaded("llama", words), columns=ROOM), asked)
    fitting = {place: reply for place, reply in found.items() if isinstance(reply, Reply)}
    assert set(found.values()) - set(fitting.values()) == {TOO_LARGE}
    assert 3 < len(fitting) < len(found) == len(asked)
    assert fitting == {place: right[place] for place in fitting}


def test_a_reply_whose_tokens_were_a_close_call_is_written_again_alone(words: Any) -> None:
    model = loaded("llama", words)
    prompts = [Prompted(place, request, [0, 5 + place]) for place, request in enumerate(requests(8))]

    def forwarded(band: float) -> int:
        writer = Writer(model.model, end_ids(model.model, words), band)
        list(writer.write(prompts, ROOM))
        return writer.tokens

    once, twice = forwarded(0.0), forwarded(1e9)
    assert twice == 2 * once
    assert once < forwarded(0.02) < twice


def test_a_reply_counts_its_tokens_and_never_has_more_than_it_may(words: Any) -> None:
    judge = LocalText(loaded("llama", words), columns=ROOM)
    asked = requests()
    found = [(asked[place], reply) for place, reply in judge.replies(asked)]
    told = [
        (request.max_tokens, reply.tokens_in, reply.tokens_out) for request, reply in found if isinstance(reply, Reply)
    ]
    assert len(told) == len(asked)
    assert all(out is not None and 1 <= out <= most for most, _, out in told)
    assert judge.forwarded >= sum((tokens_in or 0) + (out or 0) for _, tokens_in, out in told)


def test_a_reply_says_which_model_wrote_it(words: Any) -> None:
    ((_, reply),) = LocalText(loaded("llama", words)).replies([Request("the cup", max_tokens=4)])
    assert isinstance(reply, Reply)
    assert reply.model == "smoke/llama"


def test_a_seed_decides_what_is_sampled_whatever_else_is_asked(words: Any) -> None:
    judge = LocalText(loaded("llama", words), columns=ROOM)
    first, second = (Request("the cup", temperature=1.0, max_tokens=12, seed=seed) for seed in (1, 2))
    found = replies(judge, [first, second, first, *requests(3)])
    assert found[0] == found[2] == replies(judge, [first])[0]
    assert found[0] != found[1]


def test_a_request_longer_than_the_model_can_read_is_unanswered_and_the_others_are_not(words: Any) -> None:
    found = replies(LocalText(loaded("llama", words)), [Request("cup " * 3000), Request("the cup", max_tokens=4)])
    assert isinstance(found[0], Unanswered)
    assert "expected at most 2,048" in found[0].why
    assert isinstance(found[1], Reply)


def test_a_model_without_an_end_token_is_refused(words: Any) -> None:
    class NoEnd:
        eos_token_id = None

    class Model:
        generation_config = NoEnd

    with pytest.raises(JudgeError, match="found no token that ends a reply"):
        end_ids(Model, NoEnd)
    assert end_ids(Model, words) == [words.eos_token_id]
