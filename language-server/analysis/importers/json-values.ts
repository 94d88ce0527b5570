import { checkJson } from "../budget.ts";
import type { TextCode } from "../../texts/coded-text.ts";
import { UserError } from "../user-error.ts";

/** An untrusted JSON object: any field may be missing or have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an object without fields. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** The value if it is a list, else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value if it is a text or a number, else "". */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The value if it is a whole number above 0, else 0. */
export function wholeOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 0;
}

/** Parses a JSON text within the budget. Throws a UserError with the code `damaged` if it is not valid JSON. */
export function jsonOf(text: string, damaged: Extract<TextCode, `${string}.damaged`>): unknown {
  checkJson(text);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(damaged, {}, { cause: error });
  }
}
