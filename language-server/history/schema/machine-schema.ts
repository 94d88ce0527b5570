import * as v from "valibot";
import { count, text } from "./run-values.ts";

/** The machine that the app ran on; what is not known is left out. */
export const machineSchema = v.pipe(
  v.object({
    /** As the processor calls itself. */
    cpu: v.optional(text),
    /** Processors that one process could use. */
    cores: v.optional(count),
    /** Hash of what its system calls this boot: equal for all runs until it is started again, and no other machine has it. */
    boot: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{16}$/))),
  }),
  v.readonly(),
);

export type RunMachine = v.InferOutput<typeof machineSchema>;
