import type { LoadPlan } from "../../../analysis/load/load.ts";
import { usesPlaceholder } from "../../../analysis/load/load-command.ts";
import { secretArgument } from "../../../analysis/load/secret-arguments.ts";
import { sendingProblemText } from "../../../analysis/load/sending-problems.ts";
import type { FilledRequest } from "../../../analysis/load/setup/setup-references.ts";
import { UserError } from "../../../analysis/user-error.ts";
import { probe } from "../await-response.ts";
import type { LoadContext } from "../load-tool.ts";
import { targetRequests } from "../request-target.ts";
import { keptOrOpened } from "./kept-setup.ts";

/**
 * Sends the set-up requests of a plan for a tool that is a program of its own; resolves to the plan with what they obtained. Rejects with a UserError if
 * one fails, or if the tool would have a cookie or another value in its arguments.
 */
export async function afterSetup(
  plan: LoadPlan,
  { signal, onProgress, keptSetup }: Pick<LoadContext, "signal" | "onProgress" | "keptSetup">,
): Promise<LoadPlan & { readonly requests: readonly FilledRequest[] }> {
  const [target] = targetRequests(plan);
  const isTargetKnown = plan.tool !== "command" || usesPlaceholder(plan.command ?? "", "url");
  if (isTargetKnown && target !== undefined) await probe(target);
  const sessions = await keptOrOpened(plan, signal, onProgress, keptSetup?.sessions);
  const [session] = sessions;
  if (session === undefined || signal.aborted) return plan;
  if (keptSetup !== undefined) keptSetup.sessions ??= sessions.map(({ saved }) => saved);
  const requests = session.allFilled(plan.requests);
  const cookies = session.cookieNames;
  if (plan.tool === "command") {
    if (cookies.length > 0) throw new UserError("load.cookieOfCommand", { cookies: cookies.join(", ") });
    return plan;
  }
  const filled = { ...plan, requests };
  const problem = secretArgument(filled);
  if (problem === undefined) return filled;
  const isCookie = problem.what === "header" && problem.name.toLowerCase() === "cookie";
  throw isCookie
    ? new UserError("load.cookieArgument", { tool: plan.tool, cookies: cookies.join(", ") })
    : new UserError("text.plain", { text: sendingProblemText(problem) });
}
