"use strict";
/* The head of the table: a button to sort by each column, and one that tells what the column means. */
Retally.heads = (() => {
  const { make, numbers, state, table } = Retally;
  const ABOUT = {
    rank: "The places this row may hold in the column that is sorted by.",
    model: "As its card names it; open it for every number.",
  };
  const SHARED = "rows that paired tests on the same questions cannot tell apart (5 % over all pairs, Holm) share places";
  const meaning = make("div", { id: "meaning", popover: "auto", role: "dialog", "aria-label": "About this column" });

  /* Browsers that know no popover (Firefox before 125, Safari before 17) show and hide the panels themselves. */
  const NATIVE = "popover" in HTMLElement.prototype;
  const panels = new Set();
  const isOpen = (panel) => (NATIVE ? panel.matches(":popover-open") : !panel.hidden);
  const anyOpen = () => [...panels].some(isOpen);

  function toggle(panel, open) {
    panel.opener.setAttribute("aria-expanded", String(open));
    panel.hidden = !open;
  }

  function opensPlainly(button, panel, fill) {
    panel.hidden = true;
    button.addEventListener("click", () => {
      const again = isOpen(panel) && panel.opener === button;
      for (const other of panels) if (isOpen(other)) toggle(other, false);
      panel.opener = button;
      if (again) return;
      fill();
      toggle(panel, true);
      settle(panel, button);
    });
    document.addEventListener("click", ({ target }) => {
      if (isOpen(panel) && panel.opener === button && !panel.contains(target) && !button.contains(target)) toggle(panel, false);
    });
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !isOpen(panel) || panel.opener !== button) return;
      toggle(panel, false);
      button.focus();
    });
  }

  /** Lets a button open and close a panel; Escape and a click elsewhere close it. `fill` runs before it opens. */
  function opens(button, panel, fill = () => {}) {
    panels.add(panel);
    button.setAttribute("aria-expanded", "false");
    if (!NATIVE) {
      opensPlainly(button, panel, fill);
      return button;
    }
    button.popoverTargetElement = panel;
    button.addEventListener("click", () => {
      if (panel.opener !== button && isOpen(panel)) panel.hidePopover();
      panel.opener = button;
    });
    panel.addEventListener("beforetoggle", (event) => {
      if (panel.opener !== button) return;
      const open = event.newState === "open";
      button.setAttribute("aria-expanded", String(open));
      if (!open) return;
      fill();
      requestAnimationFrame(() => settle(panel, button)); // it has a size by then, and is not painted yet
    });
    return button;
  }

  /** Puts a panel below its button, inside the window. */
  function settle(panel, button) {
    const at = button.getBoundingClientRect();
    const { right } = document.getElementById("table").getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, right - panel.offsetWidth));
    panel.style.left = `${left + scrollX}px`;
    panel.style.top = `${at.bottom + scrollY + 6}px`;
  }

  function dressHead(column) {
    const sort = make("button", { type: "button", class: "sort", onclick: () => sortBy(column) }, column.label);
    const info = make("button", { type: "button", class: "info", "aria-label": `About ${column.label}` }, "i");
    opens(info, meaning, () => meaning.replaceChildren(...meaningOf(column)));
    column.head.replaceChildren(make("span", { class: "head" }, sort, info));
  }

  /** A second click on the same heading turns the order round. */
  function sortBy(column) {
    const { column: now, descending, first } = table.sorting(state.value);
    const same = now === (column.key === "rank" ? table.headline : column);
    const sort = column === table.headline || column.key === "rank" ? "" : column.key;
    state.set({ sort, dir: same && descending === first ? (first ? "asc" : "desc") : "" });
  }

  function meaningOf(column) {
    const questions = questionsOf(column);
    const facts = [
      ["Term", column.term !== column.label && column.term],
      ["Direction", column.value && (column.flat ? "neither is better" : column.low ? "lower is better" : "higher is better")],
      ["Questions", questions],
      ["Smallest difference", column.gain && `${column.gain} points can be told apart, by paired tests on this board`],
      ["Ranks", ranksOf(column)],
    ].filter(([, told]) => told);
    return [
      make("h2", {}, column.label),
      make("p", {}, column.about ?? ABOUT[column.key]),
      make("dl", { class: "facts" }, ...facts.flatMap(([name, told]) => [make("dt", {}, name), make("dd", {}, told)])),
    ];
  }

  function ranksOf(column) {
    if (column.key === "rank") return `${SHARED}: 4–7 is one of these four`;
    if (!column.value || column.flat) return "";
    if (column.why) return `every row may hold any place: ${column.why}`;
    return column.plain ? `plain (1, 1, 3): ${column.plain}` : SHARED;
  }

  /** How many questions a number is over, as the tab of categories tells. */
  function questionsOf(column) {
    const row = document.querySelectorAll("#categories tbody tr")[table.values.indexOf(column)];
    const named = row?.cells[0].firstChild.data === column.label;
    return named && row.cells[1].textContent !== numbers.DASH ? row.cells[1].textContent : "";
  }

  /** Puts the buttons into the head. */
  function dress() {
    document.body.append(meaning);
    table.columns.forEach(dressHead);
  }

  return { dress, opens, anyOpen };
})();
