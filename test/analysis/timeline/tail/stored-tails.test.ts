import { expect, test } from "vitest";
import { fewestEpisodes, type Tail, type TailInput, tailOf } from "../../../../language-server/analysis/timeline/tail/tail.ts";
import { readTail, storedTails } from "./stored-tails.ts";
import { isAll } from "../../../workbench/some-of.mjs";

const names = await storedTails();
const kinds = names.map((name) => name.replace(/-\d+$/, ""));

/** A line of `names.js` backtracks for one request in a hundred. */
const plantedLine = "names.js:4";

function lineOf({ profile }: TailInput, line: Tail["lines"][number] | undefined): string | undefined {
  return line && `${profile.sources[line.source]?.path.split("/").at(-1)}:${line.line}`;
}

test("three planted and three control runs of each Node.js are stored", () => {
  const wanted = ["control", "planted"].flatMap((kind) =>
    [20, 24, 26].flatMap((node) => Array.from({ length: 3 }, () => `${kind}-${node}`)),
  );
  expect(kinds).toStrictEqual(wanted);
});

test.each(names.filter((name) => name.startsWith("planted")))("%s: the planted line comes first, with 99 % certainty", async (name) => {
  const input = await readTail(name);
  const { verdict, lines, episodes, rows } = tailOf(input);
  expect(episodes.length).toBeGreaterThanOrEqual(fewestEpisodes);
  expect(verdict.code).toBe("named");
  expect(lineOf(input, lines[0])).toBe(plantedLine);
  expect(lines[0]?.p).toBeLessThanOrEqual(0.01);
  expect(rows.some(({ line }) => line === 0)).toBe(true);
});

test.each(names.filter((name) => name.startsWith("control")))("%s: no line is named", async (name) => {
  expect(tailOf(await readTail(name)).verdict.code).not.toBe("named");
});

/** The samples a part of the load later than they were, in a circle: to requests, and to when the app had no processor, they are those of another time. */
function moved(input: TailInput, by: number): TailInput {
  const { load, profile } = input;
  const [thread] = profile.threads;
  if (thread === undefined || load === undefined) throw new Error("There is no load.");
  const { stack, time } = thread.samples;
  const length = load.to - load.from;
  const within = Array.from(time.keys()).filter((sample) => (time[sample] as number) >= load.from && (time[sample] as number) < load.to);
  const timeOf = (sample: number): number => (time[sample] as number) + ((time[sample] as number) + by < load.to ? by : by - length);
  const first = within.findIndex((sample) => (time[sample] as number) + by >= load.to);
  const order = first === -1 ? within : [...within.slice(first), ...within.slice(0, first)];
  const samples = { stack: Int32Array.from(order, (sample) => stack[sample] as number), time: Float64Array.from(order, timeOf) };
  return { ...input, profile: { ...profile, threads: [{ ...thread, samples }] } };
}

/** 1000 of each run, of which `npm test` tries some of some runs. */
const shifts = isAll ? 1000 : 50;

test.each(isAll ? names : names.filter((name) => name.endsWith("-1")))(
  "%s: with requests moved in a circle against the samples hardly ever a line is named",
  async (name) => {
    const input = await readTail(name);
    const { load } = input;
    if (load === undefined) throw new Error("The load has no span.");
    let named = 0;
    for (let shift = 1; shift <= shifts; shift++)
      named += Number(tailOf(moved(input, ((load.to - load.from) * shift) / (shifts + 1))).verdict.code === "named");
    expect(named / shifts).toBeLessThanOrEqual(0.025);
  },
);
