import * as v from "valibot";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

const key = v.string();

/** Page of one request → extension. */
export const fromRequestPage = v.variant("type", [
  v.object({ type: v.literal("ready") }),
  /** `previous` is slower, `next` faster; `slowest`: the slowest 1 % together; `first`: the slowest one. */
  v.object({ type: v.literal("show"), key, which: v.picklist(["previous", "next", "slowest", "first"]) }),
  v.object({ type: v.literal("goTo"), key, place: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  v.object({ type: v.literal("copy"), key }),
  /** Record what explains requests. */
  v.object({ type: v.literal("explain") }),
]);

export type FromRequestPage = ReadOnly<v.InferOutput<typeof fromRequestPage>>;
