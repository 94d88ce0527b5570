import type { CodedText } from "../../../texts/coded-text.ts";
import { failedShare } from "../../load/load.ts";
import type { Share } from "../../units.ts";
import { isSameCommand, isSameFolder, programOf } from "./program.ts";
import type { RunFacts } from "./run-facts.ts";
import { madeOnce } from "../../made-once.ts";

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
