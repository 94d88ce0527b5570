import * as v from "valibot";
import type { Seconds } from "../units.ts";

/** Shorter ones would hold too few answers of a slow app. */
const shortestSlice: Seconds = 0.5;
/** Of the longest load that is sliced in half seconds: a report stays small. */
const mostSlices = 240;
/** A load may end later than planned. */
const mostKept = 2 * mostSlices;

/** The length of a slice of a load of that duration: a multiple of half a second. */
export function sliceSeconds(duration: Seconds): Seconds {
  return shortestSlice * Math.max(1, Math.ceil(duration / (shortestSlice * mostSlices)));
}

const figures = v.pipe(v.array(v.pipe(v.number(), v.finite(), v.minValue(0))), v.maxLength(mostKept), v.readonly());

/** The answers of a load by equal slices of its time, from its beginning; 0 for the latencies of a slice without answers. */
export const loadSlicesSchema = v.pipe(
  v.object({
    seconds: v.pipe(v.number(), v.finite(), v.minValue(shortestSlice)),
    answers: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(mostKept), v.readonly()),
    p50Ms: figures,
    p99Ms: figures,
  }),
  v.check(({ answers, p50Ms, p99Ms }) => p50Ms.length === answers.length && p99Ms.length === answers.length, "columns differ in length"),
  v.readonly(),
);
