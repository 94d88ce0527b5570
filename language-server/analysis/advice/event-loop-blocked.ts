import type { Milliseconds, Share } from "../units.ts";
import type { AdviceRule } from "./advice.ts";

/** Minimum share of the window in which the loop was not idle. */
const leastBusy: Share = 0.8;
/** Minimum 99th percentile of timer delays. */
const leastDelay: Milliseconds = 50;

/** The event loop is blocked for long, as measured in the app. */
export const eventLoopBlocked: AdviceRule = {
  id: "event-loop-blocked",
  find({ run, costs }) {
    const { eventLoopBusy, eventLoopDelay } = run;
    if (eventLoopBusy === undefined || eventLoopDelay === undefined) return [];
    if (eventLoopBusy < leastBusy || eventLoopDelay.p99Ms < leastDelay) return [];
    const [hottest] = costs.lines.filter(({ source }) => costs.sources[source]?.category === "own");
    const places =
      hottest === undefined
        ? []
        : [{ source: hottest.source, line: hottest.line, share: hottest.withLibrariesTicks / Math.max(costs.busyTicks, 1) }];
    const figures = {
      busy: { share: eventLoopBusy },
      delay: { ms: eventLoopDelay.p99Ms },
      worst: { ms: eventLoopDelay.maxMs },
      places: { places },
    };
    const documentation = "https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop";
    return [{ place: undefined, ticks: costs.busyTicks, inferred: false, figures, documentation }];
  },
};
