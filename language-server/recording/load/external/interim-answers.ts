import http from "node:http";
import https from "node:https";
import type { Milliseconds } from "../../../analysis/units.ts";
import { bodyOf } from "../request-body.ts";
import type { TargetedRequest } from "../request-target.ts";

const limitMs: Milliseconds = 2000;

/**
 * What each does with `103 Early Hints`: wrk counts two answers and sends the next request after the first one; ab counts each as an error;
 * bombardier takes every second answer for one to a later request; siege and locust's fast client stop.
 */
const takesInterim: ReadonlySet<string> = new Set(["wrk", "ab", "bombardier", "siege", "locust"]);

export function takesInterimAnswers(tool: string): boolean {
  return takesInterim.has(tool);
}

/** Statuses of interim answers (102, 103) that the requests get: each is sent once more. Empty if the app does not answer. */
export async function interimStatuses(requests: readonly TargetedRequest[], signal: AbortSignal): Promise<readonly string[]> {
  const statuses = await Promise.all(requests.map((request) => statusesOf(request, signal)));
  return [...new Set(statuses.flat())].toSorted();
}

async function statusesOf(target: TargetedRequest, signal: AbortSignal): Promise<readonly string[]> {
  if (signal.aborted) return [];
  const content = await bodyOf(target);
  const client = target.origin.startsWith("https:") ? https : http;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const seen: string[] = [];
  return await new Promise((resolve) => {
    const options = { method: target.method, headers: target.headers, signal: limit, rejectUnauthorized: false, agent: false };
    const request = client.request(new URL(target.path, target.origin), options, (response) => response.resume());
    request.on("information", ({ statusCode }) => seen.push(String(statusCode)));
    // Also after an error.
    request.on("close", () => resolve(seen));
    request.on("error", () => undefined);
    request.end(content);
  });
}
