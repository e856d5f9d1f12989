"use strict";
/* The Compare page: reads what the address names, loads its data and shows verdict, parts and who is right where. */
(() => {
  const { make, load, pairing, totals, verdict, dumbbells, outcomes, picking } = Retally;
  const { short, points, value, places, mark } = Retally.wording;
  const page = document.getElementById("compare");
  const result = make("div", { id: "result" });
  const spoken = make("p", { class: "quiet", role: "status" }); // the verdict alone, not the whole page, is read out
  const fields = picking.fields();
  let filled = "";
  let turn = 0;

  /** Shows what the address names now; a later change of the address makes an earlier one stop. */
  async function update() {
    const mine = ++turn;
    delete document.documentElement.dataset.ready;
    const known = picking.boards();
    const choice = picking.chosen();
    const named = choice.board || (known.find((board) => board.ranked > 1) || known[0] || { name: "" }).name;
    const shown = await contents({ ...choice, board: named }, known, () => mine === turn).catch((error) => [
      message("Something went wrong", `This comparison could not be worked out (${error.message}). Reloading may help.`),
    ]);
    if (mine !== turn || !shown) return;
    result.replaceChildren(...shown);
    spoken.textContent = result.querySelector(".sentence, h2").textContent;
    document.documentElement.dataset.ready = "compare";
  }

  /** The elements of a choice: a comparison, or a friendly word on what is missing. */
  async function contents(choice, known, current) {
    document.title = "Compare · Retally";
    const title = (known.find((board) => board.name === choice.board) || {}).title;
    if (title === undefined) fields.fill([]), (filled = ""), fields.set({ ...choice, a: "", b: "" }); // so that any board can be chosen
    if (title === undefined) return [message("This board is not here", `No board of this site is named “${short(choice.board)}”. Choose one above.`)];
    const rows = await read(`rows/${choice.board}`);
    if (!current()) return null;
    if (filled !== choice.board) fields.fill(rows ? rows.rows : []);
    filled = choice.board;
    fields.set(choice);
    if (!rows) return [message("The numbers are not here", `The data file of ${title} could not be read. If this is a copy of the site, copy its folder “data” too.`)];
    const board = { ...rows, name: choice.board, title };
    const [a, b] = [choice.a, choice.b].map((id) => board.rows.find((row) => row.id === id));
    const lost = [choice.a && !a ? "A" : "", choice.b && !b ? "B" : ""].filter(Boolean);
    if (lost.length) return [message("This row is no longer on the board", `Row ${lost.join(" and row ")} of this link is not on ${title}: it was withdrawn or replaced. Choose another above.`, offer(board, a || b))];
    if (!a || !b) return [message(...invitation(board, a || b))];
    if (a === b) return [message("This is one row twice", `${short(a.name)} stands on both sides. Choose another for one of them.`, offer(board, a))];
    const view = await viewOf(board, a, b);
    document.title = `${short(a.name)} and ${short(b.name)} · Compare · Retally`;
    return comparison(view);
  }

  /** A data file's value, or undefined where it is missing. */
  function read(name) {
    return load(name).catch(() => undefined);
  }

  function message(title, text, more) {
    return make("section", { class: "card empty" }, make("h2", {}, title), make("p", {}, text), more || null);
  }

  function invitation(board, one) {
    if (board.rows.length < 2) return ["Nothing to compare yet", `${board.title} has one row so far. Choose another board above.`];
    if (one) return ["Choose a second row", `${short(one.name)} is compared with any other row of ${board.title}, question by question where their answers are at hand.`, offer(board, one)];
    return ["Which of two rows is better, and is it sure?", `Choose two rows of ${board.title}. You get a plain sentence first, then every part of the board, then the questions that only one of them has right.`, offer(board)];
  }

  /** Links to comparisons that are ready to look at: the first ranked rows, or the nearest to a given one. */
  function offer(board, one) {
    const ranked = board.rows.filter((row) => row.kind === "ranked");
    const all = (ranked.length > 1 || (one && ranked.length) ? ranked : board.rows).filter((row) => row !== one);
    const pairs = one ? all.slice(0, 2).map((row) => [one, row]) : all.length > 1 ? [[all[0], all[1]]] : [];
    const link = ([a, b]) => make("a", { class: "button", href: picking.addressOf({ board: board.name, a: a.id, b: b.id }) }, one ? `with ${short(b.name)}` : `${short(a.name)} and ${short(b.name)}`);
    return make("p", { class: "offers" }, pairs.length ? "For example" : null, ...pairs.map(link));
  }

  /** Everything the sentences and tables tell of two rows; paired where the answers of both are at hand. */
  async function viewOf(board, a, b) {
    const questions = a.answers && b.answers ? await read(`questions/${board.name}`) : null;
    const coded = questions ? await Promise.all([a, b].map((row) => read(`answers/${board.name}/${row.id}`))) : [];
    const answers = coded[0] && coded[1] ? { a: pairing.decode(coded[0]), b: pairing.decode(coded[1]) } : null;
    const told = new Map(answers ? questions.columns.map((column) => [column.key, column]) : []);
    const columns = board.columns.map(([key, label, higher, facet], place) => {
      const [one, other] = [a.cells[place], b.cells[place]];
      const found = told.has(key) ? pairing.compare(answers.a, answers.b, questions, told.get(key)) : totals.compare(totals.told(a, place), totals.told(b, place));
      return { key, label, higher, facet, found, one: one[0], other: other[0] };
    });
    const [head, ...parts] = columns;
    const paired = told.has(head.key);
    const distinct = paired ? new Set(questions.ids).size : 0;
    const unit = paired && distinct < questions.ids.length ? "answer" : "question";
    const few = paired && head.found.nClusters < pairing.FEWEST_CLUSTERS;
    return { board, a, b, place: 0, head, parts, found: head.found, paired, few, unit, distinct, questions, answers, why: whyUnpaired(a, b), unfair: unfairness(a, b) };
  }

  function whyUnpaired(a, b) {
    const kinds = [a.kind, b.kind];
    if (kinds.includes("published")) return "a published number comes without its answers.";
    if (kinds.includes("floor")) return "a floor is an expected total, not answers.";
    if (kinds.includes("unranked")) return "the answers of a row without a rank are not kept here.";
    return a.answers && b.answers ? "their answers could not be read here." : "the answers of this board are not public.";
  }

  /** What speaks against comparing the two at all: they were shown different things, or nobody knows. */
  function unfairness(a, b) {
    if (a.kind === "floor" || b.kind === "floor" || (a.protocol && a.protocol === b.protocol)) return "";
    if (!a.protocol && !b.protocol) {
      const published = a.kind === "published" || b.kind === "published";
      return published ? "Perhaps not a fair comparison: what the two were shown is not told here." : "";
    }
    const untold = [a, b].find((row) => !row.protocol);
    if (untold) return `Perhaps not a fair comparison: what ${short(untold.name)} was shown is not told here.`;
    return `Not a fair comparison: what the models saw differs (protocol “${short(a.protocol)}” and “${short(b.protocol)}”).`;
  }

  function comparison(view) {
    const parts = dumbbells.table(view);
    const notes = verdict.notes(view).map(([kind, text]) => make("li", { class: kind }, text));
    const sides = make("div", { class: "sides" }, side(view.a, "a"), side(view.b, "b"));
    return [
      make("section", { class: "card verdict-card", "aria-label": "Verdict" }, ...verdict.sentences(view), sides, notes.length ? make("ul", { class: "notes" }, ...notes) : null),
      make("div", { class: view.paired ? "halves" : "" },
        parts ? make("section", { class: "card" }, make("h2", {}, "Part by part"), parts) : null,
        view.paired ? outcomes.section(view) : null),
    ];
  }

  /** One of the two rows: name, headline and places. */
  function side(row, letter) {
    const [estimate, low, high] = row.cells[0];
    const reach = low === null ? null : make("small", {}, `${points(low)} to ${points(high)}`);
    const page = row.kind === "ranked" || row.kind === "unranked" ? make("a", { href: `models/${row.id}.html` }, row.name) : row.name;
    const facts = [row.organisation, row.rank[0] === null ? row.kind : `rank ${places(row.rank)}`].filter(Boolean).join(" · ");
    return make("div", { class: "side" }, mark(letter),
      make("div", {}, make("div", { class: "who" }, page), make("div", { class: "facts-line" }, facts)),
      make("div", { class: "total" }, estimate === null ? "–" : value(estimate), reach));
  }

  page.replaceChildren(fields.element, spoken, result);
  let address = location.href;
  window.addEventListener("hashchange", () => {
    if (location.hash.length > 1 && !location.hash.includes("=")) return keep(); // a link to a place on this page
    address = location.href;
    update();
  });

  function keep() {
    try {
      history.replaceState(null, "", address);
    } catch {
      /* what is compared then is lost on a reload only */
    }
  }

  update();
})();
