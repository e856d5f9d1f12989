"use strict";
/* What the table of the page holds, read once: its columns, and its rows with their texts and numbers. */
Retally.rows = (() => {
  const { numbers } = Retally;
  const KINDS = { f: "floor", p: "published", u: "unranked" };
  const board = document.body.dataset.board;
  const element = document.getElementById("board");
  const columns = [...element.tHead.rows[0].cells].map(columnOf);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const values = columns.filter((column) => column.value);
  const headline = values[0];
  const groups = []; // the bodies of the page as it came: a protocol each, then what is not ranked
  const rows = [...element.tBodies].flatMap(rowsOf);
  const ranked = rows.filter((row) => row.kind === "ranked");
  const protocols = groups.filter((group) => !group.unranked);
  const usual = ranked.length ? card(ranked[0], "protocol") : ""; // the protocol of the first body
  const several = new Set(rows.filter((row) => row.kind !== "floor").map((row) => card(row, "protocol"))).size > 1;

  function columnOf(head, place) {
    const { k, c, term, about, gain, plain, why } = head.dataset;
    const [low, heat, off, flat] = ["low", "heat", "off", "flat"].map((flag) => flag in head.dataset);
    const words = { label: head.textContent.trim(), term, about, gain, plain, why };
    return { place, head, key: k ?? c, value: k !== undefined, low, heat, off, flat, ...words };
  }

  function rowsOf(body) {
    const all = [...body.rows];
    const heading = all[0]?.className === "g" ? all.shift().textContent : "";
    groups.push({ heading, unranked: all[0]?.className === "u" });
    return all.map((row) => rowOf(row, groups.length - 1));
  }

  function rowOf(element, group) {
    const cells = [...element.cells];
    const name = cells[1].firstElementChild?.tagName === "A" ? cells[1].firstElementChild : cells[1].firstChild;
    const texts = cells.map((cell) => (cell.firstChild?.data ?? "").trim());
    const reason = cells[1].querySelector("small");
    return {
      element,
      cells,
      group,
      texts: texts.map((text, place) => (place === 1 ? name?.textContent ?? "" : text)),
      kind: KINDS[element.className] ?? "ranked",
      name: name?.textContent ?? "",
      link: name?.href ?? "",
      reason: reason?.textContent ?? "",
      id: name?.href?.match(/([0-9a-f]{64}|[0-9a-f]{16})\.html$/)?.[1] ?? cells[1].id,
      numbers: texts.map((text, place) => (columns[place].value ? numbers.parse(text) : null)),
    };
  }

  /** The interval of a number as its cell tells it. */
  function interval(row, column) {
    return row.cells[column.place].childNodes[1]?.textContent ?? "";
  }

  /** What a card says of a row. */
  function card(row, key) {
    return row.texts[byKey.get(key)?.place] ?? "";
  }

  /** The group a row is in when rows are grouped by what cards say; dates are grouped by month. */
  function groupOf(row, key) {
    return key === "date" ? card(row, key).slice(0, 7) : card(row, key);
  }

  const read = { element, board, columns, byKey, values, headline, groups, rows, ranked, protocols, several, usual };
  return { ...read, card, groupOf, interval };
})();
