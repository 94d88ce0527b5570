import { siteKinds } from "../syntax/syntax.ts";
import type { AdviceRule } from "./advice.ts";
import type { AdvicePlace, AdviceEvidence } from "./evidence.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";

/** Minimum share of busy time on one line. */
const leastShare = 0.02;

const documentation: readonly (readonly [path: RegExp, url: string])[] = [
  [/^node:(internal\/)?crypto(\/|$)/, "https://nodejs.org/api/crypto.html#using-strings-as-inputs-to-cryptographic-apis"],
  [/^node:zlib$/, "https://nodejs.org/api/zlib.html#threadpool-usage-and-performance-considerations"],
  [/^node:(internal\/)?fs(\/|$)/, "https://nodejs.org/api/fs.html#callback-example"],
  [/^node:(internal\/)?child_process(\/|$)/, "https://nodejs.org/api/child_process.html#synchronous-process-creation"],
];

/** In Node 20 `gzipSync` and similar functions share one function of this name. */
const namelessZlib = "syncBufferWrapper";

/** Synchronous crypto, zlib, fs or child_process while requests wait. */
export const synchronousCall: AdviceRule = {
  id: "synchronous-call",
  find(evidence) {
    const { profile, costs } = evidence;
    const { functions, sources } = profile;
    const isSync = markFunctions(
      evidence,
      (name, path) => (name.endsWith("Sync") || name === namelessZlib) && documentation.some(([module]) => module.test(path)),
    );
    const found = workByLine(evidence, isSync, ({ thread, entry, inRequest }, row) => {
      const at = entry[row] as number;
      return at !== -1 && inRequest[at] === 1 && isSync[thread.stacks.func[at] as number] === 1 ? at : -1;
    });
    return found.flatMap(({ place, ticks, inferred, names }) => {
      const [hottest] = names;
      if (place === undefined || hottest === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const path = sources[functions.source[hottest.func] as number]?.path ?? "";
      const name = calledName(evidence, place, functions.name[hottest.func] as string);
      const figures = { name: { text: name }, instead: { text: name.replace(/Sync$/, "") }, share: { share: ticks / costs.busyTicks } };
      const url = documentation.find(([module]) => module.test(path))?.[1] ?? "";
      return [{ place, ticks, inferred, figures, documentation: url }];
    });
  },
};

/** The name that the line calls, if Node's own function is shared by several. */
function calledName({ syntaxOf }: AdviceEvidence, { source, line }: AdvicePlace, name: string): string {
  if (name !== namelessZlib) return name.slice(name.lastIndexOf(".") + 1);
  const sites = syntaxOf(source)?.sites;
  const call = siteKinds.indexOf("call");
  const row =
    sites?.name.findIndex((each, index) => sites.line[index] === line && sites.kind[index] === call && each.endsWith("Sync")) ?? -1;
  return sites?.name[row] ?? "zlib…Sync";
}
