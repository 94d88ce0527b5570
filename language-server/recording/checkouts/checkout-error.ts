import type { CommandText } from "../../texts/command-text.ts";

/** Why two versions cannot be run side by side, which the user can fix. `output`: the last lines of what failed. */
export class CheckoutError extends Error {
  override readonly name = "CheckoutError";
  readonly coded: CommandText;
  readonly output: readonly string[];

  constructor(coded: CommandText, output: readonly string[] = [], options?: ErrorOptions) {
    super(coded.code, options);
    this.coded = coded;
    this.output = output;
  }
}
