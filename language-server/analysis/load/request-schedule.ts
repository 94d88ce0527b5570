/**
 * The order in which requests with these weights (whole, at least 1) are sent, as their indices, to be repeated: each as often as its weight
 * says, spread as evenly as possible. nginx's smooth weighted round robin; the same order every time.
 */
export function requestSchedule(weights: readonly number[]): readonly number[] {
  const divisor = weights.reduce(greatestCommonDivisor, 0);
  const shares = weights.map((weight) => weight / divisor);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const credit = shares.map(() => 0);
  return Array.from({ length: total }, () => {
    let next = 0;
    for (let index = 0; index < shares.length; index += 1) {
      credit[index] = (credit[index] ?? 0) + (shares[index] ?? 0);
      if ((credit[index] ?? 0) > (credit[next] ?? 0)) next = index;
    }
    credit[next] = (credit[next] ?? 0) - total;
    return next;
  });
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
