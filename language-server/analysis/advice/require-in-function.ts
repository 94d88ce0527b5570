import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";

/** Minimum share of the busy time of the function that contains the call. */
const leastShareOfFunction = 0.05;
/**
 * Minimum ticks in the look-up of loaded modules. A few suffice, as the rule says that it happens, not how much it costs; one could be
 * chance.
 */
const fewestTicks = 3;

/** `require()` of a loaded module at every request. */
export const requireInFunction: AdviceRule = {
  id: "require-in-function",
  find(evidence) {
    const { profile, costs } = evidence;
    const isRequire = markFunctions(
      evidence,
      (name, path) => /^node:internal\/(modules\/(helpers|cjs\/)|bootstrap\/)/.test(path) && /(^|\.)require$/.test(name),
    );
    // A module is read, compiled and run only once: that does not count.
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
