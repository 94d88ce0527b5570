import { checkJson } from "../budget.ts";
import { UserError } from "../user-error.ts";

/** A JSON object of somebody else's: any of its fields may be missing, or anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Itself, or an object without a field for what is none. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** Itself, or an empty list for what is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value of a JSON text within the budget. Throws a UserError with the code `damaged` for what is not JSON. */
export function jsonOf(text: string, damaged: "trace.damaged" | "ticksJson.damaged" | "firefox.damaged"): unknown {
  checkJson(text);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(damaged, {}, { cause: error });
  }
}
