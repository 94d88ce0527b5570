import { splitLines } from "../syntax/line-ends.ts";
import { functionAt } from "../syntax/syntax.ts";
import type { Line } from "../units.ts";
import { mappedFunctions } from "./mapped-functions.ts";
import { mappedPieces, namesIn } from "./mapped-words.ts";
import { sampledScripts, type SampledScript } from "./sampled-scripts.ts";
import { type MappedSamples, type SourceFit, sourceFitOf } from "./source-fit.ts";
import { TextFunctions } from "./text-functions.ts";
import { nameOf, type RanScript, type RunScripts } from "../sources/run-scripts.ts";
import type { SourceMap } from "../sources/source-map.ts";
import type { ProblemCounts, Profile } from "../profile/profile.ts";
import { grouped, madeOnce } from "../collections.ts";

/** Of sources that contradict what their maps say, by the index in the map. */
export type CheckedSources = ReadonlyMap<SourceMap, ReadonlyMap<number, SourceFit>>;

/** How much generated code of dependencies is parsed. In UTF-16 code units. */
const dependencyBudget = 500_000;

/**
 * Compares sources whose texts were not in the maps, but read from disk later, with the generated code: its names must be where the maps
 * have them. Reports each source that contradicts samples.
 */
export function checkedSources(
  profiles: readonly Profile[],
  scripts: RunScripts,
  isOwn: (url: string) => boolean,
  problems: ProblemCounts,
): CheckedSources {
  const checked = new Map<SourceMap, Map<number, SourceFit>>();
  const mapOf = (url: string, hash: string): SourceMap | undefined => {
    const ran = scripts.find(url, hash);
    return ran === undefined ? undefined : scripts.sourceMap(ran);
  };
  let left = dependencyBudget;
  for (const script of sampledScripts(profiles, (url, hash) => (mapOf(url, hash)?.foundSources().length ?? 0) > 0)) {
    const ran = scripts.find(script.url, script.hash);
    const text = scripts.text(ran?.hash ?? "");
    const map = mapOf(script.url, script.hash);
    if (ran === undefined || text === undefined || map === undefined) continue;
    if (!isOwn(script.url) && (left -= text.length) < 0) continue;
    const fits = madeOnce(checked, map, () => new Map<number, SourceFit>());
    for (const [source, fit] of sourceFits(script, ran, text, map, scripts)) {
      if (fits.has(source)) continue;
      fits.set(source, fit);
      const { contradicted, judged } = fit;
      problems.count("script.contradicted", { file: nameOf(map.paths[source] as string), contradicted, judged });
    }
  }
  return checked;
}

function sourceFits(
  script: SampledScript,
  ran: RanScript,
  text: string,
  map: SourceMap,
  scripts: RunScripts,
): readonly (readonly [number, SourceFit])[] {
  const syntax = scripts.syntax(ran);
  if (syntax === undefined) return [];
  const found = new Set(map.foundSources());
  const sampled = new Set(script.functions.flatMap((func) => [...func.lines.keys()]));
  const mappings = map.mappingsTo(found);
  const bySource = grouped(mappings, ({ source }) => source);
  const withSamples = new Set(mappings.filter(({ generated }) => sampled.has(generated.line)).map(({ source }) => source));
  const lines = splitLines(text, "engine");
  return [...withSamples].flatMap((source) => {
    const content = map.content(source);
    const own = bySource.get(source) ?? [];
    const nowSyntax = content === undefined || own.length === 0 ? undefined : scripts.parse(content, map.paths[source] as string);
    if (content === undefined || nowSyntax === undefined) return [];
    const pieces = mappedPieces(own, lines, new Set(namesIn(content)));
    const functions = mappedFunctions(pieces, syntax);
    const samples = script.functions.flatMap(({ name, line, column, lines }): MappedSamples[] => {
      const row = name === "" && line === 1 && column <= 0 ? 0 : functionAt(syntax, line, column, name);
      const func = functions.get(row);
      if (func === undefined) return [];
      const originals = new Set<Line>();
      for (const piece of func.pieces) if (lines.has(piece.generated.line)) originals.add(piece.line);
      return [{ func, lines: originals }];
    });
    const fit = sourceFitOf(samples, functions, pieces, new TextFunctions(content, nowSyntax));
    return fit === undefined ? [] : [[source, fit] as const];
  });
}
