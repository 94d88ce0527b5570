import { rm } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openTarget } from "../../../language-server/cli/targets/target.ts";
import { ExactRecorder } from "../../../language-server/recording/ticks/exact-recorder.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { recordProgram } from "../../drivers/server/recorded-run.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { nodeMajors, nodeOf } from "../../workbench/node-versions.mjs";
import { firstNode, planted, type PlantedImports, type PlantedName } from "./planted-imports.ts";

const runs = 5;

/** By line, its share of what all modules took: by the modules' own clocks, and as a run shows it. */
interface LineShare {
  readonly line: string;
  readonly truth: number;
  readonly shown: number;
}

async function shares(name: PlantedName, major: number): Promise<readonly LineShare[]> {
  const program: PlantedImports = planted[name];
  const app = await makeApp(program.files);
  const clock = new Map<string, number>();
  const ticks = new Map<string, number>();
  for (let run = 0; run < runs; run++) {
    let output = "";
    const folder = await recordProgram(app, program.entry, (launch) => ExactRecorder.create(launch), {
      runtimeExecutable: await nodeOf(major),
      ...(program.runtimeArgs === undefined ? {} : { runtimeArgs: program.runtimeArgs }),
      output: (text) => (output += text),
    });
    const reported = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? "{}") as Record<string, number>;
    for (const [module, ms] of Object.entries(reported)) clock.set(module, (clock.get(module) ?? 0) + ms);
    const { costs } = (await openTarget(folder, undefined)).analysis;
    for (const { source, line, totalTicks } of costs.lines) {
      const place = `${path.posix.relative(app.path(""), costs.sources[source]?.path ?? "")}:${line}`;
      ticks.set(place, (ticks.get(place) ?? 0) + totalTicks);
    }
  }
  await rm(path.dirname(app.folder), { recursive: true });
  const whole = [...clock.values()].reduce((sum, ms) => sum + ms, 0);
  // The lines of the entry are all that is loaded, once each.
  const entry = program.lines.filter(({ line }) => line.startsWith(`${program.entry}:`));
  const all = entry.reduce((sum, { line }) => sum + (ticks.get(line) ?? 0), 0);
  return program.lines.map(({ line, modules }) => ({
    line,
    truth: modules.reduce((sum, module) => sum + (clock.get(module) ?? NaN), 0) / whole,
    shown: (ticks.get(line) ?? 0) / all,
  }));
}

function isRight(found: readonly LineShare[]): boolean {
  return found.every(({ truth, shown }) => Math.abs(truth - shown) <= 0.03);
}

async function measured(name: PlantedName, major: number): Promise<readonly LineShare[]> {
  const found = await undisturbed(() => shares(name, major), isRight, 3);
  if (process.env["HEATLINE_SHOW"] !== undefined) console.log(JSON.stringify({ name, major, found }));
  return found;
}

test.each<[PlantedName, number]>([
  ["static", 20],
  ["dynamic", 26],
])("import lines show what they load: %s, Node %i", async (name, major) => {
  expect(await measured(name, major)).toSatisfy(isRight);
});

const names = Object.keys(planted) as readonly PlantedName[];

describe.each(names)("%s", { tags: ["thorough"] }, (name) => {
  test.each(nodeMajors.filter((major) => major >= (firstNode[name] ?? 0)))("Node %i", async (major) => {
    expect(await measured(name, major)).toSatisfy(isRight);
  });
});
