"""Texts inside a figure.

Plotly reads ``<b>``, ``<a href>``, ``&lt;``, ``%{x}`` and ``$…$`` in the texts it draws, so whatever a user wrote is
escaped before it goes in.
"""

MOST = 60  # letters of a name that are shown
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", "{": "&#123;"}


def plotly_text(text: str, most: int = MOST) -> str:
    """A text that plotly draws letter by letter: without markup, LaTeX, templates or marks that turn the direction.

    Example:
        >>> plotly_text("<b>A & B</b> $x$"), plotly_text("a  name " * 9, most=12)
        ('&lt;b&gt;A &amp; B&lt;/b&gt; &#36;x&#36;', 'a name a na…')
    """
    plain = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if len(plain) > most:
        plain = plain[: most - 1].rstrip() + "…"
    return "".join(ENTITIES.get(letter, letter) for letter in plain)


def wrapped(text: str, width: int = 15) -> str:
    """An escaped text over lines of about ``width`` letters, for ticks.

    Example:
        >>> wrapped("appearance or disappearance")
        'appearance or<br>disappearance'
    """
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "<br>".join(plotly_text(line) for line in lines)


def sentence(text: str) -> str:
    """A text with a capital at its start.

    Example:
        >>> sentence("first against last"), sentence("VMR")
        ('First against last', 'VMR')
    """
    return text[:1].upper() + text[1:]


def size_text(billions: float) -> str:
    """A number of parameters.

    Example:
        >>> size_text(0.5), size_text(72.0)
        ('0.5B', '72B')
    """
    return f"{billions:g}B"
