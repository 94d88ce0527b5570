import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";
import { packageOf } from "../sources/package-name.ts";

/** Minimum share of busy time on one line. */
const leastShare = 0.02;

const polyfills =
  /^(core-js|core-js-pure|@babel\/runtime(-corejs[23])?|babel-runtime|babel-polyfill|@babel\/polyfill|regenerator-runtime|es[5-7]-shim|es6-promise|promise-polyfill|es-abstract|object-assign|object\.\w+|array-includes|array\.(prototype\.\w+|from|of)|string\.prototype\.\w+|function\.prototype\.\w+|promise\.\w+|globalthis|whatwg-fetch|node-fetch-native|text-encoding|url-search-params-polyfill|json3|setimmediate)$/;

/** A package does something in JavaScript that Node has built in. */
export const polyfill: AdviceRule = {
  id: "polyfill",
  find(evidence) {
    const { profile, costs } = evidence;
    const { functions, sources } = profile;
    const isPolyfill = markFunctions(evidence, (_name, path) => polyfills.test(packageOf(path) ?? ""));
    const found = workByLine(evidence, isPolyfill, ({ thread, rows }, row, above) => {
      // Own code that a polyfill calls back (a comparison, an iteration) is not part of the polyfill.
      if (rows.own[row] === row) return -1;
      return above === -1 && isPolyfill[thread.stacks.func[row] as number] === 1 ? row : above;
    });
    return found.flatMap(({ place, ticks, inferred, names }) => {
      const [hottest] = names;
      if (place === undefined || hottest === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const name = packageOf(sources[functions.source[hottest.func] as number]?.path ?? "") ?? "";
      const figures = { name: { text: name }, share: { share: ticks / costs.busyTicks } };
      return [{ place, ticks, inferred, figures, documentation: "https://developer.mozilla.org/docs/Glossary/Polyfill" }];
    });
  },
};
