"""An OpenAI-compatible server on this machine that fails on purpose, the same way every time.

    with ChaosServer(answer, plan=at_random(0.3, seed=1)) as server, model_behind(server) as model:
        outcomes = dict(model.replies(requests))
    server.calls, server.faults["429"], server.most_at_once

``answer`` turns the text of a request into the text of the reply. ``plan`` says which call goes wrong and how: a name
of FAULTS, any HTTP status such as "401", "drip" (a body that never ends), or bytes to be sent as they are. With
``at_random`` the fate of a call depends on its text and on how often that text came before, so threads that race each
other change nothing, and as many calls are needed each time.
"""

import json
import random
import socket
import struct
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple, Self

from scorer.models.api import ApiModel
from scorer.models.budget import Budget
from scorer.models.patience import Patience

# What the client sees as a failed call, and what only a reader of the reply can notice.
TRANSPORT_FAULTS = ("429", "500", "502", "503", "hang", "reset", "cut_body", "error_body", "no_choices")
CONTENT_FAULTS = ("cut_json", "wrong_keys", "list")
FAULTS = TRANSPORT_FAULTS + CONTENT_FAULTS
KEPT_CALLS = 1000


class Call(NamedTuple):
    """A request as it came in: its number from 1, its text, how often that text came before, body and headers.

    Names of headers are in small letters.
    """

    number: int
    text: str
    before: int
    body: Mapping[str, Any]
    headers: Mapping[str, str]


Plan = Callable[[Call], str | bytes | None]
Usage = Callable[[Call, str], object]


def never(call: Call) -> None:
    """No fault at all."""


def at_random(rate: float, *, seed: int, faults: Sequence[str] = FAULTS) -> Plan:
    """Each call fails with this probability, with any of the faults; the same text fails the same way each time."""

    def plan(call: Call) -> str | bytes | None:
        chance = random.Random(f"{seed} {call.before} {call.text}")
        return chance.choice(faults) if chance.random() < rate else None

    return plan


def in_order(*faults: str | bytes | None) -> Plan:
    """The first call gets the first of these, and so on; all later ones are answered soundly."""
    return lambda call: faults[call.number - 1] if call.number <= len(faults) else None


def always(fault: str | bytes) -> Plan:
    """Every call fails alike."""
    return lambda call: fault


def honest_usage(call: Call, reply: str) -> object:
    """A token for every four bytes, as an English tokenizer would count."""
    read, written = (len(text.encode("utf-8", "replace")) // 4 + 1 for text in (call.text, reply))
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


class ChaosServer(ThreadingHTTPServer):
    """The server; it listens from its making to the end of the ``with``, or to ``close()``.

    ``named`` gives the name of the model from the number of the call (silent replacement), ``usage`` what the reply
    says it cost (None: nothing), ``retry_after`` the header sent with 429 and 503 (None: none).
    ``calls``, ``faults`` (by name), ``most_at_once`` and ``kept`` (the latest calls) are there to be looked at.
    """

    daemon_threads = False
    block_on_close = True
    request_queue_size = 128

    def __init__(
        self,
        answer: Callable[[str], str],
        *,
        plan: Plan = never,
        named: Callable[[int], str] = lambda number: "chaos-1",
        usage: Usage = honest_usage,
        retry_after: str | None = "0",
    ) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer, self.plan, self.named, self.usage = answer, plan, named, usage
        self.retry_after = retry_after
        self.calls = self.most_at_once = self._at_once = 0
        self.faults: Counter[str] = Counter()
        self.kept: deque[Call] = deque(maxlen=KEPT_CALLS)  # the latest calls, to look at
        self.errors: list[BaseException] = []  # of ``answer``, ``plan`` and the like; raised by ``close()``
        self.closing = threading.Event()
        self._seen: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()

    @property
    def base_url(self) -> str:
        """Where a client finds it."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    def close(self) -> None:
        """Let hanging calls go, cut what is open, and wait for every thread."""
        self.closing.set()
        self.shutdown()
        self._thread.join()
        with self._lock:
            for connection in self._open:
                connection.shutdown(socket.SHUT_RDWR)
        self.server_close()
        if self.errors:
            raise self.errors[0]

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is none; what else goes wrong here is told when the server closes."""
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):
            self.errors.append(error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def begin(self, body: Mapping[str, Any], headers: Mapping[str, str]) -> tuple[Call, str | bytes | None]:
        """Count a call, and decide what goes wrong with it."""
        text = str(body["messages"][-1]["content"])
        with self._lock:
            self.calls += 1
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            call = Call(self.calls, text, self._seen[text], body, headers)
            self._seen[text] += 1
            self.kept.append(call)
        fault = self.plan(call)
        with self._lock:
            self.faults["raw" if isinstance(fault, bytes) else fault or "none"] += 1
        return call, fault

    def end(self) -> None:
        """A call is over, for good or ill."""
        with self._lock:
            self._at_once -= 1

    def opened(self, connection: socket.socket, is_open: bool) -> None:
        """Remember a connection as long as it is open."""
        with self._lock:
            (self._open.add if is_open else self._open.discard)(connection)


class _Handler(BaseHTTPRequestHandler):
    server: ChaosServer
    protocol_version = "HTTP/1.1"  # connections stay open, as with a real server
    disable_nagle_algorithm = True

    def setup(self) -> None:
        super().setup()
        self.server.opened(self.connection, True)

    def finish(self) -> None:
        self.server.opened(self.connection, False)
        super().finish()

    def log_message(self, format: str, *values: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:  # the client was killed in the middle of its request
            self.close_connection = True
            return
        call, fault = self.server.begin(json.loads(body), {name.lower(): value for name, value in self.headers.items()})
        try:
            self._respond(call, fault)
        finally:
            self.server.end()

    def _respond(self, call: Call, fault: str | bytes | None) -> None:
        if isinstance(fault, bytes):
            self.wfile.write(fault)
            self.close_connection = True
        elif fault == "hang":
            self.connection.recv(1)  # until the client, or close(), hangs up
            self.close_connection = True
        elif fault == "reset":
            # Closed with nothing lingering, the connection is reset instead of ended.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        elif fault is not None and fault.isdigit():
            self._send(int(fault), {"error": {"message": f"chaos {fault}", "type": "chaos", "code": fault}})
        elif fault == "drip":
            self._drip()
        elif fault == "error_body":
            self._send(200, {"error": {"message": "chaos inside a 200", "code": 500}})
        else:
            self._send(200, self._completion(call, fault), cut=fault == "cut_body")

    def _drip(self) -> None:
        """White space for ever, as some servers send while a model is slow."""
        self.wfile.write(b"HTTP/1.1 200 Chaos\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n")
        self.close_connection = True
        with suppress(OSError):
            while not self.server.closing.wait(0.01):
                self.wfile.write(b" ")

    def _completion(self, call: Call, fault: str | None) -> Mapping[str, Any]:
        text = spoilt(self.server.answer(call.text), fault)
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "length" if fault == "cut_json" else "stop"}
        usage = self.server.usage(call, text)
        return {
            "id": f"chaos-{call.number}",
            "object": "chat.completion",
            "created": 0,
            "model": self.server.named(call.number),
            "choices": [] if fault == "no_choices" else [choice],
            **({} if usage is None else {"usage": usage}),
        }

    def _send(self, status: int, value: object, cut: bool = False) -> None:
        body = json.dumps(value).encode()
        head = f"HTTP/1.1 {status} Chaos\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        head += f"Date: {self.date_time_string()}\r\n"
        if status in (429, 503) and self.server.retry_after is not None:
            head += f"Retry-After: {self.server.retry_after}\r\n"
        self.wfile.write(head.encode() + b"\r\n" + (body[: len(body) // 2] if cut else body))
        self.close_connection = cut


def spoilt(text: str, fault: str | None) -> str:
    """A sound reply made unsound: cut in the middle, with a wrong key, or as a list."""
    if fault == "cut_json":
        return text[: len(text) // 2]
    if fault not in ("wrong_keys", "list"):
        return text
    said = json.loads(text)
    return json.dumps(list(said.values()) if fault == "list" else {**dict(list(said.items())[1:]), "Z9": "Yes"})


def model_behind(server: ChaosServer, **settings: Any) -> ApiModel:
    """The model behind the server; settings as for :func:`model_at`."""
    return model_at(server.base_url, **settings)


def model_at(
    base_url: str,
    *,
    name: str = "judge",
    api_key: str = "",
    schema: bool = True,
    concurrency: int = 4,
    patience: Patience | None = None,
    budget: Budget | None = None,
    clock: Callable[[], float] = time.monotonic,
    jitter: Callable[[], float] = lambda: 0.0,
    sleep: Callable[[float], object] | None = lambda seconds: None,
) -> ApiModel:
    """The model at an address; it does not sleep between calls (``sleep=None``: it does)."""
    return ApiModel(
        name,
        base_url=base_url,
        api_key=api_key,
        schema=schema,
        concurrency=concurrency,
        patience=patience or Patience(timeout_s=20.0),
        budget=budget or Budget(),
        clock=clock,
        jitter=jitter,
        sleep=sleep,
    )
