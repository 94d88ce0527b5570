import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { LoadProgress, LoadRequest } from "../../analysis/load.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import type { LoadFailure } from "./load-failure.ts";
import { bodyOf } from "./request-body.ts";
import { targetRequest, type TargetedRequest } from "./request-target.ts";

const answerLimitMs = 30_000;
/** A development server may have the whole app to build before it answers for the first time. */
const firstAnswerLimitMs = 60_000;
const progressMs = 500;
const shownBodyLength = 200;

/** Sends the set-up requests in order; the first that is not answered below 400 ends it. */
export async function sendSetup(requests: readonly LoadRequest[], baseUrl: string, signal: AbortSignal): Promise<LoadFailure | undefined> {
  for (const request of requests) {
    if (signal.aborted) return undefined;
    const target = targetRequest(request, baseUrl);
    if ("kind" in target) return target;
    const name = `${request.method} ${request.path}`;
    try {
      const { status, body } = await sendRequest(target, await bodyOf(target), signal, answerLimitMs);
      if (status >= 400) return { kind: "setup-refused", request: name, status, body: body.trim().slice(0, shownBodyLength) };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof Error)) throw error;
      return { kind: "setup-failed", request: name, reason: error.message };
    }
  }
  return undefined;
}

/**
 * Sends a request and waits for its answer, whatever it is, so that the load does not begin while the app still builds what is to answer.
 * How a request fails is left to the load, which sends more of them.
 */
export async function awaitFirstAnswer(
  target: TargetedRequest,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
  limitMs: Milliseconds = firstAnswerLimitMs,
): Promise<LoadFailure | undefined> {
  if (signal.aborted) return undefined;
  const url = target.origin + target.path;
  const startedAt = performance.now();
  const patience = new AbortController();
  const stop = (): void => patience.abort();
  const limit = setTimeout(stop, limitMs);
  const timer = setInterval(() => onProgress({ phase: "waiting", elapsedSeconds: (performance.now() - startedAt) / 1000 }), progressMs);
  signal.addEventListener("abort", stop);
  try {
    await sendRequest(target, await bodyOf(target), patience.signal, limitMs);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (patience.signal.aborted && !signal.aborted) return { kind: "silent", url, seconds: limitMs / 1000 };
  } finally {
    clearTimeout(limit);
    clearInterval(timer);
    signal.removeEventListener("abort", stop);
  }
  return undefined;
}

/** Whether anything listens at the origin: a load tool would only count refused connections, as fast as it can. */
export function probe(origin: string): Promise<LoadFailure | undefined> {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = net.connect({ host, port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port), timeout: answerLimitMs });
    const finish = (failure: LoadFailure | undefined): void => {
      socket.destroy();
      resolve(failure);
    };
    socket.once("connect", () => finish(undefined));
    socket.once("timeout", () => finish({ kind: "unreachable", url: origin, code: "no answer" }));
    socket.once("error", (error: NodeJS.ErrnoException & { errors?: readonly NodeJS.ErrnoException[] }) => {
      // Node tries IPv6 and IPv4 of a name and wraps both failures in one without a code.
      const code = error.code ?? error.errors?.[0]?.code ?? error.message;
      finish({ kind: "unreachable", url: origin, code });
    });
  });
}

function sendRequest(
  target: TargetedRequest,
  content: string | Buffer | undefined,
  signal: AbortSignal,
  limitMs: Milliseconds,
): Promise<{ readonly status: number; readonly body: string }> {
  const client = target.origin.startsWith("https:") ? https : http;
  // As autocannon does: a development server's certificate is its own. No connection stays open: it would be none of the load's.
  const options = { method: target.method, headers: target.headers, signal, timeout: limitMs, rejectUnauthorized: false, agent: false };
  return new Promise((resolve, reject) => {
    const request = client.request(new URL(target.path, target.origin), options, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        if (body.length < shownBodyLength) body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error(`no answer within ${limitMs / 1000} s`)));
    request.on("error", reject);
    request.end(content);
  });
}
