"""The audit's reports for the terminal, in percent with two decimals."""

from collections.abc import Mapping, Sequence

from board.words import counted, percent, places
from scorer.judge.audit.agreement import Agreement, AgreementReport
from scorer.judge.audit.canaries import CanaryReport, Caught
from scorer.judge.audit.drift import Drift
from scorer.judge.audit.flags import LEAST_ALIKE, SHARE_ALIKE, FlagsReport
from scorer.judge.audit.flips import Fewest, FlipsReport
from scorer.judge.audit.floors import BoardRow, FloorScore, FloorsReport
from scorer.judge.audit.ranks import RanksReport, UnderBoth

Names = Mapping[str, str]
MOST = 10  # lines of one kind that are written out


def agreement_text(report: AgreementReport) -> str:
    """Agreement, kappa and the table of yes and no, overall and per ability."""
    head = f"  {'':24}{'n':>8}{'agree %':>9}{'95 % interval':>18}{'kappa':>8}{'y/y':>8}{'y/n':>7}{'n/y':>7}{'n/n':>7}"
    lines = [f"{report.first} against {report.second}, verdict by verdict", "", head]
    lines += [_agreement_line(row) for row in (*report.abilities, report.overall)]
    overall = report.overall
    lines += ["", f"  y/n: {report.first} says yes, {report.second} no"]
    apart = [
        f"{counted(n, 'checklist question')} {why}"
        for n, why in (
            (overall.tied, "with as many yes as no on one side"),
            (overall.only_first, f"only {report.first} judged"),
            (overall.only_second, f"only {report.second} judged"),
        )
        if n
    ]
    if apart:
        lines.append(f"  not compared: {', '.join(apart)}")
    if overall.kappa is None and overall.n:
        lines.append("  no kappa: both sides only ever say one and the same word")
    return "\n".join(lines)


def ranks_text(report: RanksReport, names: Names | None = None) -> str:
    """The board under two judges side by side, how far they order it alike, and which rows swap."""
    named, n = names or {}, len(report.rows)
    width = max([10, *(len(_name(row.id, named)) for row in report.rows)])
    lines = [f"the board under {report.first} (first) and under {report.second} (second)", ""]
    lines.append(f"  {'':{width}}{'first %':>9}{'rank':>8}{'second %':>10}{'rank':>8}{'move':>6}")
    lines += [_ranks_line(row, width, named) for row in report.rows]
    lines += [
        "",
        f"  Kendall's tau-b {_number(report.tau)}; the largest move is {counted(report.largest_move, 'place')}",
    ]
    told = sum(swap.told_apart_first or swap.told_apart_second for swap in report.swaps)
    pairs = counted(n * (n - 1) // 2, "pair")
    lines.append(f"  {len(report.swaps):,} of {pairs} swap, {told:,} of them told apart by paired tests under a judge")
    shown = [f"{_name(swap.ahead_first, named)} / {_name(swap.ahead_second, named)}" for swap in report.swaps]
    lines += _some(shown, "swap")
    if report.why_plain:
        lines.append(f"  {report.why_plain}")
    return "\n".join([*lines, *_left_out(report.left_out, "without all verdicts of both judges", named)])


def flips_text(report: FlipsReport, names: Names | None = None) -> str:
    """How many verdicts hold each pair of neighbours apart."""
    named = names or {}
    pairs = [(f"{_clipped(pair.ahead, named)} / {_clipped(pair.behind, named)}", pair) for pair in report.neighbours]
    width = max([10, *(len(name) for name, _ in pairs)])
    lines = ["verdicts that must flip to change the order: to a tie, then past it", ""]
    lines.append(f"  {'':{width}}{'gap %':>8}{'of the lower':>14}{'of the upper':>14}{'of either':>12}{'of all':>9}")
    for name, pair in pairs:
        cells = f"{_flips(pair.of_behind):>14}{_flips(pair.of_ahead):>14}{_flips(pair.of_either):>12}"
        lines.append(f"  {name:{width}}{percent(pair.gap):>8}{cells}{pair.n_verdicts:>9,}")
    if any(None in fewest for _, pair in pairs for fewest in (pair.of_behind, pair.of_ahead, pair.of_either)):
        lines.append("  —: not even all of these verdicts are enough")
    if (weakest := report.weakest) is not None:
        flips = counted(weakest.of_either.to_pass or 0, "verdict")
        rows = f"{_name(weakest.ahead, named)} and {_name(weakest.behind, named)}"
        lines += ["", f"  the order hangs on {flips} of {weakest.n_verdicts:,}: so few would swap {rows}"]
    return "\n".join([*lines, *_left_out(report.left_out, "without all verdicts", named)])


def drift_text(report: Drift) -> str:
    """Whether the judge still says what it said."""
    flips = f"{report.flips:,} of {counted(report.n, 'verdict')} flipped ({percent(report.share)} %)"
    lines = [
        f"{'ALARM: the judge has drifted' if report.alarm else 'no drift' if report.conclusive else 'cannot tell'}",
        f"  {flips}: {report.yes_to_no:,} from yes to no, {report.no_to_yes:,} from no to yes",
    ]
    if report.limit is None:
        lines.append("  too few verdicts to exclude a drift of 3 %: take the anchors from 200 answers")
    else:
        limit = counted(report.limit, "flip")
        lines.append(f"  the alarm begins at {limit}: a judge that flips 3 % stays below that in at most 1 of 100 runs")
    if report.noise:
        often = percent(report.false_alarm)
        lines.append(f"  flipping {percent(report.noise)} % by itself, this judge raises it unchanged in {often} %")
    if report.before != report.now:
        lines.append(f"  not the same judge: before {', '.join(report.before)}; now {', '.join(report.now)}")
    parts = ((report.lost, "are lost"), (report.new, "are new"), (report.tied, "are tied"))
    apart = [f"{n:,} {how}" for n, how in parts if n]
    return "\n".join([*lines, f"  not compared: {', '.join(apart)}"] if apart else lines)


def floors_text(report: FloorsReport, names: Names | None = None) -> str:
    """What answers that saw nothing score under a judge, and which rows are not clearly above them."""
    lines = [f"floors under {_judges(report.judges)}: one answer to every question", ""]
    width = max([10, *(len(floor.name) for floor in report.floors)])
    lines.append(f"  {'':{width}}{'score %':>9}{'95 % interval':>18}")
    lines += [_floor_line(floor, width) for floor in report.floors]
    best, n = report.best, len(report.not_above)
    if best is None:
        return "\n".join([*lines, "", "  no floor has all its verdicts: judge again before a row is held against them"])
    if report.n_rows:
        rows = counted(report.n_rows, "row")
        lines += ["", f"  {n:,} of {rows} not clearly above the best floor ({best.name}, {percent(best.value)} %)"]
    shown = [f"{_name(row.id, names or {})} {percent(row.value)} % ({_from(row)})" for row in report.not_above]
    return "\n".join([*lines, *_some(shown, "row")])


def canaries_text(report: CanaryReport) -> str:
    """What canary questions found."""
    asked = report.n_flagged + report.n_others
    lines = [
        f"canary questions to {_judges(report.judges)}, in calls of their own",
        f"  asked about {asked:,} of {counted(report.n, 'answer')}: {report.n_flagged:,} flagged, "
        f"{report.n_others:,} by chance",
        f"  wrong about {counted(len(report.caught), 'answer')}, {report.wrong_among_others:,} of them by chance",
    ]
    lines += _some([_caught(answer) for answer in report.caught], "answer")
    if report.unread:
        lines.append(f"  verdicts are missing about {counted(len(report.unread), 'answer')}: {_few(report.unread)}")
    if report.wrong_among_others * 10 > report.n_others:
        lines.append(
            "  wrong about more than a tenth of those drawn by chance: either this judge cannot read canaries, or"
        )
        lines.append("  all of these answers move it; ask it about the answers of other submissions to tell which")
    return "\n".join(lines)


def flags_text(report: FlagsReport, names: Names | None = None) -> str:
    """Planted verdicts, one text for many questions, and copied answers, for a person to look at."""
    named = names or {}
    lines = [f"flags in {counted(report.n, 'answer')} (none of them changes a score)"]
    lines.append(f"  verdict patterns: {counted(len(report.planted), 'answer')}{_listed(report.planted)}")
    limit = f"one text for at least {LEAST_ALIKE} answers and {100 * SHARE_ALIKE:.0f} %"
    lines.append(f"  {limit}: {counted(len(report.repeated), 'text')}")
    lines += [
        f"    {group.n:,} answers ({percent(group.share)} %): {_short(group.text)}" for group in report.repeated[:MOST]
    ]
    lines.append(f"  at least half the answers as in another submission: {len(report.copied):,}")
    lines += [
        f"    {_name(pair.second, named)}: {pair.equal:,} equal and {pair.nearly - pair.equal:,} nearly, of {pair.n:,}"
        for pair in report.copied
    ]
    return "\n".join(lines)


def _agreement_line(row: Agreement) -> str:
    interval = "" if row.ci_low is None else f"{percent(row.ci_low)} to {percent(row.ci_high)}"
    table = "".join(f"{n:>{width},}" for n, width in zip(row.confusion, (8, 7, 7, 7), strict=True))
    return f"  {row.ability:24}{row.n:>8,}{percent(row.agreement):>9}{interval:>18}{_number(row.kappa):>8}{table}"


def _ranks_line(row: UnderBoth, width: int, names: Names) -> str:
    first, second = row.first, row.second
    one = f"{percent(first.value):>9}{places(first.low, first.high):>8}"
    other = f"{percent(second.value):>10}{places(second.low, second.high):>8}"
    return f"  {_name(row.id, names):{width}}{one}{other}{f'{row.move:+}' if row.move else '0':>6}"


def _floor_line(floor: FloorScore, width: int) -> str:
    interval = "" if floor.ci_low is None else f"{percent(floor.ci_low)} to {percent(floor.ci_high)}"
    unscored = f"  {counted(floor.n_unscored, 'answer')} without all verdicts" if floor.n_unscored else ""
    return f"  {floor.name:{width}}{percent(floor.value):>9}{interval:>18}{unscored}".rstrip()


def _from(row: BoardRow) -> str:
    return "no interval" if row.ci_low is None else f"interval from {percent(row.ci_low)}"


def _judges(names: Sequence[str]) -> str:
    return ", ".join(names) or "no judge"


def _caught(answer: Caught) -> str:
    first = answer.wrong[0]
    said = "no" if first.truth == "yes" else "yes"
    return f"{answer.id} ({answer.chosen}): {_short(first.question)} The judge says {said}, which is wrong"


def _flips(fewest: Fewest) -> str:
    tie, past = ("—" if n is None else f"{n:,}" for n in fewest)
    return f"{tie} / {past}"


def _number(value: float | None) -> str:
    return "—" if value is None else f"{value:.3f}"


def _name(id: str, names: Names) -> str:
    return names.get(id, id[:16])


def _clipped(id: str, names: Names, most: int = 28) -> str:
    name = _name(id, names)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _short(text: str, most: int = 60) -> str:
    plain = repr(text)[1:-1]  # hidden characters and line breaks as escapes
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def _some(lines: Sequence[str], word: str) -> list[str]:
    shown = [f"    {line}" for line in lines[:MOST]]
    return [*shown, f"    and {counted(len(lines) - MOST, word)} more"] if len(lines) > MOST else shown


def _few(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - MOST:,} more" if len(ids) > MOST else ""
    return f"{', '.join(ids[:MOST])}{more}"


def _listed(ids: Sequence[str]) -> str:
    return f": {_few(ids)}" if ids else ""


def _left_out(ids: Sequence[str], why: str, names: Names) -> list[str]:
    return [f"  left out, {why}: {', '.join(_name(id, names) for id in ids)}"] if ids else []
