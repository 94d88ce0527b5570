import { parentPort, workerData } from "node:worker_threads";
import { deserialize, serialize } from "node:v8";
import { Stopped, stopWhen } from "../../analysis/budget.ts";
import { UserError } from "../../analysis/user-error.ts";
import { unlikeNearest } from "../../analysis/compare/before/judged-pair.ts";
import { unlikenessText } from "../../analysis/compare/before/unlikeness.ts";
import { figuresIn, shareText } from "../../analysis/figures.ts";
import { baselineOf } from "../../history/baseline.ts";
import type { Run } from "../../history/run.ts";
import { listRuns, readRun } from "../../history/run-store.ts";
import { withOwnFile } from "../../platform/installation/own-files.ts";
import type { AnalysisRequestName, ParamsOf, ResultOf, AnalysisWorkerData, FromAnalysis, ToAnalysis } from "./analysis-messages.ts";
import type { AnalysedRun } from "../../answers/analysed-run.ts";
import { RunOrPass } from "../../answers/routes/run-or-pass.ts";
import type { Side } from "../../answers/compare/compared-sides.ts";
import { RunComparison } from "../../answers/compare/run-comparison.ts";
import { earlierRuns } from "../../opening/earlier-runs.ts";
import { openRequested } from "../../opening/requested-run.ts";
import { exportComparison, exportRun } from "./run-export.ts";
import { bytesToTransfer } from "./transfer.ts";
import { CountsOfRun, WaitsOfRun } from "./passes-of-run.ts";
import { allocationsOf, type RunAllocations } from "../../answers/allocations/run-allocations.ts";

type Handlers = {
  readonly [Name in AnalysisRequestName]: (params: ParamsOf<Name>) => Promise<ResultOf<Name>> | ResultOf<Name>;
};
type AnalysisRequest = Extract<ToAnalysis, { readonly id: number }>;

/** Jobs that may take seconds and keep nothing before they are done: they end soon when they are cancelled. */
const stoppable: ReadonlySet<AnalysisRequestName> = new Set([
  "open",
  "select",
  "flame",
  "strip",
  "slowest",
  "imports",
  "importChain",
  "dearestImports",
  "importsNamed",
  "groups",
  "explain",
  "hotFunctions",
  "hotChildren",
  "prepareComparison",
  "digest",
  "compare",
  "compareRest",
  "compareFlame",
]);

/** Holds one run and handles one request at a time; skips requests that were cancelled in the queue. */
const queue: AnalysisRequest[] = [];
let run: RunOrPass | null = null;
let waits: WaitsOfRun | undefined;
let counts: CountsOfRun | undefined;
let allocations: RunAllocations | undefined;
let comparison: RunComparison | undefined;
let busy = false;
/** Id of the running job, if it is stoppable. */
let running: number | undefined;

const { cancelled } = workerData as AnalysisWorkerData;
stopWhen(() => running !== undefined && Atomics.load(cancelled, running % cancelled.length) === running);

const handlers: Handlers = {
  async open(params) {
    const found = await openRequested(params);
    run = found === null ? null : new RunOrPass(found, params);
    waits = found === null ? undefined : new WaitsOfRun(found, params);
    counts = found === null ? undefined : new CountsOfRun(found, params);
    allocations = found === null ? undefined : allocationsOf(found);
    return run?.view ?? null;
  },
  hotLines: (params) => opened().code.hotLines(params),
  file: (params) => opened().file(params),
  pathsOfText: (params) => opened().texts.pathsOf(params.text),
  ownPaths: () => opened().texts.ownPaths,
  changedPaths: ({ texts }) => opened().texts.changedPaths(texts),
  nearestLines: (params) => opened().texts.nearestLines(params),
  lineTexts: ({ places }) => opened().texts.lineTexts(places),
  select: (params) => runOrPass().select(params.selection),
  line: (params) => runOrPass().line(params),
  function: (params) => opened().code.function(params),
  flame: (params) => opened().drawFlame(params),
  blocks: ({ limit }) => runOrPass().timed.longestBlocks(limit),
  imports({ parent, limit, areUnsampled }) {
    const { imports } = opened();
    return { ...(areUnsampled ? imports.unsampledBelow(parent, limit) : imports.children(parent, limit)), ...imports.sums };
  },
  importChain: ({ row }) => opened().imports.chain(row) ?? null,
  dearestImports: ({ limit }) => opened().imports.rows(limit),
  importsNamed: ({ name }) => opened().imports.named(name),
  groups: () => opened().groups,
  lineImports: (place) => opened().imports.at(place),
  importCandidates: () => opened().imports.candidates,
  slowest: () => runOrPass().timed.slowestRequests(),
  strip: (params) => runOrPass().timed.drawStrip(params),
  flamePlaces: (params) => opened().flame.places(params),
  flameFrame: (params) => opened().flameFrame(params),
  async baseline({ runsFolder, locale }) {
    const [{ run: next }, stored] = [runOrPass().view, await listRuns(runsFolder)];
    const found = baselineOf(next, stored);
    if (found !== undefined) return { folder: found.folder };
    const facts = stored.map((each) => each.run);
    const unlike = unlikeNearest(next, facts, (share) => shareText(share, locale));
    return { folder: null, why: unlike && unlikenessText(unlike) };
  },
  prepareComparison() {
    opened().compared();
    return null;
  },
  digest: (part) => serialize(runOrPass().compared(part).side),
  async compare({ base, asked, by, folders, more, locale, limit, change }) {
    const [next, part] = [opened().compared(), opened().comparedPart];
    const [earlier, ofBase, ofNext] = [await earlierRuns(folders, next.side.whole), await runsAt(more.base), await runsAt(more.next)];
    const options = { asked, by, figures: figuresIn(locale), part, earlier, more: { base: ofBase, next: ofNext }, change };
    comparison = new RunComparison(opened(), deserialize(base) as Side, next, options);
    return comparison.view(limit);
  },
  compareRest({ by, locale, limit }) {
    const { base, next } = opened().spansAndRest;
    comparison = new RunComparison(opened(), base.side, next, { asked: "second", by, figures: figuresIn(locale) });
    return comparison.view(limit);
  },
  compareFile: (params) => comparison?.file(params) ?? null,
  compareFunctions: ({ path }) => comparison?.functions(path) ?? [],
  compareLine: (params) => comparison?.line(params) ?? null,
  compareFlame: () => comparison?.flame() ?? null,
  comparePlaces: ({ node, to }) => comparison?.places(node, to) ?? null,
  export: (params) => exportRun(params),
  exportComparison: (params) => exportComparison(params),
  fileWaits: async (params) => (await waits?.shown())?.file(params) ?? [],
  longestWaits: async (params) => (await waits?.shown())?.longest(params) ?? [],
  functionWaits: async ({ starts }) => (await waits?.shown())?.functions(starts) ?? starts.map(() => null),
  fileCounts: async (params) => (await counts?.shown())?.file(params) ?? [],
  functionCounts: async ({ starts }) => (await counts?.shown())?.functions(starts) ?? starts.map(() => null),
  lineCount: async ({ path, line }) => (await counts?.shown())?.line(path, line) ?? null,
  hotCounts: async ({ limit }) => (await counts?.hot(limit)) ?? null,
  fileAllocations: (params) => allocations?.file(params) ?? [],
  functionAllocations: ({ starts }) => allocations?.functions(starts) ?? starts.map(() => null),
  topAllocators: ({ limit }) => allocations?.top(limit) ?? [],
  explain: async (params) => (await waits?.shown())?.explain(params) ?? null,
  hotFunctions: (params) => runOrPass().hotFunctions(params),
  hotChildren: (params) => opened().hot.children(params),
};

parentPort?.on("message", (message: ToAnalysis) => {
  if ("cancel" in message) {
    const index = queue.findIndex((request) => request.id === message.cancel);
    if (index !== -1) queue.splice(index, 1);
    return;
  }
  queue.push(message);
  if (!busy) setImmediate(() => void workOff());
});

/** Yields to the event loop between requests, so that cancellations can arrive. */
async function workOff(): Promise<void> {
  if (busy) return;
  busy = true;
  for (let request = queue.shift(); request !== undefined; request = queue.shift()) {
    const message = await outcome(request);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    parentPort?.postMessage(message, "result" in message ? bytesToTransfer(message.result) : []);
    await new Promise((resolve) => setImmediate(resolve));
  }
  busy = false;
}

async function outcome(request: AnalysisRequest): Promise<FromAnalysis> {
  const { id } = request;
  try {
    const handler = handlers[request.name] as (params: AnalysisRequest["params"]) => unknown;
    running = stoppable.has(request.name) ? id : undefined;
    return { id, result: await handler(request.params) };
  } catch (thrown) {
    const error = withOwnFile(thrown, __dirname);
    if (error instanceof Stopped) return { id, stopped: true };
    if (error instanceof UserError) return { id, userError: error.coded };
    const bug = error instanceof Error ? { message: error.message, stack: error.stack ?? "" } : { message: String(error), stack: "" };
    return { id, bug };
  } finally {
    running = undefined;
  }
}

function runsAt(folders: readonly string[]): Promise<readonly Run[]> {
  return Promise.all(folders.map((folder) => readRun(folder)));
}

function opened(): AnalysedRun {
  return runOrPass().shown;
}

function runOrPass(): RunOrPass {
  if (run === null) throw new Error("The worker was asked about a run before it opened one.");
  return run;
}
