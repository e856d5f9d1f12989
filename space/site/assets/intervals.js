"use strict";
/* The intervals of a board of many rows: the page carries those of the headline only, so that it stays light, and a
   data file the others, read when they are asked for. */
Retally.intervals = (() => {
  const { make } = Retally;
  const { element, board, values, headline, rows } = Retally.rows;
  const lean = "lean" in element.dataset;
  let there = !lean;

  /** Puts the intervals of all columns into the cells where a state asks for them; a promise of having done so. */
  function prepared({ ci }) {
    if (there || ci !== "all") return null;
    there = true;
    return Retally.load(`intervals/${board}`).then(fill, () => (there = false));
  }

  function fill(texts) {
    for (const column of values.filter((other) => other !== headline)) {
      const told = texts[column.key] ?? [];
      rows.forEach((row, at) => told[at] && row.cells[column.place].append(make("small", {}, told[at])));
    }
  }

  return { lean, prepared };
})();
