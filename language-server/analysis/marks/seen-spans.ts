import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import { GcPauses } from "../timeline/gc-pauses.ts";
import { rowsOfKind } from "../timeline/no-cpu.ts";
import { columnsOf } from "../timeline/span-sets.ts";
import type { Spans } from "../timeline/spans.ts";

/** When a thread was idle by its samples: V8 takes none meanwhile, and one when it is over. */
export function seenIdle({ functions }: Pick<SourceProfile, "functions">, thread: SourceThread): Spans {
  const { stack, time } = thread.samples;
  const idle = rowsOfKind(functions.kind, thread, "idle");
  const [from, to]: [number[], number[]] = [[], []];
  for (let sample = 1; sample < time.length; sample++) {
    const row = stack[sample];
    if (row === -1 || idle[row] === 0) continue;
    const [before, at] = [time[sample - 1], time[sample]];
    if (before >= at) continue;
    if (to.at(-1) === before) to[to.length - 1] = at;
    else {
      from.push(before);
      to.push(at);
    }
  }
  return { from: Float64Array.from(from), to: Float64Array.from(to) };
}

/** When a thread did nothing but collect garbage, by its samples. */
export function seenGc(profile: Pick<SourceProfile, "functions">, thread: SourceThread): Spans {
  const { time } = thread.samples;
  return columnsOf(new GcPauses(profile, thread).within({ start: 0, end: time.length, from: time[0] ?? 0, to: time.at(-1) ?? 0 }));
}
