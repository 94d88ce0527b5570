import { checkJson } from "../budget.ts";
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

/** Parses a JSON text within the budget. Throws a UserError with the code `damaged` if it is not valid JSON. */
export function jsonOf(
  text: string,
  damaged: "trace.damaged" | "ticksJson.damaged" | "firefox.damaged" | "otlp.damaged" | "flamebearer.damaged" | "graalvm.damaged",
): unknown {
  checkJson(text);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(damaged, {}, { cause: error });
  }
}
