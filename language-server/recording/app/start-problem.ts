import { reasonOf } from "../../analysis/failure-reason.ts";
import { UserError } from "../../analysis/user-error.ts";
import { isRefusal } from "../../platform/refusals.ts";

/** No program at all can be started: no more open files, processes or memory. */
const exhausted: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"]);

/** Why a program could not be started, if the machine is the reason and not the program; else undefined. */
export function exhaustedProblem(file: string, error: unknown): UserError | undefined {
  if (!(isRefusal(error) && exhausted.has(error.code))) return undefined;
  return new UserError("app.exhausted", { file, reason: reasonOf(error) }, { cause: error });
}
