import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";
import type { RecordedRun } from "../../language-server/opening/recorded-run.ts";
import type { Profile } from "../../language-server/analysis/profile/profile.ts";
import { hotPlace, selfOf } from "../analysis/importers/firefox-sums.ts";

const stacks = path.join(import.meta.dirname, "../fixtures/stacks");

function open(name: string): Promise<RecordedRun> {
  return readProfileFile(path.join(stacks, name), { workspaceFolders: [] });
}

interface Table {
  readonly schema: Readonly<Record<string, number>>;
  readonly data: readonly (readonly unknown[])[];
}

interface GeckoProcess {
  readonly meta: { readonly categories?: readonly { readonly name: string }[]; readonly interval?: number };
  readonly libs: readonly { readonly start: number; readonly end: number; readonly name: string }[];
  readonly threads: readonly (Record<"samples" | "stackTable" | "frameTable", Table> & {
    readonly name: string;
    readonly stringTable: readonly string[];
  })[];
  readonly processes: readonly GeckoProcess[];
}

/** Milliseconds by function, from Mozilla's description of the format alone: a sample is worth the interval. */
function naiveGecko(
  process: GeckoProcess,
  thread: GeckoProcess["threads"][number],
  categories: readonly { readonly name: string }[],
): Readonly<Record<string, number>> {
  const at = (table: Table, row: number, name: string): unknown => table.data[row]?.[table.schema[name] ?? -1];
  const self: Record<string, number> = {};
  thread.samples.data.forEach((_, sample) => {
    let stack = at(thread.samples, sample, "stack") as number | null;
    let category: unknown;
    let hasScript = false;
    let name = "";
    while (stack !== null) {
      const frame = at(thread.stackTable, stack, "frame") as number;
      const location = thread.stringTable[at(thread.frameTable, frame, "location") as number] ?? "";
      category ??= at(thread.frameTable, frame, "category");
      const isOnTop = /^\w+:\/\/\S+$/.test(location) && (location.endsWith("]") || at(thread.frameTable, frame, "line") !== null);
      hasScript ||= isOnTop || /:\d+\)(?:\[\d+\])?$/.test(location);
      const address = Number(location);
      const library = process.libs.find(({ start, end }) => address >= start && address < end)?.name || "[unknown]";
      name ||= location.startsWith("0x") ? library : /:\d+\)/.test(location) ? location.replace(/ \(.*/, "") : isOnTop ? "top" : location;
      stack = at(thread.stackTable, stack, "prefix") as number | null;
    }
    const kind = categories[category as number]?.name;
    if (kind === "Idle" || (sample > 0 && at(thread.samples, sample, "threadCPUDelta") === 0 && !hasScript)) name = "(idle)";
    else if (kind === "GC / CC") name = "(garbage collector)";
    self[name === "top" ? "" : name] = (self[name === "top" ? "" : name] ?? 0) + 1;
  });
  return self;
}

test("a profile by Firefox itself: its threads, with the times that a naive reader sums", async () => {
  const { format, threads } = await open("page.firefox.json.gz");
  const raw = JSON.parse(gunzipSync(readFileSync(path.join(stacks, "page.firefox.json.gz"))).toString()) as GeckoProcess;
  const page = raw.processes[0] as GeckoProcess;
  const naive = [...raw.threads.map((thread) => [raw, thread] as const), ...page.threads.map((thread) => [page, thread] as const)].map(
    ([process, thread]) => naiveGecko(process, thread, raw.meta.categories ?? []),
  );
  expect(format).toBe("Firefox profile");
  expect(threads.map(({ name }) => name)).toEqual(["GeckoMain (Isolated Web Content)", "GeckoMain (Parent Process)", "DOM Worker"]);
  const all = threads.map(({ profile }) => selfOf(profile));
  for (const self of naive) expect(all).toContainEqual(self);
  // `document.title = String(work());`, in no function.
  expect(linesOf(threads[0]!.profile, "")).toContain("http://127.0.0.1:8765/app.js:15");
  // `for (let i = 0; …; i++) x = (x * 31 + i) | 0;` below `function hash(seed) {`.
  expect(hotPlace(threads[0]!.profile)).toBe("http://127.0.0.1:8765/app.js hash 1:13 at 3");
});

/** Where functions of a name ran. */
function linesOf({ stacks: table, functions, scripts }: Profile, name: string): readonly string[] {
  return [...table.func].flatMap((func, row) => {
    const script = functions.script[func] as number;
    return script === -1 || functions.name[func] !== name ? [] : [`${scripts.url[script]}:${table.line[row]}`];
  });
}

interface SamplyThread {
  readonly name: string;
  readonly samples: { readonly stack: readonly (number | null)[]; readonly weight: readonly number[] };
  readonly stackTable: { readonly frame: readonly number[] };
  readonly frameTable: { readonly func: readonly number[] };
  readonly funcTable: { readonly name: readonly number[]; readonly resource: readonly number[] };
  readonly resourceTable: { readonly name: readonly number[] };
  readonly stringArray: readonly string[];
}

/** Samples by function, from the format alone: addresses are their library's, and V8's names have their tier and place. */
function naiveSamply({ samples: table, stackTable: own, frameTable, funcTable, resourceTable, stringArray }: SamplyThread): unknown {
  const self: Record<string, number> = {};
  table.stack.forEach((stack, sample) => {
    const func = frameTable.func[own.frame[stack as number] as number] as number;
    const text = stringArray[funcTable.name[func] as number] as string;
    const library = stringArray[resourceTable.name[funcTable.resource[func] as number] as number] ?? "[unknown]";
    const name = text.startsWith("0x")
      ? library
      : text.startsWith("JS:")
        ? text.replace(/^JS:[~^+*]?/, "").replace(/ \S+:\d+:\d+$/, "")
        : text;
    self[name] = (self[name] ?? 0) + (table.weight[sample] as number);
  });
  return self;
}

test("a profile by samply: functions of JavaScript once, with their places, the rest by library or symbol", async () => {
  const { threads, run } = await open("hash.samply.json.gz");
  const raw = JSON.parse(gunzipSync(readFileSync(path.join(stacks, "hash.samply.json.gz"))).toString()) as {
    readonly meta: { readonly interval: number };
    readonly threads: readonly SamplyThread[];
  };
  const sampled = raw.threads.filter((thread) => thread.samples.stack.length > 0);
  const inSamples = threads.map(({ profile }) =>
    Object.fromEntries(Object.entries(selfOf(profile)).map(([name, time]) => [name, Math.round(time / raw.meta.interval)])),
  );
  expect(inSamples).toEqual(sampled.map(naiveSamply));
  expect(inSamples[0]?.["hash"]).toBeGreaterThan(2000);
  const [{ profile }] = threads as [RecordedRun["threads"][number]];
  expect(hotPlace(profile)).toBe("/app/app.cjs hash 1:13 at 0");
  // Its caller, too, is in the stack once, not a second time as machine code.
  const { prefix, func } = profile.stacks;
  const inHash = profile.functions.name.indexOf("hash");
  const callers = [...func.keys()]
    .filter((row) => func[row] === inHash)
    .map((row) => profile.functions.name[func[prefix[row] as number] as number]);
  expect(new Set(callers)).toEqual(new Set(["work"]));
  expect(run.problems.map(({ code }) => code)).toContain("firefox.onlyFunctions");
});
