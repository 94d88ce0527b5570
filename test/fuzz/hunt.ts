import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Random } from "./random.ts";

/** Seconds for each kind of input, after the first rounds. */
const seconds = Number(process.env["HEATLINE_FUZZ_SECONDS"] ?? 0);
const firstSeed = Number(process.env["HEATLINE_FUZZ_SEED"] ?? 1);
const mostFinds = 20;
const root = path.join(import.meta.dirname, "../..");
/** Inputs that once failed, as `kind-seed`: each is tried again in every hunt for its kind. */
const kept = path.join(import.meta.dirname, "finds");

/** A kind of input: how it is damaged, and what is wrong with the result. An exception counts as wrong too. */
export interface Prey {
  readonly kind: string;
  readonly damaged: (random: Random) => Uint8Array;
  readonly check: (input: Uint8Array) => readonly string[] | Promise<readonly string[]>;
  /** Rounds in `npm test`. */
  readonly rounds?: number;
}

/** Time limit for a test that hunts `kinds` kinds, in milliseconds. */
export function huntLimit(kinds = 1): number {
  return 120_000 + kinds * seconds * 1500;
}

/** Tries the kept finds, then damaged inputs by seed. Lists those with a wrong result, and saves them in `.cache/fuzz/`. */
export async function hunt({ kind, damaged, check, rounds = 15 }: Prey): Promise<readonly string[]> {
  const found: string[] = [];
  const attempt = async (name: string, input: Uint8Array): Promise<void> => {
    const wrong = await wrongOf(check, input);
    if (wrong.length === 0) return;
    found.push(`${name}: ${wrong.slice(0, 3).join("; ")}`);
    const folder = path.join(root, ".cache/fuzz");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), input);
  };
  for (const name of readdirSync(kept)) {
    if (name.startsWith(`${kind}-`)) await attempt(name, new Uint8Array(readFileSync(path.join(kept, name))));
  }
  const end = Date.now() + seconds * 1000;
  let slowest = { seed: 0, ms: 0 };
  let seed = firstSeed;
  for (; (seed < firstSeed + rounds || Date.now() < end) && found.length < mostFinds; seed++) {
    const input = damaged(new Random(seed));
    const start = performance.now();
    await attempt(`${kind}-${seed}`, input);
    const ms = performance.now() - start;
    if (ms > slowest.ms) slowest = { seed, ms };
    // A long search leaves CPU time for other processes.
    if (seed % 50 === 0) await new Promise(setImmediate);
  }
  if (seconds > 0) console.log(`${kind}: seeds ${firstSeed} to ${seed - 1}, the slowest ${slowest.seed} in ${Math.round(slowest.ms)} ms`);
  return found;
}

async function wrongOf(check: Prey["check"], input: Uint8Array): Promise<readonly string[]> {
  try {
    return await check(input);
  } catch (error) {
    return [String(error instanceof Error ? error.stack : error)];
  }
}
