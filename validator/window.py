"""A long JSON array seen through a window: decoded as it comes, forgotten behind the reader.

An array of the largest size would fill half a gigabyte as one text. Only the element being read has to be there.
"""

import codecs
import re
from collections.abc import Iterator
from typing import Any

from validator.read import MAX_ROW
from validator.strict_json import Fault, end_of_value, parse_at, skip_space

_LEAST = 1_000_000
_BROKEN = re.compile("[\udc80-\udcff]")  # what the decoder makes of a byte that is not UTF-8


class Window:
    r"""The part of a text that is being read; ``at`` is the place come to in :attr:`text`.

    Example:
        >>> window = Window(iter([b'{"id": 1} , \n', b"2"]))
        >>> window.element(), window.place(window.at)
        (({'id': 1}, '{"id": 1}'), (1, 1))
    """

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.text = ""
        self.at = 0
        self._chunks = chunks
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._ended = False
        self._line = 1
        self._line_start = 0
        self._counted = 0

    def peek(self, ahead: int = 0) -> str:
        """The next character that is no white space, ``ahead`` characters on; ``at`` moves there if ``ahead`` is 0."""
        while True:
            at = skip_space(self.text, self.at + ahead)
            if not ahead:
                self.at = at
            if at < len(self.text) or not self._grow():
                return self.text[at : at + 1]

    def skip(self, n: int) -> None:
        """Leave ``n`` characters behind."""
        self.at += n

    def place(self, at: int) -> tuple[int, int]:
        """Line and column (1-based) of a place in the text; places must be asked for in order."""
        self._line += self.text.count("\n", self._counted, at)
        if (newline := self.text.rfind("\n", self._counted, at)) >= 0:
            self._line_start = newline + 1
        self._counted = max(at, self._counted)
        return self._line, at - self._line_start + 1

    def element(self) -> tuple[Any, str]:
        """The value that starts here and its text; a Fault for a value where it is whole but not strict JSON.

        Raises:
            Fault: no value ends here.
        """
        while True:
            value, end = self._try()
            is_whole = end < len(self.text) and not (isinstance(value, Fault) and self._may_be_cut(value, end))
            if is_whole or not self._grow():
                break
        if isinstance(value, Fault) and end == self.at:
            raise self._explained(value)
        text = self.text[self.at : end]
        if not text.isascii() and (broken := _BROKEN.search(text)):
            value = self._not_text(self.at + broken.start())
        return value, text

    def _try(self) -> tuple[Any, int]:
        """The value here and its end; a Fault where it is not strict JSON, with the start for an end if it is none."""
        try:
            return parse_at(self.text, self.at)
        except Fault as fault:
            if fault.code == "E_JSON":
                return fault, self.at
            try:
                return fault, end_of_value(self.text, self.at)
            except Fault as broken:
                return broken, self.at

    def _may_be_cut(self, fault: Fault, end: int) -> bool:
        """True where the fault may only be that the text ends too soon."""
        if fault.code != "E_JSON" or end != self.at or fault.at is None:
            return False
        return fault.at > len(self.text) - 12 or fault.message.startswith("unterminated string")

    def _explained(self, fault: Fault) -> Fault:
        """The same fault, or the broken byte behind it."""
        at = self.at if fault.at is None else fault.at
        return self._not_text(at) if _BROKEN.match(self.text, at) else fault

    def _not_text(self, at: int) -> Fault:
        return Fault("E_ENCODING", f"byte 0x{ord(self.text[at]) - 0xDC00:02x} is not UTF-8", at)

    def _grow(self) -> bool:
        """Forget what is read, and read as much again as is left; False at the end."""
        if self._ended:
            return False
        self.place(self.at)
        parts = [self.text[self.at :]]
        size, wanted = len(parts[0]), max(_LEAST, 2 * len(parts[0]))
        if size > MAX_ROW:
            raise Fault("E_TOO_LONG", "a row is longer than 8 MB", self.at)
        self._line_start -= self.at
        self._counted -= self.at
        while size < wanted and not self._ended:
            chunk = next(self._chunks, b"")
            self._ended = not chunk
            parts.append(self._decoder.decode(chunk, final=self._ended))
            size += len(parts[-1])
        self.text, self.at = "".join(parts), 0
        return True
