import type { CodedText, TextCode, TextValues } from "../texts/coded-text.ts";
import type { Line } from "./units.ts";
import { failureInEnglish, inEnglish } from "../texts/english.ts";

/** Lines and columns are 1-based. */
export interface ErrorPlace {
  /** Absolute path. */
  readonly file: string;
  readonly line: Line;
  readonly column: number;
}

/**
 * A failure that the user can fix. The bundles in texts/ say what happened and, on a second line, what to do; the process that shows it
 * chooses the language. `message` is English, for logs. Anything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly coded: CodedText;
  /** In the code of the user's where the reason is. */
  readonly place: ErrorPlace | undefined;

  constructor(code: TextCode, values: TextValues = {}, options?: ErrorOptions & { readonly place?: ErrorPlace | undefined }) {
    const coded: CodedText = { code, values };
    super(failureInEnglish(coded).message, options);
    this.coded = coded;
    this.place = options?.place;
  }

  /** In English: what happened, then what to do. */
  get text(): string {
    return inEnglish(this.coded);
  }
}

/** For `catch`: what the user can fix. Throws anything else. */
export function caughtUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

/** Whether it is one, even if it comes from another bundle, which has a class of its own. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof UserError || (error instanceof Error && error.name === "UserError" && "coded" in error);
}
