"""Which rows of a board may be held against floors: those of the same judge, prompt and questions."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from board.receipts import questions_sha256
from board.results import Result
from scorer.answers import JudgedData
from scorer.judge.audit.floors import BoardRow, JudgeAndPrompt
from scorer.verdicts import NOT_NAMED


class Rows(NamedTuple):
    """Rows that compare, their names by id, and how many results of the benchmark do not."""

    rows: tuple[BoardRow, ...]
    names: Mapping[str, str]
    n_others: int


NO_ROWS = Rows((), {}, 0)


def rows_judged_alike(results: Sequence[Result], data: JudgedData, asked: Collection[JudgeAndPrompt]) -> Rows:
    """The complete results on the questions of ``data`` that were judged by ``asked`` (judge, prompt) alone."""
    results = [one for one in results if one.benchmark == data.benchmark.name]
    alike = [one for one in results if _is_alike(one, data, asked)]
    rows = tuple(
        BoardRow(one.submission_id, one.headline.estimate, one.headline.ci_low)
        for one in alike
        if one.headline.estimate is not None
    )
    names = {one.submission_id: str(one.submission.get("display_name") or one.submission_id[:16]) for one in alike}
    return Rows(rows, names, len(results) - len(rows))


def _is_alike(result: Result, data: JudgedData, asked: Collection[JudgeAndPrompt]) -> bool:
    told = result.provenance
    judges = ", ".join(sorted({judge or NOT_NAMED for judge, _ in asked}))
    prompts = ", ".join(sorted({prompt for _, prompt in asked if prompt})) or None
    return (
        result.status == "complete"
        and (result.data_version, told.questions_sha256) == (data.version, questions_sha256(data.all_questions))
        and (told.judge, told.judge_prompt_sha256) == (judges, prompts)
        and result.headline.metric == data.benchmark.headline
    )
