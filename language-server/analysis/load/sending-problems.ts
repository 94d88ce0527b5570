import { type PlanProblem, planProblems } from "./load-problems.ts";
import type { LoadPlan } from "./load.ts";
import { secretArgument } from "./secret-arguments.ts";

/** All problems of a plan that is to be sent; empty if it can be. */
export function sendingProblems(plan: LoadPlan): readonly PlanProblem[] {
  const problems = planProblems(plan);
  const secret = problems.length === 0 ? secretArgument(plan) : undefined;
  return secret === undefined ? problems : [secret];
}
