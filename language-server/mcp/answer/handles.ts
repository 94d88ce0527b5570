import { createHash } from "node:crypto";
import type { FunctionKey } from "../../answers/function-key.ts";

/** Five bits each, without letters that are mistaken for others. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 6;

/** A short name that is the same in each session: of a run by its id. */
export function runHandle(id: string): string {
  return `r-${digest(id)}`;
}

/** Of a function of a run by where it starts. */
export function functionHandle(runId: string, { path, name, line, column }: FunctionKey): string {
  return `f-${digest(JSON.stringify([runId, path, name, line, column]))}`;
}

/** Of a question by its tool, its run and its arguments: a cursor of its answer is of no other one. */
export function questionHandle(question: readonly unknown[]): string {
  return digest(JSON.stringify(question));
}

function digest(text: string): string {
  return Array.from(createHash("sha256").update(text).digest().subarray(0, length), (byte) => letters[byte % letters.length]).join("");
}
