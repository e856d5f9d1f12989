"use strict";
/* The distributions that paired tests need, to ten digits and more: Student's t, the fair coin, the normal.
   Each is worked out so that no large numbers cancel: tests with thousands of questions end in small tails. */
Retally.statistics = (() => {
  const Z_95 = 1.959963984540054; // the 97.5 % point of the normal distribution
  const TINY = 1e-300;

  /** ln Γ(x) less Stirling's (x - 1/2) ln x - x + ln √(2π), for x ≥ 10 (Abramowitz and Stegun 1964, 6.1.41). */
  function stirlingRest(x) {
    const y = 1 / (x * x);
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - (y * 691) / 360360))))) / x;
  }

  /** ln Γ(x) for x > 0: small x are raised by Γ(x + 1) = x Γ(x) until Stirling's series holds. */
  function logGamma(x) {
    let product = 1;
    while (x < 10) product *= x++;
    return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + stirlingRest(x) - Math.log(product);
  }

  /** ln(Γ(a + b) / Γ(a)) for b not large: as a difference of two ln Γ it would lose the digits that count. */
  function logGammaRatio(a, b) {
    let shift = 1;
    for (; a < 10; a++) shift *= a / (a + b);
    const rest = stirlingRest(a + b) - stirlingRest(a);
    return b * Math.log(a) + (a + b - 0.5) * Math.log1p(b / a) - b + rest + Math.log(shift);
  }

  /** I_x(a, b), the regularised incomplete beta function; ``y`` is 1 - x, given apart so that neither is rounded.
      Continued fraction of the NIST Digital Library of Mathematical Functions, 8.17.22, by Lentz's method. */
  function incompleteBeta(x, y, a, b) {
    if (x <= 0 || y <= 0) return x <= 0 ? 0 : 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(y, x, b, a);
    const [large, small] = a > b ? [a, b] : [b, a];
    const logX = x > 0.5 ? Math.log1p(-y) : Math.log(x);
    const logY = y > 0.5 ? Math.log1p(-x) : Math.log(y);
    const front = Math.exp(a * logX + b * logY + logGammaRatio(large, small) - logGamma(small)) / a;
    let c = 1;
    let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
    let value = d;
    for (let m = 1; m <= 100000; m++) {
      const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
      const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
      let step = 1;
      for (const term of [even, odd]) {
        d = 1 / notZero(1 + term * d);
        c = notZero(1 + term / c);
        step = c * d;
        value *= step;
      }
      if (Math.abs(step - 1) < 1e-15) break;
    }
    return front * value;
  }

  function notZero(number) {
    return Math.abs(number) < TINY ? TINY : number;
  }

  /** P(|T| > |t|) of Student's t: I_x(ν/2, 1/2) at x = ν / (ν + t²) (Abramowitz and Stegun 26.7.1). */
  function twoSidedT(t, degrees) {
    const square = t * t;
    if (square === Infinity) return 0;
    return incompleteBeta(degrees / (degrees + square), square / (degrees + square), degrees / 2, 0.5);
  }

  /** The t that T stays below with a probability above 1/2. The upper tail is convex there and falls, so that
      Newton's steps from the left (0) only rise and never pass the answer. */
  function quantileT(probability, degrees) {
    const tail = 2 * (1 - probability);
    const scale = Math.exp(logGammaRatio(degrees / 2, 0.5)) / Math.sqrt(degrees * Math.PI);
    let t = 0;
    for (let step = 1, n = 0; Math.abs(step) > 1e-14 * t && n < 200; n++) {
      const density = 2 * scale * Math.exp((-(degrees + 1) / 2) * Math.log1p((t * t) / degrees));
      step = (twoSidedT(t, degrees) - tail) / density;
      t += step;
    }
    return t;
  }

  /** The 97.5 % quantile, rounded to ten decimals as board/statistics.py does: it reaches a 95 % interval. */
  function reachT(degrees) {
    return Math.round(quantileT(0.975, degrees) * 1e10) / 1e10;
  }

  /** The two-sided p-value of ``fewer`` heads in ``n`` tosses of a fair coin: McNemar's exact test, the sign test.
      The first term by Loader's saddle-point form (Loader 2000, "Fast and accurate computation of binomial
      probabilities"), the others from their ratios. */
  function twoSidedCoin(fewer, n) {
    if (2 * fewer >= n) return 1;
    let term = coin(fewer, n);
    let sum = 0;
    for (let k = fewer; k >= 0 && term > 1e-17 * sum; k--) {
      sum += term;
      term *= k / (n - k + 1);
    }
    return Math.min(1, 2 * sum);
  }

  function coin(k, n) {
    if (k === 0) return 2 ** -n;
    const lean = (n - 2 * k) / n;
    const apart = k * Math.log1p(-lean) + (n - k) * Math.log1p(lean);
    const rest = factorialRest(n) - factorialRest(k) - factorialRest(n - k);
    return Math.exp(rest - apart) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
  }

  /** ln n! less ln √(2πn) + n ln n - n. */
  function factorialRest(n) {
    if (n >= 10) return stirlingRest(n);
    return logGamma(n + 1) - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI);
  }

  /** P(|Z| > |z|) of the standard normal: 1 less a series of positive terms (Abramowitz and Stegun 26.2.11), or far
      out the continued fraction of the tail (26.2.14). */
  function twoSidedNormal(z) {
    const x = Math.abs(z);
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
    if (x > 3) {
      let below = x;
      for (let k = 150; k >= 1; k--) below = x + k / below;
      return (2 * density) / below;
    }
    let term = x;
    let sum = x;
    for (let k = 3; term > 1e-18 * sum; k += 2) sum += term *= (x * x) / k;
    return 1 - 2 * density * sum;
  }

  return { Z_95, logGamma, incompleteBeta, twoSidedT, quantileT, reachT, twoSidedCoin, twoSidedNormal };
})();
