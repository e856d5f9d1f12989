"use strict";
/* A figure laid out for a place on the page: in the colours of the theme, with room for its names. */
Retally.chartLayout = (() => {
  const { wide, arranged } = Retally.chartLabels;
  const NARROW = 460;

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

  return { laid };
})();
