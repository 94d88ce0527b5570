/**
 * Student's distribution with whole degrees of freedom. Of the kept libraries @stdlib is exact and 190 KB in each bundle, jstat 52 KB; the finite
 * series for whole degrees (Abramowitz and Stegun 26.7.3 and 26.7.4) is exact, too.
 */

/** Above this it is the normal distribution to three digits of any probability used here. */
const mostDegrees = 1000;

/** Probability that chance alone gives a value of at least `t`, in either direction. `degrees`: at least 1; fractions are cut. */
export function probabilityBeyond(t: number, degrees: number): number {
  const n = Math.min(mostDegrees, Math.max(1, Math.floor(degrees)));
  const angle = Math.atan2(Math.abs(t), Math.sqrt(n));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = n % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = n === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < n; k += 2) {
    term *= (cosine * cosine * (k - 1)) / k;
    sum += term;
  }
  return Math.max(0, 1 - (isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum));
}

/** The value that chance alone exceeds, in either direction, with this probability; above 0. */
export function criticalT(probability: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (probabilityBeyond(high, degrees) > probability && high < 1e9) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (probabilityBeyond(middle, degrees) > probability) low = middle;
    else high = middle;
  }
  return high;
}
