"""Keys and tokens that must never be uploaded: known shapes only, so that an ordinary answer is never refused."""

import re

_SHAPES: tuple[tuple[str, str], ...] = (
    ("a Hugging Face token", r"\bhf_[A-Za-z0-9]{30,}"),
    ("a GitHub token", r"\bgh[pousr]_[A-Za-z0-9]{30,}"),
    ("a GitHub token", r"\bgithub_pat_[A-Za-z0-9_]{40,}"),
    ("a GitLab token", r"\bglpat-[A-Za-z0-9_-]{20,}"),
    ("an API key", r"\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,}"),
    ("an API key", r"\b(?:gsk|xai|r8|nvapi|pplx|tvly)[_-][A-Za-z0-9_-]{30,}"),
    ("a Google API key", r"\bAIza[A-Za-z0-9_-]{35}"),
    ("an AWS access key", r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
    ("a Slack token", r"\bxox[abprs]-[A-Za-z0-9-]{10,}"),
    ("a signed web token", r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
    ("a private key", r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----"),
)
_ANY = re.compile("|".join(f"({shape})" for _, shape in _SHAPES))
SHORTEST = 15


def find_secret(text: str) -> str | None:
    """What kind of key or token ``text`` seems to hold, or None.

    Example:
        >>> find_secret("hf_" + "a" * 34), find_secret("The answer is B.")
        ('a Hugging Face token', None)
    """
    if len(text) < SHORTEST:
        return None
    found = _ANY.search(text)
    return _SHAPES[found.lastindex - 1][0] if found and found.lastindex else None
