"use strict";
/* Texts on a chart: how wide they are, and where they go so that they cover nothing. */
Retally.chartLabels = (() => {
  const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#36;": "$", "&#123;": "{", "<br>": " " };
  const AROUND = ["top center", "middle right", "bottom center", "middle left", "top right", "top left", "bottom right", "bottom left"];
  const plain = (text) => String(text).replace(/&amp;|&lt;|&gt;|&#36;|&#123;|<br>/g, (found) => ENTITIES[found]);
  const pen = document.createElement("canvas").getContext("2d");

  /** How wide a text is drawn. */
  function wide(text, size = 11.5) {
    pen.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
    return pen.measureText(plain(text)).width;
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

  return { plain, wide, arranged };
})();
