import { reasonOf } from "../../../analysis/failure-reason.ts";
import type { LoadPlan, LoadProgress } from "../../../analysis/load/load.ts";
import { isThisMachine } from "../../../platform/this-machine.ts";
import type { LoadFailure } from "../load-failure.ts";
import { targetRequest } from "../request-target.ts";
import { type CertificateCheck, sendRequest } from "../send-request.ts";
import { SetupSession } from "./setup-session.ts";

const answerLimitMs = 30_000;
/** Sessions that are opened at once: signing in is often slow on purpose. */
const mostAtOnce = 8;

/** Set-up requests carry passwords and tokens: on another machine they go only to a server that proves who it is. */
export function certificateCheck(origin: string): CertificateCheck {
  return isThisMachine(new URL(origin).hostname) ? "unchecked" : "checked";
}

/**
 * Sends the set-up requests in order, for all connections together or for each; the first one with a status of 400 or more, or without a response,
 * ends it. One session, or as many as connections.
 */
export async function openSessions(
  plan: LoadPlan,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
): Promise<readonly SetupSession[] | LoadFailure> {
  const { warmupSeconds, durationSeconds } = plan;
  const count = plan.setupRuns === "per-connection" && plan.setup.length > 0 ? plan.connections : 1;
  if (plan.setup.length > 0) onProgress({ phase: "setup", elapsedSeconds: 0, remainingSeconds: warmupSeconds + durationSeconds });
  const sessions = Array.from({ length: count }, () => new SetupSession(plan));
  let failure: LoadFailure | undefined;
  let next = 0;
  const work = async (): Promise<void> => {
    for (let session = sessions[next++]; session !== undefined; session = sessions[next++]) {
      if (failure !== undefined || signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- several of these loops run at once
      failure ??= await sendSetup(plan, session, signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, count) }, work));
  return failure ?? sessions;
}

/** Sends the set-up requests of one session. */
async function sendSetup(
  { setup, baseUrl }: Pick<LoadPlan, "setup" | "baseUrl">,
  session: SetupSession,
  signal: AbortSignal,
): Promise<LoadFailure | undefined> {
  for (const request of setup) {
    if (signal.aborted) return undefined;
    const filled = session.filled(request);
    if ("kind" in filled) return filled;
    const target = targetRequest(filled, baseUrl);
    if ("kind" in target) return target;
    const name = `${request.method} ${request.path}`;
    try {
      const response = await sendRequest(target, signal, answerLimitMs, certificateCheck(target.origin));
      await session.take(request, response, target.origin + target.path);
      if (response.status >= 400) return { kind: "setup-refused", request: name, status: response.status, body: response.body };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof Error)) throw error;
      return { kind: "setup-failed", request: name, reason: reasonOf(error) };
    }
  }
  return undefined;
}
