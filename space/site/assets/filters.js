"use strict";
/* Which rows pass, and what can be asked for: only what makes a difference on this board is offered. */
Retally.filters = (() => {
  const { numbers, state, table } = Retally;
  const FILTERED = ["access", "class", "thinking", "protocol", "provenance", "judge", "organisation", "licence"];
  const GROUPED = ["access", "class", "thinking", "protocol", "licence", "organisation", "date", "provenance"];
  const SIZES = ["≤ 4B", "4-8B", "> 8B", "size unknown"];
  const KINDS = { floor: "floors", published: "as published", unranked: "not ranked" };
  const HIDDEN = { floor: "no floors", published: "nothing as published", unranked: "only ranked rows" };
  const DAYS = ["from", "to"];
  const models = table.rows.filter((row) => row.kind !== "floor");
  const dates = models.map((row) => table.card(row, "date")).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).sort();
  const newest = dates.at(-1);
  const texts = new Map(FILTERED.concat(GROUPED).map((key) => [key, textsOf(key)]));
  const offered = FILTERED.filter((key) => texts.get(key).length > 1);

  const known = (key) => FILTERED.includes(key) && table.byKey.has(key);
  const withOr = (list, entry, there) => (there ? [...new Set([...list, entry])] : list.filter((other) => other !== entry));

  /** What the cards of this board say under a key, by name; empty last. */
  function textsOf(key) {
    const order = (a, b) => SIZES.indexOf(a) - SIZES.indexOf(b) || numbers.compare(a, b);
    return [...new Set(models.map((row) => table.card(row, key)))].sort(order);
  }

  /** A day as it is written, or one counted back from the newest row: 6m. Never from today: a page may be old. */
  function dayOf(text) {
    const months = /^(\d{1,3})m$/.exec(text ?? "");
    return months && newest ? numbers.monthsBefore(newest, Number(months[1])) : text ?? "";
  }

  /** Whether a row passes. Floors are no models: they stay beside whatever passes, but a search leaves them out. */
  function passes({ q, filters, hide }) {
    const words = q.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
    const asked = Object.entries(filters).filter(([key]) => known(key));
    const [from, to] = [dayOf(filters.from?.[0]), dayOf(filters.to?.[0])];
    return (row) => {
      if (Object.hasOwn(KINDS, row.kind) && hide.includes(row.kind)) return false;
      const text = words.length ? `${row.name} ${table.card(row, "organisation")}`.toLocaleLowerCase("en") : "";
      if (!words.every((word) => text.includes(word))) return false;
      if (row.kind === "floor") return true;
      const day = table.card(row, "date");
      if ((from && !(day >= from)) || (to && !(day && day <= to))) return false;
      return asked.every(([key, some]) => some.includes(table.card(row, key)));
    };
  }

  /** The rows to show; no floor stands alone where models were asked for. */
  function chosen(now) {
    const rows = table.rows.filter(passes(now));
    return rows.some((row) => row.kind !== "floor") || !models.length ? rows : [];
  }

  /** A text of a card where it stands alone. */
  function told(key, text) {
    if (!text) return `${table.byKey.get(key).label} not told`;
    return key === "access" ? `${text} weights` : key === "thinking" ? `thinking ${text}` : text;
  }

  /** Each thing that leaves rows out: its words, and how to take it away. */
  function active({ q, filters, hide }) {
    const found = q ? [{ words: `“${q}”`, remove: () => state.set({ q: "" }) }] : [];
    for (const [key, some] of Object.entries(filters)) {
      const day = some[0] === "6m" ? "last 6 months" : `${key} ${dayOf(some[0])}`;
      const words = known(key) ? some.map((text) => told(key, text)).join(" or ") : DAYS.includes(key) ? day : "";
      if (words) found.push({ words, remove: () => state.filter(key, []) });
    }
    for (const kind of hide.filter((name) => Object.hasOwn(KINDS, name))) {
      const remove = () => state.set({ hide: withOr(state.value.hide, kind, false) });
      found.push({ words: HIDDEN[kind], remove });
    }
    return found;
  }

  /** The presets that part the rows of this board. */
  function presets() {
    const [access, classes, proofs] = ["access", "class", "provenance"].map((key) => texts.get(key) ?? []);
    const small = ["≤ 4B", "4-8B"].filter((name) => classes.includes(name));
    const counted = proofs.filter((text) => text && text !== "as published");
    return [
      ["Open weights", "access", ["open"], access.includes("open") && access.length > 1],
      ["≤ 8B", "class", small, small.length && small.length < classes.length],
      ["Recounted only", "provenance", counted, counted.length && counted.length < proofs.length],
      ["Last 6 months", "from", ["6m"], newest && dates[0] < dayOf("6m")],
    ].filter(([, , , sensible]) => sensible);
  }

  const days = { names: DAYS, oldest: dates[0], newest, of: dayOf };
  return { chosen, active, presets, offered, grouped: GROUPED, texts, days, kinds: KINDS, withOr };
})();
