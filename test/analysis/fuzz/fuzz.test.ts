import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { checkCpuprofile, checkLog, checkMap } from "./check.ts";
import { recordInputs } from "./inputs.ts";
import { mutateJson } from "./mutate-json.ts";
import { mutateLog } from "./mutate-log.ts";
import { Random } from "./random.ts";

/** `HEATLINE_FUZZ_SECONDS=3600 HEATLINE_FUZZ_SEED=1000000 npx vitest run test/analysis/fuzz` searches for new failures. */
const seconds = Number(process.env["HEATLINE_FUZZ_SECONDS"] ?? 0);
const firstSeed = Number(process.env["HEATLINE_FUZZ_SEED"] ?? 1);
const rounds = 60;
const finds = path.join(import.meta.dirname, "../../../.cache/fuzz");
const inputs = recordInputs();

/** Tries damaged inputs, by seed. Those that throw or give a wrong result are saved to a file and listed. */
async function hunt(kind: string, damaged: (random: Random) => string, check: (text: string) => readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const end = Date.now() + (seconds * 1000) / 3;
  let slowest = { seed: 0, ms: 0 };
  let seed = firstSeed;
  for (; seed < firstSeed + rounds || Date.now() < end; seed++) {
    const text = damaged(new Random(seed));
    const start = performance.now();
    let wrong: readonly string[];
    try {
      wrong = check(text);
    } catch (error) {
      wrong = [String(error instanceof Error ? error.stack : error)];
    }
    const ms = performance.now() - start;
    if (ms > slowest.ms) slowest = { seed, ms };
    // A long search leaves CPU time for other processes.
    if (seed % 50 === 0) await new Promise(setImmediate);
    if (wrong.length === 0) continue;
    found.push(`${kind} ${seed}: ${wrong.slice(0, 3).join("; ")}`);
    mkdirSync(finds, { recursive: true });
    writeFileSync(path.join(finds, `${kind}-${seed}`), text, "latin1");
    if (found.length > 20) break;
  }
  if (seconds > 0) console.log(`${kind}: seeds ${firstSeed} to ${seed - 1}, the slowest ${slowest.seed} in ${Math.round(slowest.ms)} ms`);
  return found;
}

const limit = 120_000 + seconds * 1000;

test("damaged logs are answered, or their problems said", { timeout: limit }, async () => {
  expect(await hunt("log", (random) => mutateLog(inputs.log, random), checkLog)).toEqual([]);
});

test("damaged .cpuprofiles are answered, or their problems said", { timeout: limit }, async () => {
  const damaged = (random: Random): string => JSON.stringify(mutateJson(inputs.cpuprofile, random)) ?? "null";
  expect(await hunt("cpuprofile", damaged, (text) => checkCpuprofile(JSON.parse(text)))).toEqual([]);
});

test("damaged source maps are answered, or none", { timeout: limit }, async () => {
  const source = "export const twice = async (n: number): Promise<number> => {\n  return [n].map((x) => x * 2)[0]!;\n};\n";
  const { map } = await transform(source, { loader: "ts", sourcemap: true, sourcefile: "src/a.ts" });
  const damaged = (random: Random): string => {
    if (random.next() < 0.5) return JSON.stringify(mutateJson(JSON.parse(map), random)) ?? "null";
    const at = random.below(map.length);
    return map.slice(0, at) + random.of(["", "A", "g", "//", ";", ",", "\\", '"', "[", "}"]) + map.slice(at + random.below(4));
  };
  expect(await hunt("map", damaged, checkMap)).toEqual([]);
});
