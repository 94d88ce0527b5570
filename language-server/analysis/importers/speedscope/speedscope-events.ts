import type { ProblemCounts } from "../../profile/profile.ts";
import { type JsonObject, listOf, recordOf } from "../json-values.ts";
import type { SpeedscopeFrames } from "./speedscope-frames.ts";

/** An interval with one stack, in units of the profile. */
interface EventStretch {
  readonly stack: number;
  readonly length: number;
}

interface OpenCall {
  readonly frame: unknown;
  readonly func: number;
  stack: number;
}

/**
 * The stack is constant between events that open or close a frame. A call that is never closed lasts until the profile's end; one that is
 * closed while calls above it are open ends alone; time that runs backwards stands still. All three are counted in `problems`.
 */
export function eventStretches(profile: JsonObject, frames: SpeedscopeFrames, problems: ProblemCounts): readonly EventStretch[] {
  const stretches: EventStretch[] = [];
  const open: OpenCall[] = [];
  let last = Number.NaN;
  const advance = (at: number): void => {
    if (at > last) stretches.push({ stack: open.at(-1)?.stack ?? -1, length: at - last });
    last = Number.isNaN(last) ? at : Math.max(last, at);
  };
  for (const { type, frame, at } of listOf(profile["events"]).map(recordOf)) {
    if (typeof at !== "number" || (type !== "O" && type !== "C")) {
      problems.count("speedscope.badEvents");
      continue;
    }
    if (at < last) problems.count("speedscope.backwards");
    advance(at);
    if (type === "O") {
      const func = frames.row(frame);
      open.push({ frame, func, stack: frames.on(open.at(-1)?.stack ?? -1, func) });
    } else if (open.at(-1)?.frame === frame) open.pop();
    else {
      problems.count("speedscope.badOrder");
      close(open, frame, frames);
    }
  }
  if (open.length > 0) {
    problems.count("speedscope.openCalls", undefined, open.length);
    if (typeof profile["endValue"] === "number") advance(profile["endValue"]);
  }
  return stretches;
}

/** Ends the innermost call of the frame, whose callees go on; if there is none, nothing. */
function close(open: OpenCall[], frame: unknown, frames: SpeedscopeFrames): void {
  const at = open.findLastIndex((call) => call.frame === frame);
  if (at === -1) return;
  open.splice(at, 1);
  for (let above = at; above < open.length; above++) {
    const call = open[above] as OpenCall;
    call.stack = frames.on(open[above - 1]?.stack ?? -1, call.func);
  }
}
