import { type PlanProblem, type RequestProblem, weightBounds } from "../../language-server/analysis/load/load-problems.ts";
import type { LoadText } from "./text.ts";

/** A problem in the words of the field below which it is shown; undefined if there is none. */
export function problemText(problem: PlanProblem | RequestProblem | undefined, text: LoadText): string | undefined {
  switch (problem?.code) {
    case undefined:
      return undefined;
    case "bad-address":
      return text.badBaseUrl;
    case "address-with-path":
      return text.baseUrlWithPath;
    case "no-socket":
      return text.noSocket(problem.tool);
    case "out-of-bounds":
      return (problem.whole ? text.wholeNumberBetween : text.numberBetween)(problem.low, problem.high);
    case "whole-seconds":
      return text.wholeSeconds(problem.tool);
    case "no-command":
      return text.noCommand;
    case "unclosed-quote":
      return text.unclosedQuote;
    case "shell-syntax":
      return text.shellSyntax(problem.value);
    case "unknown-placeholder":
      return text.unknownPlaceholder(problem.value);
    case "bad-path":
      return text.badPath;
    case "body-method":
      return text.bodyMethod(problem.tool, problem.allowed.join(", "));
    case "no-body":
      return text.noBody(problem.method);
    case "body-twice":
      return text.bodyTwice;
    case "bad-name":
    case "same-name":
      return text.badName;
    case "unknown-name":
      return text.unknownName(problem.value);
    case "no-session":
      return text.noSession(problem.tool);
    case "bad-weight":
      return text.wholeNumberBetween(weightBounds.low, weightBounds.high);
    case "bad-method":
    case "bad-header-name":
    case "bad-header-value":
    case "no-request":
    case "no-rate":
    case "no-pipelining":
    case "one-request":
      // The notice of the form shows the last; the form's own fields cannot produce these.
      return problem.code;
  }
}
