/** Which part of the stacks a path of frames is; see `FramePath`. */
export const pathParts = ["whole", "callees", "callers"] as const;

/** Longer paths are refused: no recorder keeps deeper stacks. */
export const mostFrames = 100_000;
