import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { analyse } from "../../../../language-server/analysis/analyse.ts";
import type { Profile } from "../../../../language-server/analysis/profile/profile.ts";
import { withoutUnused } from "../../../../language-server/analysis/profile/used-rows.ts";
import { blocksOf } from "../../../../language-server/analysis/timeline/blocks.ts";
import { noCpuSpans } from "../../../../language-server/analysis/timeline/no-cpu.ts";
import type { TailInput } from "../../../../language-server/analysis/timeline/tail/tail.ts";
import type { RequestTable } from "../../../../language-server/analysis/timeline/tracks.ts";

/** What was recorded of the shop's main thread under load; times are in microseconds since the start of the window. */
interface RecordedTail {
  readonly node: string;
  readonly profile: Profile;
  readonly requests: RequestTable;
  readonly load: { readonly from: number; readonly to: number };
  /** Late turns of its event loop. */
  readonly late: readonly (readonly [from: number, to: number])[];
}

/** Columns of whole numbers; ascending ones, such as times in tens of microseconds, as differences. */
interface Stored {
  readonly node: string;
  readonly interval: number;
  readonly load: RecordedTail["load"];
  readonly late: RecordedTail["late"];
  readonly urls: readonly string[];
  readonly names: readonly string[];
  readonly functions: readonly (readonly number[])[];
  readonly stacks: readonly (readonly number[])[];
  readonly stack: readonly number[];
  readonly time: readonly number[];
  readonly requests: Readonly<Record<"due" | "waited" | "took" | "status" | "request", readonly number[]>>;
  readonly labels: readonly string[];
}

const folder = path.resolve(import.meta.dirname, "../../../fixtures/tails");
/** The app that was recorded. */
export const shopFolder = path.join(folder, "shop");
const unit = 10;
const appFolder = "/app";

export async function writeTail(name: string, { node, profile, requests, load, late }: RecordedTail): Promise<void> {
  const { scripts, functions, stacks, samples, interval } = withoutUnused(withoutRepairs(profile));
  const { due, sent, end, status, request, labels } = requests;
  const stored: Stored = {
    node,
    interval,
    load,
    late,
    urls: scripts.url.map((url) => url.replace(shopFolder, appFolder)),
    names: functions.name,
    functions: [functions.script, functions.line, functions.column, functions.kind].map((column) => Array.from(column)),
    stacks: [steps(stacks.prefix), ...[stacks.func, stacks.line, stacks.column, stacks.certainty].map((column) => Array.from(column))],
    stack: Array.from(samples.stack),
    time: steps(samples.time.map((time) => Math.round(time / unit))),
    requests: {
      due: steps(due.map((time) => Math.round(time / unit))),
      waited: Array.from(due, (time, row) => Math.round(((sent[row] as number) - time) / unit)),
      took: Array.from(due, (time, row) => Math.round(((end[row] as number) - time) / unit)),
      status: Array.from(status),
      request: Array.from(request),
    },
    labels,
  };
  await writeFile(path.join(folder, `${name}.json.gz`), gzipSync(JSON.stringify(stored), { level: 9 }));
}

/** `planted-20-1`, in order. */
export async function storedTails(): Promise<readonly string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith(".json.gz"))
    .map((name) => name.replace(".json.gz", ""))
    .toSorted();
}

/** A stored recording with the texts of its app by their URLs. */
export async function readRecordedTail(name: string): Promise<RecordedTail & { readonly texts: ReadonlyMap<string, string> }> {
  const stored = JSON.parse(gunzipSync(await readFile(path.join(folder, `${name}.json.gz`))).toString()) as Stored;
  const { node, interval, load, late, urls, names, functions, stacks, labels } = stored;
  const texts = new Map<string, string>();
  for (const url of urls.filter((each) => each.includes(`${appFolder}/`)))
    texts.set(url, await readFile(path.join(shopFolder, path.basename(url)), "utf8"));
  const recorded: Profile = {
    scripts: { url: urls, hash: urls.map(() => "") },
    functions: {
      name: names,
      script: Int32Array.from(functions[0] ?? []),
      line: Int32Array.from(functions[1] ?? []),
      column: Int32Array.from(functions[2] ?? []),
      kind: Uint8Array.from(functions[3] ?? []),
    },
    stacks: {
      prefix: Int32Array.from(sums(stacks[0] ?? [])),
      func: Int32Array.from(stacks[1] ?? []),
      line: Int32Array.from(stacks[2] ?? []),
      column: Int32Array.from(stacks[3] ?? []),
      certainty: Uint8Array.from(stacks[4] ?? []),
    },
    samples: { stack: Int32Array.from(stored.stack), time: sums(stored.time).map((time) => time * unit) },
    interval,
  };
  const due = sums(stored.requests.due).map((time) => time * unit);
  const requests: RequestTable = {
    due,
    sent: due.map((time, row) => time + (stored.requests.waited[row] as number) * unit),
    end: due.map((time, row) => time + (stored.requests.took[row] as number) * unit),
    status: Int32Array.from(stored.requests.status),
    outcome: new Uint8Array(due.length),
    request: Int32Array.from(stored.requests.request),
    weight: new Float64Array(due.length).fill(1),
    labels,
  };
  return { node, profile: recorded, requests, load, late, texts };
}

/** A stored recording, analysed as when a run is opened. */
export async function readTail(name: string): Promise<TailInput> {
  const { node, profile: recorded, requests, load, late, texts } = await readRecordedTail(name);
  const { profile } = analyse({
    threads: [{ name: "main", profile: recorded }],
    scripts: [...texts.keys()].map((url) => ({ url, hash: url, mapHash: "", mapBase: "" })),
    textOf: (hash) => texts.get(hash),
    workspaceFolders: [appFolder],
    ownCode: [],
    nodeMajor: Number.parseInt(node, 10),
  });
  const [thread] = profile.threads;
  if (thread === undefined) throw new Error(`${name} has no thread.`);
  const lateTurns = { from: Float64Array.from(late, ([from]) => from), to: Float64Array.from(late, ([, to]) => to) };
  return { requests, profile, noCpu: noCpuSpans(profile, thread, lateTurns), blocks: blocksOf(profile, 0, lateTurns), load, spans: null };
}

/** As recorded, since opening repairs it again. */
function withoutRepairs({ deopts: _deopts, samples: { stack, time }, ...rest }: Profile): Profile {
  return { ...rest, samples: { stack, time } };
}

function steps(column: Int32Array | Float64Array): readonly number[] {
  return Array.from(column, (value, row) => value - (row === 0 ? 0 : (column[row - 1] as number)));
}

function sums(differences: readonly number[]): Float64Array {
  let sum = 0;
  return Float64Array.from(differences, (each) => (sum += each));
}
