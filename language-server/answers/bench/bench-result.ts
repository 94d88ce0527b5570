import type { JudgedCost } from "../../analysis/pairs/judged-sides.ts";
import type { RunMachine } from "../../analysis/compare/comparability.ts";

/** What `heatline bench --json` prints, and what its Markdown, SARIF and text show. Fields are only ever added. */
export interface BenchResult {
  readonly schema: 1;
  readonly base: BenchSide;
  readonly head: BenchSide;
  /** What was run: the command line, the requests of its load, the test or "startup"; secrets masked. */
  readonly measured: string;
  /** As the runs say; left out if they do not. */
  readonly machine?: RunMachine | undefined;
  /** Unit that costs are divided by: an answered request, a start, a run of a test or script, or a second. */
  readonly per: "request" | "start" | "run" | "second";
  /** Rounds that were judged, and those that were left out, each with why. */
  readonly rounds: number;
  readonly leftOut: readonly { readonly round: number; readonly reason: string }[];
  /** What costs are made of: CPU time of the app's processes, shared out by busy samples, where it is known and says as much as busy time; else that. */
  readonly figure?: "cpu" | "busy";
  /**
   * What `app` is judged by. `changedCode`: code that was edited or changed significantly says more than all code, which differs by what the machine
   * does to it; `app` is then the app as it would cost if nothing else had changed.
   */
  readonly appBy?: "allCode" | "changedCode";
  /** Milliseconds per unit of all code of the app. */
  readonly app: BenchedCost;
  /** Significant changes first, by size; then the dearest. */
  readonly functions: readonly BenchedFunction[];
  readonly lines: readonly BenchedLine[];
  /** Changed files of the two sides none of which ran; null if one of them ran, or if it is not known. Nothing is then an alert. */
  readonly unusedChanges: readonly string[] | null;
  /** Why the figures may mislead, in full sentences. */
  readonly warnings: readonly string[];
  /** What grew significantly by more than its budget; not empty: exit code 3. */
  readonly over: readonly BenchedExcess[];
}

export interface BenchSide {
  /** As asked for: a Git reference or a Node version. */
  readonly name: string;
  /** Full hash; "" outside Git. */
  readonly commit: string;
  /** Without "v". */
  readonly node: string;
}

/** `ratio` is head ÷ base; `low` to `high` and `changeLow` to `changeHigh` are 95 % intervals by Student's t over the rounds. */
export interface BenchedCost extends Omit<JudgedCost, "verdict"> {
  /** `uncertain`: of the app and of edited functions, where the interval leaves out 1, but that may be chance among so many rows and benches. */
  readonly verdict: JudgedCost["verdict"] | "uncertain";
}

/** Where it is in head, else in base: path relative to the root of the checkout, line from 1. */
export interface BenchedPlace {
  readonly file: string;
  readonly line: number;
  readonly inBaseOnly: boolean;
}

export interface BenchedFunction extends BenchedCost {
  readonly name: string;
  readonly at: BenchedPlace | null;
  /** Its text differs between the sides. */
  readonly edited: boolean;
}

export interface BenchedLine extends BenchedCost {
  readonly at: BenchedPlace;
  /** Trimmed; "" if it was not kept. */
  readonly text: string;
}

export interface BenchedExcess {
  /** As in the file of budgets: "app", "FILE#FUNCTION" or "FILE#total". */
  readonly what: string;
  readonly at: BenchedPlace | null;
  /** As written, "0 %" for the app without one. */
  readonly budget: string;
  readonly cost: BenchedCost;
}
