import type { FunctionReference } from "./place.ts";

/**
 * Commands that lenses and hovers carry; the client registers them. Arguments: `showCallers(LensArguments)`, `revealInFlame(LensArguments)`,
 * `goTo(Location)`, `showAdvice(Location)`, each a single JSON value.
 */
export const clientCommands = {
  showCallers: "heatline.showCallers",
  revealInFlame: "heatline.revealInFlame",
  goTo: "heatline.goTo",
  showAdvice: "heatline.showAdvice",
} as const;

/** Arguments of the commands that lenses and hovers carry. */
export interface LensArguments {
  readonly reference: FunctionReference;
}
