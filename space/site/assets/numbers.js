"use strict";
/* Numbers as the cells of a board tell them: percent with two decimals, a dash where there is none. Nothing here
   looks at the page. */
Retally.numbers = (() => {
  const DASH = "–";
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  /** The number a text begins with, null where it begins with none. */
  function parse(text) {
    const number = Number.parseFloat(text);
    return Number.isFinite(number) ? number : null;
  }

  /** A number as cells show it; a dash where there is none. Never "-0.00". */
  function shown(number) {
    return number === null ? DASH : (Math.round(number * 100) / 100 || 0).toFixed(2);
  }

  /** Numbers that are there. */
  function known(numbers) {
    return numbers.filter((number) => number !== null);
  }

  /** The least and the greatest, or null where there is no number. */
  function ends(numbers) {
    let [least, most] = [Infinity, -Infinity];
    for (const number of known(numbers)) [least, most] = [Math.min(least, number), Math.max(most, number)];
    return least === Infinity ? null : [least, most];
  }

  /** The best number; `low` says that lower is better. */
  function best(numbers, low) {
    const found = ends(numbers);
    return found && found[low ? 0 : 1];
  }

  /** The mean of the numbers that are there. */
  function mean(numbers) {
    const there = known(numbers);
    return there.length ? there.reduce((sum, number) => sum + number, 0) / there.length : null;
  }

  /** How far a number is from the best one, in points: +3.20 or -3.20, and 0.00 for the best itself. */
  function gap(number, from) {
    if (number === null || from === null) return DASH;
    const text = shown(number - from);
    return number > from && text !== "0.00" ? `+${text}` : text;
  }

  /** Plain places: 1, 1, 3, each 1 + how many are better; null where there is no number. */
  function places(numbers, low) {
    const sorted = known(numbers).sort((a, b) => (low ? a - b : b - a));
    const first = new Map();
    sorted.forEach((number, better) => first.has(number) || first.set(number, better + 1));
    return numbers.map((number) => first.get(number) ?? null);
  }

  /** The ends of an interval as cells tell it: ±2.7 about the number, or 20.5–89.7; null where there is none. */
  function interval(text, number) {
    const reach = /^±([\d.]+)$/.exec(text);
    if (reach && number !== null) return [number - Number(reach[1]), number + Number(reach[1])];
    const told = /^(-?[\d.]+)–(-?[\d.]+)$/.exec(text);
    return told && [Number(told[1]), Number(told[2])];
  }

  /** The places a row may hold as a text: 4–7, or 4. */
  function span(low, high) {
    return low === high ? String(low) : `${low}–${high}`;
  }

  /** For sorting: numbers and texts either way round; what is not there always comes last. */
  function compare(a, b, descending) {
    const [noA, noB] = [a === null || a === "", b === null || b === ""];
    if (noA || noB) return noA - noB;
    const order = typeof a === "number" ? a - b : words.compare(a, b);
    return descending ? -order : order;
  }

  /** The day some months before a day, e.g. 2026-02-28 for six before 2026-08-31. */
  function monthsBefore(day, months) {
    const [year, month, date] = day.split("-").map(Number);
    const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
    return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
  }

  /** A number of things in words: 1 row, 2,000 rows. */
  function counted(count, noun) {
    return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  }

  return { DASH, parse, shown, ends, best, mean, gap, places, interval, span, compare, monthsBefore, counted };
})();
