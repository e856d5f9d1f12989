"use strict";
/* The table shown as the state asks: which rows in which order under which headings, which columns, and cells as scores,
   gaps or ranks. */
Retally.table = (() => {
  const { make, numbers } = Retally;
  const { element, columns, byKey, values, headline, groups, rows, ranked, groupOf } = Retally.rows;
  const { places, sorting, joined } = Retally.places;
  const FLOORS = "floors";
  const NUMBERS = ["size", "coverage", "frames"]; // card columns that sort as numbers
  const phone = matchMedia("(max-width: 480px)");
  const whisker = { head: null }; // the heading of a column of drawings after the headline, once there is one
  let drawn = orderOf([...groups.keys()].map((at) => ({ rows: rows.filter((row) => row.group === at) })));
  let drawnAs = "score";
  let drawnColumns = "";

  /** The columns that a state shows, in their order; rank, model and headline always. */
  function visible(state) {
    const chosen = (column) => (state.cols ? state.cols.includes(column.key) : !column.off);
    const also = alsoShown(state);
    return columns.filter((column) => column.place < 3 || (phone.matches ? column === also : chosen(column)));
  }

  /** The one column that a phone shows beside the headline. */
  function alsoShown(state) {
    const sorted = byKey.get(state.sort);
    return byKey.get(state.also) ?? (sorted?.place > 2 ? sorted : values.find((column) => column.heat) ?? values[1]);
  }

  function sorted(some, state) {
    const { column, descending, first } = sorting(state);
    if (column === headline && descending === first && !joined(state)) return some; // as the page came
    const key = column.value || NUMBERS.includes(column.key) ? numbers.parse : (text) => text;
    const keys = new Map(some.map((row) => [row, key(row.texts[column.place])]));
    return [...some].sort((a, b) => numbers.compare(keys.get(a), keys.get(b), descending));
  }

  /** The bodies to show: [{heading, rows, mean}], protocol by protocol, group by group, the unranked last. */
  function bodies(some, state) {
    const parts = new Map();
    for (const row of sorted(some, state)) {
      const { unranked, heading } = groups[row.group];
      const over = unranked || !joined(state) ? heading : "";
      const grouped = byKey.has(state.group) && !unranked;
      const name = !grouped ? "" : row.kind === "floor" ? FLOORS : groupOf(row, state.group) || "not told";
      const order = [unranked || !joined(state) ? row.group : 0, name === FLOORS];
      const part = { heading: [over, name].filter(Boolean).join(" · "), rows: [], mean: name === FLOORS ? "" : name, order };
      const key = `${order[0]} ${name}`;
      if (!parts.has(key)) parts.set(key, part);
      parts.get(key).rows.push(row);
    }
    return [...parts.values()].sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1]);
  }

  /** Shows some rows as a state asks. */
  function show(some, state) {
    const shown = visible(state);
    const parts = bodies(some, state);
    const order = [orderOf(parts), state.group, joined(state) && "joined", state.group && state.as].filter(Boolean).join();
    const keys = [phone.matches, ...shown.map((column) => column.key)].join();
    const [moved, changed] = [order !== drawn, keys !== drawnColumns];
    if (changed) lay(shown);
    if (moved || (changed && state.group)) {
      const as = cellsAs(some, state);
      element.replaceChildren(element.caption, element.tHead, ...parts.map((part) => bodyOf(part, shown, as)));
    }
    for (const heading of element.querySelectorAll("tr.g > th")) heading.colSpan = shown.length + 1;
    [drawn, drawnColumns] = [order, keys];
    tell(state);
    const told = places(sorting(state).by, joined(state));
    for (const row of ranked) row.cells[0].lastChild.data = told.texts.get(row);
    write(shown, some, state);
    return { shown, moved, plain: told.plain };
  }

  function orderOf(parts) {
    return parts.map((part) => part.rows.map((row) => row.id).join(" ")).join("|");
  }

  /** Cells of hidden columns leave the page: a table of thousands of rows is slow with all of them in it. */
  function lay(shown) {
    const line = (cells, whisker) => {
      const chosen = shown.map(({ place }) => cells[place]);
      return whisker && !phone.matches ? [...chosen.slice(0, 3), whisker, ...chosen.slice(3)] : chosen;
    };
    element.tHead.rows[0].replaceChildren(...line(columns.map((column) => column.head), whisker.head));
    for (const row of rows) row.element.replaceChildren(...line(row.cells, row.whisker));
  }

  function bodyOf({ heading, rows, mean }, shown, as) {
    const body = make("tbody");
    if (heading) body.append(make("tr", { class: "g" }, make("th", { scope: "rowgroup" }, heading)));
    body.append(...rows.map((row) => row.element));
    const counted = rows.filter((row) => row.kind === "ranked");
    if (mean && counted.length) body.append(meanOf(mean, counted, shown, as));
    return body;
  }

  function meanOf(name, counted, shown, as) {
    const told = (column) => as.mean(column, numbers.mean(counted.map((row) => row.numbers[column.place])), counted[0].group);
    const cells = shown.slice(2).map((column) => make("td", {}, column.value ? told(column) : ""));
    if (whisker.head && !phone.matches) cells.splice(1, 0, make("td"));
    const over = make("small", {}, numbers.counted(counted.length, "ranked row"));
    const heading = make("th", { scope: "row" }, `mean of ${name}`, over);
    return make("tr", { class: "m" }, make("td", {}, numbers.DASH), heading, ...cells);
  }

  /** What holds for the whole table: the column it is sorted by, and what its cells say. */
  function tell(state) {
    const { column, descending } = sorting(state);
    for (const other of columns) other.head.removeAttribute("aria-sort");
    column.head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    Object.assign(element.dataset, { as: state.as, ci: state.ci });
  }

  /** How cells tell numbers: as scores, as gaps to the best ranked row that is shown, or as places. */
  function cellsAs(some, state) {
    const models = some.filter((row) => row.kind !== "floor");
    const field = models.some((row) => row.kind === "ranked") ? models.filter((row) => row.kind === "ranked") : models;
    if (state.as === "gap") { // within a protocol, as ranks are; what stands in no protocol is held against all
      const rivals = (group) => {
        const own = joined(state) ? [] : field.filter((row) => row.group === group);
        return own.length ? own : field;
      };
      const best = (column, some) => numbers.best(some.map((row) => row.numbers[column.place]), column.low);
      const of = (column) => {
        const from = new Map(groups.map((_, at) => [at, best(column, rivals(at))]));
        return (row) => numbers.gap(row.numbers[column.place], from.get(row.group));
      };
      return { of, mean: (column, mean, group) => numbers.gap(mean, best(column, rivals(group))) };
    }
    if (state.as === "rank") {
      const of = (column, { texts } = places(column, joined(state))) => (row) => texts.get(row) ?? numbers.DASH;
      return { of, mean: () => numbers.DASH };
    }
    return { of: (column) => (row) => row.texts[column.place], mean: (_, mean) => numbers.shown(mean) };
  }

  function write(shown, some, state) {
    if (state.as === "score" && drawnAs === "score") return;
    const as = cellsAs(some, state);
    for (const column of state.as === "score" ? values : shown.filter((other) => other.value)) {
      const told = as.of(column);
      for (const row of rows) row.cells[column.place].firstChild.data = told(row);
    }
    drawnAs = state.as;
  }

  return { ...Retally.rows, ...Retally.places, phone, whisker, alsoShown, show };
})();
