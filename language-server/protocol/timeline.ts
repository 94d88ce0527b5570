import * as v from "valibot";
import { mostColumns, type Strip } from "../analysis/timeline/strip.ts";
import { noParams, request } from "./message.ts";
import type { Location } from "./place.ts";

const microseconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Who shows the strip, or goes through its blocks: each has requests of its own. */
export const timelineViews = ["panel", "flame", "blocks"] as const;

export interface Timeline extends Strip {
  /** Sentences on what the run lacks: single requests, late turns, its threads' times. */
  readonly missing: readonly string[];
  /** For each block, in order, what it is in words: `sync.js:12 crunch, 0.21 s`. */
  readonly blockTexts: readonly string[];
  /** Null for blocks without a line of own code, and where that has no file on this machine. */
  readonly blockLocations: readonly (Location | null)[];
}

/**
 * The time strip of the shown run, or a span of it; `columns` are its pixels. Null without times. Another such request of the same view
 * cancels one that still runs.
 */
export const timeline = request<Timeline | null>()(
  "heatline/timeline",
  v.object({
    view: v.picklist(timelineViews),
    columns: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostColumns)),
    span: v.optional(v.object({ from: microseconds, to: microseconds })),
  }),
);

export interface SlowRequest {
  /** `GET /search`; never a culprit, since others wait for the same loop. */
  readonly request: string;
  /** Of the window, in microseconds; from when it was due. */
  readonly from: number;
  readonly to: number;
  /** Time, and status or what ended it. */
  readonly text: string;
  /** What part of it was no answering: waited for a free connection, without CPU. */
  readonly notes: readonly string[];
  /** Longer, for a tool tip. */
  readonly detail: string;
  /** Line that is over-represented while it ran, else one that blocked the event loop meanwhile, as the label says; null: neither is known. */
  readonly guilty: { readonly label: string; readonly location: Location | null } | null;
}

export interface SlowMoment extends SlowRequest {
  /** Slowest requests of one and the same moment, or some that failed alike: two or more. Empty for a single request. */
  readonly requests: readonly SlowRequest[];
}

export interface SlowestRequests {
  /** Empty without single requests. */
  readonly rows: readonly SlowMoment[];
  /**
   * Sentences. The first: p50, p99 and the best known cause, or how all requests failed. Others: what all slow moments together show, and how
   * sure; or why no line is named and what load would do.
   */
  readonly verdict: readonly string[];
  /** Of the line that the first of them names; null if none is named, or it has no file on this machine. */
  readonly location: Location | null;
  /** If the load had no rate: requests per second that would show its tail, and why. */
  readonly rate: { readonly perSecond: number; readonly reason: string } | null;
}

/** Slowest requests of the shown run, slowest first, whatever time of it is selected. */
export const slowestRequests = request<SlowestRequests>()("heatline/slowestRequests", noParams);
