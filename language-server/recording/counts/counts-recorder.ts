import { setTimeout } from "node:timers/promises";
import { initializerNames, mostCountedFunctions, type CountedFunction, type ScriptCounts } from "../../analysis/counts/counts.ts";
import { hooksFile, type Problem, type Profile } from "../../analysis/profile/profile.ts";
import { FetchingRecorder } from "../inspector/fetching-recorder.ts";
import { named } from "../inspector/evaluate.ts";
import { readThreadScripts, type ThreadScript } from "../inspector/thread-scripts.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import type { AppThreadTarget, RecordedThread } from "../recorder.ts";

/** The used part of a script in the result of `Profiler.takePreciseCoverage`. */
interface CoveredScript {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

/** Of Node's HTTP/1 server: called for each request. Of HTTP/2: made for each. Those that a load tool gives up at its end ran, too. */
const receiving = new Map([
  ["node:_http_server", "parserOnIncoming"],
  ["node:internal/http2/core", "ServerHttp2Stream"],
]);

/** For requests that are in work when the load ends: their code is to run to its end. */
const settleMs: Milliseconds = 1000;

/**
 * Has V8 count how often functions and blocks run, from each thread's first line on. No sample is taken. The counts are taken once, at the end
 * of the window or of the thread: V8 forgets functions at a second take.
 */
export class CountsRecorder extends FetchingRecorder<RecordedThread> {
  protected override readonly lostCode = "counts.lost";
  /** Threads whose Node.js has V8 count for the user, too. */
  readonly #shared = new Set<AppThreadTarget>();

  protected async begin(thread: AppThreadTarget): Promise<void> {
    const options = { expression: named("!!process.env.NODE_V8_COVERAGE"), returnByValue: true, silent: true };
    const { result } = (await thread.send("Runtime.evaluate", options)) as { readonly result?: { readonly value?: unknown } };
    if (result?.value === true) this.#shared.add(thread);
    await thread.send("Profiler.enable");
    await thread.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  protected async startIn(): Promise<void> {
    // It counts since its first line.
  }

  protected async discardIn(): Promise<void> {
    // The same.
  }

  protected async fetch(thread: AppThreadTarget, isEnding: boolean): Promise<RecordedThread> {
    if (!isEnding) await setTimeout(settleMs);
    const { result } = await thread.send("Profiler.takePreciseCoverage");
    const covered = result as readonly CoveredScript[];
    const requests = receivedIn(covered);
    const { kept, leftOut } = withinLimit(covered.filter((script) => isWorthKeeping(script, requests)));
    const { scripts } = await readThreadScripts(thread, new Map(kept.map(({ scriptId, url }) => [scriptId, url])));
    const byId = new Map(scripts.map((script) => [script.scriptId, script]));
    const found = kept.flatMap((script): readonly { readonly script: ThreadScript; readonly functions: readonly CountedFunction[] }[] => {
      const read = byId.get(script.scriptId);
      return read === undefined ? [] : [{ script: read, functions: script.functions.map(countedFunction) }];
    });
    const problems: readonly Problem[] = [
      ...(leftOut === 0 ? [] : [{ code: "counts.leftOut", values: { number: leftOut }, count: 1 } as const]),
      ...(thread.isMain && this.#shared.has(thread) ? [{ code: "counts.ownCoverage", count: 1 } as const] : []),
    ];
    return {
      pid: thread.pid,
      name: thread.name,
      recorder: "inspector",
      profile: withoutSamples(found.map(({ script }) => script.url)),
      zeroUs: 0,
      problems,
      scripts: found.map(({ script: { url, text, sourceMapUrl } }) => ({ url, text, sourceMapUrl })),
      counts: { requests, scripts: found.map(({ functions }, script): ScriptCounts => ({ script, functions })) },
    };
  }

  protected recorded(fetched: readonly RecordedThread[]): readonly RecordedThread[] {
    return fetched;
  }
}

function receivedIn(scripts: readonly CoveredScript[]): number {
  return scripts
    .flatMap(({ url, functions }) => functions.filter(({ functionName }) => receiving.get(url) === functionName))
    .reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
}

/** Own code, and of packages what requests run. */
function isWorthKeeping({ url, functions }: CoveredScript, requests: number): boolean {
  if (!/^(file:|\/|[A-Za-z]:[\\/])/.test(url) || url.endsWith(hooksFile)) return false;
  if (!/[\\/]node_modules[\\/]/.test(url)) return true;
  return functions.some(({ functionName, ranges: [whole] }) => functionName !== "" && requests > 0 && (whole?.count ?? 0) >= requests);
}

/** Own code first. `leftOut`: functions. */
function withinLimit(scripts: readonly CoveredScript[]): { readonly kept: readonly CoveredScript[]; readonly leftOut: number } {
  const ordered = scripts.toSorted((one, other) => Number(one.url.includes("node_modules")) - Number(other.url.includes("node_modules")));
  let [functions, leftOut] = [0, 0];
  const kept = ordered.filter((script) => {
    const fits = functions + script.functions.length <= mostCountedFunctions;
    if (fits) functions += script.functions.length;
    else leftOut += script.functions.length;
    return fits;
  });
  return { kept, leftOut };
}

const longestName = 200;

function countedFunction({ functionName, ranges }: CoveredScript["functions"][number]): CountedFunction {
  const isInitializer = initializerNames.some((name) => name === functionName);
  return {
    name: isInitializer ? functionName : functionName.slice(0, longestName),
    ranges: ranges.flatMap(({ startOffset, endOffset, count }) => [startOffset, endOffset, count]),
  };
}

function withoutSamples(urls: readonly string[]): Profile {
  const none = new Int32Array();
  return {
    scripts: { url: urls, hash: urls.map(() => "") },
    functions: { name: [], script: none, line: none, column: none, kind: new Uint8Array() },
    stacks: { prefix: none, func: none, line: none, column: none, certainty: new Uint8Array() },
    samples: { stack: none, time: new Float64Array() },
    interval: 1000,
  };
}
