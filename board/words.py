"""Words of messages that depend on a number."""


def counted(n: int, one: str, many: str = "") -> str:
    """A number with its word; ``many`` is the word for all numbers but 1 (default: ``one`` with an s).

    Example:
        >>> counted(1, "row"), counted(1234, "row"), counted(2, "question has", "questions have")
        ('1 row', '1,234 rows', '2 questions have')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"
