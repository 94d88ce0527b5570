import { readProfileFile } from "../../../language-server/opening/profile-file.ts";
import type { NaiveStack } from "./naive/naive-stacks.ts";

/** Shares of all samples: `self NAME` of those with the function innermost, `total NAME` of those with it anywhere. */
export type Shares = ReadonlyMap<string, number>;

/** The most by which a share may differ. */
const tolerance = 0.001;

export interface OpenedShares {
  readonly format: string;
  readonly hasTimes: boolean;
  /** The major version of Node, "" if the file does not say. */
  readonly node: string;
  readonly shares: Shares;
  readonly samples: number;
  /** Of all samples, in µs. */
  readonly time: number;
}

/** What Heatline shows of the file, all threads together. */
export async function openedShares(file: string): Promise<OpenedShares> {
  const { format = "", hasTimes, run, threads } = await readProfileFile(file, { workspaceFolders: [], native: "unnamed" });
  const stacks = threads.flatMap(({ profile: { samples, stacks: table, functions, interval } }) =>
    [...samples.stack].map((row, sample) => {
      const frames: string[] = [];
      for (let at = row; at !== -1; at = table.prefix[at] as number) frames.unshift(functions.name[table.func[at] as number] as string);
      return { frames, worth: (samples.weight?.[sample] ?? 1) * interval };
    }),
  );
  return { format, hasTimes, node: run.app.nodeVersion, shares: sharesOf(stacks), samples: stacks.length, time: timeOf(stacks) };
}

export function timeOf(stacks: readonly NaiveStack[]): number {
  return stacks.reduce((sum, { worth }) => sum + worth, 0);
}

export function sharesOf(stacks: readonly NaiveStack[]): Shares {
  const all = timeOf(stacks);
  const shares = new Map<string, number>();
  const add = (name: string, worth: number): unknown => shares.set(name, (shares.get(name) ?? 0) + worth / all);
  for (const { frames, worth } of stacks) {
    add(`self ${frames.at(-1) ?? "(root)"}`, worth);
    for (const name of new Set(frames)) add(`total ${name}`, worth);
  }
  return shares;
}

/** Functions whose shares differ, with both. */
export function differences(ours: Shares, naive: Shares): readonly string[] {
  return [...new Set([...ours.keys(), ...naive.keys()])]
    .filter((name) => !(Math.abs((ours.get(name) ?? 0) - (naive.get(name) ?? 0)) <= tolerance))
    .map((name) => `${name}: ${ours.get(name) ?? 0} instead of ${naive.get(name) ?? 0}`);
}
