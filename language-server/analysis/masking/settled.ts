/** What is left may be masked once more, where a mask stands in place of a blank or a quote. */
const mostRounds = 6;

/** The texts, masked until masking them again changes nothing. */
export function settled(texts: readonly string[], masked: (texts: readonly string[]) => readonly string[]): readonly string[] {
  let now = texts;
  for (let round = 0; round < mostRounds; round += 1) {
    const before = now;
    now = masked(before);
    if (now.every((text, index) => text === before[index])) return now;
  }
  return now;
}
