"""How pages are made: jinja2 with autoescape, links of users held to a list of hosts, documents from Markdown.

Everything a user has written (names, notes, links) goes through autoescape or :func:`escape`; nothing is marked safe
but what this package wrote itself.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from board.words import counted, percent

HERE = Path(__file__).parent
# Hosts that a submitter's links may lead to; all others are shown as text.
HOSTS = ("huggingface.co", "github.com", "arxiv.org", "doi.org")


@cache
def environment() -> Environment:
    """The templates of the site; a name that is not given is an error, not an empty string."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"percent": shown, "counted": counted, "safe_link": safe_link, "thousands": "{:,}".format}
    return made


def shown(share: float | None) -> str:
    """A share in percent; the dash of the tables where there is none.

    Example:
        >>> shown(0.125), shown(None)
        ('12.50', '–')
    """
    return "–" if share is None else percent(share)


def render(template: str, **values: object) -> str:
    """A page from its template."""
    return environment().get_template(template).render(**values)


def safe_link(link: object) -> str:
    """A submitter's link if it is https and leads to a known host, else nothing.

    Example:
        >>> safe_link("https://github.com/x/y"), safe_link("javascript:alert(1)"), safe_link("https://github.com.evil.io")
        ('https://github.com/x/y', '', '')
    """
    if not isinstance(link, str) or any(ord(letter) < 33 or letter in "\\\"'<>`" for letter in link):
        return ""
    try:
        parts = urlsplit(link)
        plain = parts.scheme == "https" and parts.port in (None, 443) and not parts.username and not parts.password
    except ValueError:
        return ""
    return link if plain and parts.hostname in HOSTS else ""


def document(text: str, links: Mapping[str, str] | None = None) -> Markup:
    """A document of the house (a card, a section of the docs) as HTML; raw HTML in it is shown as text.

    ``links`` maps link targets to those of the site; other relative ones lose their link.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table class="plain">')
    parser.add_render_rule("table_close", lambda *_: "</table></div>")
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("code_block", "fence"):
            token.attrSet("tabindex", "0")  # wide ones scroll: keys must reach them
        kept: list[bool] = []
        for child in token.children or []:
            if child.type == "link_open":
                target = str(child.attrGet("href") or "")
                told = (links or {}).get(target) or (target if target.startswith("#") else safe_link(target))
                kept.append(bool(told))
                child.attrSet("href", told)
                child.tag = "a" if told else "span"
                child.attrs = {"href": told} if told else {}
            elif child.type == "link_close":
                child.tag = "a" if kept.pop() else "span"
            elif child.type == "image":
                child.type, child.tag, child.children = "text", "", []
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704  (made with raw HTML off)
