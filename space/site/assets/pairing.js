"use strict";
/* Two rows on the same questions: what one is ahead by, how sure that is, and who is right where.
   The rules are those of board/comparisons.py for two rows, so that this page and the board's ranks cannot disagree:
   the question by question differences are summed in clusters, and clusters are the unit of chance. */
Retally.pairing = (() => {
  const { reachT, quantileT, twoSidedT, twoSidedCoin } = Retally.statistics;
  const FEWEST_CLUSTERS = 5;
  const ALPHA = 0.05;

  /** The credits behind an answers file: a text of 1, 0 and dots, and the values behind the dots in their order. */
  function decode([text, values]) {
    let next = 0;
    return Float64Array.from(text, (letter) => (letter === "." ? values[next++] : Number(letter)));
  }

  /** The design of a column (board/design.py): the places of its questions, weights that add to 1, and clusters
      numbered afresh from 0, since a column of some questions may leave whole clusters out. */
  function designOf(questions, column) {
    const at = column.at || questions.ids.map((_, place) => place);
    const numbers = new Map();
    const cluster = at.map((place) => {
      const whole = questions.cluster[place];
      if (!numbers.has(whole)) numbers.set(whole, numbers.size);
      return numbers.get(whole);
    });
    const weights = column.weights || at.map(() => 1 / at.length);
    const even = !column.weights && !column.strata;
    return { at, cluster, weights, strata: column.strata || at.map(() => 0), even, n: at.length, nClusters: numbers.size };
  }

  /** Row a against row b in a column: ``difference`` (a - b) and ``stderr`` (0 where no cluster differs from the
      others) as shares, ``interval`` or null, ``p``, and the ``test`` it comes from: "mcnemar", "t" or "sign".
      ``forA`` and ``forB`` count the clusters that favour a row; ``same`` tells that the rows earn the same everywhere. */
  function compare(a, b, questions, column) {
    const design = designOf(questions, column);
    const one = design.at.map((place) => a[place]);
    const other = design.at.map((place) => b[place]);
    const found = { n: design.n, nClusters: design.nClusters, same: one.every((credit, i) => credit === other[i]) };
    found.independent = design.nClusters === design.n;
    const totals = clusterSums(one.map((credit, i) => credit - other[i]), design);
    found.forA = totals.filter((gain) => gain >= 1e-12).length;
    found.forB = totals.filter((gain) => gain <= -1e-12).length;
    const whole = [...one, ...other].every((credit) => credit === 0 || credit === 1);
    Object.assign(found, design.even && found.independent && whole ? mcnemar(found) : clustered(one, other, design, found));
    const known = design.nClusters >= FEWEST_CLUSTERS && found.stderr > 0;
    const reach = known ? reachT(design.nClusters - 1) * found.stderr : 0;
    found.interval = known ? [found.difference - reach, found.difference + reach] : null;
    return found;
  }

  /** McNemar's exact test (McNemar 1947), from the questions that only one of the rows has right. */
  function mcnemar({ n, forA, forB }) {
    const [gain, either] = [forA - forB, forA + forB];
    const stderr = Math.sqrt((n * either - gain * gain) / Math.max(1, n - 1)) / n;
    return { difference: gain / n, stderr, p: twoSidedCoin(Math.min(forA, forB), either), test: "mcnemar" };
  }

  /** The t test over clusters with the correction G / (G - 1) (Liang and Zeger 1986); where clusters are too few or
      differ in nothing, the exact sign test over them. */
  function clustered(one, other, design, { nClusters, forA, forB }) {
    const difference = one.reduce((sum, credit, i) => sum + design.weights[i] * (credit - other[i]), 0);
    const [ofOne, ofOther] = [residuals(one, design), residuals(other, design)];
    const own = [...ofOne, ...ofOther].reduce((sum, residual) => sum + residual * residual, 0);
    const squares = ofOne.reduce((sum, residual, g) => sum + (residual - ofOther[g]) ** 2, 0);
    const kept = squares > 1e-12 * own + 1e-24 ? squares : 0; // what is only rounding is 0
    const stderr = Math.sqrt((nClusters / Math.max(1, nClusters - 1)) * kept);
    if (nClusters < FEWEST_CLUSTERS || stderr === 0) {
      return { difference, stderr, p: twoSidedCoin(Math.min(forA, forB), forA + forB), test: "sign" };
    }
    return { difference, stderr, p: twoSidedT(difference / stderr, nClusters - 1), test: "t" };
  }

  /** What each cluster's weighted sum differs by from the means of its strata, whose differences are no chance. */
  function residuals(credits, design) {
    const [sums, weights] = [[], []];
    credits.forEach((credit, i) => {
      const stratum = design.strata[i];
      sums[stratum] = (sums[stratum] || 0) + design.weights[i] * credit;
      weights[stratum] = (weights[stratum] || 0) + design.weights[i];
    });
    return clusterSums(credits.map((credit, i) => credit - sums[design.strata[i]] / weights[design.strata[i]]), design);
  }

  /** The weighted sum of each cluster's values. */
  function clusterSums(values, design) {
    const sums = new Array(design.nClusters).fill(0);
    values.forEach((value, i) => (sums[design.cluster[i]] += design.weights[i] * value));
    return sums;
  }

  /** How many more questions (where they hang together: clusters) would settle a gap of this size in 8 of 10 times:
      n ((t.975 + t.8) SE / |d|)² - n (Bloom 1995, Evaluation Review 19:547), to two figures. Null where none would. */
  function toSettle({ difference, stderr, nClusters }) {
    if (!(Math.abs(difference) > 1e-9) || !(stderr > 0) || nClusters < FEWEST_CLUSTERS) return null;
    const reach = reachT(nClusters - 1) + quantileT(0.8, nClusters - 1);
    const more = nClusters * ((reach * stderr) / difference) ** 2 - nClusters;
    return more > 0 ? Math.max(1, Number(more.toPrecision(2))) : null;
  }

  /** The places of a column's questions by who is right; a credit of one half or more counts as right. */
  function outcomes(a, b, questions, column) {
    const found = { both: [], onlyA: [], onlyB: [], neither: [], cut: false };
    for (const place of column.at || questions.ids.keys()) {
      const [one, other] = [a[place] >= 0.5, b[place] >= 0.5];
      found[one ? (other ? "both" : "onlyA") : other ? "onlyB" : "neither"].push(place);
      if (a[place] % 1 || b[place] % 1) found.cut = true;
    }
    return found;
  }

  return { decode, compare, toSettle, outcomes, ALPHA, FEWEST_CLUSTERS };
})();
