import { mkdtempSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Profile } from "../../language-server/analysis/profile/profile.ts";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";
import type { RecordedRun } from "../../language-server/opening/recorded-run.ts";

const stacks = path.join(import.meta.dirname, "../fixtures/stacks");

function temporaryFolder(): string {
  return mkdtempSync(path.join(os.tmpdir(), "traces-"));
}

function open(name: string): Promise<RecordedRun> {
  return readProfileFile(path.join(stacks, name), { workspaceFolders: [] });
}

function textOf(name: string): string {
  return gunzipSync(readFileSync(path.join(stacks, name))).toString("utf8");
}

/** Microseconds by name of the innermost function; `(root)` if there is no stack. */
function selfOf({ samples, stacks: table, functions, interval }: Profile): Map<string, number> {
  const self = new Map<string, number>();
  samples.stack.forEach((row, sample) => {
    const name = row === -1 ? "(root)" : (functions.name[table.func[row] as number] as string);
    self.set(name, (self.get(name) ?? 0) + (samples.weight?.[sample] ?? 1) * interval);
  });
  return self;
}

interface Chunk {
  readonly cpuProfile?: { readonly nodes?: readonly RawNode[]; readonly samples?: readonly number[] };
  readonly timeDeltas?: readonly number[];
  readonly startTime?: number;
  readonly endTime?: number;
}

interface RawNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string };
}

interface TraceEvent {
  readonly name: string;
  readonly id: string;
  readonly ts: number;
  readonly args: { readonly data: Chunk };
}

/** A naive sum from the format alone: each sample lasts until the next one, the last one until the end, or for the mean interval. */
function naiveSelf(name: string, id: string): Map<string, number> {
  const { traceEvents } = JSON.parse(textOf(name)) as { readonly traceEvents: readonly TraceEvent[] };
  const chunks = traceEvents.filter((event) => event.name === "ProfileChunk" && event.id === id).toSorted((a, b) => a.ts - b.ts);
  const names = new Map(
    chunks.flatMap(({ args }) => (args.data.cpuProfile?.nodes ?? []).map((node) => [node.id, node.callFrame.functionName])),
  );
  let now = 0;
  const times = chunks.flatMap(({ args }) => (args.data.timeDeltas ?? []).map((delta) => (now += delta)));
  const samples = chunks
    .flatMap(({ args }) => args.data.cpuProfile?.samples ?? [])
    .map((node, index) => ({ node, time: times[index] ?? 0 }));
  samples.sort((a, b) => a.time - b.time);
  const first = samples[0]?.time ?? 0;
  const last = samples.at(-1)?.time ?? 0;
  const endTime = chunks.find(({ args }) => args.data.endTime !== undefined)?.args.data.endTime;
  const startTime = traceEvents.find((event) => event.name === "Profile" && event.id === id)?.args.data.startTime ?? 0;
  const end = endTime === undefined ? last + (last - first) / (samples.length - 1) : endTime - startTime;
  const self = new Map<string, number>();
  samples.forEach(({ node, time }, index) => {
    const function_ = names.get(node) ?? "";
    self.set(function_, (self.get(function_) ?? 0) + (samples[index + 1]?.time ?? end) - time);
  });
  return self;
}

function expectSame(self: ReadonlyMap<string, number>, naive: ReadonlyMap<string, number>): void {
  const all = [...naive.values()].reduce((sum, each) => sum + each, 0);
  for (const [name, time] of naive) expect([name, Math.abs((self.get(name) ?? 0) - time) < all / 1000]).toEqual([name, true]);
  expect(Math.abs([...self.values()].reduce((sum, each) => sum + each, 0) - all)).toBeLessThan(all / 1000);
}

/** Positions of a function's innermost frames: `line:column`, most samples first. */
function placesOf({ samples, stacks: table, functions }: Profile, name: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of samples.stack) {
    if (row === -1 || functions.name[table.func[row] as number] !== name) continue;
    const place = `${table.line[row] as number}:${table.column[row] as number}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([place]) => place);
}

test("a trace of Chromium: the page is the main thread and its worker another one, with the times that a naive reader sums, and exact columns", async () => {
  const { format, threads, run } = await open("page.chromium-trace.json.gz");
  expect(format).toBe("DevTools trace");
  expect(threads.map(({ name }) => name)).toEqual(["main", "DedicatedWorker thread"]);
  expectSame(selfOf(threads[0]!.profile), naiveSelf("page.chromium-trace.json.gz", "0x1"));
  expectSame(selfOf(threads[1]!.profile), naiveSelf("page.chromium-trace.json.gz", "0x2"));
  expect(selfOf(threads[1]!.profile).get("inWorker")).toBeGreaterThan(1_000_000);
  // The multiplication and the `|` in `for (let i = 0; …; i++) x = (x * 31 + i) | 0`.
  expect(placesOf(threads[0]!.profile, "hash").slice(0, 2).toSorted()).toEqual(["1:56", "1:66"]);
  // Its samples are out of order, as in any trace.
  expect(run.problems.filter(({ code }) => code.startsWith("cpuprofile."))).toEqual([]);
});

test("a trace of Node: the times that a naive reader sums, on their lines", async () => {
  const { threads } = await open("hash.node-trace.json.gz");
  expect(threads.map(({ name }) => name)).toEqual(["main"]);
  expectSame(selfOf(threads[0]!.profile), naiveSelf("hash.node-trace.json.gz", "0x1"));
  expect(placesOf(threads[0]!.profile, "hash")[0]).toBe("3:-1");
});

const chromium = JSON.parse(textOf("page.chromium-trace.json.gz")) as { readonly traceEvents: readonly TraceEvent[] };
const chunks = chromium.traceEvents.flatMap(({ name }, index) => (name === "ProfileChunk" ? [index] : []));
/** A third of the chunks is before it. */
const cutEvent = chunks[Math.floor(chunks.length / 3)] as number;
const before = chromium.traceEvents.slice(0, cutEvent).map((event) => JSON.stringify(event));
const cutText = JSON.stringify(chromium.traceEvents[cutEvent]);

test.each([
  ["in an event", `{"traceEvents":[${[...before, cutText.slice(0, -20)].join(",")}`, ["trace.cutShort"]],
  ["in a string", `{"traceEvents":[${[...before, cutText.slice(0, cutText.indexOf("ProfileChunk") + 4)].join(",")}`, ["trace.cutShort"]],
  ["after a backslash", `{"traceEvents":[${[...before, '{"name":"a\\'].join(",")}`, ["trace.cutShort"]],
  ["between two events", `{"metadata":{"a":["]}"]},"traceEvents":[${before.join(",")},`, ["trace.cutShort"]],
  ["behind the events", `{"traceEvents":[${before.join(",")}],"metadata":{"source":"Dev`, ["trace.cutShort"]],
  ["in a list of events", `[${[...before, cutText.slice(0, 300)].join(",\n")}`, ["trace.cutShort"]],
  // The format allows a list without its end.
  ["by the end of a list alone", `[${before.join(",\n")},\n`, []],
])("a trace that is cut %s opens up to there, and says so", async (_, text, problems) => {
  const folder = temporaryFolder();
  const [cut, whole, packed] = ["cut.json", "whole.json", "cut.json.gz"].map((name) => path.join(folder, name)) as [string, string, string];
  await writeFile(cut, text);
  await writeFile(whole, `{"traceEvents":[${before.join(",")}]}`);
  await writeFile(packed, gzipSync(text).subarray(0, -4));
  const expected = await readProfileFile(whole, { workspaceFolders: [] });
  for (const file of [cut, packed]) {
    const { threads, run } = await readProfileFile(file, { workspaceFolders: [] });
    expect(threads.map(({ name, profile }) => [name, selfOf(profile)])).toEqual(
      expected.threads.map(({ name, profile }) => [name, selfOf(profile)]),
    );
    expect(run.problems.map(({ code }) => code).filter((code) => !code.startsWith("file."))).toEqual(problems);
  }
  expect(selfOf(expected.threads[0]!.profile).get("hash")).toBeGreaterThan(100_000);
});

test.each([
  ["broken before its end", `{"traceEvents":[{"name":"Profile" "ph":"P"},${before.join(",")},`],
  ["without a whole event", `{"traceEvents":[${cutText.slice(0, -1)}`],
])("a trace %s is refused", async (_, text) => {
  const file = path.join(temporaryFolder(), "trace.json");
  await writeFile(file, text);
  await expect(readProfileFile(file, { workspaceFolders: [] })).rejects.toMatchObject({ coded: { code: "trace.damaged" } });
});

interface OldNode {
  readonly id: number;
  readonly functionName: string;
  readonly children: readonly OldNode[];
}

test("V8's old .cpuprofile with nested nodes: the same times, and its functions' own lines", async () => {
  const { format, threads } = await open("hash.old-cpuprofile.gz");
  const { head, samples, timestamps } = JSON.parse(textOf("hash.old-cpuprofile.gz")) as {
    readonly head: OldNode;
    readonly samples: readonly number[];
    readonly timestamps: readonly number[];
  };
  const names = new Map<number, string>();
  const visit = ({ id, functionName, children }: OldNode): void => {
    names.set(id, functionName);
    children.forEach(visit);
  };
  visit(head);
  const naive = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? "";
    naive.set(name, (naive.get(name) ?? 0) + Math.max(0, (timestamps[index + 1] ?? 0) - (timestamps[index] ?? 0)));
  });
  expect(format).toBe(".cpuprofile");
  expectSame(selfOf(threads[0]!.profile), naive);
  const { functions } = threads[0]!.profile;
  const hash = functions.name.indexOf("hash");
  expect([functions.line[hash], functions.column[hash]]).toEqual([3, 13]);
  expect(placesOf(threads[0]!.profile, "hash")[0]).toBe("3:-1");
});

test("ticks stored by 0x: one sample each, functions with their places", async () => {
  const { format, threads } = await open("hash.0x-ticks.json.gz");
  const ticks = JSON.parse(textOf("hash.0x-ticks.json.gz")) as readonly (readonly { readonly name: string }[])[];
  expect(format).toBe("0x ticks");
  const { samples, functions, scripts } = threads[0]!.profile;
  expect(samples.stack).toHaveLength(ticks.length);
  const inHash = ticks.filter((tick) => tick.at(-1)?.name.startsWith("hash ")).length;
  expect(selfOf(threads[0]!.profile).get("hash")).toBe(inHash * 1000);
  const hash = functions.name.indexOf("hash");
  expect([scripts.url[functions.script[hash] as number], functions.line[hash], functions.column[hash]]).toEqual(["/app/app.cjs", 1, 13]);
});
