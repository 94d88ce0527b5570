import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant, sumTicks } from "./work-by-line.ts";
import { packageOf } from "../sources/package-name.ts";

/** Minimum share of busy time in total. */
const leastShare = 0.02;

const transpilers =
  /^(ts-node|tsx|@esbuild-kit\/.*|esbuild-register|@swc-node\/.*|@swc\/register|@babel\/register|sucrase|source-map-support|@cspotcode\/source-map-support)$/;

/** Sources are compiled, or stacks are mapped to them, while the app serves requests. */
export const transpilerAtRunTime: AdviceRule = {
  id: "transpiler-at-run-time",
  find(evidence) {
    const { profile, costs } = evidence;
    const { functions, sources } = profile;
    const nameOf = (path: string): string =>
      path.startsWith("node:internal/source_map/") ? "--enable-source-maps" : (packageOf(path) ?? "");
    const isTranspiler = markFunctions(
      evidence,
      (_name, path) => path.startsWith("node:internal/source_map/") || transpilers.test(packageOf(path) ?? ""),
    );
    const found = workByLine(evidence, isTranspiler, ({ thread }, row, above) =>
      above === -1 && isTranspiler[thread.stacks.func[row] as number] === 1 ? row : above,
    );
    const ticks = sumTicks(found);
    const [hottest] = found;
    const func = hottest?.names[0]?.func;
    if (hottest === undefined || func === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
    const name = nameOf(sources[functions.source[func] as number]?.path ?? "");
    const figures = { name: { text: name }, share: { share: ticks / costs.busyTicks } };
    const { place, inferred } = hottest;
    return [{ place, ticks, inferred, figures, documentation: "https://nodejs.org/api/cli.html#--enable-source-maps" }];
  },
};
