import { reasonOf } from "../analysis/failure-reason.ts";
import { UserError } from "../analysis/user-error.ts";
import { isRefusal } from "../platform/refusals.ts";
import type { TextCode, TextValues } from "../texts/coded-text.ts";

/** For `catch`: rejects with a UserError that says what the system refused, and with its `{reason}`. */
export function refusedAs(code: TextCode, values: TextValues = {}): (error: unknown) => never {
  return (error) => {
    if (!isRefusal(error)) throw error;
    throw new UserError(code, { ...values, reason: reasonOf(error) }, { cause: error });
  };
}
