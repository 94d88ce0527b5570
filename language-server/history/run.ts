import type { InferOutput } from "valibot";
import type { runSchema } from "./schema/run-schema.ts";

/** The content of `run.json`: what ran, how, and the results. Untrusted when read back: validated by `runSchema`. */
export type Run = InferOutput<typeof runSchema>;

export type RecorderKind = Run["recorder"];
export type RunEnd = Run["end"];
