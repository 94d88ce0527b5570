import type { Profile } from "../../../language-server/analysis/profile/profile.ts";

/** Milliseconds by name of the innermost function. */
export function selfOf({ samples, stacks: table, functions, interval }: Profile): Readonly<Record<string, number>> {
  const self = new Map<string, number>();
  samples.stack.forEach((row, sample) => {
    const name = functions.name[table.func[row] as number] as string;
    self.set(name, (self.get(name) ?? 0) + ((samples.weight?.[sample] ?? 1) * interval) / 1000);
  });
  return Object.fromEntries(self);
}

/** The function of most samples, where it starts, and the line at which it was most often. */
export function hotPlace({ samples, stacks: table, functions, scripts }: Profile): string {
  const counts = new Map<string, number>();
  for (const row of samples.stack) {
    const func = table.func[row] as number;
    if ((functions.script[func] as number) === -1) continue;
    const place = `${scripts.url[functions.script[func] as number]} ${functions.name[func]} ${functions.line[func]}:${functions.column[func]} at ${table.line[row]}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0] as const)[0];
}
