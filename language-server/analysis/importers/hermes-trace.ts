import { budget, FileBudget } from "../budget.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import { shortened } from "../shortened.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { type JsonObject, jsonOf, listOf, recordOf } from "./json-values.ts";
import { type NamedFunction, StackProfile, nativeFunction, stackFile } from "./stack-profile.ts";
import { madeOnce } from "../collections.ts";

/** `work(app.js:8:14)`: what is called and where it stands; only the function's name may be missing. */
const place = /^(.*?)\(([^()]+):(\d+):(\d+)\)$/;
/** `[Native] arrayPrototypeSort`, `[HostFunction] log`. */
const nativeMark = /^\[(?:Native|HostFunction)\] /;
/** Of the sampler, if a thread has too few samples to judge. */
const usualInterval: Microseconds = 10_000;
/** Longer than any name and path. */
const longestName = 2000;
const collector = nativeFunction("(garbage collector)");
/** A sample without a stack, which React Native's own conversion counts as idle. */
const idle = nativeFunction("(idle)");

/**
 * What Hermes' sampling profiler writes (hermes/lib/VM/Profiler, ChromeTraceSerializer, which React Native saves): samples that
 * name a node of a tree of frames. It knows where callers stand, while the innermost frame always stands at its function's start.
 */
export const hermesTraceImporter: TextImporter = {
  name: "Hermes trace",
  title: "format.hermes",
  extensions: ["cpuprofile", "json"],
  reads: "text",
  recognises: (head) =>
    /^\s*\{\s*"traceEvents"\s*:\s*\[/.test(head) &&
    /"args"\s*:\s*\{\s*"name"\s*:\s*"hermes"/.test(head) &&
    /"cat"\s*:\s*"hermes"/.test(head),
  read: readTrace,
};

/** Throws a UserError if it is not valid JSON, or has no samples. Invalid samples and frames are skipped. */
function readTrace(text: string): ImportedFile {
  const trace = recordOf(jsonOf(text, "trace.damaged"));
  const frames = recordOf(trace["stackFrames"]);
  const fileBudget = new FileBudget();
  const threads = new Map<string, { readonly time: Microseconds; readonly node: string }[]>();
  for (const { ts, tid, sf } of listOf(trace["samples"]).map(recordOf)) {
    const time = numberOf(ts);
    if (!(time >= 0 && time <= Number.MAX_SAFE_INTEGER)) continue;
    const thread = threads.has(String(tid)) || threads.size < budget.threads ? String(tid) : "other";
    madeOnce(threads, thread, () => []).push({ time, node: String(sf) });
  }
  if (threads.size === 0) throw new UserError("hermes.empty");
  let duration = 0;
  const read = [...threads].map(([tid, unordered], index) => {
    const samples = unordered.toSorted((one, other) => one.time - other.time);
    const profile = new StackProfile(fileBudget);
    const stacks = new HermesStacks(profile, frames);
    const first = samples[0]?.time ?? 0;
    const length = (samples.at(-1)?.time ?? 0) - first;
    duration = Math.max(duration, length);
    const interval = samples.length < 2 ? usualInterval : Math.max(1, length / (samples.length - 1));
    for (const { time, node } of samples) profile.add(stacks.of(node), time - first, 1, interval);
    return { name: index === 0 ? "main" : `thread ${tid}`, profile };
  });
  return stackFile(read, { duration, problems: [{ code: "hermes.callerLines", count: 1 }] });
}

/** Stacks of one thread by their innermost node. */
class HermesStacks {
  readonly #profile: StackProfile;
  readonly #frames: JsonObject;

  constructor(profile: StackProfile, frames: JsonObject) {
    this.#profile = profile;
    this.#frames = frames;
  }

  of(node: string): number {
    const chain = this.#chain(node);
    const leaf = chain.at(-1);
    if (leaf !== undefined && isCollector(leaf)) return this.#profile.stackRow(-1, this.#profile.functionRow(collector));
    let stack = -1;
    for (const frame of chain) {
      const func = this.#profile.functionRow(functionOf(frame));
      stack = this.#profile.stackRow(stack, func, ...(frame === leaf ? [] : [numberOf(frame["line"]), numberOf(frame["column"]) - 1]));
    }
    return stack === -1 ? this.#profile.stackRow(-1, this.#profile.functionRow(idle)) : stack;
  }

  /** Callers first. Nodes that were met before end a circle. */
  #chain(node: string): readonly JsonObject[] {
    const chain: JsonObject[] = [];
    const met = new Set<string>();
    for (let id = node; !met.has(id);) {
      met.add(id);
      const frame = Object.hasOwn(this.#frames, id) ? recordOf(this.#frames[id]) : undefined;
      if (frame === undefined) break;
      if (frame["category"] !== "root") chain.unshift(frame);
      id = String(frame["parent"]);
    }
    return chain;
  }
}

function isCollector({ category, name }: JsonObject): boolean {
  return category === "Metadata" && typeof name === "string" && name.startsWith("[GC ");
}

/** The code of a file outside of its functions is called `global`, and starts where its first statement does. */
function functionOf({ name, category, funcLine, funcColumn }: JsonObject): NamedFunction {
  const text = shortened(typeof name === "string" ? name : "", longestName);
  const [, called = "", url = ""] = (category === "JavaScript" ? place.exec(text) : null) ?? [];
  if (url === "") return nativeFunction(text.replace(nativeMark, ""));
  if (called === "global") return { name: "", url, line: 1, column: 1 };
  return { name: called, url, line: numberOf(funcLine) || 0, column: numberOf(funcColumn) || 0 };
}

/** All numbers of the file but some are texts. */
function numberOf(value: unknown): number {
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}
