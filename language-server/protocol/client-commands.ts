import type { FunctionReference } from "./place.ts";

/**
 * Commands in lenses and hovers, which the client registers. Arguments: `showCallers(LensArguments)`, `revealInFlame(LensArguments)`,
 * `goTo(Location)`, `showAdvice(Location)`, `showLineDetails({ uri, line })`, each a single JSON value; `showEverything` has none.
 */
export const clientCommands = {
  showCallers: "heatline.showCallers",
  revealInFlame: "heatline.revealInFlame",
  goTo: "heatline.goTo",
  showAdvice: "heatline.showAdvice",
  showLineDetails: "heatline.showLineDetails",
  showEverything: "heatline.showEverything",
} as const;

/** Arguments of commands in lenses and hovers. */
export interface LensArguments {
  readonly reference: FunctionReference;
}
