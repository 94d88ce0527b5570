import { commonFolder } from "../analysis/sources/path-ends.ts";
import type { Problem } from "../analysis/profile/profile.ts";
import { pathMapper, type PathMappings, unusedMappings } from "../analysis/sources/source-paths.ts";
import { existsHere } from "../history/regular-file.ts";
import type { SoughtSources } from "../history/scripts/sought-sources.ts";

/**
 * Path mappings of a run that fit none of its paths, as with a typing error. If others do and no source is missing, they are for code that
 * had no samples.
 */
export function wrongMappings(mappings: PathMappings, sources: SoughtSources): readonly Problem[] {
  const scripts = pathsOf(sources.scripts);
  if (scripts.length === 0 || unusedMappings(mappings, scripts).length === 0) return [];
  const paths = [...scripts, ...pathsOf(sources.mapped())];
  const unused = unusedMappings(mappings, paths);
  const local = pathMapper([mappings]);
  if (unused.length < Object.keys(mappings).length && scripts.every((script) => existsHere(local(script)))) return [];
  const folder = commonFolder(scripts) || "/";
  return unused.map(([there, here]) => ({ code: "sources.mappingUnused", values: { there, here, folder }, count: 1 }));
}

/** Paths of the files that a user may have mapped. */
function pathsOf(sources: SoughtSources["scripts"]): readonly string[] {
  return sources.map(({ path }) => path).filter((path) => /^(?:\/|[a-z]:\/)/i.test(path) && !path.includes("/node_modules/"));
}
