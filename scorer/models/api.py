"""A model behind any OpenAI-compatible server: vLLM, SGLang, llama.cpp or a hosted one.

The SDK carries the calls and nothing else: its own retries are off, because every call is counted, paid for and paced
here (:mod:`scorer.models.retrying`). The key goes into one header and into no message.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from threading import Event
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import httpx2
import openai

from board.errors import JudgeError
from scorer.models.base import Reply, Request, Unanswered
from scorer.models.budget import Budget
from scorer.models.completion import completion_body, read_completion, said_in
from scorer.models.patience import Failure, Patience, refusal, retry_after_s
from scorer.models.retrying import Retrying

LONGEST_BODY = 1 << 20  # bytes; a reply of verdicts has some hundred
NO_KEY = "none"  # what a server without keys is sent; an empty header would be refused before it leaves


class ApiModel:
    """A :class:`scorer.models.base.ChatModel` over HTTP; a context manager, or call ``close()``.

    Args:
        name: The model as the server knows it.
        base_url: Where the server is, ``http…/v1``.
        api_key: The key; empty for a server that asks for none.
        schema: Whether the server is asked to write by a JSON schema of exactly the keys.
        concurrency: The most calls at a time; below ``patience.errors_in_a_row``, or one hiccup breaks the run.
        patience: Timeouts, tries, pauses and the deadline.
        budget: What may be spent, over all that this model is asked.
        clock: Seconds that never go back (``time.monotonic``).
        jitter: Numbers 0..1 that spread the pauses (``random.Random(seed).random``).
        sleep: Waits so many seconds; None: a wait that ends early when the run stops.

    Raises:
        JudgeError: the address, the key or the concurrency cannot be used.
    """

    revision = ""  # a server keeps its weights to itself

    def __init__(
        self,
        name: str,
        *,
        base_url: str,
        api_key: str,
        schema: bool,
        concurrency: int,
        patience: Patience,
        budget: Budget,
        clock: Callable[[], float],
        jitter: Callable[[], float],
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        _check(base_url, api_key, concurrency)
        self.name, self.base_url, self.schema, self.concurrency = name, base_url, schema, concurrency
        self._key, self._clock = api_key, clock
        self._shown = base_url.partition("?")[0]  # a query may hold what nobody else should read
        self._retrying = Retrying(
            self._call, self._words, patience=patience, budget=budget, clock=clock, jitter=jitter, sleep=sleep
        )
        # Redirects are not followed: they would carry prompts and the key to a place nobody named.
        carrier = openai.DefaultHttpxClient(follow_redirects=False, event_hooks={"response": [self._bound]})
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key or NO_KEY, max_retries=0, http_client=carrier)

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, Reply | Unanswered]]:
        """Each reply with its place, as soon as it is there; every request gets one, or the reason why not.

        No more than ``concurrency`` requests are ahead of whoever takes the replies: sent, or answered and not taken
        yet, the one in hand included. So that many calls are paid for in vain at most where a run is killed. Where it
        is left early (an error, Ctrl-C) no further call begins; those under way are waited for, and their replies, as
        many at most, are lost.

        Raises:
            JudgeError: after the last of them, where the server refused for good (key, credit, model, address).
        """
        self._retrying.begin()
        stopped = Event()
        pool = ThreadPoolExecutor(self.concurrency, thread_name_prefix="judge")
        ahead: dict[Future[Reply | Unanswered], int] = {}
        waiting = iter(enumerate(requests))
        try:
            while True:
                for place, request in islice(waiting, self.concurrency - len(ahead)):
                    ahead[pool.submit(self._retrying.ask, request, stopped)] = place
                if not ahead:
                    break
                wait(ahead, return_when=FIRST_COMPLETED)
                done = next(future for future in ahead if future.done())  # the oldest of them
                yield ahead.pop(done), done.result()
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)
        if self._retrying.circuit.refused:
            raise JudgeError(self._retrying.circuit.broken)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _call(self, request: Request, timeout_s: float) -> Reply | Failure:
        body = completion_body(self.name, request, self.schema)
        try:
            raw = self._client.post("/chat/completions", cast_to=bytes, body=body, options={"timeout": timeout_s})
        except openai.APITimeoutError as error:
            return Failure(f"no reply in {timeout_s:,.3g} s", billed=not _never_connected(error))
        except openai.APIConnectionError as error:
            why = said_in(str(error.__cause__), self._key)
            return Failure(f"the connection broke: {why}", billed=not _never_connected(error))
        except openai.APIStatusError as error:
            # Being out of credit is for good, though OpenAI tells it like being asked too often.
            status = 402 if error.code == "insufficient_quota" else error.status_code
            return Failure(said_in(error.body, self._key), status, retry_after_s(error.response.headers))
        return read_completion(raw, self._key)

    def _words(self, failure: Failure) -> str:
        return failure.text if failure.passing else refusal(failure, self._shown, self.schema)

    def _bound(self, response: httpx2.Response) -> None:
        """Limit what is read of a response: the SDK limits single reads only, so one byte a minute would go on."""
        seconds = response.request.extensions["timeout"]["read"]
        if isinstance(response.stream, httpx2.SyncByteStream):
            response.stream = _Bounded(response.stream, self._clock, self._clock() + seconds)


class _Bounded(httpx2.SyncByteStream):
    """A body that ends with an error after so much time or so many bytes."""

    def __init__(self, stream: httpx2.SyncByteStream, clock: Callable[[], float], until: float) -> None:
        self._stream, self._clock, self._until = stream, clock, until

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._stream:
            size += len(part)
            if self._clock() > self._until:
                raise httpx2.ReadTimeout("the body did not end in time")
            if size > LONGEST_BODY:
                raise httpx2.ReadError(f"the body has more than {LONGEST_BODY:,} bytes")
            yield part

    def close(self) -> None:
        self._stream.close()


def _never_connected(error: openai.APIConnectionError) -> bool:
    return isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)


def _check(base_url: str, api_key: str, concurrency: int) -> None:
    """Refuse what could not work, or would show a secret, before anything is sent."""
    if "@" in base_url:
        raise JudgeError("the base URL holds a user name or password: give the secret as the API key instead")
    try:
        parts = urlsplit(base_url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        sound = False
    if not sound:
        raise JudgeError(f"found the base URL {base_url!r}, expected one such as http://localhost:8000/v1")
    if not (api_key.isascii() and all(letter.isprintable() and letter != " " for letter in api_key)):
        raise JudgeError("the API key holds a space, line break or other letter that no key has: copy it again")
    if concurrency < 1:
        raise JudgeError(f"found a concurrency of {concurrency}, expected 1 or more calls at a time")
