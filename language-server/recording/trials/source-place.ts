import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readSourceMap } from "../../analysis/sources/source-map.ts";
import type { DeferredImport } from "../../history/schema/savings-schema.ts";
import { mapOfScript } from "../../history/builds/script-sources.ts";
import { ifRefused } from "../../platform/refusals.ts";
import type { FirstUse } from "../in-app/trial/trial-protocol.ts";

type Place = NonNullable<DeferredImport["first"]>;

/** Where the code of a place in a compiled file was written; the place itself without a source map. Line 0: of the file alone. */
export async function sourcePlace({ file, line, column }: FirstUse): Promise<Place> {
  const ran: Place = { path: file.startsWith("file:") ? fileURLToPath(file) : file, line };
  const text = await readFile(ran.path, "utf8").catch(ifRefused);
  const kept = text === undefined ? undefined : await mapOfScript(ran.path, text);
  const map = kept && readSourceMap(kept.text, kept.file);
  if (map === undefined) return ran;
  if (line === 0) {
    const [only, ...others] = map.paths;
    return only === undefined || only === "" || others.length > 0 ? ran : { path: only, line };
  }
  const found = map.original(line, column);
  return found === undefined ? ran : { path: map.paths[found.source] ?? ran.path, line: found.line };
}
