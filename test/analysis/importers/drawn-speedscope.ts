import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";

export const $schema = "https://www.speedscope.app/file-format-schema.json";
export const frames = [
  { name: "main", file: "/app/app.js", line: 1, col: 10 },
  { name: "hash", file: "/app/util.js", line: 3 },
  { name: "read" },
];

/** A file of speedscope, or its text, as it is imported. */
export function read(file: unknown): ImportedFile {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const importer = importerFor(text.slice(0, 4096));
  if (importer?.name !== "speedscope" || importer.reads !== "text") throw new Error(`Taken for ${importer?.name ?? "nothing"}.`);
  return importer.read(text);
}

/** Stacks in chronological order, callers first. */
export function stacksOf({ threads }: ImportedFile, thread = 0): readonly string[] {
  const { functions, stacks, samples } = threads[thread]!.profile;
  return Array.from(samples.stack, (row) => {
    const names: string[] = [];
    for (let at = row; at !== -1; at = stacks.prefix[at] as number) names.unshift(functions.name[stacks.func[at] as number] as string);
    return names.join(">");
  });
}

/** Duration of each sample in microseconds. */
export function timesOf({ threads }: ImportedFile, thread = 0): readonly number[] {
  const { samples, interval } = threads[thread]!.profile;
  return Array.from(samples.stack, (_, sample) => Math.round((samples.weight?.[sample] ?? 1) * interval));
}
