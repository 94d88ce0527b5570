import type { CommonText } from "../../texts/coded-text.ts";
import { type BoundedField, type PlanProblem, type RequestProblem, weightBounds } from "./load-problems.ts";

/** A problem of a plan, or of a request that is in none yet, as a full sentence that says what to enter instead; not for the load form. */
export function planProblemText(problem: PlanProblem | RequestProblem): CommonText {
  const text = sentence(problem);
  if (!("at" in problem)) return text;
  const { list, index } = problem.at;
  return { code: list === "setup" ? "plan.atSetupRequest" : "plan.atRequest", values: { number: index + 1, problem: text } };
}

function sentence(problem: PlanProblem | RequestProblem): CommonText {
  switch (problem.code) {
    case "bad-address":
    case "address-with-path":
      return { code: "plan.badAddress", values: { value: problem.value } };
    case "no-request":
      return { code: "plan.noRequest" };
    case "out-of-bounds":
      return {
        code: problem.whole ? "plan.notWholeInBounds" : "plan.outOfBounds",
        values: { field: fieldText(problem.field), low: problem.low, high: problem.high, value: problem.value },
      };
    case "whole-seconds":
      return { code: "plan.wholeSeconds", values: { tool: problem.tool, field: fieldText(problem.field), value: problem.value } };
    case "no-rate":
      return { code: "plan.noRate", values: { tool: problem.tool } };
    case "no-pipelining":
      return { code: "plan.noPipelining", values: { tool: problem.tool } };
    case "no-socket":
      return { code: "plan.noSocket", values: { tool: problem.tool } };
    case "one-request":
      return { code: "plan.oneRequest", values: { tool: problem.tool } };
    case "body-method":
      return { code: "plan.bodyMethod", values: { tool: problem.tool, allowed: problem.allowed.join(", "), method: problem.method } };
    case "no-command":
      return { code: "plan.noCommand" };
    case "unclosed-quote":
      return { code: "plan.unclosedQuote" };
    case "shell-syntax":
      return { code: "plan.shellSyntax", values: { value: problem.value } };
    case "unknown-placeholder":
      return { code: "plan.unknownPlaceholder", values: { value: problem.value } };
    case "bad-method":
      return { code: "plan.badMethod", values: { value: problem.value } };
    case "bad-path":
      return { code: "plan.badPath", values: { value: problem.value } };
    case "no-body":
      return { code: "plan.noBody", values: { method: problem.method } };
    case "body-twice":
      return { code: "plan.bodyTwice" };
    case "bad-header-name":
      return { code: "plan.badHeaderName", values: { value: problem.value } };
    case "bad-header-value":
      return { code: "plan.badHeaderValue", values: { value: problem.value } };
    case "bad-name":
    case "same-name":
      return { code: "plan.badName", values: { value: problem.value } };
    case "unknown-name":
      return { code: "plan.unknownName", values: { value: problem.value } };
    case "no-session":
      return { code: "plan.noSession", values: { tool: problem.tool } };
    case "bad-weight":
      return { code: "plan.notWholeInBounds", values: { field: fieldText("weight"), ...weightBounds, value: problem.value } };
  }
}

function fieldText(field: BoundedField | "weight"): CommonText {
  return { code: `plan.field.${field}` };
}
