import * as v from "valibot";
import type { PartKind } from "../../analysis/marks/part-kinds.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { request } from "../message.ts";
import type { Location } from "../place.ts";

/** Something that a request did or waited for; times since its start. */
interface ExplainedRow {
  readonly kind: PartKind;
  readonly from: Milliseconds;
  readonly to: Milliseconds;
  readonly what: string;
  /** `orders.js:20`; "" without a line. */
  readonly label: string;
  readonly location: Location | null;
}

/** The sum of a request and what it did, in the order of time. */
export interface ExplainedSide {
  readonly title: string;
  readonly ms: Milliseconds;
  /** `2,000 ms = 120 ms before the handler began + …`. */
  readonly sum: string;
  readonly parts: readonly { readonly kind: PartKind; readonly ms: Milliseconds; readonly text: string }[];
  /** Without those that are too short to be shown; `moreRows` counts them. */
  readonly rows: readonly ExplainedRow[];
  readonly moreRows: number;
}

/** A part or one of its lines, beside that of the usual request. */
export interface ExplainedDifference {
  readonly kind: PartKind;
  readonly what: string;
  readonly label: string;
  readonly location: Location | null;
  readonly isLine: boolean;
  readonly ms: Milliseconds;
  /** Undefined without a usual request. */
  readonly usualMs: Milliseconds | undefined;
}

/** One request of the waits pass, or the slowest 1 % together, in words. */
export interface ExplainedRequest {
  /** Null: several together. */
  readonly id: number | null;
  readonly title: string;
  /** Status, connection, process. */
  readonly facts: readonly string[];
  readonly notes: readonly string[];
  /** Ids of the next slower and the next faster request; null: there is none. */
  readonly previous: number | null;
  readonly next: number | null;
  readonly one: ExplainedSide;
  /** An ordinary request of the same route; null: there is none. */
  readonly usual: ExplainedSide | null;
  /** Largest difference first, each part followed by its lines. */
  readonly differences: readonly ExplainedDifference[];
  readonly markdown: string;
}

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** `like`: of *Slowest Requests*; from another window than the pass's it is the slowest of the same route. `together`: the slowest 1 %. */
const which = v.variant("kind", [
  v.object({ kind: v.literal("id"), id: index }),
  v.object({ kind: v.literal("like"), request: v.string(), from: v.pipe(v.number(), v.finite()) }),
  v.object({ kind: v.literal("slowest") }),
  v.object({ kind: v.literal("together") }),
]);

export type WhichRequest = Readonly<v.InferOutput<typeof which>>;

/** Where the time of a request went; null: the shown run has no waits pass, or no request in it. */
export const explainedRequest = request<ExplainedRequest | null>()("heatline/explainedRequest", v.object({ which }));
