import type { AdviceRule, Finding } from "./advice.ts";
import { workByLine, isSignificant, sumTicks } from "./work-by-line.ts";
import type { Milliseconds } from "../units.ts";

/** Minimum share of busy time in the function itself: JavaScript and `Math`. */
const leastShare = 0.25;
/** Minimum time per request: below, moving the work to another thread does not pay. */
const leastTime: Milliseconds = 10;

/** A function computes for long while requests wait. */
export const javascriptKernel: AdviceRule = {
  id: "javascript-kernel",
  find(evidence) {
    const { profile, costs, run } = evidence;
    const { functions, sources } = profile;
    if (run.requests === 0) return [];
    const found = workByLine(evidence, undefined, ({ thread, rows, inRequest }, row) => {
      const script = rows.script[row] as number;
      const func = thread.stacks.func[row] as number;
      const computes = script === row || /^(Math\.|ieee754)/i.test(functions.name[func] as string);
      if (!computes || script === -1 || inRequest[script] !== 1) return -1;
      return sources[functions.source[thread.stacks.func[script] as number] as number]?.category === "node" ? -1 : script;
    });
    const kernels = new Set(found.flatMap(({ names }) => names.map(({ func }) => func)));
    return [...kernels].flatMap((kernel): Finding[] => {
      const parts = found.flatMap(({ names, ...part }) =>
        names.filter(({ func }) => func === kernel).map(({ ticks }) => ({ ...part, ticks })),
      );
      const ticks = sumTicks(parts);
      const time = (ticks * costs.interval) / 1000 / run.requests;
      const hottest = parts.filter(({ place }) => place !== undefined).sort((a, b) => b.ticks - a.ticks)[0];
      if (hottest?.place === undefined || time < leastTime || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const figures = { name: { text: functions.shownName(kernel) }, time: { ms: time }, share: { share: ticks / costs.busyTicks } };
      return [
        { place: hottest.place, ticks, inferred: hottest.inferred, figures, documentation: "https://nodejs.org/api/worker_threads.html" },
      ];
    });
  },
};
