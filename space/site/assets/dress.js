"use strict";
/* The dress of the rows: a line under each name, shades, whiskers. It is put on once; what changes with the state is left
   to style sheets. */
Retally.dress = (() => {
  const { make, draw, numbers, table } = Retally;

  /** Under a name: open weights · 7B · Apache-2.0 · 128 frames; beside it what sets the row apart. */
  function dressName(row) {
    const cell = row.cells[1];
    const [access, size, frames] = ["access", "size", "frames"].map((key) => table.card(row, key));
    const weights = access === "open" ? "open weights" : access;
    const seen = /^\d+$/.test(frames) ? `${frames} frames` : frames;
    const told = [weights, size && `${size}B`, table.card(row, "licence"), seen];
    const protocol = row.kind === "floor" || table.card(row, "protocol") === table.usual ? "" : table.card(row, "protocol");
    const tags = [protocol, table.card(row, "thinking") === "on" && "thinking"].filter(Boolean);
    const reason = cell.querySelector("small");
    const more = make("button", { type: "button", class: "more", "aria-label": `All numbers of ${row.name}` }, "⋯");
    const line = told.filter(Boolean).map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
    const dressed = [...tags.map((tag) => make("span", { class: "tag" }, tag)), more];
    if (line) dressed.push(make("span", { class: "sub" }, line));
    cell.insertBefore(fragment(dressed), reason);
    const proof = table.byKey.get("provenance");
    if (/audited|rerun/.test(table.card(row, "provenance"))) row.cells[proof.place].classList.add("sure");
    if (reason && row.kind === "published") {
      reason.title = reason.textContent; // the whole is in the drawer; the proof column says the first part
      reason.textContent = reason.textContent.replace(/^as published, not recounted(; )?/, "");
    }
  }

  function fragment(elements) {
    const found = document.createDocumentFragment();
    found.append(...elements);
    return found;
  }

  /** Shades of a column between its least and its greatest ranked number; the better, the deeper. */
  function shade(column, field) {
    const found = numbers.ends(field.map((row) => row.numbers[column.place]));
    if (!found || found[0] === found[1]) return;
    for (const row of field) {
      const number = row.numbers[column.place];
      if (number === null) continue;
      const share = (number - found[0]) / (found[1] - found[0]);
      row.cells[column.place].className = "h";
      row.cells[column.place].setAttribute("style", `--h:${(column.low ? 1 - share : share).toFixed(2)}`);
    }
  }

  /** A cell after the headline: value, interval and chance on one scale. */
  function whiskers() {
    const { place } = table.headline;
    const marks = table.rows.map((row) => {
      const number = row.numbers[place];
      return { row, number, ends: numbers.interval(table.interval(row, table.headline), number) };
    });
    const guess = ({ row }) => row.kind === "floor" && row.name.startsWith("letters at random");
    const chance = marks.find(guess)?.number ?? null;
    const models = marks.filter((mark) => mark.row.kind !== "floor"); // a floor of zero would push all others together
    const found = numbers.ends([chance, ...models.flatMap((mark) => [mark.number, ...(mark.ends ?? [])])]) ?? [0, 100];
    const from = Math.max(0, Math.floor(found[0] / 10) * 10);
    const to = Math.min(100, Math.max(10, Math.ceil(found[1] / 10) * 10));
    const at = (number) => Math.max(0, Math.min(100, (100 * (number - from)) / (to - from || 1)));
    for (const mark of marks) {
      const drawn = mark.number === null || mark.number < from ? "" : whisker(mark, at, chance);
      mark.row.whisker = make("td", { class: "w" }, drawn);
    }
    const scale = [make("span", {}, String(from)), make("span", { class: "unseen" }, " to "), make("span", {}, String(to))];
    table.whisker.head = make("th", { scope: "col", class: "w" }, make("span", { class: "scale" }, ...scale));
  }

  function whisker({ number, ends }, at, chance) {
    const line = (kind, from, to, y) => draw("line", { class: kind, x1: from, x2: to, y1: y[0], y2: y[1] });
    const drawn = [draw("rect", { class: "dot", x: (at(number) - 0.8).toFixed(1), y: 2, width: 1.6, height: 8 })];
    if (ends) drawn.unshift(line("reach", at(ends[0]).toFixed(1), at(ends[1]).toFixed(1), [6, 6]));
    if (chance !== null) drawn.unshift(line("chance", at(chance), at(chance), [0, 12]));
    return draw("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" }, ...drawn);
  }

  /** Dresses the whole table. */
  function dress() {
    const field = table.ranked.length ? table.ranked : table.rows.filter((row) => row.kind === "published");
    table.element.classList.toggle("published-only", !table.ranked.length);
    const cards = table.columns.filter((column) => !column.value && column.place > 1);
    for (const row of table.rows) for (const { place } of cards) row.cells[place].className = "c";
    whiskers();
    Retally.heads.dress();
    table.rows.forEach(dressName);
    table.values.filter((column) => column.heat).forEach((column) => shade(column, field));
  }

  return { dress };
})();
