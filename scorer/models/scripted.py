"""A model by rule, for tests: the seam without a model."""

from collections.abc import Callable, Iterator, Sequence

from scorer.models.base import Reply, Request, Unanswered


class ScriptedModel:
    """Replies with what ``rule`` makes of each request; ``asked`` keeps what it was asked, in order.

    Example:
        >>> model = ScriptedModel(lambda request: "Yes" if "cup" in request.text else "No")
        >>> [(place, reply.text) for place, reply in model.replies([Request("A cup?"), Request("A dog?")])]
        [(0, 'Yes'), (1, 'No')]
    """

    revision = ""

    def __init__(self, rule: Callable[[Request], str | Unanswered], name: str = "smoke/scripted") -> None:
        self.name = name
        self.asked: list[Request] = []
        self._rule = rule

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, Reply | Unanswered]]:
        """One reply a request, in order."""
        for place, request in enumerate(requests):
            self.asked.append(request)
            said = self._rule(request)
            yield place, said if isinstance(said, Unanswered) else Reply(said, self.name, len(request.text), len(said))
