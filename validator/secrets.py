"""Keys and tokens that must never be uploaded: known shapes only, so that an ordinary answer is never refused."""

import re

# (how it begins, what it is, its whole shape). Looking for the beginnings first makes long answers cheap to check.
_SHAPES: tuple[tuple[str, str, str], ...] = (
    ("hf_", "a Hugging Face token", r"\bhf_[A-Za-z0-9]{30,}"),
    *((f"gh{kind}_", "a GitHub token", rf"\bgh{kind}_[A-Za-z0-9]{{30,}}") for kind in "pousr"),
    ("github_pat_", "a GitHub token", r"\bgithub_pat_[A-Za-z0-9_]{40,}"),
    ("glpat-", "a GitLab token", r"\bglpat-[A-Za-z0-9_-]{20,}"),
    ("sk-", "an API key", r"\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,}"),
    *(
        (owner, "an API key", rf"\b{owner}[_-][A-Za-z0-9_-]{{30,}}")
        for owner in ("gsk", "xai", "r8", "nvapi", "pplx", "tvly")
    ),
    ("AIza", "a Google API key", r"\bAIza[A-Za-z0-9_-]{35}"),
    ("AKIA", "an AWS access key", r"\bAKIA[A-Z0-9]{16}\b"),
    ("ASIA", "an AWS access key", r"\bASIA[A-Z0-9]{16}\b"),
    ("xox", "a Slack token", r"\bxox[abprs]-[A-Za-z0-9-]{10,}"),
    # It starts where a run of its characters starts, and no run is read twice, so that the time stays linear.
    (
        "eyJ",
        "a signed web token",
        r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}+\.eyJ[A-Za-z0-9_-]{10,}+\.[A-Za-z0-9_-]{10,}",
    ),
    ("-----BEGIN ", "a private key", r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----"),
)
SHORTEST = 15


def find_secret(text: str) -> str | None:
    """What kind of key or token ``text`` seems to hold, or None.

    Example:
        >>> find_secret("hf_" + "a" * 34), find_secret("The answer is B.")
        ('a Hugging Face token', None)
    """
    if len(text) < SHORTEST:
        return None
    for beginning, kind, shape in _SHAPES:
        at = text.find(beginning)
        matches = re.compile(shape).match if at >= 0 else None
        while matches and at >= 0:
            if matches(text, at):
                return kind
            at = text.find(beginning, at + 1)
    return None
