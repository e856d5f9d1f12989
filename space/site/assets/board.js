"use strict";
/* The page of a board put together: tabs, controls, rows that can be picked and opened, and the line that says what is
   shown. */
(() => {
  const { make, numbers, state, table, dress, filters } = Retally;
  const section = document.getElementById("table");
  const scroll = section.querySelector(".scroll");
  const status = make("p", { class: "status", role: "status" });
  const chips = make("span", { class: "chips" });
  const picked = []; // rows to compare, in the order they were picked
  const pick = make("div", { class: "pick", role: "region", "aria-label": "Compare", hidden: true });
  const drawer = make("dialog", { class: "drawer", "aria-labelledby": "drawer-title" });
  const byElement = new Map(table.rows.map((row) => [row.element, row]));
  let view = null;
  let chartsOpened = false;
  let rendered = null; // a promise of the last state being shown

  /** Shows the rows that a state asks for, once their places are known. */
  async function render(now) {
    await Promise.all([table.prepared(now), Retally.intervals.prepared(now)]); // the state may have changed since: what is shown is the state of then
    const rows = filters.chosen(state.value);
    const held = document.activeElement; // what is moved in the page loses the focus
    view = table.show(rows, state.value);
    if (held !== document.activeElement && held.isConnected) held.focus({ preventScroll: true });
    scroll.hidden = !rows.length;
    if (view.moved) scroll.scrollTop = 0;
    scroll.classList.toggle("tall", rows.length > 25);
    say(rows, state.value);
  }

  /** How many rows, by what they are ranked, and what leaves others out. */
  function say(rows, now) {
    const active = filters.active(now);
    const { by, column } = table.sorting(now);
    const why = by.plain || "no paired test for this number";
    const plain = view.plain && table.ranked.length ? `; ranks are plain: ${why}` : "";
    const over = table.joined(now) ? " over all protocols" : "";
    const ranked = by === table.headline && !over ? "" : ` Ranked by ${by.label}${over}${plain}.`;
    const ordered = column.value ? "" : ` Sorted by ${column.label}.`;
    const all = numbers.counted(table.rows.length, "row");
    const count = rows.length === table.rows.length ? all : `${rows.length.toLocaleString("en")} of ${all}`;
    const words = active.map((part) => part.words).join(" + ");
    const nothing = words ? `No model matches ${words}. Remove:` : "No row to show.";
    status.textContent = rows.length ? `${count}.${ranked}${ordered}` : nothing;
    status.classList.toggle("empty", !rows.length);
    chips.replaceChildren(...active.map(chipOf));
  }

  function chipOf({ words, remove }) {
    const told = { type: "button", class: "chip remove", "aria-label": `Remove ${words}` };
    return make("button", { ...told, onclick: () => take(remove) }, words);
  }

  /** Takes away what leaves rows out; the button goes with it, so the keyboard is led on. */
  async function take(remove) {
    remove();
    await rendered;
    (chips.firstElementChild ?? scroll).focus({ preventScroll: true });
  }

  function showTab({ tab }) {
    for (const link of document.querySelectorAll("nav.tabs a")) {
      if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const name of state.TABS) document.getElementById(name).hidden = name !== tab;
    pick.classList.toggle("elsewhere", tab !== "table");
    if (tab === "charts" && !chartsOpened) {
      chartsOpened = true;
      Retally.charts?.open();
    }
  }

  function pickable(row) {
    const change = () => choose(row, box.checked);
    const box = make("input", { type: "checkbox", class: "box", autocomplete: "off", "aria-label": `Compare ${row.name}`, onchange: change });
    row.box = box;
    row.cells[0].prepend(box);
  }

  /** Two rows are compared: of more, the two picked last. */
  function choose(row, on) {
    const at = picked.indexOf(row);
    if (at >= 0) picked.splice(at, 1);
    if (on) picked.push(row);
    row.element.classList.toggle("picked", on);
    const [a, b] = picked.slice(-2).map((other) => other.id);
    const asked = new URLSearchParams({ board: table.board, a, b });
    const link = b && make("a", { href: `${Retally.root}compare.html#${asked}` }, "Compare");
    const more = picked.length > 2 ? `${picked.length} selected, the last two · ` : "2 selected · ";
    const words = picked.length === 1 ? "1 selected: choose one more" : more;
    const clear = make("button", { type: "button", "aria-label": "Clear the selection", onclick: unpick }, "×");
    pick.replaceChildren(make("span", { role: "status" }, words), link ?? "", clear);
    pick.hidden = !picked.length;
  }

  function unpick() {
    const within = pick.contains(document.activeElement);
    const last = picked.at(-1);
    for (const row of [...picked]) {
      row.box.checked = false;
      choose(row, false);
    }
    if (within) (last?.box.isConnected ? last.box : scroll).focus({ preventScroll: true });
  }

  /** Everything that is known of a row, also where the screen is narrow. */
  async function open(row) {
    await Retally.intervals.prepared({ ci: "all" }); // a board of many rows loads them when they are asked for
    const told = table.columns.filter((column) => column.place > 1).map((column) => {
      return [column.label, row.texts[column.place], column.value ? table.interval(row, column) : ""];
    });
    const list = [[`rank by ${table.headline.label}`, row.texts[0], ""], ...told].filter(([, text]) => text);
    const button = make("button", { class: "quiet-button", autofocus: true }, "Close");
    const close = make("form", { method: "dialog" }, button);
    const line = ([label, text, reach]) => [make("dt", {}, label), make("dd", {}, text, reach && make("small", {}, reach))];
    drawer.replaceChildren(...[
      close,
      make("h2", { id: "drawer-title" }, row.name),
      row.reason && make("p", { class: "reason" }, row.kind === "unranked" ? `Not ranked: ${row.reason}` : row.reason),
      row.link && make("p", {}, make("a", { class: "button", href: row.link }, "All about this submission")),
      make("dl", { class: "facts" }, ...list.flatMap(line)),
    ].filter(Boolean));
    drawer.showModal();
    drawer.scrollTop = 0;
  }

  function listen() {
    document.querySelector("nav.tabs").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || !state.TABS.includes(link.hash.slice(1)) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      state.set({ tab: link.hash.slice(1) });
    });
    table.element.addEventListener("click", (event) => {
      const row = byElement.get(event.target.closest("tr"));
      const other = event.target.closest("a, input, button:not(.more)") || !getSelection().isCollapsed;
      if (row && !other) open(row);
    });
    drawer.addEventListener("click", (event) => event.target === drawer && drawer.close()); // beside the drawer
    document.addEventListener("keydown", (event) => {
      const elsewhere = event.target.closest("input:not(.box), select, textarea, dialog") || Retally.heads.anyOpen();
      if (event.key === "Escape" && !elsewhere) unpick();
    }, true);
    table.phone.addEventListener("change", () => render(state.value));
  }

  dress.dress();
  table.rows.forEach(pickable);
  document.getElementById("controls").replaceChildren(...Retally.controls.all(Retally.export.menu(() => view)));
  scroll.before(make("div", { class: "statusline" }, status, chips));
  document.body.append(pick, drawer);
  listen();
  state.follow(showTab);
  state.follow((now) => {
    rendered = render(now);
    rendered.then(() => (document.documentElement.dataset.ready = "board"));
  });
})();
