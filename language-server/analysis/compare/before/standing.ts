import type { CodedText } from "../../../texts/coded-text.ts";
import { failedShare } from "../../load/load.ts";
import type { Share } from "../../units.ts";
import { isSameCommand, isSameFolder, programOf, type RunFacts, hasStart, isOfStarts, isSameTest, isEarlier } from "./program.ts";
import { madeOnce } from "../../collections.ts";
import { unlikeLoads } from "./unlike-loads.ts";

/** How far a run can be relied on. `good`: it did all that it was started for. */
export type Standing =
  | { readonly kind: "good" | "failedStart" | "beforeLoad" | "noSamples" | "cancelled" | "crashed" | "stopped" | "byHand" | "endedEarly" }
  /** `share`: of its requests. */
  | { readonly kind: "failing"; readonly share: Share };

/** From this share of failed requests on, a load measures failures. */
const mostFailing: Share = 0.01;

const worthless: ReadonlySet<Standing["kind"]> = new Set(["failedStart", "beforeLoad", "noSamples"]);

/** `others`: runs of the same history, from which it is known that an app is a server to be loaded. */
export function standingOf(run: RunFacts, others: readonly RunFacts[] = []): Standing {
  const early = endBeforeLoad(run, others);
  if (early !== undefined) return { kind: early };
  if (run.threads.every(({ busyTicks }) => busyTicks === 0)) return { kind: "noSamples" };
  if (run.end === "cancelled" || run.load?.cancelled === true) return { kind: run.end === "crashed" ? "crashed" : "cancelled" };
  if (run.test !== undefined) return { kind: endOfTest(run) };
  if (run.startup !== undefined) return { kind: endOfStarts(run) };
  return run.load === undefined ? { kind: endWithoutLoad(run) } : endOfLoad(run, run.load);
}

/** Whether a run shows nothing that was to be measured, so that it is not shown by itself. */
export function isWorthless({ kind }: Standing): boolean {
  return worthless.has(kind);
}

/** Whether, by what is known of it alone, it may show nothing that was to be measured. */
export function isDoubtful(run: RunFacts): boolean {
  return (
    (run.load === undefined && run.test === undefined && run.startup === undefined && run.window !== "measured" && run.end !== "exited") ||
    isWorthless(standingOf(run))
  );
}

/** A mark for lists, such as `cancelled`; undefined for a good run. */
export function standingText(standing: Standing, share: (share: Share) => string): CodedText | undefined {
  if (standing.kind === "good") return undefined;
  return { code: `standing.${standing.kind}`, values: { share: standing.kind === "failing" ? share(standing.share) : "" } };
}

function endBeforeLoad(run: RunFacts, others: readonly RunFacts[]): "failedStart" | "beforeLoad" | undefined {
  if (run.load !== undefined || run.test !== undefined || run.window === "measured") return undefined;
  const hasFailed = run.end === "crashed";
  if (hasFailed && run.failure?.isLoading === true) return "failedStart";
  if (run.startup !== undefined || run.listenedAtMs !== undefined) return undefined;
  if (run.lacksLoad !== true && !isLoadedElsewhere(run, others)) return undefined;
  return hasFailed ? "failedStart" : "beforeLoad";
}

/** The loaded runs of a history, one of each app: each of its runs is looked up in it. */
const loadedRuns = new WeakMap<object, readonly RunFacts[]>();

/** By its command, or by its name, which is that of its launch configuration: an app that fails early may not have reached the process that serves. */
function isLoadedElsewhere(run: RunFacts, others: readonly RunFacts[]): boolean {
  const loaded = madeOnce(loadedRuns, others, () => oneOfEach(others.filter(({ load, test }) => load !== undefined && test === undefined)));
  return loaded.some((other) => isSameFolder(run, other) && (run.name === other.name || isSameCommand(run, other)));
}

function oneOfEach(runs: readonly RunFacts[]): readonly RunFacts[] {
  const keyOf = (run: RunFacts): string => JSON.stringify([run.app.cwd, run.name, programOf(run).words]);
  return [...new Map(runs.map((run) => [keyOf(run), run])).values()];
}

/** Passed or failed alike; a signal says neither. */
function endOfTest({ end, exitCode }: RunFacts): "good" | "stopped" | "crashed" | "endedEarly" {
  if (end === "exited" || (end === "crashed" && exitCode !== undefined)) return "good";
  return end === "crashed" || end === "stopped" ? end : "endedEarly";
}

/** `--help` and linters may end with any exit code; an error that was printed is a failure. */
function endOfStarts({ end, exitCode, failure }: RunFacts): "good" | "stopped" | "crashed" | "endedEarly" {
  if (end === "exited" || (end === "crashed" && exitCode !== undefined && failure === undefined)) return "good";
  return end === "crashed" || end === "stopped" ? end : "endedEarly";
}

function endWithoutLoad({ end, exitCode = 0, window, listenedAtMs }: RunFacts): "good" | "stopped" | "crashed" | "byHand" | "endedEarly" {
  if (end === "exited") return exitCode === 0 ? "good" : "crashed";
  if (end === "crashed") return "crashed";
  if ((window === "measured" || listenedAtMs !== undefined) && (end === "stopped" || end === "time-cap")) return "byHand";
  return end === "stopped" ? "stopped" : "endedEarly";
}

function endOfLoad({ end }: RunFacts, load: NonNullable<RunFacts["load"]>): Standing {
  if (end === "crashed" || end === "stopped") return { kind: end };
  if (end !== "load-ended") return { kind: "endedEarly" };
  const share = failedShare(load);
  return share < mostFailing ? { kind: "good" } : { kind: "failing", share };
}

/** Whether `base` did all that it was started for, and what `next` did: what changed between them is the code. `runs`: their history. */
export function isFitBefore(base: RunFacts, next: RunFacts, runs: readonly RunFacts[] = []): boolean {
  return isSameProgram(base, next) && unlikeLoads(base.load, next.load).length === 0 && standingOf(base, runs).kind === "good";
}

/** Same folder and same command, with any Node and whichever secrets were kept; for tests the same test, however it was started. */
export function isSameProgram(a: RunFacts, b: RunFacts): boolean {
  if (a.test !== undefined || b.test !== undefined) return isSameTest(a, b);
  return isOfStarts(a) === isOfStarts(b) && hasStart(a) === hasStart(b) && isSameFolder(a, b) && isSameCommand(a, b);
}

/** Which run another one is compared with by itself: its baseline if that fits, else the newest earlier run that does. `runs` newest first. */
export function newestBefore<Facts extends RunFacts>(run: RunFacts, runs: readonly Facts[]): Facts | undefined {
  if (!mayBeAfter(run, runs)) return undefined;
  const fits = (other: Facts): boolean => other.id !== run.id && isFitBefore(other, run, runs);
  return runs.find((other) => other.baseline === true && fits(other)) ?? runs.find((other) => isEarlier(other, run) && fits(other));
}

/** A load that was cancelled was the same load until then; other runs that are not whole are compared only by choice. */
function mayBeAfter(run: RunFacts, runs: readonly RunFacts[]): boolean {
  const { kind } = standingOf(run, runs);
  return kind === "good" || kind === "cancelled";
}
