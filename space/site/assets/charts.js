"use strict";
/* The charts of a board: figures made at build, drawn when the tab is first opened, in the colours of the theme.
   Names come escaped for plotly. */
Retally.charts = (() => {
  const { make } = Retally;
  const { laid } = Retally.chartLayout;
  const { tableOf } = Retally.chartTables;
  const CONFIG = { displayModeBar: false, displaylogo: false, showLink: false, typesetMath: false, scrollZoom: false };
  const escaped = (text) => text.replace(/[&<>$]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  let opened = null;

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
