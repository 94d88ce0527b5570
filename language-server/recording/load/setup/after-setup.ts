import type { LoadPlan } from "../../../analysis/load/load.ts";
import { secretArgument } from "../../../analysis/load/secret-arguments.ts";
import { sendingProblemText } from "../../../analysis/load/sending-problems.ts";
import { UserError } from "../../../analysis/user-error.ts";
import { type TargetedRequest, targetRequests } from "../request-target.ts";
import type { SetupSession } from "./setup-session.ts";

/** A plan's requests with what the set-up obtained. */
export function requestsAfter(plan: LoadPlan, session: SetupSession): readonly TargetedRequest[] {
  return targetRequests({ ...plan, requests: session.allFilled(plan.requests) });
}

/** The same for a tool that is a program of its own. Throws a UserError if it would have a cookie or another value in its arguments. */
export function toolRequestsAfter(plan: LoadPlan, session: SetupSession): readonly TargetedRequest[] {
  const filled = { ...plan, requests: session.allFilled(plan.requests) };
  const problem = secretArgument(filled);
  if (problem === undefined) return targetRequests(filled);
  const isCookie = problem.what === "header" && problem.name.toLowerCase() === "cookie";
  throw isCookie
    ? new UserError("load.cookieArgument", { tool: plan.tool, cookies: session.cookieNames.join(", ") })
    : new UserError("text.plain", { text: sendingProblemText(problem) });
}

/** Throws a UserError if the set-up obtained cookies, which a command line of the user's cannot get, or lacks a value that a request names. */
export function mustNeedNoSetup(plan: LoadPlan, session: SetupSession): void {
  session.allFilled(plan.requests);
  const { cookieNames } = session;
  if (cookieNames.length > 0) throw new UserError("load.cookieOfCommand", { cookies: cookieNames.join(", ") });
}
