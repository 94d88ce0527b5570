import * as v from "valibot";
import { firstResponseSchema } from "../../language-server/analysis/load/first-response.ts";
import { loadPlanSchema, loadProgressSchema, loadReportSchema } from "../../language-server/analysis/load/load-schema.ts";
import { loadTools } from "../../language-server/analysis/load/load-tools.ts";
import { liveLoopSchema } from "../../language-server/analysis/timeline/live-loop.ts";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

const answer = v.object({
  status: v.number(),
  count: v.number(),
  /** Not all were counted. */
  isAtLeast: v.boolean(),
});

/** A request that the app may be loaded with. */
const proposal = v.object({
  method: v.string(),
  /** Parameters as `:id`. */
  path: v.string(),
  /** Its source: `server.js:12`; "" if it has none there. */
  from: v.string(),
  /** How the app has answered it since its start, the most frequent status first; undefined if it has not. */
  answers: v.optional(v.array(answer)),
  /** Whether the path is one that was sent: a `:` in it is not a parameter. */
  isWhole: v.optional(v.boolean()),
});

const imported = v.object({
  /** `12 requests from shop.har, …`. */
  summary: v.string(),
  /** Full sentences: what the plan does not have, or what is to be known of it. */
  leftOut: v.array(v.string()),
  /** Parameters such as `:id` in the requests' paths that need a value. */
  asked: v.array(v.string()),
});

const hotLine = v.object({
  /** `util.js:24`. */
  place: v.string(),
  /** `45 % self`. */
  share: v.string(),
  /** `45 %`, where there is no room for more. */
  percent: v.string(),
});

const again = v.object({
  /** Of the button. */
  label: v.string(),
  /** `slow.js was saved since this run.` */
  about: v.string(),
  /** What a press does, and what is left to the user. */
  help: v.string(),
});

const state = v.object({
  /**
   * `idle`: no app is running. `starting`: launched, no server yet. `ready`: waits for the user to start the load. `asking`: first
   * responses are doubtful. `loading`: the load is running. `recording`: without load. `saving`: the run is being written.
   * `explaining`: the app is measured again for the passes of a run. `done`: the run
   * is shown; the app still runs if `appRunning`.
   */
  phase: v.picklist(["idle", "starting", "ready", "asking", "loading", "recording", "saving", "explaining", "done"]),
  appName: v.string(),
  appRunning: v.boolean(),
  /** When the app was started (ms since 1970), until it first listens; undefined where none waits for that. */
  startedAt: v.optional(v.number()),
  /** URLs of the app's servers, such as `https://127.0.0.1:3000`. */
  origins: v.array(v.string()),
  plan: loadPlanSchema,
  /** Load tools that are offered only where found, and were. */
  foundTools: v.array(v.picklist(loadTools)),
  /** Likeliest first. */
  proposals: v.array(proposal),
  /** What the plan's requests were imported from, until a load starts. */
  imported: v.optional(imported),
  /** The doubtful responses while `asking`. */
  firstResponses: v.optional(v.array(firstResponseSchema)),
  /** The name that is sent as Basic authorization, with a password that only the extension has. */
  signedInAs: v.exactOptional(v.string()),
  report: v.optional(loadReportSchema),
  /** The recording shows no live heat: the inspector's recorder has none. */
  heatAtEnd: v.optional(v.boolean()),
  /** Of the last run, the hottest first. */
  hotLines: v.optional(v.array(hotLine)),
  /** What of the run they are of; "" for all. */
  selectionText: v.optional(v.string()),
  error: v.optional(v.object({ message: v.string(), remedy: v.string() })),
  /** Code of the shown run was edited and saved: what measures it again, and what that does. */
  again: v.optional(again),
  /** There is an earlier run like the shown one. */
  isComparable: v.optional(v.boolean()),
  /** Name of the code file that was saved last since the app's start. */
  changedFile: v.optional(v.string()),
  /** What runs was built, or compiles by itself; `stale`: from an older source. */
  ranBuild: v.optional(v.object({ stale: v.optional(v.object({ output: v.string(), source: v.string() })) })),
});

/** Extension → load form. */
export const toLoadForm = v.variant("type", [
  /** What to show now. */
  v.object({ type: v.literal("state"), state }),
  v.object({ type: v.literal("progress"), progress: loadProgressSchema }),
  /** What the app's busiest event loop was last measured to be. */
  v.object({ type: v.literal("loop"), busiest: liveLoopSchema }),
  /** The hottest line of the recording so far. */
  v.object({ type: v.literal("live"), hottest: hotLine }),
]);

export type ToLoadForm = ReadOnly<v.InferOutput<typeof toLoadForm>>;
export type LoadFormState = ReadOnly<v.InferOutput<typeof state>>;
export type AgainOffer = ReadOnly<v.InferOutput<typeof again>>;
export type HotLineText = ReadOnly<v.InferOutput<typeof hotLine>>;
export type ImportedRequests = ReadOnly<v.InferOutput<typeof imported>>;
export type RequestProposal = ReadOnly<v.InferOutput<typeof proposal>>;
export type Answer = ReadOnly<v.InferOutput<typeof answer>>;
