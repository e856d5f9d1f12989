"use strict";
/* Every part of the board as a line with two marks on it, and the figures beside: a table first, a drawing second. */
Retally.dumbbells = (() => {
  const { make } = Retally;
  const { ALPHA } = Retally.pairing;
  const { points, value, signed, pText, mark } = Retally.wording;
  const FACETS = { task: "Tasks", group: "Groups of tasks", all: "Other numbers" };

  /** The table of a view's parts, tasks first, and what must be known to read it; null where there are none. */
  function table(view) {
    const shown = view.parts.filter((part) => part.one !== null || part.other !== null);
    if (!shown.length) return null;
    const facets = [...new Set(shown.map((part) => part.facet))].sort((x, y) => (y === "task") - (x === "task"));
    const scale = scaleOf(shown);
    const head = make("thead", {}, make("tr", {},
      make("th", { scope: "col" }, make("span", { class: "axis" }, make("span", {}, "part"), ends(scale))),
      make("th", { scope: "col" }, mark("a")), make("th", { scope: "col" }, mark("b")), make("th", { scope: "col" }, "A − B")));
    const bodies = facets.map((facet) => {
      const own = shown.filter((part) => part.facet === facet);
      const common = commonWords(own.map((part) => part.label));
      const rows = own.map((part) => line({ ...part, label: part.label.slice(common.length) }, scale));
      const title = make("tr", { class: "g" }, make("th", { colspan: "4", scope: "rowgroup" }, FACETS[facet] || common || facet.replaceAll("_", " ")));
      return make("tbody", {}, ...(facets.length > 1 ? [title] : []), ...rows);
    });
    const grid = make("table", { class: "parts" }, make("caption", { class: "quiet" }, "Both rows on every part of the board, in percent"), head, ...bodies);
    return make("div", {}, grid, make("p", { class: "note" }, legend(view, shown)));
  }

  /** The words that all labels of a facet begin with ("video length in minutes "), told once above them. */
  function commonWords(labels) {
    const [first] = labels;
    let end = labels.length > 1 ? first.lastIndexOf(" ") + 1 : 0;
    while (end && !labels.every((label) => label.startsWith(first.slice(0, end)))) end = first.lastIndexOf(" ", end - 2) + 1;
    return first.slice(0, end);
  }

  /** The ends of the common scale in whole tens of percent, so that small differences can be seen. */
  function scaleOf(shown) {
    const values = shown.filter(fits).flatMap((part) => [part.one, part.other]).filter((value) => value !== null);
    if (!values.length) return { low: 0, high: 1 };
    const low = Math.floor(Math.min(...values) * 10 + 1e-9) / 10;
    return { low, high: Math.max(low + 0.1, Math.ceil(Math.max(...values) * 10 - 1e-9) / 10) };
  }

  /** Whether a part is a share of 0 to 1: counts as printed may lie far outside and would flatten all the others. */
  function fits({ one, other }) {
    return [one, other].every((value) => value === null || (value >= 0 && value <= 1));
  }

  function ends({ low, high }) {
    const end = (share) => make("span", {}, `${Math.round(100 * share)}`);
    return make("span", { class: "ends" }, end(low), make("span", { class: "quiet" }, "to"), end(high));
  }

  function line(part, scale) {
    const label = make("span", { class: "label" }, part.label, part.higher === false ? make("small", {}, "lower is better") : null);
    const number = (share) => make("td", {}, share === null ? "–" : value(share));
    return make("tr", {},
      make("th", { scope: "row" }, make("span", { class: "axis" }, label, fits(part) ? drawing(part, scale) : null)),
      number(part.one), number(part.other), gap(part));
  }

  /** The marks at their places, and between them the gap; hidden from readers of the page, who have the figures. */
  function drawing({ one, other }, { low, high }) {
    const at = (share) => (100 * (share - low)) / (high - low);
    const spot = (share, side) => (share === null ? null : make("i", { class: `spot ${side}`, style: `left:${at(share)}%` }));
    const both = one !== null && other !== null;
    const from = both ? Math.min(at(one), at(other)) : 0;
    const between = both ? make("i", { class: "between", style: `left:${from}%;width:${Math.abs(at(one) - at(other))}%` }) : null;
    return make("span", { class: "line", "aria-hidden": "true" }, between, spot(one, "a"), spot(other, "b"));
  }

  /** The difference with its interval, and who is ahead where that is likely real by itself. */
  function gap({ found, higher }) {
    if (!found) return make("td", { class: "gap" }, "–");
    const paired = found.test !== "normal" && found.test !== "none";
    const reach = paired && found.interval ? make("small", {}, `±${points((found.interval[1] - found.interval[0]) / 2)}`) : null;
    const real = higher !== null && found.p !== null && found.p < ALPHA;
    const side = found.difference > 0 === higher ? "a" : "b";
    const told = real ? make("span", { class: `real ${side}`, title: pText(found.p) }, `${side.toUpperCase()} likely ahead`) : null;
    return make("td", { class: real ? "gap sure" : "gap" }, signed(found.difference), reach, told);
  }

  function legend({ paired, few }, shown) {
    const reading = paired ? "A − B is in points; ± is its 95 % interval over the same questions." : "A − B is in points, from the totals alone.";
    if (few) return `${reading} So few groups of questions give no interval.`;
    const bare = paired && shown.some(({ found }) => found && !found.interval) ? " Parts without it have too few questions for one, or only totals." : "";
    const chance = shown.length / 20 < 1 ? "less than one" : `about ${Math.round(shown.length / 20)}`;
    return `${reading}${bare} “Likely ahead” looks at one part by itself (p < .05): of ${shown.length} parts chance alone would mark ${chance}.`;
  }

  return { table };
})();
