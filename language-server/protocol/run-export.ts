import path from "node:path";
import * as v from "valibot";
import { exportFormats } from "../analysis/exporters/export-formats.ts";
import type { Request } from "./message.ts";
import { stackFilter } from "./stack-filter.ts";

/** `filter`: for a summary and a flame graph; the other formats are data for other tools and always whole. */
const exportParams = v.object({
  folder: v.pipe(v.string(), v.minLength(1)),
  format: v.picklist(exportFormats),
  filter: v.optional(stackFilter),
  file: v.pipe(
    v.string(),
    v.check((file) => path.isAbsolute(file), "is not an absolute path"),
  ),
});

export type ExportFormat = v.InferOutput<typeof exportParams>["format"];

/**
 * Exports a run to `file` (absolute path) and returns the files written: a `.cpuprofile` holds one thread, so further threads get files of
 * their own beside it.
 */
export const exportRun: Request<typeof exportParams, { readonly files: readonly string[] }> = {
  method: "heatline/exportRun",
  params: exportParams,
};
