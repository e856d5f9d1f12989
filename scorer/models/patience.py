"""How long and how often a model behind a server is asked again, when to stop asking, and what a refusal means.

Standard library only: what a failed call looks like is told by :class:`Failure`, whoever made it.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from threading import Lock
from typing import NamedTuple

# Answers that say "not now"; 5xx as well. Every other status of an error is for good.
PASSING = (408, 409, 425, 429)
# Refusals that may concern one request only, such as a text too long for the model.
OF_A_REQUEST = (400, 413, 422)
MEANING = {
    400: "the server does not understand the request",
    401: "the server does not accept the API key: set OPENAI_API_KEY to that of this server",
    402: "the account has no credit: top it up, or take another judge",
    403: "this key may not use this model: ask for access, or take another model or key",
    404: "nothing is there: check the model's name, and the base URL (it usually ends in /v1)",
    413: "the request is too long for the server",
    422: "the server finds a setting of the request unsound",
}
MOVED = "the server points elsewhere, and a key is not carried there: give the address it points to as the base URL"
UNKNOWN = "the server refuses the call: check the base URL and the model's name"
NO_SCHEMA = ". If it cannot write by a JSON schema (response_format), try --no-schema"


class Patience(NamedTuple):
    """Seconds and counts of waiting.

    ``timeout_s`` is for one call, ``deadline_s`` for all calls of a model from the first (infinity is allowed). A
    request is sent ``attempts`` times at most; before the second time ``first_pause_s`` pass, then twice as long each
    time, never more than ``longest_pause_s``. Where a server asks for a pause (Retry-After), that one is kept, however
    long, or the request stays unanswered. After ``errors_in_a_row`` with no success between them nothing is asked any
    more.
    """

    timeout_s: float = 60.0
    deadline_s: float = 6 * 3600.0
    attempts: int = 10
    first_pause_s: float = 0.5
    longest_pause_s: float = 30.0
    errors_in_a_row: int = 20


class Failure(NamedTuple):
    """A call without a reply: why; the HTTP status, if one came; what Retry-After asks for; whether it may be billed.

    ``why`` is what the server said, where there is a status of an error.
    """

    why: str
    status: int | None = None
    retry_after_s: float | None = None
    billed: bool = False

    @property
    def passing(self) -> bool:
        """Whether the same call may work later.

        Example:
            >>> [Failure("", status).passing for status in (None, 200, 429, 500, 401, 404)]
            [True, True, True, True, False, False]
        """
        return self.status is None or self.status < 300 or self.status in PASSING or self.status >= 500

    @property
    def text(self) -> str:
        """The failure in words.

        Example:
            >>> Failure("too many requests", 429).text, Failure("no reply in 60 s").text
            ('429: too many requests', 'no reply in 60 s')
        """
        return self.why if self.status is None else f"{self.status}: {self.why or 'nothing more was said'}"


def pause_s(tries: int, failure: Failure, patience: Patience, jitter: Callable[[], float]) -> float:
    """How many seconds to wait after so many tries, at least what the server asks for.

    ``jitter`` gives numbers 0..1, so that callers spread out.

    Example:
        >>> [pause_s(tries, Failure("busy"), Patience(), lambda: 1.0) for tries in (1, 2, 3, 9)]
        [0.5, 1.0, 2.0, 30.0]
        >>> pause_s(1, Failure("busy", 429, retry_after_s=3600.0), Patience(), lambda: 0.5)
        3600.25
    """
    if failure.retry_after_s is not None:
        return failure.retry_after_s + patience.first_pause_s * jitter()
    return min(patience.longest_pause_s, patience.first_pause_s * 2.0 ** min(tries - 1, 60)) * (1 + jitter()) / 2


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that a response asks to wait, None where it asks nothing sensible.

    A date is reckoned from the server's own Date, so that a wrong clock on either side does no harm.

    Example:
        >>> retry_after_s({"Retry-After": "20"}), retry_after_s({"Retry-After": "soon"})
        (20.0, None)
        >>> date, later = "Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:28:30 GMT"
        >>> retry_after_s({"Date": date, "Retry-After": later})
        30.0
    """
    named = {name.lower(): value for name, value in headers.items()}
    asked = named.get("retry-after", "")
    try:
        seconds = float(asked)
    except ValueError:
        now, then = _moment(named.get("date", "")), _moment(asked)
        return max(0.0, (then - now).total_seconds()) if now and then else None
    return seconds if isfinite(seconds) and seconds >= 0 else None


def refusal(failure: Failure, server: str, schema: bool) -> str:
    """What a refusal for good means and what to do; ``schema`` says whether a JSON schema was sent.

    Example:
        >>> refusal(Failure("", 402), "http://judge/v1", schema=True)
        'http://judge/v1 answered 402: the account has no credit: top it up, or take another judge'
    """
    status = failure.status or 0
    advice = MOVED if 300 <= status < 400 else MEANING.get(status, UNKNOWN)
    if schema and status in (400, 422):
        advice += NO_SCHEMA
    said = f". It said: {failure.why}" if failure.why else ""
    return f"{server} answered {status}: {advice}{said}"


class Circuit:
    """Breaks after too many errors in a row, or at a refusal that holds for every call; threads may share it.

    ``broken`` says why no call is made any more (empty: calls are made), ``refused`` whether it was a refusal.
    """

    def __init__(self, errors_in_a_row: int) -> None:
        self.broken = ""
        self.refused = False
        self._most = errors_in_a_row
        self._in_a_row = self._successes = 0
        self._lock = Lock()

    def worked(self) -> None:
        """A call brought a reply."""
        with self._lock:
            self._successes += 1
            self._in_a_row = 0

    def failed(self, failure: Failure, why: str) -> None:
        """A call brought none; ``why`` is the reason in words.

        A refusal ends everything. One that may concern its request alone does so only while nothing has worked yet,
        and does not count afterwards: the server is in reach, and a row of long texts is no hiccup.

        Example:
            >>> circuit = Circuit(errors_in_a_row=2)
            >>> circuit.failed(Failure("busy", 503), "busy"); circuit.failed(Failure("", None), "no answer in 60 s")
            >>> circuit.broken
            'the judge is out of reach: 2 errors in a row, the last: no answer in 60 s'
        """
        with self._lock:
            if self.broken or (failure.status in OF_A_REQUEST and self._successes):
                return
            self._in_a_row += 1
            if not failure.passing:
                self.broken, self.refused = why, True
            elif self._in_a_row >= self._most:
                self.broken = f"the judge is out of reach: {self._in_a_row} errors in a row, the last: {why}"


def _moment(text: str) -> datetime | None:
    """The moment that an HTTP date names; without a zone it is in GMT, as all of them are."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
