"""A local model that is loaded when it is first asked: where every verdict is in the ledger, it never is."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from scorer.models.base import Branches, Margins, Reply, Request, Unanswered
from scorer.models.loading import Found, open_found
from scorer.models.local_text import LocalText


class OnDemand:
    """A :class:`scorer.models.local_text.LocalText` to come; name and revision are known before.

    ``line`` is the margin at which a verdict turns from no to yes.
    """

    def __init__(self, found: Found, *, line: float = 0.0) -> None:
        self.name, self.revision, self.dtype = found.name, found.revision, found.dtype
        self._found, self._line = found, line

    @cached_property
    def _text(self) -> LocalText:
        return LocalText(open_found(self._found), line=self._line)

    def margins(self, asked: Sequence[Branches]) -> Iterator[tuple[int, Margins | Unanswered]]:
        """As the loaded model."""
        yield from self._text.margins(asked) if asked else ()

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, Reply | Unanswered]]:
        """As the loaded model."""
        yield from self._text.replies(requests) if requests else ()
