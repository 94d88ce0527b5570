import * as v from "valibot";
import type { Hints } from "./tool.ts";

/** Arguments and hints that tools have alike. */

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

export const runName = name;
export const run = v.optional(v.pipe(name, v.description("A run, such as r-4kq2p9, from an earlier answer; default: the newest.")));
export const by = v.optional(
  v.pipe(
    v.picklist(["attributed", "self", "total"]),
    v.description(
      "attributed (default): own code with the library and native code that it calls; self: the line alone; total: with all that it calls.",
    ),
  ),
  "attributed",
);
export const functionName = v.pipe(
  name,
  v.description("A function, such as f-9c2mx1, from an earlier answer; or its name, or name@file:line."),
);

export const reads: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** What the editor calls it, and its name in the engine. */
export const heatBy = { attributed: "withLibraries", self: "self", total: "total" } as const;
