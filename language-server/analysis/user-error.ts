import type { CodedText, TextCode, TextValues } from "../texts/coded-text.ts";
import { failureInEnglish, inEnglish } from "../texts/english.ts";

/**
 * A failure that the user can fix. The bundles in texts/ say what happened and, on a second line, what to do; the process that shows it
 * chooses the language. `message` is English, for logs. Anything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly coded: CodedText;

  constructor(code: TextCode, values: TextValues = {}, options?: ErrorOptions) {
    const coded: CodedText = { code, values };
    super(failureInEnglish(coded).message, options);
    this.coded = coded;
  }

  /** In English: what happened, then what to do. */
  get text(): string {
    return inEnglish(this.coded);
  }
}

/** Whether it is one, even if it comes from another bundle, which has a class of its own. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof UserError || (error instanceof Error && error.name === "UserError" && "coded" in error);
}
