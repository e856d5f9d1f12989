"use strict";
/* The verdict on two rows in plain sentences: who is ahead, whether that is likely real, and what would settle it. */
Retally.verdict = (() => {
  const { make } = Retally;
  const { ALPHA, FEWEST_CLUSTERS, toSettle } = Retally.pairing;
  const { known } = Retally.totals;
  const HOPELESS = 50; // times as many questions as there are: nobody will ask them
  const { points, byPoints, pText, counted, listed, short, places } = Retally.wording;

  /** The sentence on the headline and what follows from it, as elements. ``view`` is what compare.js gathers. */
  function sentences(view) {
    const { found, a, b } = view;
    const [nameA, nameB] = [named(a, view), named(b, view)];
    if (!found) return told("", `These two cannot be compared on ${view.head.label}`, `: ${missing(view)}`);
    if (found.same) {
      const all = `: ${asked(view)}, and nothing tells them apart.`;
      return told("", `${nameA} and ${nameB} earned exactly the same`, all);
    }
    if (Math.abs(found.difference) < 1e-9) {
      const how = view.paired ? `, though not with the same answers, over ${asked(view)}.` : ".";
      return told("", `${nameA} and ${nameB} are level`, how);
    }
    const ahead = `${named(leader(view), view)} is ahead by ${byPoints(found.difference)}`;
    const more = [settling(view), parts(view)].filter(Boolean).join(" ");
    return told(leader(view) === a ? "a" : "b", ahead, certainty(view), more);
  }

  /** The name of a row; where both are called the same, with its letter. */
  function named(row, { a, b }) {
    const letter = short(a.name) === short(b.name) ? ` (${row === a ? "A" : "B"})` : "";
    return `${short(row.name)}${letter}`;
  }

  function told(side, strong, rest, more) {
    const first = make("p", { class: "sentence" }, make("strong", { class: side }, strong), rest);
    return more ? [first, make("p", { class: "more" }, more)] : [first];
  }

  function missing({ a, b, place, head }) {
    const without = [a, b].filter((row) => row.cells[place][0] === null).map((row) => short(row.name));
    return `${listed(without)} ${without.length > 1 ? "have" : "has"} no number for it.`;
  }

  /** The row that is ahead on the headline. */
  function leader({ found, head, a, b }) {
    return found.difference > 0 === head.higher ? a : b;
  }

  /** How sure the lead is, as the rest of the sentence. */
  function certainty(view) {
    const { found, paired, few } = view;
    if (few) {
      const [mine, others] = found.difference > 0 ? [found.forA, found.forB] : [found.forB, found.forA];
      const favour = `It does better in ${mine} of them and worse in ${others} (sign test, ${pText(found.p)}).`;
      return ` over ${asked(view)}: too few to say whether this is real. ${favour}`;
    }
    if (found.p === null) return againstFloor(view) || `. How sure that is cannot be told: ${unknown(view)}`;
    const seen = view.unfair ? ", though they may have been shown different things" : "";
    const how = paired ? `${pText(found.p)} by ${test(view)}` : `${pText(found.p)}, approximate and unpaired`;
    return range(view) + (found.p < ALPHA ? `, and this is likely real${seen}: ${how}.` : `. This may be chance: ${how}.`);
  }

  /** The interval, as seen from the row that is ahead. */
  function range(view) {
    if (!view.found.interval) return "";
    const [low, high] = view.found.difference > 0 ? view.found.interval : view.found.interval.map((end) => -end).reverse();
    return ` (${points(low)} to ${points(high)})`;
  }

  function test(view) {
    const kind = view.found.test === "sign" ? "a sign test" : "a paired test";
    return `${kind} over ${asked(view)}`;
  }

  /** "6,980 questions in 113 recordings". */
  function asked({ found, unit, questions, distinct }) {
    const answers = unit === "answer" ? `${counted(found.n, "answer")} to ${counted(distinct, "question")}` : counted(found.n, "question");
    if (found.independent) return answers;
    const only = found.nClusters < FEWEST_CLUSTERS ? "only " : "";
    return `${answers} in ${only}${counted(found.nClusters, ...groupWords(questions))}`;
  }

  /** What the questions of a cluster share, in the board's own words where it has them. */
  function groupWords(questions) {
    return questions.group_words || ["group of related questions", "groups of related questions"];
  }

  /** How much more would settle it, where it is not settled. */
  function settling({ paired, found, questions, unit }) {
    const more = paired && found.p >= ALPHA ? toSettle(found) : null;
    if (more === null) return "";
    if (more > HOPELESS * found.nClusters) return "No realistic number of questions would settle a gap this small.";
    if (found.independent) return `About ${counted(more, `more ${unit}`)} like these would settle a gap of this size.`;
    const [one, many] = groupWords(questions).map((word) => `more ${word}`);
    return `About ${counted(more, one, many)}, asked about as much as these, would settle a gap of this size.`;
  }

  /** A floor has no interval; the other row's own tells whether it is above or below. Empty for two other rows. */
  function againstFloor(view) {
    const { a, b, place } = view;
    const [floor, other] = a.kind === "floor" ? [a, b] : [b, a];
    const [, low, high] = other.cells[place];
    if (floor.kind !== "floor" || low === null) return "";
    const value = floor.cells[place][0];
    const lies = value < low ? "lies wholly above this floor" : value > high ? "lies wholly below this floor" : "holds this floor";
    return `. The 95 % interval of ${named(other, view)} (${points(low)} to ${points(high)}) ${lies}.`;
  }

  /** Why there is no p. */
  function unknown({ a, b, place }) {
    const blank = [a, b].filter((row) => !known(row, place));
    return `${listed(blank.map((row) => short(row.name)))} ${blank.length > 1 ? "come" : "comes"} without an interval or a number of questions.`;
  }

  /** Where the other row is ahead, in one sentence; of the tasks where the board has any. */
  function parts(view) {
    const mine = leader(view);
    const tasks = view.parts.filter((part) => part.facet === "task");
    const there = (tasks.length ? tasks : view.parts).filter((part) => part.found && part.higher !== null);
    const other = mine === view.a ? view.b : view.a;
    const lost = there.filter((part) => Math.abs(part.found.difference) >= 0.0005 && (part.found.difference > 0 === part.higher ? view.a : view.b) === other);
    const sure = lost.filter((part) => part.found.p !== null && part.found.p < ALPHA);
    const label = (some) => listed(some.map((part) => part.label));
    if (sure.length) return `${named(other, view)} is likely ahead on ${label(sure)}, each looked at alone.`;
    if (lost.length) return `${named(other, view)} has the better number on ${label(lost)}, which is not sure.`;
    return "";
  }

  /** Whether the board's own ranks tell the two apart, in a sentence; empty where they do not rank the two together.
      Places may overlap though the pair is told apart, and part though it is not, because of other rows. */
  function ranks({ a, b, board, found, paired, few }) {
    if (a.kind !== "ranked" || b.kind !== "ranked" || a.protocol !== b.protocol) return "";
    const where = `${places(a.rank)} and ${places(b.rank)}`;
    const same = where.startsWith(`${places(b.rank)} and`) ? `both hold places ${places(a.rank)}` : `their places, ${where}, overlap`;
    if (few) return `With so few groups of questions the board tells no rows apart: ${same}.`;
    if (board.why && !board.plain) return `The board tells no rows apart (${board.why}): ${same}.`;
    if (board.plain) return `The board ranks them plainly, ${where}: ${board.plain}.`;
    const ranked = board.rows.filter((row) => row.kind === "ranked" && row.protocol === a.protocol);
    const all = `all ${counted((ranked.length * (ranked.length - 1)) / 2, "pair")} of this board (Holm)`;
    const parted = a.rank[0] > b.rank[1] || b.rank[0] > a.rank[1];
    if (!a.apart && !parted) return `${same[0].toUpperCase()}${same.slice(1)} on the board.`; // the pair's own test is not known here
    const apart = a.apart ? bit(a.apart, ranked.indexOf(b)) : parted; // else only the places are known
    if (apart) return parted ? `The board's ranks keep them apart, corrected for ${all}: places ${where}.` : `Corrected for ${all} they are told apart, though because of other rows ${same}.`;
    const alone = paired && found.p !== null && found.p < ALPHA;
    const also = parted ? `other rows alone keep their places, ${where}, apart` : same;
    return alone ? `Taken alone this pair differs; corrected for ${all} it does not: ${also}.` : `Corrected for ${all} they are tied: ${also}.`;
  }

  /** One bit of a row of hexadecimal digits, the first bit first. */
  function bit(digits, place) {
    return Boolean((Number.parseInt(digits[place >> 2], 16) >> (3 - (place & 3))) & 1);
  }

  /** What else must be known to read the verdict rightly, as [kind, sentence]; the kinds are "caution" and "note". */
  function notes(view) {
    const { a, b, found, paired, why, unfair } = view;
    const all = [];
    if (unfair) all.push(["caution", unfair]);
    for (const row of new Set([a, b])) {
      if (row.kind === "unranked") all.push(["caution", `${named(row, view)} is not ranked: ${row.reason || "its page says why"}.`]);
    }
    if (found && !paired) all.push(["caution", `Approximate, unpaired: ${why} So only the totals are compared, as if each row had met other questions; pairing on the same questions could tell more.`]);
    if (ranks(view)) all.push(["note", ranks(view)]);
    if (paired && found.interval && found.p < ALPHA !== found.interval[0] * found.interval[1] > 0) {
      all.push(["note", "The interval and the exact test differ here by a hair; the test decides."]);
    }
    return all;
  }

  return { sentences, notes };
})();
