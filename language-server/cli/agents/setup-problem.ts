import type { CommandText } from "../../texts/command-text.ts";

/** Why a client's configuration is left as it is, for the user to fix. */
export class SetupProblem extends Error {
  override readonly name = "SetupProblem";
  readonly coded: CommandText;

  constructor(coded: CommandText, options?: ErrorOptions) {
    super(coded.code, options);
    this.coded = coded;
  }
}
