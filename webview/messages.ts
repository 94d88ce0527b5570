import type { FlameProfile } from "../language-server/analysis/flame/flame-reduction.ts";
import type { FirstResponse } from "../language-server/analysis/load/first-response.ts";
import type { LoadPlan, LoadProgress, LoadReport } from "../language-server/analysis/load/load.ts";

/** Every message between the extension and its webviews. Validated at both doors; `type` discriminates. */

/** Extension → load form. */
export type ToLoadForm =
  /** What to show now. */
  { readonly type: "state"; readonly state: LoadFormState } | { readonly type: "progress"; readonly progress: LoadProgress };

/** Load form → extension. */
export type FromLoadForm =
  | { readonly type: "ready" }
  /** The plan was edited; the extension remembers it per app. */
  | { readonly type: "planChanged"; readonly plan: LoadPlan }
  | { readonly type: "profileApp" }
  | { readonly type: "startLoad"; readonly plan: LoadPlan }
  /** The plan is to be written into the app's launch configuration. */
  | { readonly type: "saveLoad"; readonly plan: LoadPlan }
  | { readonly type: "cancelLoad" }
  /** The load starts although its first responses were doubtful. */
  | { readonly type: "proceedLoad" }
  | { readonly type: "startRecording" }
  | { readonly type: "stopRecording" }
  | { readonly type: "stopApp" }
  | { readonly type: "goToHottest" }
  | { readonly type: "openFlame" };

export interface LoadFormState {
  /**
   * `idle`: no app runs. `starting`: launched, no server yet. `ready`: waits for the user to start the load. `asking`: first responses are doubtful. `loading`: the load run is on.
   * `recording`: the user drives. `saving`: the run is being written. `done`: a run was shown; the app still runs when `appRunning`.
   */
  readonly phase: "idle" | "starting" | "ready" | "asking" | "loading" | "recording" | "saving" | "done";
  readonly appName: string;
  readonly appRunning: boolean;
  /** Where the app's servers are reached, such as `https://127.0.0.1:3000`. */
  readonly origins: readonly string[];
  readonly plan: LoadPlan;
  /** The likeliest first. */
  readonly proposals: readonly RequestProposal[];
  /** What is asked about while `asking`. */
  readonly firstResponses?: readonly FirstResponse[] | undefined;
  readonly report?: LoadReport | undefined;
  /** Nothing of a recording is seen before its end: the inspector's recorder shows no live heat. */
  readonly heatAtEnd?: boolean | undefined;
  /** `util.js:24 · 45 % self`, of the last run. */
  readonly hottest?: string | undefined;
  readonly error?: { readonly message: string; readonly remedy: string } | undefined;
}

/** A request that the app may be loaded with. */
export interface RequestProposal {
  readonly method: string;
  /** Parameters as `:id`. */
  readonly path: string;
  /** Where it is from: `server.js:12`; "" for an earlier load. */
  readonly from: string;
}

/** Extension → flame panel. */
export type ToFlame =
  /** Profile to show; `frame` to reveal once it is loaded. `key` names it, answers carry it back. */
  | { readonly type: "profile"; readonly key: string; readonly profile: FlameProfile; readonly frame?: number | undefined }
  | { readonly type: "reveal"; readonly key: string; readonly frame: number };

/** Flame panel → extension. */
export type FromFlame =
  | { readonly type: "ready" }
  /** speedscope shows the profile. */
  | { readonly type: "loaded"; readonly key: string }
  | { readonly type: "frameClicked"; readonly key: string; readonly frame: number }
  /** Fallback of a broken bridge: the tooltip's text only. */
  | { readonly type: "placeClicked"; readonly key: string; readonly file: string; readonly line: number }
  /** Names of speedscope's internals that the bridge relies on and did not find. */
  | { readonly type: "bridgeBroken"; readonly missing: readonly string[] }
  | { readonly type: "noWebgl" };

/** What a cost is divided by, so that two runs can be compared. */
export type CostUnit = "request" | "second";

/** Extension → compare panel. */
export type ToCompare =
  /** A comparison is being worked out. */
  | { readonly type: "waiting" }
  /** Replaces what was shown. `key` names it, answers carry it back. */
  | { readonly type: "comparison"; readonly key: string; readonly comparison: ComparisonView }
  | { readonly type: "differenceFlame"; readonly key: string; readonly flame: DifferenceFlameView }
  | { readonly type: "failed"; readonly message: string; readonly remedy: string }
  /** Whether the code shows the comparison (true) or the plain heat of the run. */
  | { readonly type: "codeShows"; readonly changes: boolean };

/** Compare panel → extension. */
export type FromCompare =
  | { readonly type: "ready" }
  | { readonly type: "normalise"; readonly key: string; readonly per: CostUnit }
  /** The flame's tab was opened. */
  | { readonly type: "flameWanted"; readonly key: string }
  | { readonly type: "goToRow"; readonly key: string; readonly list: "functions" | "lines"; readonly row: number }
  /** Row of the flame's functions. */
  | { readonly type: "goToFrame"; readonly key: string; readonly frame: number }
  | { readonly type: "showInCode"; readonly changes: boolean };

/** Two runs side by side. Costs are milliseconds of busy time per request, or per second of the measured window. */
export interface ComparisonView {
  readonly per: CostUnit;
  /** False where one of the runs counted no requests. */
  readonly canBePerRequest: boolean;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Whole sentences: why this comparison may mislead. */
  readonly warnings: readonly string[];
  /** Significant changes first, the biggest on top. */
  readonly functions: readonly ComparedRow[];
  readonly lines: readonly ComparedRow[];
}

export interface ComparedRun {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Short, or "". */
  readonly commit: string;
  /** A figure that the load tool did not tell is left out. */
  readonly load?:
    | { readonly requestsPerSecond?: number | undefined; readonly p50Ms?: number | undefined; readonly p99Ms?: number | undefined }
    | undefined;
  /** All of the run's busy time, in the comparison's unit. */
  readonly busyMs: number;
  /** CPU of all its threads in that unit, where it is known: what a fix moves off the JavaScript threads is still paid. */
  readonly cpuMs?: number | undefined;
}

/** `noise`: the difference lies inside its own sampling error. */
export type Verdict = "faster" | "slower" | "new" | "vanished" | "noise";

export interface ComparedRow {
  readonly name: string;
  /** `util.js:24`; "" where it has none. */
  readonly place: string;
  /** Undefined where the run does not have it. */
  readonly beforeMs?: number | undefined;
  readonly afterMs?: number | undefined;
  readonly changeMs: number;
  /** How far the 95 % interval of the change reaches towards none. */
  readonly errorMs: number;
  readonly verdict: Verdict;
  /** It stands in a file that can be opened. */
  readonly hasCode: boolean;
}

/** Both runs' stacks as one tree, parents before their children; costs in the comparison's unit. */
export interface DifferenceFlameView {
  readonly per: CostUnit;
  readonly frames: readonly { readonly name: string; readonly place: string; readonly hasCode: boolean }[];
  /** Row of `frames` per node. */
  readonly frame: readonly number[];
  /** Node, or -1 for a root. */
  readonly parent: readonly number[];
  readonly beforeMs: readonly number[];
  readonly afterMs: readonly number[];
  readonly verdict: readonly Verdict[];
}
