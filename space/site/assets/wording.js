"use strict";
/* How numbers and names of a comparison are written for people. Names are hostile text: they only ever become text. */
Retally.wording = (() => {
  const { make } = Retally;
  const LONGEST = 60;

  /** A share in points with one decimal and a true minus. */
  function points(share) {
    return rounded(100 * share, 1).replace(/^-(?!0\.0$)/, "−").replace(/^-/, "");
  }

  /** A number of the board in percent, with two decimals as everywhere. */
  function value(share) {
    return rounded(100 * share, 2);
  }

  /** As Python writes it: a number that lies just between two goes to the even one, where toFixed goes up. */
  function rounded(number, places) {
    const [scale, step] = [10 ** places, 8 * Math.abs(number)]; // numbers in eighths can lie just between
    const whole = Math.floor(Math.abs(number) * scale);
    if (!Number.isInteger(step) || Math.abs(number) * scale - whole !== 0.5) return number.toFixed(places);
    return `${number < 0 ? "-" : ""}${((whole + (whole % 2)) / scale).toFixed(places)}`;
  }

  /** Points with their sign, for differences. */
  function signed(share) {
    const text = points(share);
    return text === "0.0" || share < 0 ? text : `+${text}`;
  }

  /** "2.0 points", "less than 0.1 points". */
  function byPoints(share) {
    return Math.abs(share) < 0.0005 ? "less than 0.1 points" : `${points(Math.abs(share))} points`;
  }

  /** "p = .012"; near .05 one figure more, so that what is written says the same as what is concluded. */
  function pText(p) {
    if (p < 0.0001) return "p\u00a0<\u00a0.0001";
    if (p > 0.995) return "p\u00a0>\u00a0.99";
    const figures = p > 0.045 && p < 0.055 ? 3 : 2;
    return `p\u00a0=\u00a0${p.toFixed(figures - 1 - Math.floor(Math.log10(p))).slice(1)}`;
  }

  /** A whole number with its word: "1 question", "6,980 questions". */
  function counted(n, one, many = `${one}s`) {
    return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
  }

  /** "a, b and c"; of more than ``most`` names the rest are counted. */
  function listed(names, most = 3) {
    const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
    return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
  }

  /** A name that a sentence can carry; the whole name stands in the picker and in a hint. */
  function short(name) {
    const letters = [...name];
    return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("").trimEnd()}…` : name;
  }

  /** The places a row may hold: "4" or "4–7"; empty where it has none. */
  function places([low, high]) {
    return low === null ? "" : low === high ? `${low}` : `${low}–${high}`;
  }

  /** The mark of a side: its letter, with a shape and a colour of its own. */
  function mark(side) {
    return make("span", { class: `mark ${side}` }, make("i", { "aria-hidden": "true" }), side.toUpperCase());
  }

  return { points, value, signed, byPoints, pText, counted, listed, short, places, mark };
})();
