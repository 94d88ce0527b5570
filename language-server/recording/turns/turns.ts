export type Turn = "base" | "head";

/** What came of the recordings of both, in a round of its own. */
export type Round<Outcome> = Readonly<Record<Turn, Outcome>>;

/** From this share of failing rounds on, what fails is what there is to say. */
const mostFailing = 1 / 3;

/**
 * Records both in turns, in every second round the other way round (ABBA), so that what changes steadily on the machine is in both alike.
 * Resolves with the whole rounds once the signal aborts, or when more than a third failed.
 */
export async function inTurns<Outcome extends object>(
  rounds: number,
  record: (side: Turn, round: number) => Promise<Outcome>,
  signal: AbortSignal,
): Promise<readonly Round<Outcome>[]> {
  const whole: Round<Outcome>[] = [];
  for (let round = 1; round <= rounds && !isFailing(whole.filter(hasFailure).length, rounds); round += 1) {
    const [first, second]: readonly [Turn, Turn] = round % 2 === 1 ? ["base", "head"] : ["head", "base"];
    if (signal.aborted) return whole;
    const one = await record(first, round);
    if (signal.aborted) return whole;
    const other = await record(second, round);
    if (signal.aborted) return whole;
    whole.push(first === "base" ? { base: one, head: other } : { base: other, head: one });
  }
  return whole;
}

/** Whether so many of the rounds that were asked for failed that the others are not judged. */
export function isFailing(failed: number, rounds: number): boolean {
  return failed > rounds * mostFailing;
}

function hasFailure({ base, head }: Round<object>): boolean {
  return "failed" in base || "failed" in head;
}
