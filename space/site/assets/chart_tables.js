"use strict";
/* The numbers of a chart as a table, for those who would rather read them. */
Retally.chartTables = (() => {
  const { make } = Retally;
  const { plain } = Retally.chartLabels;

  /** The numbers of a chart as a table, made when it is opened. */
  function tableOf(chart) {
    const { data, layout } = chart.figure;
    const pivot = layout.meta && layout.meta.pivot;
    const told = data.filter((trace) => trace.hovertext).reverse();
    const steps = told.flatMap((trace) => trace.hovertext.map((name, n) => ({ trace, n, name, link: trace.customdata && trace.customdata[n] })));
    return pivot ? pivoted(steps, layout, pivot) : listed(steps, layout);
  }

  function listed(steps, layout) {
    const words = [layout.xaxis.title.text, layout.yaxis.title.text];
    const body = steps.map(({ trace, n, name, link }) => {
      const x = layout.xaxis.hoverformat === ".2f" ? trace.x[n].toFixed(2) : trace.x[n];
      const bar = trace.error_y && trace.error_y.array[n] !== null ? trace.error_y : null;
      const reach = bar ? `${(trace.y[n] - bar.arrayminus[n]).toFixed(2)} to ${(trace.y[n] + bar.array[n]).toFixed(2)}` : "";
      return [name, link, [plain(x), trace.y[n].toFixed(2), reach]];
    });
    return table([...words, "95 % interval"], body);
  }

  function pivoted(steps, layout, pivot) {
    const other = pivot === "x" ? "y" : "x";
    const keys = layout[`${pivot}axis`].categoryarray;
    const rows = new Map();
    for (const { trace, n, name, link } of steps) {
      const own = `${link} ${name}`;
      if (!rows.has(own)) rows.set(own, [name, link, keys.map(() => "–")]);
      rows.get(own)[2][keys.indexOf(trace[pivot][n])] = trace[other][n].toFixed(2);
    }
    return table(keys, [...rows.values()]);
  }

  function table(words, body) {
    const head = ["row", ...words].map((word) => make("th", { scope: "col" }, plain(word)));
    const lines = body.map(([name, link, cells]) => {
      const text = plain(name);
      const first = link ? make("a", { href: `${Retally.root}models/${link}.html` }, text) : text;
      return make("tr", {}, make("th", { scope: "row" }, first), ...cells.map((cell) => make("td", {}, cell)));
    });
    const whole = make("table", { class: "plain" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...lines));
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Numbers of this chart" }, whole);
  }

  return { tableOf };
})();
