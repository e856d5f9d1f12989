"""How numbers are written for people."""


def counted(n: int, one: str, many: str = "") -> str:
    """A number with its word; ``many`` is the word for all numbers but 1 (default: ``one`` with an s).

    Example:
        >>> counted(1, "row"), counted(1234, "row"), counted(2, "question has", "questions have")
        ('1 row', '1,234 rows', '2 questions have')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def percent(share: float | None) -> str:
    """A share in percent with two decimals; a dash where there is none.

    Example:
        >>> percent(0.125), percent(None)
        ('12.50', '—')
    """
    return "—" if share is None or share != share else f"{100 * share:.2f}"


def text_of(value: object) -> str:
    """What a card says, as text; empty where it says nothing.

    Example:
        >>> text_of(None), text_of(7), text_of("Qwen")
        ('', '7', 'Qwen')
    """
    return "" if value is None else str(value)


def places(low: int, high: int) -> str:
    """The places a row may hold, both included.

    Example:
        >>> places(4, 7), places(1, 1)
        ('4–7', '1')
    """
    return str(low) if low == high else f"{low}–{high}"
