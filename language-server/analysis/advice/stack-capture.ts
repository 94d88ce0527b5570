import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";

/** Minimum share of busy time on one line. */
const leastShare = 0.05;

/** Stack traces are captured and formatted again and again: mostly by loggers that look for their caller. */
export const stackCapture: AdviceRule = {
  id: "stack-capture",
  find(evidence) {
    const { costs, profile } = evidence;
    const isCapture = markFunctions(
      evidence,
      (name, path, row) =>
        (path === "node:internal/errors" && /^(prepareStackTrace|ErrorPrepareStackTrace|defaultPrepareStackTrace)/.test(name)) ||
        (profile.functions.source[row] === -1 &&
          /^(ErrorConstructor|Error|captureStackTrace|ErrorCaptureStackTrace|Error\.captureStackTrace|ErrorPrototypeToString|CallSitePrototype\w*|V8: .*(CaptureStackTrace|GetStackTrace|FormatStackTrace).*)$/.test(
            name,
          )),
    );
    const found = workByLine(evidence, isCapture, ({ thread, inRequest }, row, above) =>
      isCapture[thread.stacks.func[row] as number] === 1 && above === -1 ? (inRequest[row] === 1 ? row : -1) : above,
    );
    return found.flatMap(({ place, ticks, inferred }) => {
      if (place === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const figures = { share: { share: ticks / costs.busyTicks } };
      return [{ place, ticks, inferred, figures, documentation: "https://v8.dev/docs/stack-trace-api" }];
    });
  },
};
