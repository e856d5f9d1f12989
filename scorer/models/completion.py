"""One chat completion as JSON: the request that is sent, and the reply in what comes back. Standard library only."""

import json
from collections.abc import Sequence
from typing import Any

from scorer.models.base import Reply, Request
from scorer.models.patience import Failure

LONGEST_SAID = 300  # characters of a server's own words that a message quotes


def completion_body(model: str, request: Request, schema: bool) -> dict[str, Any]:
    """What is sent; with ``schema`` the server is asked to write exactly the keys of the request, each Yes or No.

    Example:
        >>> completion_body("judge", Request("Is it?", max_tokens=8), schema=True)
        {'model': 'judge', 'messages': [{'role': 'user', 'content': 'Is it?'}], 'max_tokens': 8, 'temperature': 0.0}
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "user", "content": _encodable(request.text)}],
        "max_tokens": request.max_tokens,
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.seed is not None:
        body["seed"] = request.seed
    if schema and request.keys:
        wanted = {"name": "verdicts", "strict": True, "schema": verdicts_schema(request.keys)}
        body["response_format"] = {"type": "json_schema", "json_schema": wanted}
    return body


def verdicts_schema(keys: Sequence[str]) -> dict[str, Any]:
    """The JSON schema of an object with exactly these keys, each "Yes" or "No".

    Example:
        >>> verdicts_schema(["A1"])["properties"], verdicts_schema(["A1"])["required"]
        ({'A1': {'type': 'string', 'enum': ['Yes', 'No']}}, ['A1'])
    """
    return {
        "type": "object",
        "properties": {key: {"type": "string", "enum": ["Yes", "No"]} for key in keys},
        "required": list(keys),
        "additionalProperties": False,
    }


def read_completion(body: bytes, secret: str = "") -> Reply | Failure:
    """The reply in the body of a 200, or what is wrong with it: cut, an error, or nothing chosen.

    ``secret`` is never quoted. Whether the text of the reply is sound is for the reader of verdicts to say.

    Example:
        >>> read_completion(b'{"model": "m-1", "choices": [{"message": {"content": "Yes"}}]}')
        Reply(text='Yes', model='m-1', tokens_in=None, tokens_out=None)
        >>> read_completion(b'{"error": {"message": "overloaded"}}').why
        '200 with an error: overloaded'
    """
    try:
        completion = json.loads(body)
    except (ValueError, RecursionError):
        return Failure("a 200 whose body is cut or no JSON", billed=True)
    if not isinstance(completion, dict):
        return Failure("a 200 whose body is no JSON object", billed=True)
    if completion.get("error"):
        return Failure(f"200 with an error: {said_in(completion, secret)}", billed=True)
    text = _text_of(completion.get("choices"))
    if text is None:
        return Failure("a 200 without a reply in it (no choices)", billed=True)
    model = completion.get("model")
    return Reply(_encodable(text), _encodable(model) if isinstance(model, str) else "", *_used(completion.get("usage")))


def said_in(error: object, secret: str = "") -> str:
    r"""What a server says in the body of an error, on one line, cut where it is long, and without ``secret``.

    Example:
        >>> said_in({"error": {"message": "no such\nmodel", "code": 404}}), said_in("<html>busy</html>")
        ('no such model', '<html>busy</html>')
    """
    for name in ("error", "message", "detail"):
        if isinstance(error, dict) and error.get(name):
            error = error[name]
    line = " ".join(_encodable(_words_of(error)).split())
    line = "".join(letter for letter in line if letter.isprintable())
    line = line.replace(secret, "[the key]") if secret else line  # before it is cut, which might leave half a key
    return line if len(line) <= LONGEST_SAID else line[:LONGEST_SAID] + "…"


def _words_of(error: object) -> str:
    try:
        return error if isinstance(error, str) else "" if error is None else repr(error)
    except RecursionError:
        return "nested too deep to be quoted"


def _text_of(choices: object) -> str | None:
    """The text of the first choice; a model that declines by rule writes into ``refusal`` instead of ``content``."""
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    if not isinstance(message, dict):
        return None
    text = message.get("content") or message.get("refusal") or ""
    return text if isinstance(text, str) else None


def _used(usage: object) -> tuple[int | None, int | None]:
    """Tokens read and written; what is billed only in the total (hidden thinking) counts as written."""
    if not isinstance(usage, dict):
        return None, None
    read, written, total = (_count(usage.get(f"{name}_tokens")) for name in ("prompt", "completion", "total"))
    if read is None or written is None:
        return None, None
    return read, max(written, (total or 0) - read)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _encodable(text: str) -> str:
    """The text with lone surrogates, which no file and no request can hold, replaced."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
