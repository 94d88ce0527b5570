import * as v from "valibot";
import type { RunMachine } from "../../analysis/compare/run-machine.ts";
import { count, text } from "./run-values.ts";

export const machineSchema: v.GenericSchema<unknown, RunMachine> = v.pipe(
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
