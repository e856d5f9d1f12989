"use strict";
/* Two numbers of which only totals are known, compared as if each row had met other questions: the same as
   compare_totals in Python (board/totals.py). */
Retally.totals = (() => {
  const { twoSidedNormal, Z_95 } = Retally.statistics;

  /** The difference of two cells [estimate, low, high, n, stderr] with interval and p; null where one has no estimate,
      without p where one tells no error. */
  function compare(a, b) {
    if (a[0] === null || b[0] === null) return null;
    const [one, other] = [totalOf(a), totalOf(b)];
    const difference = one.value - other.value;
    if ([one, other].every(({ stderr, n, value }) => stderr === null && n && value >= 0 && value <= 1)) return ofShares(one, other, difference);
    const errors = [one, other].map(errorOf);
    if (errors.includes(null)) return { difference, stderr: null, interval: null, p: null, test: "none" };
    const stderr = Math.hypot(...errors);
    return found(difference, stderr, [difference - Z_95 * stderr, difference + Z_95 * stderr], stderr);
  }

  /** A cell as a total. An interval without a standard error (all answers alike) tells it by its width: the number of
      questions would not, since some hang together. */
  function totalOf([value, low, high, n, stderr]) {
    const width = low !== null && high > low ? (high - low) / 2 / Z_95 : null;
    const error = stderr ?? width;
    return { value, n: error === null ? n : null, stderr: error };
  }

  function errorOf({ value, n, stderr }) {
    if (stderr === null && (value < 0 || value > 1)) return null; // no share: its n tells no error
    return stderr ?? (n ? Math.sqrt((value * (1 - value)) / n) : null);
  }

  /** Two shares of n answers: the pooled z test for p, and the interval from two Wilson intervals (Newcombe 1998,
      Statistics in Medicine 17:873, method 10). */
  function ofShares(one, other, difference) {
    const [x, y] = [one.value, other.value];
    const pooled = (x * one.n + y * other.n) / (one.n + other.n);
    const [lowX, highX] = wilson(x, one.n);
    const [lowY, highY] = wilson(y, other.n);
    const interval = [difference - Math.hypot(x - lowX, highY - y), difference + Math.hypot(highX - x, y - lowY)];
    const alike = Math.sqrt(pooled * (1 - pooled) * (1 / one.n + 1 / other.n));
    return found(difference, Math.sqrt((x * (1 - x)) / one.n + (y * (1 - y)) / other.n), interval, alike);
  }

  /** Wilson's interval of a share of n answers (Wilson 1927), within 0 to 1. */
  function wilson(share, n) {
    const shrink = 1 + Z_95 ** 2 / n;
    const centre = (share + Z_95 ** 2 / (2 * n)) / shrink;
    const reach = (Z_95 / shrink) * Math.sqrt((share * (1 - share)) / n + Z_95 ** 2 / (4 * n * n));
    return [Math.max(0, centre - reach), Math.min(1, centre + reach)];
  }

  /** `alike` is the standard error where there is no difference; where even that is 0, there is no doubt. */
  function found(difference, stderr, interval, alike) {
    const z = alike ? difference / alike : difference ? Infinity : 0;
    return { difference, stderr, interval, p: twoSidedNormal(z), test: "normal" };
  }

  /** What a row tells of a column. Of a published share the number of questions tells an error; where a row was
      recomputed and has no standard error, there is none to tell (few clusters, or a number that is no mean). */
  function told(row, place) {
    const [value, low, high, n, stderr] = row.cells[place];
    return [value, low, high, row.kind === "published" ? n : null, stderr ?? null];
  }

  /** Whether a row tells how sure a number is. */
  function known(row, place) {
    return row.cells[place][0] !== null && errorOf(totalOf(told(row, place))) !== null;
  }

  return { compare, told, known };
})();
