import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";

/** Of the busy time, for the function that the call stands in. */
const leastShareOfFunction = 0.05;
/** In the look-up of modules that are loaded already. So few suffice: one would be chance, and the rule says that it happens, not how much it costs. */
const fewestTicks = 3;

/** `require()` of a module that is there already, with every request. */
export const requireInFunction: AdviceRule = {
  id: "require-in-function",
  find(evidence) {
    const { profile, costs } = evidence;
    const isRequire = markFunctions(
      evidence,
      (name, path) => /^node:internal\/(modules\/(helpers|cjs\/)|bootstrap\/)/.test(path) && /(^|\.)require$/.test(name),
    );
    // Reading, compiling or running a module is done once: what is under it does not count.
    const loads = markFunctions(
      evidence,
      (name, path) =>
        path.startsWith("node:internal/modules/") &&
        /(^|\.)(load|_compile|_extensions\..*|wrapSafe|_resolveFilename|_findPath)$/.test(name),
    );
    const found = workByLine(evidence, isRequire, ({ thread, entry, inRequest }, row, above) => {
      const func = thread.stacks.func[row] as number;
      if (loads[func] === 1 || profile.functions.source[func] === -1) return loads[func] === 1 ? -1 : above;
      const at = entry[row] as number;
      const isUnder = at !== -1 && isRequire[thread.stacks.func[at] as number] === 1 && inRequest[at] === 1;
      return isUnder && (row === at || above !== -1) ? at : -1;
    });
    return found.flatMap(({ place, func, ticks, inferred }) => {
      const around = costs.functions.find(
        ({ source, line, column, name }) =>
          source === profile.functions.source[func] &&
          line === profile.functions.line[func] &&
          column === profile.functions.column[func] &&
          name === profile.functions.shownName(func),
      );
      if (place === undefined || around === undefined || ticks < fewestTicks) return [];
      if (!isSignificant(around.totalTicks, costs.busyTicks, leastShareOfFunction)) return [];
      const figures = { name: { text: around.name }, share: { share: ticks / costs.busyTicks }, count: { count: ticks } };
      return [{ place, ticks, inferred, figures, documentation: "https://nodejs.org/api/modules.html#caching" }];
    });
  },
};
