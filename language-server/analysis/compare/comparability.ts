import type { Figures } from "../figures.ts";
import { changedSince } from "../builds/stale-sources.ts";
import { isOfOtherText } from "../fit/other-text.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import { type CompareUnit, loadRatioOf, type MeasuredRun } from "./compare-units.ts";
import type { RunFacts } from "./before/program.ts";
import { standingOf } from "./before/standing.ts";
import { isUnlikeKind, type Unlikeness, unlikenesses, unlikenessText } from "./before/unlikeness.ts";
import type { RunDifference } from "./diff.ts";
import { smallestDrift } from "./significance.ts";
import { failedShare, type LoadReport } from "../load/load.ts";
import type { Problem } from "../profile/profile.ts";
import type { Milliseconds, Share } from "../units.ts";

/** The machine that a run's app ran on; what is not known is left out. */
export interface RunMachine {
  readonly cpu?: string | undefined;
  readonly cores?: number | undefined;
  /** The same as long as the machine is not started again, and on no other. */
  readonly boot?: string | undefined;
}

/** Why figures of two runs may differ because of their machines; undefined if they are of one, or if neither says which. */
function unlikeMachines(
  base: RunMachine | undefined,
  next: RunMachine | undefined,
): "otherMachine" | "otherBoot" | "unknownMachine" | undefined {
  // Runs of earlier versions, and profiles.
  if (base === undefined && next === undefined) return undefined;
  const [before, after] = [base ?? {}, next ?? {}];
  const differs = (name: keyof RunMachine): boolean =>
    before[name] !== undefined && after[name] !== undefined && before[name] !== after[name];
  if (differs("cpu") || differs("cores")) return "otherMachine";
  if (before.boot !== undefined && after.boot !== undefined) return before.boot === after.boot ? undefined : "otherBoot";
  // Windows, and an app on macOS that was attached to, never report the boot.
  const isAlike = before.boot === after.boot && isKnown(before) && isKnown(after);
  return isAlike ? undefined : "unknownMachine";
}

function isKnown({ cpu, cores }: RunMachine): boolean {
  return cpu !== undefined && cores !== undefined;
}

/** `AMD EPYC 7B13, 4 cores`; "" if nothing is known. */
export function machineText({ cpu = "", cores }: RunMachine): CodedText | string {
  if (cores === undefined) return cpu;
  const shown: CodedText = { code: "machine.cores", values: { count: cores, shown: cores } };
  return cpu === "" ? shown : { code: "machine.known", values: { cpu, cores: shown } };
}

/** Below this number of busy ticks, hardly anything can be distinguished from noise. */
const fewTicks = 500;
/** If less of the base's own code than this was matched, it is a different program. */
const littleMatched: Share = 0.3;

/** One side of a comparison: its figures, and what ran. */
export interface ComparedSide extends MeasuredRun {
  readonly run: MeasuredRun["run"] &
    RunFacts & {
      readonly recorder: "exact" | "inspector" | "import";
      readonly app: { readonly nodeVersion: string };
      readonly machine?: RunMachine | undefined;
    };
  readonly busySamples: number;
  readonly problems: readonly Problem[];
}

export interface Compared {
  readonly base: ComparedSide;
  readonly next: ComparedSide;
  /** The requested unit, and the one that is used. */
  readonly asked: CompareUnit;
  readonly per: CompareUnit;
  /** Undefined: all. */
  readonly threadNames?: readonly string[] | undefined;
  /** Factor by which all code got slower or faster. */
  readonly drift: number;
  readonly matched: Share;
  /** Names of hot functions of which too little other code ran to distinguish the machine from a change. */
  readonly unclear: readonly string[];
}

/** A reason why the figures of two runs may mislead; each side's fact as text, "" if it has none. */
export interface Caveat {
  readonly kind:
    | Unlikeness["kind"]
    | "oldBuild"
    | "oldBuildBefore"
    | "app"
    | "node"
    | NonNullable<ReturnType<typeof unlikeMachines>>
    | "recorder"
    | "interval"
    | "load"
    | "noLoad"
    | "noUnit"
    | "threads"
    | "spans"
    | "errors"
    | "machine"
    | "machineOrRate"
    | "fewTicks"
    | "otherText"
    | "unclear"
    | "unclearSpan";
  readonly base: string | CodedText;
  readonly next: string | CodedText;
}

/** Of two runs with a span selected. */
export const spansCaveat: Caveat = { kind: "spans", base: "", next: "" };

/** A full sentence. */
export function caveatText({ kind, base, next }: Caveat): CodedText {
  return isUnlikeKind(kind) ? unlikenessText({ kind, base, next }) : { code: `caveat.${kind}`, values: { base, next } };
}

function recorderWord(recorder: ComparedSide["run"]["recorder"]): CodedText {
  return { code: `recorder.${recorder}.word` };
}

/** Everything that makes two runs hard to compare. */
export function caveatsOf({ base, next, asked, per, threadNames, drift, matched, unclear }: Compared, figures: Figures): readonly Caveat[] {
  const found: Caveat[] = [];
  const warn = (kind: Caveat["kind"], before: Caveat["base"], after: Caveat["next"]): void => {
    found.push({ kind, base: before, next: after });
  };
  const [oldBefore, oldAfter] = [changedSince(base.problems), changedSince(next.problems)];
  if (oldAfter !== "") warn("oldBuild", "", oldAfter);
  if (oldBefore !== "") warn("oldBuildBefore", oldBefore, "");
  const [loadBefore, loadAfter] = [base.run.load, next.run.load];
  const isFailing = loadBefore !== undefined && loadAfter !== undefined && areWholeButFailing(base.run, next.run);
  for (const { kind, base: one, next: other } of unlikenesses(base.run, next.run, figures.share)) {
    if (kind === "standing" && isFailing) warn("errors", figures.share(failedShare(loadBefore)), figures.share(failedShare(loadAfter)));
    else warn(kind, one, other);
  }
  if (matched < littleMatched) warn("app", "", "");
  const [nodeBefore, nodeAfter] = [plain(base.run.app.nodeVersion), plain(next.run.app.nodeVersion)];
  if (nodeBefore !== nodeAfter) warn("node", nodeBefore || "?", nodeAfter || "?");
  const machines = unlikeMachines(base.run.machine, next.run.machine);
  if (machines !== undefined) warn(machines, machineText(base.run.machine ?? {}), machineText(next.run.machine ?? {}));
  if (base.run.recorder !== next.run.recorder) warn("recorder", recorderWord(base.run.recorder), recorderWord(next.run.recorder));
  if (Math.max(base.interval, next.interval) > 1.5 * Math.min(base.interval, next.interval))
    warn("interval", figures.duration(base.interval / 1000), figures.duration(next.interval / 1000));
  if (threadNames !== undefined && per === "second") warn("threads", "", threadNames.join(", "));
  else if (asked === "request" && per === "second") warn(loadBefore === undefined && loadAfter === undefined ? "noUnit" : "noLoad", "", "");
  const [short, long] = [loadBefore?.durationSeconds ?? 0, loadAfter?.durationSeconds ?? 0].toSorted((a, b) => a - b) as [number, number];
  if (short > 0 && long > 1.5 * short) warn("load", secondsOf(loadBefore), secondsOf(loadAfter));
  const isSameRate = Math.abs(Math.log(loadRatioOf(base, next) ?? Number.POSITIVE_INFINITY)) <= smallestDrift;
  if (Math.abs(Math.log(drift)) > smallestDrift)
    warn(per === "second" && !isSameRate ? "machineOrRate" : "machine", "", figures.factor(drift));
  if (Math.min(base.busySamples, next.busySamples) < fewTicks)
    warn("fewTicks", figures.count(base.busySamples), figures.count(next.busySamples));
  if (unclear[0] !== undefined) warn("unclear", "", unclear[0]);
  const others = new Set([...otherTexts(base), ...otherTexts(next)]);
  if (others.size > 0) warn("otherText", "", [...others].join(", "));
  return found;
}

/** Files whose text is another one than ran. */
function otherTexts({ problems }: ComparedSide): readonly string[] {
  const found = problems.filter(isOfOtherText);
  return found.map(({ values }) => values?.["file"]).filter((file) => typeof file === "string");
}

/**
 * Share of the base's own code that was matched: of its cost or of its functions, whichever is higher. A fix may remove the one function
 * that had all the cost; in a different program neither matches.
 */
export function matchedShare(functions: RunDifference["functions"]): Share {
  const own = functions.filter(({ category, base }) => category === "own" && base > 0);
  const found = own.filter(({ nextAt }) => nextAt !== undefined);
  if (own.length === 0) return 1;
  return Math.max(costOf(found) / costOf(own), found.length / own.length);
}

function costOf(functions: RunDifference["functions"]): Milliseconds {
  return functions.reduce((sum, { base }) => sum + base, 0);
}

/** Loads that ended, of which one or both had too many failures. */
function areWholeButFailing(base: RunFacts, next: RunFacts): boolean {
  return [base, next].every((run) => ["good", "failing"].includes(standingOf(run).kind));
}

function secondsOf(load: LoadReport | undefined): string {
  return `${Math.round(load?.durationSeconds ?? 0)} s`;
}

function plain(version: string): string {
  return version.replace(/^v/, "");
}
