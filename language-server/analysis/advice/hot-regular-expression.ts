import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";
import { shortened } from "../shortened.ts";

/** Minimum share of busy time on one line. */
const leastShare = 0.05;
const longestPattern = 60;

/** A regular expression takes a large share of the time. */
export const hotRegularExpression: AdviceRule = {
  id: "hot-regular-expression",
  find(evidence) {
    const { profile, costs } = evidence;
    const isExpression = markFunctions(evidence, (name, _path, row) => profile.functions.source[row] === -1 && name.startsWith("RegExp: "));
    const found = workByLine(evidence, isExpression, ({ thread }, row, above) =>
      isExpression[thread.stacks.func[row] as number] === 1 ? row : above,
    );
    return found.flatMap(({ place, ticks, inferred, names }) => {
      const [hottest] = names;
      if (place === undefined || hottest === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const pattern = (profile.functions.name[hottest.func] as string).slice("RegExp: ".length);
      const figures = { pattern: { text: `/${shortened(pattern, longestPattern)}/` }, share: { share: ticks / costs.busyTicks } };
      const documentation = "https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop#blocking-the-event-loop-redos";
      return [{ place, ticks, inferred, figures, documentation }];
    });
  },
};
