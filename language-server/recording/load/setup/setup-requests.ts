import { reasonOf } from "../../../analysis/failure-reason.ts";
import type { LoadPlan, LoadProgress } from "../../../analysis/load/load.ts";
import { isThisMachine } from "../../../platform/this-machine.ts";
import { targetRequest } from "../request-target.ts";
import { type CertificateCheck, type HttpResponse, sendRequest } from "../send-request.ts";
import { SetupSession } from "./setup-session.ts";
import { maskedText } from "../../../analysis/masking/masked-text.ts";
import { UserError } from "../../../analysis/user-error.ts";

const answerLimitMs = 30_000;
/** Sessions that are opened at once: signing in is often slow on purpose. */
const mostAtOnce = 8;

/** Set-up requests carry passwords and tokens: on another machine they go only to a server that proves who it is. */
export function certificateCheck(origin: string): CertificateCheck {
  return isThisMachine(new URL(origin).hostname) ? "unchecked" : "checked";
}

/**
 * Sends the set-up requests in order, for all connections together or for each; the first one with a status of 400 or more, or without a response,
 * ends it, with a UserError. One session, or as many as connections.
 */
export async function openSessions(
  plan: LoadPlan,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
): Promise<readonly SetupSession[]> {
  const { warmupSeconds, durationSeconds } = plan;
  const count = plan.setupRuns === "per-connection" && plan.setup.length > 0 ? plan.connections : 1;
  if (plan.setup.length > 0) onProgress({ phase: "setup", elapsedSeconds: 0, remainingSeconds: warmupSeconds + durationSeconds });
  const sessions = Array.from({ length: count }, () => new SetupSession(plan));
  let failure: { readonly error: unknown } | undefined;
  let next = 0;
  const work = async (): Promise<void> => {
    for (let session = sessions[next++]; session !== undefined; session = sessions[next++]) {
      if (failure !== undefined || signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- several of these loops run at once
      await sendSetup(plan, session, signal).catch((error: unknown) => (failure ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, count) }, work));
  if (failure !== undefined) throw failure.error;
  return sessions;
}

/** Sends the set-up requests of one session. */
async function sendSetup(
  { setup, baseUrl }: Pick<LoadPlan, "setup" | "baseUrl">,
  session: SetupSession,
  signal: AbortSignal,
): Promise<void> {
  for (const written of setup) {
    if (signal.aborted) return;
    const target = targetRequest(session.filled(written), baseUrl);
    const request = maskedText(`${written.method} ${written.path}`);
    let response: HttpResponse;
    try {
      response = await sendRequest(target, signal, answerLimitMs, certificateCheck(target.origin));
      await session.take(written, response, target.origin + target.path);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Error)) throw error;
      throw new UserError("load.setupFailed", { request, reason: reasonOf(error) }, { cause: error });
    }
    const { status, body } = response;
    if (status >= 400 && body === "") throw new UserError("load.setupRefused", { request, status });
    if (status >= 400) throw new UserError("load.setupRefusedBecause", { request, status, body: closed(maskedText(body)) });
  }
}

/** What an app says is a sentence of its own before the next one. */
function closed(said: string): string {
  return /[\p{L}\p{N}]$/u.test(said) ? `${said}.` : said;
}
