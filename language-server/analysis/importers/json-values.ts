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
