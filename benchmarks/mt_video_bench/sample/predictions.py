"""The prediction files of the sample, with their recorded verdicts. Nobody is invented: no model answered."""

from collections.abc import Sequence

from benchmarks.answerers import blank
from benchmarks.mt_video_bench import baselines
from benchmarks.mt_video_bench.official_layout import FILLER
from benchmarks.mt_video_bench.sample.judge import judged_turns, raw_replies, verdict_rows
from benchmarks.mt_video_bench.sample.talk import Talk
from benchmarks.sample_files import Answerer, Row
from board.types import Question

Answers = dict[str, str | None]
NOTHING = (FILLER, "[ERROR] CUDA out of memory.", "   ")


def answerers(questions: Sequence[Question], talks: Sequence[Talk]) -> list[Answerer]:
    """The six prediction files; ``careful`` comes with three raw judge replies an answer, the others with verdicts."""
    turns = judged_turns(talks)
    golden: Answers = {id: turn.assistant for id, turn in turns.items()}
    careful = _rows(questions, {id: turn.careful or turn.assistant for id, turn in turns.items()})
    terse = _rows(questions, {id: turn.terse for id, turn in turns.items()})
    refusals = baselines.always_refuses(questions)
    silent: Answers = {
        question.id: (*NOTHING, golden[question.id])[place % 4] for place, question in enumerate(questions)
    }
    repeated = baselines.repeats_the_last_answer(questions)
    broken = _rows(questions, silent)
    return [
        Answerer(
            "careful",
            "Careful (drawn from the golden answers)",
            careful,
            "The golden answers with six of them spoilt. Its verdicts are raw replies, three an answer, not all alike.",
            verdicts=list(raw_replies(careful, talks)),
        ),
        Answerer(
            "terse",
            "Terse (written by hand)",
            terse,
            "A few words each: what is said is mostly right, and half of what was asked is not said.",
            verdicts=list(verdict_rows(terse, turns)),
        ),
        Answerer(
            "always_refuses",
            "Always refuses (floor)",
            refusals,
            "The same polite refusal everywhere: right where a question must be refused.",
            verdicts=list(verdict_rows(refusals, turns)),
        ),
        Answerer(
            "repeats_the_last_answer",
            "Repeats the last answer (floor)",
            repeated,
            "The golden answer of the round before: what the history gives away to someone who sees nothing.",
            verdicts=list(verdict_rows(repeated, turns)),
        ),
        Answerer(
            "filler_and_errors",
            "Filler and errors (drawn from the golden answers)",
            broken,
            "The filler text of the released scripts, error messages, blanks; every fourth answer is the golden one.",
            verdicts=list(verdict_rows(broken, turns)),
        ),
        Answerer("blank", "Blank (floor)", blank(questions), "Null everywhere: complete, and worth nothing."),
    ]


def _rows(questions: Sequence[Question], answers: Answers) -> list[Row]:
    return [{"id": question.id, "prediction": answers[question.id]} for question in questions]
