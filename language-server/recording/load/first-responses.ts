import { reasonOf } from "../../analysis/failure-reason.ts";
import { doubtAbout, type SeenResponse } from "../../analysis/load/first-response.ts";
import type { LoadProgress } from "../../analysis/load/load.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { firstResponseLimitMs, whileWaiting } from "./await-response.ts";
import { type Spoken, otherOrigin } from "./spoken-scheme.ts";
import { labelRequests, serverName, type TargetedRequest } from "./request-target.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";
import { type Obtained, signInHint } from "./setup/sign-in-hint.ts";

/** Shows doubtful responses; resolves with true to start the load anyway. */
export type Confirm = (responses: readonly SeenResponse[]) => Promise<boolean>;

/** Sends each request once, in turn, and asks if a response is doubtful. False: do not start the load. */
export async function confirmResponses(
  requests: readonly TargetedRequest[],
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
  confirm: Confirm,
  limitMs: Milliseconds = firstResponseLimitMs,
  { spoken = "http1", obtained }: Partial<Pick<Circumstances, "spoken" | "obtained">> = {},
): Promise<boolean> {
  const doubtful: SeenResponse[] = [];
  for (const request of new Map(requests.map((each) => [JSON.stringify(each), each])).values()) {
    const response = await whileWaiting(onProgress, () => doubtfulResponse(request, { spoken, obtained, signal, limitMs }));
    if (signal.aborted) return false;
    if (response === undefined) continue;
    doubtful.push(response);
    // All others go to the same server.
    if (response.doubt === "scheme" || response.doubt === "http2") break;
  }
  return doubtful.length === 0 || (await confirm(doubtful));
}

interface Circumstances {
  readonly spoken: Spoken;
  readonly obtained: Obtained | undefined;
  readonly signal: AbortSignal;
  readonly limitMs: Milliseconds;
}

async function doubtfulResponse(request: TargetedRequest, how: Circumstances): Promise<SeenResponse | undefined> {
  const seen = await firstResponse(request, how);
  // Some servers answer plain HTTP on their https port with 400.
  if (seen === undefined || seen.doubt === "http2" || (seen.status ?? 400) !== 400) return seen;
  const origin = await otherOrigin(request, how.signal);
  return origin === undefined ? seen : { ...seen, doubt: "scheme", firstLine: origin };
}

async function firstResponse(
  request: TargetedRequest,
  { spoken, obtained, signal, limitMs }: Circumstances,
): Promise<SeenResponse | undefined> {
  const startedAt = performance.now();
  const seen = (): Pick<SeenResponse, "request" | "milliseconds"> => ({
    request: labelRequests([request]),
    milliseconds: performance.now() - startedAt,
  });
  let begun: Pick<SeenResponse, "status"> = {};
  let response: HttpResponse;
  try {
    response = await sendRequest(request, signal, limitMs, "unchecked", (status) => {
      begun = { status };
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { doubt: "failed", ...seen(), ...begun, reason: reasonOf(error), firstLine: "" };
  }
  const { status, statusText, location, length, firstLine, isHttp2 } = response;
  if (isHttp2 && spoken === "http1") return { doubt: "http2", ...seen(), status, reason: statusText, firstLine: serverName(request) };
  const times = seen();
  const signIn = await signInHint(request, response, obtained, signal);
  const doubt = doubtAbout(request.method, status, length) ?? (signIn === undefined ? undefined : "sign-in");
  if (doubt === undefined) return undefined;
  const shown: SeenResponse = { doubt, ...times, status, reason: statusText, firstLine: doubt === "redirect" ? location : firstLine };
  return signIn === undefined ? shown : { ...shown, signIn };
}
