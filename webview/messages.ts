import type { Category } from "../language-server/analysis/costs/costs.ts";
import type { FlameProfile } from "../language-server/analysis/flame/flame-reduction.ts";
import type { FirstResponse } from "../language-server/analysis/load/first-response.ts";
import type { LoadPlan, LoadProgress, LoadReport } from "../language-server/analysis/load/load.ts";

/** Every message between the extension and its webviews, discriminated by `type` and validated on receipt. */

/** Extension → load form. */
export type ToLoadForm =
  /** What to show now. */
  | { readonly type: "state"; readonly state: LoadFormState }
  | { readonly type: "progress"; readonly progress: LoadProgress }
  /** The hottest line of the recording so far, such as `util.js:24 · 45 % self`. */
  | { readonly type: "live"; readonly hottest: string };

/** Load form → extension. */
export type FromLoadForm =
  | { readonly type: "ready" }
  /** The plan was edited; the extension remembers it per app. */
  | { readonly type: "planChanged"; readonly plan: LoadPlan }
  /** Lets the user choose a file whose requests replace the plan's. */
  | { readonly type: "importRequests" }
  | { readonly type: "profileApp" }
  | { readonly type: "startLoad"; readonly plan: LoadPlan }
  /** Writes the plan into the app's launch configuration. */
  | { readonly type: "saveLoad"; readonly plan: LoadPlan }
  | { readonly type: "cancelLoad" }
  /** Starts the load in spite of doubtful first responses. */
  | { readonly type: "proceedLoad" }
  | { readonly type: "startRecording" }
  | { readonly type: "stopRecording" }
  | { readonly type: "stopApp" }
  | { readonly type: "restartApp" }
  | { readonly type: "goToHottest" }
  /** To one of `alsoHot`. */
  | { readonly type: "goToHotLine"; readonly line: string }
  | { readonly type: "openFlame" };

export interface LoadFormState {
  /**
   * `idle`: no app is running. `starting`: launched, no server yet. `ready`: waits for the user to start the load. `asking`: first
   * responses are doubtful. `loading`: the load is running. `recording`: without load. `saving`: the run is being written. `done`: the run
   * is shown; the app still runs if `appRunning`.
   */
  readonly phase: "idle" | "starting" | "ready" | "asking" | "loading" | "recording" | "saving" | "done";
  readonly appName: string;
  readonly appRunning: boolean;
  /** URLs of the app's servers, such as `https://127.0.0.1:3000`. */
  readonly origins: readonly string[];
  readonly plan: LoadPlan;
  /** Likeliest first. */
  readonly proposals: readonly RequestProposal[];
  /** What the plan's requests were imported from, until a load starts. */
  readonly imported?: ImportedRequests | undefined;
  /** The doubtful responses while `asking`. */
  readonly firstResponses?: readonly FirstResponse[] | undefined;
  readonly report?: LoadReport | undefined;
  /** The recording shows no live heat: the inspector's recorder has none. */
  readonly heatAtEnd?: boolean | undefined;
  /** `util.js:24 · 45 % self`, of the last run. */
  readonly hottest?: string | undefined;
  /** The next ones, the hottest first. */
  readonly alsoHot?: readonly string[] | undefined;
  readonly error?: { readonly message: string; readonly remedy: string } | undefined;
  /** Name of the code file that was saved last since the app's start. */
  readonly changedFile?: string | undefined;
}

export interface ImportedRequests {
  /** `12 requests from shop.har, …`. */
  readonly summary: string;
  /** Full sentences: what the plan does not have, or what is to be known of it. */
  readonly leftOut: readonly string[];
  /** Parameters such as `:id` in the requests' paths that need a value. */
  readonly asked: readonly string[];
}

/** A request that the app may be loaded with. */
export interface RequestProposal {
  readonly method: string;
  /** Parameters as `:id`. */
  readonly path: string;
  /** Its source: `server.js:12`; "" if it has none there. */
  readonly from: string;
  /** How the app has answered it since its start, the most frequent status first; undefined if it has not. */
  readonly answers?: readonly Answer[] | undefined;
  /** Whether the path is one that was sent: a `:` in it is not a parameter. */
  readonly isWhole?: boolean | undefined;
}

export interface Answer {
  readonly status: number;
  readonly count: number;
  /** Not all were counted. */
  readonly isAtLeast: boolean;
}

/** Extension → flame panel. */
export type ToFlame =
  /**
   * Profile to show; `frame` is revealed once it is loaded. `key` identifies it and is repeated in answers. `kinds` has the kind of code of
   * each frame.
   */
  | {
      readonly type: "profile";
      readonly key: string;
      readonly profile: FlameProfile;
      readonly kinds: readonly Category[];
      readonly filter: FlameFilter;
      readonly frame?: number | undefined;
    }
  | { readonly type: "reveal"; readonly key: string; readonly frame: number };

/** What the bar above the flame graph shows. */
export interface FlameFilter {
  readonly hiddenKinds: readonly Category[];
  readonly file: string;
  readonly mergesRecursion: boolean;
  readonly coloursByKind: boolean;
  /** Whether anything is hidden, left out or merged. */
  readonly isActive: boolean;
  /** What is hidden, with its shares; "" if nothing. */
  readonly text: string;
}

/** A choice in the bar. */
export type FlameFilterChange = Partial<Pick<FlameFilter, "hiddenKinds" | "file" | "mergesRecursion" | "coloursByKind">>;

/** Flame panel → extension. */
export type FromFlame =
  | { readonly type: "ready" }
  | { readonly type: "filter"; readonly change: FlameFilterChange }
  | { readonly type: "filterFrame"; readonly key: string; readonly frame: number; readonly how: "below" | "hide" }
  | { readonly type: "resetFilter" }
  | { readonly type: "showAsList" }
  /** speedscope has drawn the profile. */
  | { readonly type: "loaded"; readonly key: string }
  | { readonly type: "frameClicked"; readonly key: string; readonly frame: number }
  /** Fallback for a broken bridge: only the tooltip's text. */
  | { readonly type: "placeClicked"; readonly key: string; readonly file: string; readonly line: number }
  /** Names of speedscope's internals that the bridge needs and did not find. */
  | { readonly type: "bridgeBroken"; readonly missing: readonly string[] }
  | { readonly type: "noWebgl" };

/** What costs are divided by, to make two runs comparable. */
export type CostUnit = "request" | "second" | "run";

/** Extension → compare panel. */
export type ToCompare =
  /** A comparison is being computed. */
  | { readonly type: "waiting" }
  /** Replaces what was shown. `key` identifies it and is repeated in answers. */
  | { readonly type: "comparison"; readonly key: string; readonly comparison: ComparisonView }
  | { readonly type: "differenceFlame"; readonly key: string; readonly flame: DifferenceFlameView }
  | { readonly type: "failed"; readonly message: string; readonly remedy: string }
  /** Whether the code shows the comparison (true) or the run's plain heat. */
  | { readonly type: "codeShows"; readonly changes: boolean };

/** Compare panel → extension. */
export type FromCompare =
  | { readonly type: "ready" }
  | { readonly type: "normalise"; readonly key: string; readonly per: Exclude<CostUnit, "run"> }
  /** The flame graph's tab was opened. */
  | { readonly type: "flameWanted"; readonly key: string }
  | { readonly type: "goToRow"; readonly key: string; readonly list: "functions" | "lines"; readonly row: number }
  /** `frame` is an index into the flame graph's functions. */
  | { readonly type: "goToFrame"; readonly key: string; readonly frame: number }
  | { readonly type: "showInCode"; readonly changes: boolean };

/** Two runs side by side. Costs are milliseconds of busy time per request, or per second of the measured window. */
export interface ComparisonView {
  readonly per: CostUnit;
  /** False if one of the runs counted no requests. */
  readonly canBePerRequest: boolean;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Full sentences: why this comparison may mislead. */
  readonly warnings: readonly string[];
  /** Significant changes first, largest on top. */
  readonly functions: readonly ComparedRow[];
  readonly lines: readonly ComparedRow[];
}

export interface ComparedRun {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Short hash, or "". */
  readonly commit: string;
  /** Figures that the load tool did not report are left out. */
  readonly load?:
    | { readonly requestsPerSecond?: number | undefined; readonly p50Ms?: number | undefined; readonly p99Ms?: number | undefined }
    | undefined;
  /** All of the run's busy time, in the comparison's unit. */
  readonly busyMs: number;
  /** CPU time of all its threads in that unit, if known: work that a fix moves to native threads still costs. */
  readonly cpuMs?: number | undefined;
}

/** `noise`: the difference is within its sampling error. */
export type Verdict = "faster" | "slower" | "new" | "vanished" | "noise";

export interface ComparedRow {
  readonly name: string;
  /** `util.js:24`; "" if it has none. */
  readonly place: string;
  /** Undefined if the run does not have it. */
  readonly beforeMs?: number | undefined;
  readonly afterMs?: number | undefined;
  readonly changeMs: number;
  /** Distance from the change to the end of its 95 % interval that is nearer to zero. */
  readonly errorMs: number;
  readonly verdict: Verdict;
  /** Its text was edited between the runs, so its own samples decide the verdict. */
  readonly edited: boolean;
  /** Whether it is in a file that can be opened. */
  readonly hasCode: boolean;
}

/** Both runs' stacks as one tree, parents before their children; costs in the comparison's unit. */
export interface DifferenceFlameView {
  readonly per: CostUnit;
  readonly frames: readonly { readonly name: string; readonly place: string; readonly hasCode: boolean }[];
  /** Index into `frames` per node. */
  readonly frame: readonly number[];
  /** Index of the parent node, or -1 for a root. */
  readonly parent: readonly number[];
  readonly beforeMs: readonly number[];
  readonly afterMs: readonly number[];
  readonly verdict: readonly Verdict[];
}
