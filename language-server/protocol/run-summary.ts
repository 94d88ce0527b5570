import type { Costs } from "../analysis/costs/costs.ts";
import type { SampleTypes } from "../analysis/importers/importer.ts";
import type { AskedPass } from "../analysis/passes/asked-passes.ts";
import type { Selection } from "../analysis/selection/selection.ts";
import type { Microseconds, Share, Ticks } from "../analysis/units.ts";
import type { ToolProfile } from "../history/profiles/tool-profiles.ts";
import type { Run } from "../history/run.ts";
import type { RunThread } from "../history/run-thread.ts";
import type { Location } from "./place.ts";

/** A hot line of a run, as a place to go to. */
export interface HotLine {
  readonly location: Location;
  /** `util.js:24`. */
  readonly label: string;
  readonly self: Share;
  readonly withLibraries: Share;
  readonly total: Share;
  readonly ticks: Ticks;
}

/** A line of a run that waited, or where a function starts that allocates, as a place to go to. */
interface OtherHotLine extends Pick<HotLine, "location" | "label"> {
  /** `waited 41 ms per request, 11 times`, localised. */
  readonly text: string;
}

/** Heat that is no time of the CPU, in words of the user's language. */
export interface OtherHeat {
  /** At most 200, hottest first, none below the threshold. */
  readonly lines: readonly OtherHotLine[];
  /** `Heat in the code is what lines waited for.` */
  readonly about: string;
  /** `Go to the line that waited longest, db.js:7`; "" without lines. */
  readonly goTo: string;
  /** What is said without lines, and what to do. */
  readonly none: string;
}

/** A thread of a run; its busy ticks are independent of the selection. */
export type ThreadSummary = Pick<RunThread, "id" | "pid" | "name" | "ticks" | "busyTicks">;

/** Shares are of the run's busy time, whatever is selected; the name "" is what runs for no route. */
export interface RoutesSummary {
  /** `windows`: each was loaded alone for some time. */
  readonly by: "windows" | "marks";
  /** They were measured beside the run. */
  readonly isPass: boolean;
  readonly routes: readonly { readonly name: string; readonly share: Share; readonly requests: number }[];
}

type RunFacts = Pick<Run, "id" | "name" | "startedAt" | "recorder" | "end" | "durationMs" | "load">;
type Figures = Pick<Costs, "ticks" | "busyTicks" | "samples" | "busySamples" | "composition">;

/** Bounded view data of an open run. Figures are those of its selection. */
export interface RunSummary extends RunFacts, Figures {
  /** The recording is still running: this run grows every second or two, and is replaced by the saved one at the end. */
  readonly live: boolean;
  /** At most the busiest 200, in the run's order: the main one first. */
  readonly threads: readonly ThreadSummary[];
  readonly selection: Selection;
  /** `worker 1 · 6.1 to 6.9 s`, localised; "" for everything. */
  readonly selectionText: string;
  /** Nothing of the selection was busy. */
  readonly isEmpty: boolean;
  /** Modules were loaded by others while it was sampled, whatever is selected. */
  readonly hasImports: boolean;
  readonly recorderNote: string;
  readonly nodeVersion: string;
  readonly intervalUs: Microseconds;
  /** What can be selected of its routes, busiest first; absent if they are not known. */
  readonly routes?: RoutesSummary | undefined;
  /** Of a profile file whose samples have several: `select` shows another one. */
  readonly measures?: SampleTypes | undefined;
  /** It is a further measurement of another run, in that folder. */
  readonly pass?: { readonly kind: AskedPass; readonly of: string } | undefined;
  /** The app was mostly idle, and its requests took much longer than its work: it waited for something. */
  readonly hasMostlyWaited: boolean;
  /** Kinds of its own further measurements. */
  readonly passes: readonly AskedPass[];
  /** What ran is a test, that often. */
  readonly test?: { readonly runs: number } | undefined;
  /** What ran are starts of the app: how many, what one took on average, and half of its 95 % interval. */
  readonly startup?: Run["startup"];
  /** When its first server listened: what came before is its start-up, which can be selected. */
  readonly listenedAtMs?: Run["listenedAtMs"];
  /** Profiles that tools outside JavaScript wrote of their own work meanwhile. */
  readonly toolProfiles?: readonly ToolProfile[];
  /** Hottest first by `heatBy`, own code only, at most 200, none below the threshold. */
  readonly hotLines: readonly HotLine[];
  /** Only where heat in the code follows no time of the CPU, in place of `hotLines`. */
  readonly otherHeat?: OtherHeat | undefined;
  /** Names of files that are not the text that was recorded, as the profile's functions show. */
  readonly otherTexts: readonly string[];
  readonly problems: readonly { readonly message: string; readonly count: number }[];
}
