import { BuiltinFrames } from "./builtin-frames.ts";
import type { CallEvidence } from "./call-evidence.ts";
import { passesCallsOn } from "./hidden-calls.ts";
import type { LostCauses } from "./lost-causes.ts";
import type { LostPlaces } from "./lost-places.ts";
import type { TickLog } from "../tick-log.ts";

/** What ticks with a certain caller show about builtins' own frames, for builtins where it can matter. */
export function builtinFrames(log: TickLog, evidence: CallEvidence, causes: LostCauses, places: LostPlaces): BuiltinFrames {
  const frames = new BuiltinFrames();
  const { framelessBuiltin } = evidence;
  const open = new Set<number>();
  for (let frameless = 0; frameless < evidence.framelessCount; frameless++) {
    if (causes.countAt(frameless) > 0 && causes.siteAt(frameless) !== "not") open.add(framelessBuiltin.at(frameless));
  }
  if (open.size === 0) return frames;
  const shown: FrameEvidence[] = [];
  for (let moment = 0; moment < log.momentStack.length; moment++) {
    const frameless = evidence.framelessAt(moment);
    if (frameless < 0) continue;
    const builtin = framelessBuiltin.at(frameless);
    if (!open.has(builtin)) continue;
    const what = (shown[frameless] ??= frameEvidence(log, evidence, causes, places, frameless));
    const [offset, ticks] = [evidence.topOffset(moment), evidence.momentTicks(moment)];
    if (what === "framed") frames.add(builtin, offset, ticks, 0);
    else if (what === "frameless") frames.add(builtin, offset, 0, ticks);
    else if (what === "frameless part") frames.addToPart(builtin, offset, 0, ticks);
  }
  return frames;
}

type FrameEvidence = "framed" | "frameless" | "frameless part" | "none";

/** Whether the ticks of a frameless call show that its builtin has a frame, or has none. */
function frameEvidence(log: TickLog, evidence: CallEvidence, causes: LostCauses, places: LostPlaces, frameless: number): FrameEvidence {
  const { code, frame } = log.stacks;
  const under = frame.at(evidence.framelessUnder.at(frameless));
  const isCompiled = log.codes.isCompiled(code.at(under));
  if (causes.countAt(frameless) === 0) return isCompiled && causes.siteAt(frameless) === "direct" ? "framed" : "none";
  if (causes.fitAt(frameless) !== 1) return "none";
  if (isCompiled && causes.siteAt(frameless) === "not") return "frameless";
  // An interpreter that calls a function leaves no frame of its own, but to builtins that pass the call on.
  const isPassed = passesCallsOn(evidence.builtinName(evidence.framelessBuiltin.at(frameless)));
  return !isPassed && places.isCall(under) ? "frameless part" : "none";
}
