import { reasonOf } from "../../analysis/failure-reason.ts";
import type { LoadRequest } from "../../analysis/load/load.ts";
import { isThisMachine } from "../../platform/this-machine.ts";
import type { LoadFailure } from "./load-failure.ts";
import { targetRequest } from "./request-target.ts";
import { type CertificateCheck, sendRequest } from "./send-request.ts";

const answerLimitMs = 30_000;

/** Set-up requests carry passwords and tokens: on another machine they go only to a server that proves who it is. */
export function certificateCheck(origin: string): CertificateCheck {
  return isThisMachine(new URL(origin).hostname) ? "unchecked" : "checked";
}

/** Sends the set-up requests in order; the first one with a status of 400 or more, or without a response, ends it. */
export async function sendSetup(requests: readonly LoadRequest[], baseUrl: string, signal: AbortSignal): Promise<LoadFailure | undefined> {
  for (const request of requests) {
    if (signal.aborted) return undefined;
    const target = targetRequest(request, baseUrl);
    if ("kind" in target) return target;
    const name = `${request.method} ${request.path}`;
    try {
      const { status, body } = await sendRequest(target, signal, answerLimitMs, certificateCheck(target.origin));
      if (status >= 400) return { kind: "setup-refused", request: name, status, body };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof Error)) throw error;
      return { kind: "setup-failed", request: name, reason: reasonOf(error) };
    }
  }
  return undefined;
}
