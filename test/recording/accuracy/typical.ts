/**
 * The limits apply to the method. If another process disturbs a run while one line executes, that line's share is wrong. If the first run
 * exceeds the limits, two more runs must both stay within them.
 */
export async function typical<Errors>(measure: () => Promise<Errors>, isKept: (errors: Errors) => boolean): Promise<Errors> {
  const first = await measure();
  if (isKept(first)) return first;
  const second = await measure();
  return isKept(second) ? measure() : first;
}
