import { reasonOf } from "../../analysis/failure-reason.ts";
import { doubtAbout, type SeenResponse } from "../../analysis/load/first-response.ts";
import type { LoadProgress } from "../../analysis/load/load.ts";
import { firstResponseLimitMs, whileWaiting } from "./await-response.ts";
import { labelRequests, type TargetedRequest } from "./request-target.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

/** Shows doubtful responses; resolves with true to start the load anyway. */
export type Confirm = (responses: readonly SeenResponse[]) => Promise<boolean>;

/** Sends each request once, in turn, and asks if a response is doubtful. False: do not start the load. */
export async function confirmResponses(
  requests: readonly TargetedRequest[],
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
  confirm: Confirm,
): Promise<boolean> {
  const doubtful: SeenResponse[] = [];
  for (const request of new Map(requests.map((each) => [JSON.stringify(each), each])).values()) {
    const response = await whileWaiting(onProgress, () => doubtfulResponse(request, signal));
    if (signal.aborted) return false;
    if (response !== undefined) doubtful.push(response);
  }
  return doubtful.length === 0 || (await confirm(doubtful));
}

async function doubtfulResponse(request: TargetedRequest, signal: AbortSignal): Promise<SeenResponse | undefined> {
  const startedAt = performance.now();
  const seen = (): Pick<SeenResponse, "request" | "milliseconds"> => ({
    request: labelRequests([request]),
    milliseconds: performance.now() - startedAt,
  });
  let response: HttpResponse;
  try {
    response = await sendRequest(request, signal, firstResponseLimitMs);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { doubt: "failed", ...seen(), reason: reasonOf(error), firstLine: "" };
  }
  const { status, statusText, location, length, body } = response;
  const doubt = doubtAbout(request.method, status, length);
  if (doubt === undefined) return undefined;
  const firstLine = doubt === "redirect" ? location : (body.split("\n")[0] ?? "").trim();
  return { doubt, ...seen(), status, reason: statusText, firstLine };
}
