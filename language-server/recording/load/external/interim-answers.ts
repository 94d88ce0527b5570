import http from "node:http";
import https from "node:https";
import type { Milliseconds } from "../../../analysis/units.ts";
import { bodyOf } from "../request-body.ts";
import type { TargetedRequest } from "../request-target.ts";

const limitMs: Milliseconds = 2000;
/** An app may send them on some of its answers only. */
const mostTimes = 3;

/**
 * What each does with `103 Early Hints`: wrk counts two answers and sends the next request after the first one; ab counts each as an error;
 * bombardier takes every second answer for one to a later request; siege and locust's fast client stop.
 */
export const takesInterimAnswers: ReadonlySet<string> = new Set(["wrk", "ab", "bombardier", "siege", "locust"]);

/** Statuses of interim answers (102, 103) that the requests get: each is sent up to three times more. Empty if the app does not answer. */
export async function interimStatuses(requests: readonly TargetedRequest[], signal: AbortSignal): Promise<readonly string[]> {
  const statuses = await Promise.all(requests.map((request) => statusesOf(request, signal)));
  return [...new Set(statuses.flat())].toSorted();
}

async function statusesOf(target: TargetedRequest, signal: AbortSignal): Promise<readonly string[]> {
  for (let time = 0; time < mostTimes; time++) {
    const statuses = await statusesOfOne(target, signal);
    if (statuses === undefined) return [];
    if (statuses.length > 0) return statuses;
  }
  return [];
}

/** Undefined without an answer. */
async function statusesOfOne(target: TargetedRequest, signal: AbortSignal): Promise<readonly string[] | undefined> {
  if (signal.aborted) return undefined;
  const content = await bodyOf(target);
  const client = target.origin.startsWith("https:") ? https : http;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const seen: string[] = [];
  let isAnswered = false;
  return await new Promise((resolve) => {
    const options = { method: target.method, headers: target.headers, signal: limit, rejectUnauthorized: false, agent: false };
    const request = client.request(new URL(target.path, target.origin), options, (response) => {
      isAnswered = true;
      response.resume();
    });
    request.on("information", ({ statusCode }) => seen.push(String(statusCode)));
    // Also after an error.
    request.on("close", () => resolve(isAnswered || seen.length > 0 ? seen : undefined));
    request.on("error", () => undefined);
    request.end(content);
  });
}
