import { mkdtempSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { busySamples } from "../../language-server/analysis/flame/shown-samples.ts";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { readRun } from "../../language-server/history/run-store.ts";
import { openRunFolder } from "../../language-server/opening/opened-run.ts";
import { buildCommandLine, type CommandLine } from "../cli/command-line.ts";
import {
  drawnInBrowser,
  importedBySpeedscope,
  type Read,
  readByFlamegraph,
  readByPprof,
  readFromSpeedscope,
} from "../drivers/foreign-readers.ts";
import { launchBrowser } from "../drivers/workbench/browser.ts";
import { repository } from "../workbench/installation.mjs";
import { recordedSample } from "./recorded-sample.ts";
import { samples } from "./samples.ts";
import { someOf } from "../workbench/some-of.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-exported-"));
const schema = path.join(repository, "node_modules/speedscope/dist/release/file-format-schema.json");
const keepsToSchema = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schema, "utf8")) as object);

let cli: CommandLine;
let browser: Browser;

beforeAll(async () => {
  [cli, browser] = await Promise.all([buildCommandLine(), launchBrowser("--use-gl=swiftshader", "--enable-unsafe-swiftshader")]);
});

afterAll(async () => {
  await browser.close();
});

interface Ours {
  /** Of the report. */
  readonly busyTicks: number;
  readonly interval: number;
  /** Of the samples that the run holds: those that end in each function, builtins apart from their callers. */
  readonly self: ReadonlyMap<string, number>;
  /** The five with the most. */
  readonly hottest: readonly string[];
  /** What the last sample ends in; undefined if it is idle. */
  readonly last: string | undefined;
}

async function oursOf(run: string): Promise<Ours> {
  const { analysis } = await openRunFolder(run, await readRun(run), {});
  const { profile, costs } = analysis;
  const [thread] = profile.threads;
  if (thread === undefined || profile.threads.length > 1) throw new Error("Not one thread.");
  const nameOf = (row: number): string => profile.functions.shownName(thread.stacks.func[row] as number);
  const busy = busySamples(thread, profile).stack;
  const self = new Map<string, number>();
  for (const name of [...busy].map(nameOf)) self.set(name, (self.get(name) ?? 0) + 1);
  const isBusyAtEnd = busy.at(-1) === thread.samples.stack.at(-1);
  const hottest = [...self].toSorted(([, a], [, b]) => b - a).slice(0, 5);
  const { out } = await cli.run(["report", run, "--json"]);
  return {
    busyTicks: (JSON.parse(out) as JsonReport).busyTicks,
    interval: costs.interval,
    self,
    hottest: hottest.map(([name]) => name),
    last: isBusyAtEnd ? nameOf(busy.at(-1) as number) : undefined,
  };
}

/** As speedscope reads any `.cpuprofile`: its last sample lasts until the next one, so no time. */
function withoutLast(ours: Ours): Ours {
  const { last, self, busyTicks } = ours;
  return last === undefined ? ours : { ...ours, busyTicks: busyTicks - 1, self: new Map(self).set(last, (self.get(last) as number) - 1) };
}

/** A reader of collapsed stacks has the place behind the name, and speedscope puts that of a nameless function inside its brackets. */
function isNamed(shown: string, name: string): boolean {
  if (shown === name) return true;
  return shown.endsWith(")") && (shown.startsWith(`${name} (`) || (name === "(anonymous)" && shown.startsWith("(anonymous ")));
}

/** `worth`: of a tick in the reader's unit. */
function expectSame(reader: string, { total, self }: Read, ours: Ours, worth: number): void {
  const ticksOf = (name: string): number => {
    const rows = [...self].filter(([shown]) => isNamed(shown, name));
    return rows.reduce((sum, [, amount]) => sum + amount, 0) / worth;
  };
  // Formats have whole microseconds.
  const round = (ticks: number): number => Number(ticks.toFixed(1));
  expect({ reader, busy: round(total / worth), self: ours.hottest.map((name) => [name, round(ticksOf(name))]) }).toEqual({
    reader,
    busy: ours.busyTicks,
    self: ours.hottest.map((name) => [name, ours.self.get(name)]),
  });
}

test.each(someOf(1, samples))(
  "the exports of $name have the same figures for pprof, speedscope, flamegraph.pl and Chromium",
  async ({ name }) => {
    const { before: run } = await recordedSample(name);
    const exported = async (format: string, ending: string, ...more: readonly string[]): Promise<string> => {
      const file = path.join(folder, `${name}.${ending}`);
      expect(await cli.run(["export", run, "--format", format, "-o", file, ...more])).toEqual({ code: 0, out: "", err: "" });
      return file;
    };
    const ours = await oursOf(run);
    expect(ours.busyTicks).toBeGreaterThan(0);
    expect([...ours.self.values()].reduce((sum, ticks) => sum + ticks, 0)).toBe(ours.busyTicks);

    const pprof = await exported("pprof", "pb.gz");
    expectSame("pprof, samples", await readByPprof(pprof, "samples"), ours, 1);
    expectSame("pprof, time", await readByPprof(pprof, "cpu"), ours, ours.interval * 1000);

    const collapsed = await exported("collapsed", "txt");
    const flamegraph = await readByFlamegraph(collapsed);
    expectSame("flamegraph.pl", flamegraph, ours, 1);

    const speedscope = await exported("speedscope", "speedscope.json");
    expect([keepsToSchema(JSON.parse(readFileSync(speedscope, "utf8"))), keepsToSchema.errors]).toEqual([true, null]);
    const cpuprofile = await exported("cpuprofile", "cpuprofile");
    for (const [file, expected, worth] of [
      [speedscope, ours, ours.interval],
      [cpuprofile, withoutLast(ours), ours.interval],
      [pprof, ours, ours.interval * 1000],
      [collapsed, ours, 1],
    ] as const) {
      const imported = await importedBySpeedscope(browser, file);
      expectSame(`speedscope, ${path.extname(file)}`, readFromSpeedscope(imported), expected, worth);
      // The line that gives Heatline the unit is no stack.
      expect(imported.shared.frames.filter((frame) => frame.name.includes("Heatline"))).toEqual([]);
    }
    expect([...flamegraph.self.keys()].filter((each) => each.includes("Heatline"))).toEqual([]);

    const page = await browser.newPage();
    for (const file of [await exported("svg", "svg"), await exported("svg", "static.svg", "--static")]) {
      const { ticks, percent } = await drawnInBrowser(page, pathToFileURL(file).href);
      // A box narrower than 0.4 of a pixel, a tenth where one can zoom, is not drawn.
      expect(ticks).toBeLessThanOrEqual(ours.busyTicks);
      expect([ticks / ours.busyTicks, percent / 100].map((share) => Number(share.toFixed(2)))).toEqual([1, 1]);
    }
    await page.close();
  },
  300_000,
);
