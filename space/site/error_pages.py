"""One page a code, from the sections of ``docs/errors.md``."""

import re
from pathlib import Path

from space.site.render import document, render
from space.site.site import Site

DOCS = Path(__file__).parents[2] / "docs" / "errors.md"


def error_sections(text: str) -> dict[str, str]:
    r"""The sections of the document by code, in its order.

    Example:
        >>> error_sections("intro\n\n## E_LABEL\n\nNot a label.\n")
        {'E_LABEL': 'Not a label.'}
    """
    parts = re.split(r"^#{2,4} `?([EW]_[A-Z_]+)`?.*$", text, flags=re.MULTILINE)
    return {code: _without_next_heading(body) for code, body in zip(parts[1::2], parts[2::2], strict=True)}


def _without_next_heading(text: str) -> str:
    """A section without the line in bold that opens the next group of codes."""
    return re.sub(r"\n(-{3,}|\*\*[^*\n]+\*\*[^\n]*)\s*\Z", "", text.strip()).strip()


def error_pages(site: Site) -> dict[str, str]:
    """The pages by their path: one a code, and the list of them."""
    sections = error_sections(DOCS.read_text(encoding="utf-8"))
    links = {f"#{code.lower()}": f"{code}.html" for code in sections}
    pages = {
        f"errors/{code}.html": render(
            "error.html",
            site=site,
            root="../",
            here=f"errors/{code}.html",
            code=code,
            body=document(text, links),
        )
        for code, text in sections.items()
    }
    codes = {code: _first_sentence(text) for code, text in sections.items()}
    pages["errors/index.html"] = render("errors.html", site=site, root="../", here="errors/index.html", codes=codes)
    return pages


def _first_sentence(text: str) -> str:
    plain = " ".join(text.split("\n\n")[0].split())
    return re.sub(r"[*`]|\[([^\]]*)\]\([^)]*\)", lambda match: match.group(1) or "", plain.split(". ")[0]).rstrip(".")
