"""A benchmark whose own words are hostile (ids, tasks, options, titles, card, published rows): shown, never run."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks import load_benchmark
from board.results import write_result
from scorer.score import score_file
from space.site.build import build_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
EVIL = '"><img src=x onerror=window.fired=1><script>window.fired=1</script>'
FOLDER = f'''"""A hostile benchmark."""
from board.types import Benchmark, DataVersion, Facet, Metric, Task
X = {EVIL!r}
BENCHMARK = Benchmark(
    name="evil_bench", title="Evil " + X, gold="public", headline="accuracy", id_pattern="", bibtex=X,
    paper="javascript:window.fired=1", homepage="https://evil.example/" + X,
    tasks=(Task("PICK" + X, "pick " + X, "choice"), Task("plain", "plain", "choice")),
    metrics=(
        Metric("accuracy", "accuracy " + X, ("choice",), label="overall " + X, definition=X),
        Metric("wrong", "wrong " + X, ("choice",), lambda q, s: (1.0 - (s.credit or 0.0),), higher_is_better=False),
    ),
    facets=(Facet("place", "place " + X, ("in" + X, "out")),), cluster_words=(X, X),
    data_versions=(DataVersion("v/" + X, {{"PICK" + X: 30, "plain": 30}}),),
)
'''


def lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evil")
    root, data = folder / "root", folder / "data" / "evil_bench"
    (root / "evil_bench").mkdir(parents=True)
    data.mkdir(parents=True)
    (root / "evil_bench" / "__init__.py").write_text(FOLDER, encoding="utf-8")
    card = (
        f"# x\n\n{EVIL}\n\n[a](javascript:window.fired=1) [b](https://evil.example) ![c](https://evil.example/x.png)\n"
    )
    (root / "evil_bench" / "card.md").write_text(card, encoding="utf-8")
    row = {"model": EVIL, "overall": 30, "tasks": {"plain": {"accuracy": 31, "sem": 1}}}
    told = {"data_version": f"v/{EVIL}", "rows": [row], "remarks": [{"model": EVIL, "remark": EVIL}]}
    (root / "evil_bench" / "published.json").write_text(json.dumps(told), encoding="utf-8")
    questions = [
        {
            "id": f"{EVIL}{n:02}",
            "task": f"PICK{EVIL}" if n % 2 else "plain",
            "kind": "choice",
            "question": EVIL,
            "options": {"A": EVIL, "B": "b"},
            "facets": {"place": f"in{EVIL}" if n % 3 else "out"},
            "cluster": f"v{n // 2}{EVIL}",
        }
        for n in range(60)
    ]
    (data / "questions.jsonl").write_text(lines(questions), encoding="utf-8")
    (data / "key.jsonl").write_text(lines([{"id": own["id"], "answer": "B"} for own in questions]), encoding="utf-8")
    about = {"benchmark": "evil_bench", "data_version": f"v/{EVIL}", "partial": False, "counts": {}}
    (data / "data.json").write_text(json.dumps(about), encoding="utf-8")
    benchmark = load_benchmark("evil_bench", root)
    for right in (55, 35, 8):
        rows = [{"id": own["id"], "prediction": "B" if n < right else "A"} for n, own in enumerate(questions)]
        file, model = folder / f"{right}.jsonl", folder / f"{right}.json"
        file.write_text(lines(rows), encoding="utf-8")
        facts = {"display_name": f"{EVIL}{right}", "organisation": "o", "open_weights": True, "protocol": "paper"}
        model.write_text(json.dumps(facts), encoding="utf-8")
        scored = score_file(file, benchmark, data=data, card=model)
        assert scored.result is not None, scored.report.issues[:2]
        write_result(scored.result, scored.scores, folder / "results")
    build_site(folder / "results", folder / "data", [benchmark], folder / "site")
    return folder / "site"


def test_nothing_of_it_runs_or_leads_away(site: Path, browser: "Browser") -> None:
    page, asked, said = browser.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    files = [file.relative_to(site).as_posix() for file in sorted(site.rglob("*.html")) if "errors" not in file.parts]
    (board,) = (file for file in files if file.startswith("boards/"))
    rows = sorted(file.stem for file in (site / "models").iterdir())
    name = board.removeprefix("boards/").removesuffix(".html").replace("@", "%40").replace("~", "%7E")
    states = [f"{board}#tab={tab}" for tab in ("charts", "categories")]
    pair = f"compare.html#board={name}&a={rows[0]}&b={rows[1]}"
    assert len(rows) == 3
    for address in (*files, *states, f"{board}#group=access", pair):
        page.goto("about:blank")
        page.goto(f"file://{site}/{address}")
        page.wait_for_timeout(200)
        assert page.evaluate("window.fired") is None, address
        links = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        assert [link for link in links if not link.startswith(("file:", "https://github.com/"))] == [], address
    assert "ahead by" in page.inner_text("main")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))] == [] and said == []
    page.close()


def test_its_words_are_shown_as_they_are(site: Path) -> None:
    (board,) = (site / "boards").iterdir()
    text = board.read_text(encoding="utf-8")
    assert "&lt;script&gt;window.fired=1&lt;/script&gt;" in text and "<script>window.fired" not in text
