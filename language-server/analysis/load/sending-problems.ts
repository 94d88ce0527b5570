import type { CodedText } from "../../texts/coded-text.ts";
import { type PlanProblem, planProblems } from "./load-problems.ts";
import type { LoadPlan } from "./load.ts";
import { planProblemText } from "./plan-problem-text.ts";
import { type SecretArgument, secretArgument } from "./secret-arguments.ts";

export type SendingProblem = PlanProblem | SecretArgument;

/** All problems of a plan that is to be sent; empty if it can be. */
export function sendingProblems(plan: LoadPlan): readonly SendingProblem[] {
  const problems = planProblems(plan);
  const secret = problems.length === 0 ? secretArgument(plan) : undefined;
  return secret === undefined ? problems : [secret];
}

/** Such a problem as a full sentence that says what to do instead. */
export function sendingProblemText(problem: SendingProblem): CodedText {
  return problem.code === "secret-argument" ? secretSentence(problem) : planProblemText(problem);
}

function secretSentence(problem: SecretArgument): CodedText {
  const { tool } = problem;
  switch (problem.what) {
    case "header":
      return { code: "plan.secretHeader", values: { tool, name: problem.name } };
    case "path":
      return tool === "command"
        ? { code: "plan.secretCommandPath", values: { path: problem.shown } }
        : { code: "plan.secretPath", values: { tool, path: problem.shown } };
    case "command":
      return { code: "plan.secretCommand", values: { words: problem.shown } };
  }
}
