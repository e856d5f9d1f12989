"use strict";
/* Both right, only one right, or neither: the questions behind each count, grouped by task. */
Retally.outcomes = (() => {
  const { make } = Retally;
  const { outcomes } = Retally.pairing;
  const { counted, short, mark } = Retally.wording;
  const MOST = 200;
  const WORDS = { both: "both are right", onlyA: "only A is right", onlyB: "only B is right", neither: "neither is right" };

  /** The two-by-two table of the headline's questions with a list under it. */
  function section(view) {
    const column = view.questions.columns.find((own) => own.key === view.head.key);
    const found = outcomes(view.answers.a, view.answers.b, view.questions, column);
    const list = make("div", { id: "behind", class: "behind", tabindex: "-1" });
    const buttons = {};
    for (const kind of Object.keys(WORDS)) {
      const toggle = () => show(kind, buttons, list, found[kind], view);
      buttons[kind] = make("button", { type: "button", class: `count ${kind}`, "aria-expanded": "false", "aria-controls": "behind", onclick: toggle },
        make("b", {}, found[kind].length.toLocaleString("en")), make("span", {}, WORDS[kind]));
    }
    const heading = (right) => make("th", { scope: "col" }, mark("b"), right);
    const row = (right, ...kinds) => make("tr", {}, make("th", { scope: "row" }, mark("a"), right), ...kinds.map((kind) => make("td", {}, buttons[kind])));
    const title = `Who is right on the same ${counted(view.found.n, view.unit)}`;
    const table = make("table", { class: "fourfold" }, make("caption", { class: "quiet" }, title),
      make("thead", {}, make("tr", {}, make("td", {}), heading(" right"), heading(" wrong"))),
      make("tbody", {}, row(" right", "both", "onlyA"), row(" wrong", "onlyB", "neither")));
    const cut = found.cut ? " Some answers earn a part of the credit here: half or more counts as right." : "";
    const note = make("p", { class: "note" }, `Choose a count to see the ${view.unit}s behind it.${cut}`);
    return make("section", { class: "card" }, make("h2", {}, title), table, note, list);
  }

  /** Opens the list behind a count, or closes it where it is open. */
  function show(kind, buttons, list, places, view) {
    const open = buttons[kind].getAttribute("aria-expanded") !== "true";
    for (const [other, button] of Object.entries(buttons)) button.setAttribute("aria-expanded", String(open && other === kind));
    list.replaceChildren();
    if (!open) return;
    const words = WORDS[kind].replace(" A ", ` ${short(view.a.name)} `).replace(" B ", ` ${short(view.b.name)} `);
    list.append(make("h3", {}, `${words[0].toUpperCase()}${words.slice(1)}: ${counted(places.length, view.unit)}`));
    if (!places.length) return;
    list.append(copyButton([...new Set(places.map((place) => view.questions.ids[place]))]), ...groups(places, view));
    if (places.length > MOST) list.append(make("p", { class: "note" }, `and ${(places.length - MOST).toLocaleString("en")} more, which Copy ids takes along`));
  }

  /** The first questions under the names of their tasks; answers to one question in several orders stand together. */
  function groups(places, { board, questions }) {
    const taskOf = new Map();
    const byTask = new Map();
    for (const [key, label, , facet] of board.columns) {
      const told = facet === "task" && questions.columns.find((column) => column.key === key);
      if (!told || !told.at) continue;
      for (const place of told.at) taskOf.set(place, label);
      byTask.set(label, new Map());
    }
    byTask.set("", new Map());
    for (const place of places.slice(0, MOST)) {
      const times = byTask.get(taskOf.get(place) || "");
      const id = questions.ids[place];
      times.set(id, (times.get(id) || 0) + 1);
    }
    const total = (task) => places.filter((place) => (taskOf.get(place) || "") === task).length;
    return [...byTask].filter(([, times]) => times.size).flatMap(([task, times]) => [
      task ? make("h4", {}, `${task} · ${total(task).toLocaleString("en")}`) : null,
      make("ul", { class: "ids" }, ...[...times].map(([id, n]) => make("li", {}, make("code", {}, id), n > 1 ? ` × ${n}` : null))),
    ]).filter(Boolean);
  }

  /** Copies ids, one a line; where the page may not (opened from a disk, say) they stand ready to be copied by hand. */
  function copyButton(ids) {
    const button = make("button", { type: "button", class: "button", onclick: copy }, "Copy ids");
    async function copy() {
      try {
        await navigator.clipboard.writeText(ids.join("\n"));
        button.textContent = "Copied";
      } catch {
        const field = make("textarea", { readonly: true, rows: "4", "aria-label": "The ids, to be copied by hand" });
        field.value = ids.join("\n");
        button.replaceWith(field);
        field.focus();
        field.select();
      }
    }
    return button;
  }

  return { section };
})();
