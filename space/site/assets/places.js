"use strict";
/* The places of the ranked rows in every column: as paired tests give them, loaded when first asked for, or plain. */
Retally.places = (() => {
  const { numbers } = Retally;
  const { board, byKey, headline, ranked, protocols } = Retally.rows;
  const MOST_FIRST = ["size", "coverage", "date"]; // card columns whose first sort is downwards
  const kept = new Map();
  let ranks = null; // the places of every column, once they are needed; false where they cannot be read

  /** The column a state sorts by, whether downwards, and the value column whose places are shown. */
  function sorting(state) {
    const found = byKey.get(state.sort);
    const column = !found || found.key === "rank" ? headline : found;
    const first = column.value ? !column.low : MOST_FIRST.includes(column.key);
    return { column, descending: state.dir ? state.dir === "desc" : first, first, by: column.value && !column.flat ? column : headline };
  }

  /** Whether all protocols are ranked as one. */
  function joined(state) {
    return state.together === "1" && protocols.length > 1;
  }

  /** The places of every ranked row in a column as texts, and whether they are plain (no test behind them). */
  function places(column, together) {
    const key = `${together} ${column.key} ${Boolean(ranks)}`;
    if (!kept.has(key)) kept.set(key, placesOf(column, together));
    return kept.get(key);
  }

  function placesOf(column, together) {
    const told = ranks ? (together ? ranks.together : ranks.within)?.[column.key] : null;
    const fields = together ? [ranked] : protocols.map((_, at) => ranked.filter((row) => row.group === at));
    const found = new Map();
    const asCame = column === headline && !together;
    let plain = (asCame && Boolean(column.plain)) || Boolean(ranks && ranks.plain[together ? "together" : "within"].includes(column.key));
    for (const group of fields) {
      const simple = numbers.places(group.map((row) => row.numbers[column.place]), column.low);
      group.forEach((row, at) => {
        const place = told?.[ranks.at.get(row.id)];
        if (!asCame && !place && simple[at] !== null && group.length > 1) plain = true; // a row alone is 1 without a test
        const own = asCame ? row.texts[0] : simple[at] === null ? numbers.DASH : String(simple[at]);
        found.set(row, place ? numbers.span(...place) : own);
      });
    }
    return { texts: found, plain };
  }

  /** A promise of the places, where a state needs more than came with the page. */
  function prepared(state) {
    const needed = sorting(state).by !== headline || joined(state) || state.as === "rank";
    if (!needed || ranks !== null) return null;
    const keep = (told) => (ranks = told ? { ...told, at: new Map(told.ids.map((id, at) => [id, at])) } : false);
    return Retally.load(`ranks/${board}`).then(keep, () => keep(null));
  }

  return { places, prepared, sorting, joined };
})();
