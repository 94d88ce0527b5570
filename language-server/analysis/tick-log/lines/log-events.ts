import { textOfUnits } from "./log-text.ts";

/** Lines that V8 writes and that say nothing about ticks. */
export const otherEvents = new Set([
  "v8-platform",
  "shared-library-end",
  "new",
  "delete",
  "heap-capacity",
  "heap-available",
  "feedback-vector",
  "code-disable-optimization",
  "code-disassemble",
  "script-details",
  "script",
  "function",
  "snapshot-code-name",
  "timer-event",
  "timer-event-start",
  "timer-event-end",
  "current-time",
  "active-runtime-timer",
  "compilation-cache",
  "heap-sample-begin",
  "heap-sample-end",
  "heap-sample-item",
  "map",
  "map-create",
  "map-details",
  "first-execution",
  "preparse-success",
  "native-context",
  "native-context-end",
]);

const handledEvents = [
  "tick",
  "code-creation",
  "code-source-info",
  "code-move",
  "code-delete",
  "sfi-move",
  "script-source",
  "shared-library",
  "v8-version",
];
const events = new Set([...otherEvents, ...handledEvents, "code-deopt", "profiler"]);
const longestEvent = Math.max(...[...events].map((event) => event.length));

/** Whether a line begins like one of V8's. */
export function isEvent(bytes: Uint8Array, start: number, end: number): boolean {
  const comma = bytes.indexOf(44, start);
  const stop = comma < 0 || comma > end ? end : comma;
  return stop - start <= longestEvent && events.has(textOfUnits(bytes.subarray(start, stop)));
}
