import type { Caveat } from "../analysis/compare/comparability.ts";

/** What a caveat says in English, in a whole sentence. */
export const caveatText: { readonly [Kind in Caveat["kind"]]: (base: string, next: string) => string } = {
  app: (base, next) => `The runs are of different programs (${base} and ${next}): little of the code can be matched.`,
  node: (base, next) => `Node.js is another version (${base}, then ${next}): some differences may be Node's own.`,
  recorder: (base, next) => `The runs were recorded in different ways (${base}, then ${next}): costs of lines may differ for that alone.`,
  interval: (base, next) => `The sampling interval differs (${base}, then ${next}): the run that was sampled less often is less exact.`,
  load: (base, next) => `The load was not the same (${base}, then ${next}): the figures side by side may mislead.`,
  noLoad: () => "The requests of a run were not counted, so costs are compared per second of the measured time, not per request.",
  errors: (base, next) => `Requests failed (${base}, then ${next}): failed requests cost something else than answered ones.`,
  machine: (_base, next) =>
    `All code alike costs ×${next}: the machine was busy with other things, or the code was warmer. Single differences allow for it.`,
  fewTicks: (base, next) => `A run has few samples (${base}, then ${next} ticks): only large differences can be told from noise.`,
};
