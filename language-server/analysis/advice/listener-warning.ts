import type { AdviceRule } from "./advice.ts";
import { shortened } from "../shortened.ts";

/** Node warned that an emitter has too many listeners (`MaxListenersExceededWarning`). */
export const listenerWarning: AdviceRule = {
  id: "listener-warning",
  find: ({ run, costs }) =>
    run.warnings
      .filter(({ name }) => name === "MaxListenersExceededWarning")
      .map(({ message, places }) => ({
        place: places.find(({ source }) => costs.sources[source]?.category === "own"),
        ticks: 0,
        inferred: false,
        figures: { warning: { text: shortened(message, 160) } },
        documentation: "https://nodejs.org/api/events.html#emittersetmaxlistenersn",
      })),
};
