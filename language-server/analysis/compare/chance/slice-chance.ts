/** What chance does to a figure: the variance of its natural logarithm, and how well that is known. */
export interface Chance {
  readonly variance: number;
  readonly degrees: number;
}

/** Fewer slices do not show how a load varies. */
const fewestSlices = 4;

/**
 * A few slices, which hang together besides, hardly show how they vary: with a single degree of freedom a factor of a million would be chance. What
 * slices usually vary by is weighed in, as so many further degrees as make five.
 */
const expected = { deviation: 0.2, degrees: 5 } as const;

/**
 * Of Σ amounts ÷ Σ units, from equal slices of one run's time. What happens in a slice goes on in the next ones (warm-up, collections, a
 * neighbour's load), so that slices say less than as many independent values: their correlations are summed as long as pairs of them are
 * positive (Geyer's initial positive sequence). Undefined if there are too few slices, or if nothing was counted.
 */
export function ratioChance(amounts: readonly number[], units: readonly number[]): Chance | undefined {
  const count = Math.min(amounts.length, units.length);
  const [amount, unit] = [sumOf(amounts, count), sumOf(units, count)];
  if (count < fewestSlices || !(amount > 0) || !(unit > 0)) return undefined;
  const ratio = amount / unit;
  const rests = Array.from({ length: count }, (_, at) => (amounts[at] as number) - ratio * (units[at] as number));
  const square = sumOf(
    rests.map((rest) => rest ** 2),
    count,
  );
  const inflation = inflationOf(rests, square);
  const own = Math.max(1, Math.floor(count / inflation) - 1);
  const degrees = Math.max(own, expected.degrees);
  const ofSlice = square / (count - 1) / (amount / count) ** 2;
  const weighed = (own * ofSlice + (degrees - own) * expected.deviation ** 2) / degrees;
  return { variance: (weighed * inflation) / count, degrees };
}

/** The same of a figure that each slice has by itself, such as a latency; slices without it (0) are left out. */
export function meanChance(values: readonly number[]): Chance | undefined {
  const found = values.filter((value) => value > 0);
  return ratioChance(
    found,
    found.map(() => 1),
  );
}

/** By how much correlation raises the variance of a mean; at least 1. */
function inflationOf(rests: readonly number[], square: number): number {
  if (square === 0) return 1;
  const correlation = (lag: number): number =>
    sumOf(
      rests.slice(lag).map((rest, at) => rest * (rests[at] as number)),
      rests.length - lag,
    ) / square;
  let sum = 0;
  for (let lag = 1; lag + 1 < rests.length / 2; lag += 2) {
    const pair = correlation(lag) + correlation(lag + 1);
    if (pair <= 0) break;
    sum += pair;
  }
  return Math.min(rests.length / 2, 1 + 2 * sum);
}

function sumOf(values: readonly number[], count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += values[at] as number;
  return sum;
}
