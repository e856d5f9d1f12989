"use strict";
/* What is compared stands in the address after #, so that a link or a reload shows it again; and the fields to pick it. */
Retally.picking = (() => {
  const { make } = Retally;
  const { value, places, mark } = Retally.wording;
  const KINDS = { ranked: "Ranked", unranked: "Not ranked", published: "As published", floor: "Floors" };
  const LONGEST = 90;

  /** The board and rows that the address names: {board, a, b}, empty where it names none. */
  function chosen() {
    const told = new URLSearchParams(location.hash.slice(1));
    return { board: told.get("board") || "", a: told.get("a") || "", b: told.get("b") || "" };
  }

  /** The address of a choice, within this page. */
  function addressOf(choice) {
    const told = Object.entries(choice).filter(([, value]) => value);
    return `#${told.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%40", "@")}`).join("&")}`;
  }

  /** The boards of this site: [{name, title, ranked}], as the page lists them. */
  function boards() {
    return [...document.querySelectorAll("#boards li[data-board]")].map((element) => ({
      name: element.dataset.board,
      title: element.textContent.trim(),
      ranked: Number(element.dataset.ranked || 0),
    }));
  }

  /** The fields; ``fill`` gives them the rows of a board, ``set`` shows a choice. A change goes into the address. */
  function fields() {
    const board = make("select", { id: "pick-board" }, ...boards().map(({ name, title }) => make("option", { value: name }, title)));
    const a = make("select", { id: "pick-a" });
    const b = make("select", { id: "pick-b" });
    const go = (choice) => (location.hash = addressOf(choice));
    board.onchange = () => go({ board: board.value });
    a.onchange = b.onchange = () => go({ board: board.value, a: a.value, b: b.value });
    const swap = make("button", { type: "button", class: "button swap", onclick: () => go({ board: board.value, a: b.value, b: a.value }) }, "⇄ Swap");
    const field = (select, ...label) => make("div", { class: "field" }, make("label", { for: select.id }, ...label), select);
    const element = make("form", { class: "pick", onsubmit: (event) => event.preventDefault() },
      field(board, "Board"), field(a, mark("a"), " row"), swap, field(b, mark("b"), " row"));
    const fill = (rows) => [a, b].forEach((select) => select.replaceChildren(make("option", { value: "" }, "choose a row"), ...groups(rows)));
    function set(choice) {
      board.value = choice.board;
      for (const [select, id] of [[a, choice.a], [b, choice.b]]) {
        select.value = id;
        if (select.selectedIndex < 0) select.value = "";
      }
      a.disabled = b.disabled = a.length < 2;
      swap.disabled = !a.value && !b.value;
    }
    return { element, fill, set };
  }

  function groups(rows) {
    const times = new Map();
    for (const row of rows) times.set(row.name, (times.get(row.name) || 0) + 1);
    return Object.entries(KINDS).map(([kind, label]) => {
      const own = rows.filter((row) => row.kind === kind);
      const options = own.map((row) => make("option", { value: row.id }, words(row, times.get(row.name) > 1)));
      return own.length ? make("optgroup", { label: `${label} (${own.length.toLocaleString("en")})` }, ...options) : null;
    }).filter(Boolean);
  }

  /** A row in a list: its places, name and number, and what tells it from others of its name. */
  function words(row, twice) {
    const letters = [...row.name];
    const name = letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : row.name;
    const which = twice ? [row.protocol, row.id.slice(0, 13)].filter(Boolean) : [];
    const number = row.cells[0][0] === null ? [] : [value(row.cells[0][0])];
    return [...(row.rank[0] === null ? [] : [places(row.rank)]), name, ...which, ...number].join(" · ");
  }

  return { chosen, addressOf, boards, fields };
})();
