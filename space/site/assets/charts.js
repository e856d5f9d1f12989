"use strict";
/* The charts of a board: figures made at build, drawn when the tab is first opened, in the colours of the theme.
   Names come escaped for plotly; in tables they are plain text again. */
Retally.charts = (() => {
  const { make } = Retally;
  const CONFIG = { displayModeBar: false, displaylogo: false, showLink: false, typesetMath: false, scrollZoom: false };
  const NARROW = 460;
  const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#36;": "$", "&#123;": "{", "<br>": " " };
  const AROUND = ["top center", "middle right", "bottom center", "middle left", "top right", "top left", "bottom right", "bottom left"];
  const plain = (text) => String(text).replace(/&amp;|&lt;|&gt;|&#36;|&#123;|<br>/g, (found) => ENTITIES[found]);
  const escaped = (text) => text.replace(/[&<>$]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const pen = document.createElement("canvas").getContext("2d");
  let opened = null;

  /** How wide a text is drawn. */
  function wide(text, size = 11.5) {
    pen.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
    return pen.measureText(plain(text)).width;
  }

  /** A copy of a figure in which "var(--accent)" and the like are the colours of the page as it looks now. */
  function coloured(value, style) {
    if (Array.isArray(value)) return value.map((part) => (typeof part === "object" && part ? coloured(part, style) : part));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, coloured(part, style)]));
    }
    const name = typeof value === "string" && /^var\((--[a-z-]+)\)$/.exec(value);
    return name ? style.getPropertyValue(name[1]).trim() : value;
  }

  /** A figure for a place of this width: its names, labels that do not cover one another, room at the sides. */
  function laid(chart, width) {
    const style = getComputedStyle(document.body);
    const { data, layout } = coloured(chart.figure, style);
    layout.font.family = layout.hoverlabel.font.family = style.fontFamily;
    if (!matchMedia("(hover: hover)").matches) {
      layout.dragmode = false;
      layout.xaxis.fixedrange = layout.yaxis.fixedrange = true;
    }
    const ends = data.filter((trace) => trace.meta && trace.meta.end);
    if (width < NARROW) {
      layout.font.size = 11.5;
      layout.margin.r = 12;
      layout.xaxis.nticks = 5;
      if (layout.xaxis.tickvals && layout.xaxis.type === "log") sparser(layout.xaxis, width);
      if (ends.length) below(layout, ends, width);
    } else if (ends.length) beside(layout, ends);
    above(layout);
    arranged(data, layout, width);
    return { data, layout: { ...layout, width, autosize: false } };
  }

  /** Every second tick until there is room for them. */
  function sparser(axis, width) {
    while (axis.tickvals.length * 46 > width - 70) {
      for (const name of ["tickvals", "ticktext"]) axis[name] = axis[name].filter((_, place) => place % 2 === 0);
    }
  }

  /** The words of the upright axis stand above it, read from left to right. */
  function above(layout) {
    const text = layout.yaxis.title && layout.yaxis.title.text;
    if (!text) return;
    delete layout.yaxis.title;
    const place = { xref: "paper", yref: "paper", x: 0, y: 1, xanchor: "left", yanchor: "bottom", xshift: -layout.margin.l + 8, yshift: 9 };
    const font = { color: layout.yaxis.color, size: layout.font.size };
    layout.annotations = [...(layout.annotations || []), { text, showarrow: false, font, ...place, name: "above" }];
  }

  /** Lines bear their names in a list below the plot. */
  function below(layout, ends, width) {
    const rows = Math.ceil(ends.length / Math.max(1, Math.floor((width - 40) / 150)));
    layout.showlegend = true;
    layout.legend = { orientation: "h", traceorder: "reversed", x: 0, yanchor: "top", itemclick: false, itemdoubleclick: false, font: { size: 11 } };
    layout.margin.b += 10 + 20 * rows;
    layout.height += 20 * rows;
    layout.legend.y = -58 / (layout.height - layout.margin.t - layout.margin.b);
  }

  /** Lines bear their names at their right ends, moved apart where they would cover one another. */
  function beside(layout, ends) {
    const [low, high] = layout.yaxis.range;
    const tall = layout.height - layout.margin.t - layout.margin.b;
    const marks = ends.map((trace) => ({ trace, at: ((trace.y.at(-1) - low) / (high - low)) * tall }));
    marks.sort((a, b) => a.at - b.at);
    let least = 6;
    for (const mark of marks) {
      mark.to = Math.max(mark.at, least);
      least = mark.to + 15;
    }
    let most = tall - 4;
    for (const mark of [...marks].reverse()) {
      mark.to = Math.min(mark.to, most);
      most = mark.to - 15;
    }
    const names = marks.map(({ trace, at, to }) => ({
      text: trace.meta.end, showarrow: false, xanchor: "left", yanchor: "middle", xref: "paper", x: 1, xshift: 4,
      y: trace.y.at(-1), yshift: to - at, font: { size: 12, color: trace.line.color },
    }));
    layout.annotations = [...(layout.annotations || []), ...names];
    layout.margin.r = 14 + Math.max(...ends.map((trace) => wide(trace.meta.end, 12)));
  }

  /** Where a value lies along an axis, 0 to 1. */
  function along(axis, value) {
    if (axis.type === "category") return (axis.categoryarray.indexOf(value) - axis.range[0]) / (axis.range[1] - axis.range[0]);
    const of = axis.type === "date" ? Date.parse : axis.type === "log" ? Math.log10 : Number;
    const [from, to] = axis.type === "date" ? axis.range.map(Date.parse) : axis.range;
    return (of(value) - from) / (to - from);
  }

  /** Each label goes where it covers neither a point nor a label; one that has no such place is left to pointing. */
  function arranged(data, layout, width) {
    const marked = data.filter((trace) => trace.text);
    if (!marked.length || !layout.xaxis.range) return;
    const ticks = layout.yaxis.categoryarray ? layout.yaxis.categoryarray.flatMap((text) => text.split("<br>")) : [];
    const left = Math.max(layout.margin.l, ...ticks.map((text) => wide(text, 12.5) + 8));
    const plot = { wide: width - left - layout.margin.r, tall: layout.height - layout.margin.t - layout.margin.b };
    const at = (trace, n) => [along(layout.xaxis, trace.x[n]) * plot.wide, (1 - along(layout.yaxis, trace.y[n])) * plot.tall];
    const taken = [];
    for (const trace of data.filter((one) => one.hovertext)) {
      for (const n of trace.x.keys()) {
        const [x, y] = at(trace, n);
        taken.push([x - 4, y - 4, x + 4, y + 4]);
      }
    }
    for (const note of layout.annotations || []) {
      if (note.name === "floor") settled(note, layout, plot, taken);
      if (note.name !== "above") taken.push(covered(note, layout, plot));
    }
    const waiting = marked.flatMap((trace) => trace.text.map((text, n) => ({ trace, n, text }))).filter((label) => label.text);
    const rank = ({ trace, n }) => (trace.customdata ? -along(layout.yaxis, trace.y[n]) : 9);
    waiting.sort((a, b) => rank(a) - rank(b));
    const first = new Map(marked.map((trace) => [trace, trace.textposition]));
    for (const trace of marked) trace.textposition = trace.text.map(() => first.get(trace));
    for (const { trace, n, text } of waiting) {
      const [x, y] = at(trace, n);
      const own = first.get(trace);
      const aside = trace.mode.startsWith("lines") ? ["left", "right"].map((side) => own.replace("center", side)) : [];
      const boxes = [own, ...aside, ...AROUND].map((position) => [position, boxAround(position, x, y, wide(text), 8)]);
      const free = boxes.find(([, box]) => inside(box, plot, layout) && !taken.some((other) => meet(box, other)));
      if (free) {
        trace.textposition[n] = free[0];
        if (free[0] === "middle right") trace.text[n] = `\u00a0${text}`;
        if (free[0] === "middle left") trace.text[n] = `${text}\u00a0`;
        taken.push(free[1]);
      } else trace.text[n] = "";
    }
  }

  function boxAround(position, x, y, long, half) {
    const [up, side] = position.split(" ");
    const middle = up === "top" ? y - 14 : up === "bottom" ? y + 14 : y;
    const gap = up === "middle" ? 9 : 3;
    const from = side === "center" ? x - long / 2 : side === "right" ? x + gap : x - gap - long;
    return [from, middle - half, from + long, middle + half];
  }

  function covered(note, layout, plot) {
    const long = wide(note.text);
    const x = note.xref === "paper" ? note.x * plot.wide : along(layout.xaxis, note.x) * plot.wide;
    const y = (1 - (note.yref === "paper" ? note.y : along(layout.yaxis, note.y))) * plot.tall;
    const from = note.xanchor === "right" ? x - long : x;
    return note.yanchor === "top" ? [from, y, from + long, y + 16] : [from, y - 16, from + long, y];
  }

  /** The words of a floor go to the end of its line, and the side of it, where no point is. */
  function settled(note, layout, plot, taken) {
    for (const [x, xanchor] of [[1, "right"], [0, "left"]]) {
      for (const yanchor of ["bottom", "top"]) {
        const box = covered({ ...note, x, xanchor, yanchor }, layout, plot);
        if (!taken.some((other) => meet(box, other))) return Object.assign(note, { x, xanchor, yanchor });
      }
    }
    return note;
  }

  const inside = (box, plot, { margin }) => box[0] > 2 && box[2] < plot.wide + margin.r - 2 && box[1] > Math.min(0, 20 - margin.t) && box[3] < plot.tall + 6;
  const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

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

  /** The chart as an SVG file: its title in it, the colours of the page, as wide as on a desk. */
  async function saved(chart) {
    const { data, layout } = laid(chart, 920);
    const style = getComputedStyle(document.body);
    layout.margin.t += 50;
    layout.height += 54;
    layout.margin.b += 4;
    layout.paper_bgcolor = style.getPropertyValue("--card").trim();
    const text = `<b>${escaped(chart.title)}</b><br>${escaped(document.body.dataset.title || "")}`;
    layout.title = { text, x: 0, xref: "container", xanchor: "left", y: 1, yref: "container", yanchor: "top", pad: { l: 16, t: 22 }, font: { size: 14 } };
    const svg = await Plotly.toImage({ data, layout, config: CONFIG }, { format: "svg", width: 920, height: layout.height, imageDataOnly: true });
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const link = make("a", { href: address, download: `${document.body.dataset.board}.${chart.name}.svg` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  /** One chart on the page; ``draw`` draws it, or draws it anew. */
  function shown(chart) {
    const plot = make("div", { class: "plot", role: "img", "aria-label": chart.alt, style: `min-height:${chart.figure.layout.height}px` });
    const details = make("details", { ontoggle: () => details.open && details.children.length < 2 && details.append(tableOf(chart)) }, make("summary", { "aria-label": `as a table: ${chart.title}` }, "as a table"));
    const save = make("button", { type: "button", class: "quiet-button", "aria-label": `Save as SVG: ${chart.title}`, onclick: () => saved(chart) }, "Save as SVG");
    const figure = make("figure", { class: "chart card", id: `chart-${chart.name}` }, make("h3", {}, chart.title), plot,
      make("figcaption", { class: "note" }, chart.note), make("div", { class: "chart-foot" }, details, save));
    const draw = async () => {
      const width = Math.floor(plot.clientWidth);
      if (!width) return;
      const { data, layout } = laid(chart, width);
      plot.style.minHeight = `${layout.height}px`;
      const fresh = !plot.data;
      await Plotly.react(plot, data, layout, CONFIG);
      plot.drawn = width;
      if (fresh) plot.on("plotly_click", ({ points: [point] }) => followed(point));
    };
    return { figure, plot, draw };
  }

  function followed(point) {
    if (point.customdata && matchMedia("(hover: hover)").matches) location.href = `${Retally.root}models/${point.customdata}.html`;
  }

  function unpacked({ texts, charts }) {
    for (const chart of charts) {
      for (const trace of chart.figure.data) {
        for (const name of ["text", "hovertext", "customdata"]) if (trace[name]) trace[name] = trace[name].map((n) => texts[n]);
      }
    }
    return charts;
  }

  /** Draws what comes near the window, and again when the theme or the width changes. */
  function watch(charts) {
    const near = new IntersectionObserver((entries) => {
      for (const entry of entries.filter((one) => one.isIntersecting)) {
        near.unobserve(entry.target);
        charts.find(({ plot }) => plot === entry.target).draw();
      }
    }, { rootMargin: "600px" });
    const size = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target.drawn && target.drawn !== Math.floor(target.clientWidth)) charts.find(({ plot }) => plot === target).draw();
      }
    });
    for (const { plot } of charts) {
      if (!plot.drawn) near.observe(plot);
      size.observe(plot);
    }
    document.addEventListener("theme", () => charts.filter(({ plot }) => plot.drawn).forEach(({ draw }) => draw()));
    addEventListener("beforeprint", () => charts.filter(({ plot }) => !plot.drawn).forEach(({ draw }) => draw()));
  }

  async function start() {
    const list = document.getElementById("chart-list");
    const told = make("p", { class: "note" }, "Drawing …");
    list.replaceChildren(told);
    try {
      const charts = unpacked(await Retally.load(`charts/${document.body.dataset.board}`)).map(shown);
      if (charts.length) await Retally.script(`${Retally.root}assets/plotly.min.js`);
      list.replaceChildren(...(charts.length ? charts.map(({ figure }) => figure) : ["Nothing to draw yet: a chart needs two rows, and two numbers of each, at least."]));
      for (const { draw } of charts.slice(0, 4)) await draw();
      watch(charts);
    } catch (error) {
      told.textContent = `The charts could not be drawn: ${error.message}.`;
      list.replaceChildren(told);
    }
    document.documentElement.dataset.charts = "ready";
  }

  /** Loads and draws the charts; later calls give the same promise. */
  function open() {
    opened = opened || start();
    return opened;
  }

  /** Where nothing else opens the charts, coming near them does. */
  function awaited() {
    const near = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      near.disconnect();
      open();
    }, { rootMargin: "200px" });
    near.observe(document.getElementById("chart-list").parentElement);
  }

  // After all scripts have run: until then a tab that will be hidden may still be seen.
  addEventListener("load", awaited);
  return { open };
})();
