/** Passes beside that of a run itself, in the order in which they are measured. */
export const askedPasses = ["waits", "routes", "counts", "allocations"] as const;

/**
 * `waits`: rewritten sources report what each request waited for. `routes`: each request is sent alone. `counts`: V8 counts how often code runs.
 * `allocations`: V8 samples what functions allocate. The last two take no samples of time.
 */
export type AskedPass = (typeof askedPasses)[number];

/** Passes in which the app's threads mark requests. */
export type MarkedPass = Extract<AskedPass, "waits" | "routes">;

export function isMarkedPass(kind: AskedPass): kind is MarkedPass {
  return kind === "waits" || kind === "routes";
}
