import path from "node:path";
import * as v from "valibot";
import { comparisonFormats, exportFormats } from "../analysis/exporters/export-formats.ts";
import { request } from "./message.ts";

const folder = v.pipe(v.string(), v.minLength(1));
const target = v.pipe(
  v.string(),
  v.check((file) => path.isAbsolute(file), "is not an absolute path"),
);
const exportParams = v.object({ folder, format: v.picklist(exportFormats), file: target });
const comparisonParams = v.object({
  newFolder: folder,
  baseFolder: folder,
  per: v.picklist(["request", "second", "run", "start"]),
  format: v.picklist(comparisonFormats),
  file: target,
});

export type ExportFormat = v.InferOutput<typeof exportParams>["format"];

/**
 * Exports a run to `file` (absolute path) and returns the files written: a `.cpuprofile` holds one thread, so further threads get files of
 * their own beside it. Of the shown run only what is selected; a filter holds for svg, html and markdown, as the others are data for other
 * tools.
 */
export const exportRun = request<{ readonly files: readonly string[] }>()("heatline/exportRun", exportParams);

/**
 * Exports what changed between two runs to `file`, as a red and blue flame graph; returns that file. Of the shown run, and of what it is compared
 * with, only what is selected; with itself, its spans with the rest.
 */
export const exportComparison = request<{ readonly files: readonly string[] }>()("heatline/exportComparison", comparisonParams);
