"""Opinions as the rows of a verdict file, so that a judge's run is read exactly as its file is, now or years later."""

from collections.abc import Iterator, Sequence
from typing import Any

from board.receipts import sha256_of_text
from scorer.judge.prompts import writes_whole_replies
from scorer.judge.run import Judged
from scorer.judge.types import Identity, Opinion, plain_name
from scorer.judged import JudgedAnswers


def rows_of(judged: Judged, answers: JudgedAnswers) -> Iterator[dict[str, Any]]:
    """The rows of a verdict file: raw replies where the judge wrote one text a repeat, else one row a verdict."""
    for place, question in enumerate(answers.questions):
        found = [judged.opinions.get((question.id, repeat)) for repeat in range(1, judged.repeats + 1)]
        said = [opinion for opinion in found if opinion is not None]
        common = {
            "repeats": judged.repeats,
            "prompt_sha256": judged.identity.prompt_sha256,
            "answer_sha256": sha256_of_text(answers.texts[place]),
        }
        if said and writes_whole_replies(judged.identity):
            replies = [opinion.replies[0] for opinion in said]
            names = [label_of(judged.identity, opinion.model) for opinion in said]
            judge: object = names if len(set(names)) > 1 else names[0]
            yield {"id": question.id, "replies": replies, "judge": judge, **common}
        else:
            yield from ({**row, **common} for row in _verdict_rows(judged.identity, said))


def label_of(identity: Identity, model: str) -> str:
    """The judge as results name it, with the name a server gave its model where that is another one.

    A server that changes its model in the middle of a run has thus two judges, and the run is mixed.
    """
    return identity.label if model in ("", identity.name) else f"{identity.label} as {plain_name(model)}"


def _verdict_rows(identity: Identity, said: Sequence[Opinion]) -> Iterator[dict[str, Any]]:
    for opinion in said:
        verdicts = opinion.verdicts or ()
        models = opinion.part_models or (opinion.model,) * len(verdicts)
        for index, (verdict, model) in enumerate(zip(verdicts, models, strict=False), 1):
            yield {
                "id": opinion.id,
                "checklist_index": index,
                "verdict": verdict,
                "repeat": opinion.repeat,
                "judge": label_of(identity, model),
            }
