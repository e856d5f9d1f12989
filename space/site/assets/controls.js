"use strict";
/* The controls above the table: presets, search, and the panels for filters, columns and the view. */
Retally.controls = (() => {
  const { make, state, table, heads } = Retally;
  const { active, presets, offered, grouped, texts, days, kinds: KINDS, withOr } = Retally.filters;
  const same = (a = [], b = []) => a.length === b.length && a.every((text) => b.includes(text));

  function presetChips() {
    const chip = (label, press) => make("button", { type: "button", class: "chip", onclick: press }, label);
    const all = chip("All", () => state.set({ q: "", filters: {}, hide: [] }));
    const others = presets().map(([label, key, some]) => {
      const pressed = () => same(state.value.filters[key], some);
      const button = chip(label, () => state.filter(key, pressed() ? [] : some));
      state.follow(() => button.setAttribute("aria-pressed", String(pressed())));
      return button;
    });
    state.follow((now) => all.setAttribute("aria-pressed", String(!active(now).length)));
    return others.length ? make("div", { class: "chips", role: "group", "aria-label": "Presets" }, all, ...others) : null;
  }

  function searchBox() {
    const type = (event) => state.set({ q: event.target.value.trim() }, { typing: true });
    const words = { placeholder: "Find a model  /", "aria-label": "Find a model or organisation", autocomplete: "off" };
    const box = make("input", { type: "search", class: "search", oninput: type, ...words });
    state.follow(({ q }) => box.value.trim() !== q && (box.value = q));
    document.addEventListener("keydown", (event) => {
      const writing = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
      if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      state.set({ tab: "table" });
      box.focus();
    });
    return box;
  }

  /** A box to tick: what it says, whether it is ticked in a state, what a tick does. */
  function tick(label, ticked, change) {
    const box = make("input", { type: "checkbox", onchange: () => change(box.checked) });
    state.follow((now) => (box.checked = ticked(now)));
    return make("label", {}, box, make("span", {}, label));
  }

  const part = (title, ...children) => make("fieldset", {}, make("legend", {}, title), ...children);
  const long = (boxes) => make("div", { class: "long" }, ...boxes);

  function textBox(key, text) {
    const change = (on) => state.filter(key, withOr(state.value.filters[key] ?? [], text, on));
    return tick(text || "not told", ({ filters }) => Boolean(filters[key]?.includes(text)), change);
  }

  function dayBox(key) {
    const change = () => state.filter(key, day.value ? [day.value] : []);
    const day = make("input", { type: "date", min: days.oldest, max: days.newest, onchange: change });
    state.follow(({ filters }) => (day.value = days.of(filters[key]?.[0])));
    return make("label", {}, make("span", {}, key), day);
  }

  function kindBox(kind) {
    const change = (on) => state.set({ hide: withOr(state.value.hide, kind, !on) });
    return tick(KINDS[kind], ({ hide }) => !hide.includes(kind), change);
  }

  function filterPanel() {
    const there = new Set(table.rows.map((row) => row.kind));
    const kinds = there.size > 1 ? Object.keys(KINDS).filter((kind) => there.has(kind)) : [];
    const boxes = (key) => long(texts.get(key).map((text) => textBox(key, text)));
    const parts = offered.map((key) => part(table.byKey.get(key).label, boxes(key)));
    if (days.oldest !== days.newest) parts.push(part("date", ...days.names.map(dayBox)));
    if (kinds.length) parts.push(part("also show rows", ...kinds.map(kindBox)));
    return parts;
  }

  function columnPanel() {
    const standard = table.columns.filter((column) => !column.off).map((column) => column.key);
    const free = table.columns.filter((column) => column.place > 2);
    const change = (column, on) => {
      const keys = withOr(state.value.cols ?? standard, column.key, on);
      state.set({ cols: same(keys, standard) ? null : keys.length ? keys : ["none"] });
    };
    const shown = (column) => (now) => (now.cols ?? standard).includes(column.key);
    const box = (column) => tick(column.label, shown(column), (on) => change(column, on));
    const reset = make("button", { type: "button", class: "chip", onclick: () => state.set({ cols: null }) }, "Reset columns");
    const values = free.filter((column) => column.value);
    const cards = free.filter((column) => !column.value);
    const parts = [["numbers", values], ["about the row", cards]].filter(([, some]) => some.length);
    return [...parts.map(([title, some]) => part(title, long(some.map(box)))), reset];
  }

  function choice(name, label, options) {
    const lines = options.map(([value, text]) => make("option", { value }, text));
    const select = make("select", { onchange: () => state.set({ [name]: select.value }) }, ...lines);
    state.follow((now) => (select.value = options.some(([value]) => value === now[name]) ? now[name] : options[0][0]));
    return make("label", { class: "choice" }, make("span", {}, label), select);
  }

  function viewPanel() {
    const groups = grouped.filter((key) => texts.get(key).length > 1).map((key) => [key, key === "date" ? "month" : table.byKey.get(key).label]);
    const join = (on) => state.set({ together: on ? "1" : "" });
    const kinds = [["score", "scores"], ["gap", "gaps to the best row"], ["rank", "ranks in each column"]];
    return [
      choice("as", "show as", kinds),
      groups.length ? choice("group", "group by", [["", "nothing"], ...groups]) : null,
      Retally.intervals.lean
        ? choice("ci", "95 % intervals", [["on", "of the headline"], ["all", "of every number"], ["off", "none"]])
        : tick("95 % intervals", ({ ci }) => ci !== "off", (on) => state.set({ ci: on ? "on" : "off" })),
      table.protocols.length > 1 ? tick("rank all protocols together", table.joined, join) : null,
    ].filter(Boolean);
  }

  /** A button and the panel that it opens. */
  function panel(label, children) {
    const id = `panel-${label.toLowerCase()}`;
    const sheet = make("div", { id, class: "panel", popover: "auto", role: "dialog", "aria-label": label }, ...children);
    const button = make("button", { type: "button", class: "chip", id: `${id}-button` }, label);
    return children.length ? [heads.opens(button, sheet), sheet] : [];
  }

  /** Everything above the table; `exports` are the lines of the export menu. */
  function all(exports) {
    const others = table.columns.filter((column) => column.place > 2).map((column) => [column.key, column.label]);
    const also = others.length ? choice("also", "also show", others) : null; // for phones
    also?.classList.add("also");
    if (also) state.follow((now) => (also.querySelector("select").value = table.alsoShown(now)?.key ?? ""));
    const panels = [["Filter", filterPanel()], ["Columns", columnPanel()], ["View", viewPanel()], ["Export", exports]];
    const sheets = panels.flatMap(([label, children]) => panel(label, children));
    return [presetChips(), make("span", { class: "grow" }), searchBox(), ...sheets, also].filter(Boolean);
  }

  return { all };
})();
