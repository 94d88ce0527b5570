/** Passes beside that of a run itself, in the order in which they are measured. */
export const askedPasses = ["waits", "routes"] as const;

/** `waits`: rewritten sources tell what each request waited for. `routes`: each request is marked with its route. */
export type AskedPass = (typeof askedPasses)[number];
