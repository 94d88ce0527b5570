import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { LoadRequest } from "../../analysis/load.ts";
import type { LoadFailure } from "./load-failure.ts";
import { bodyOf } from "./request-body.ts";
import { targetRequest, type TargetedRequest } from "./request-target.ts";

const answerLimitMs = 30_000;
const shownBodyLength = 200;

/** Sends the set-up requests in order; the first that is not answered below 400 ends it. */
export async function sendSetup(requests: readonly LoadRequest[], baseUrl: string, signal: AbortSignal): Promise<LoadFailure | undefined> {
  for (const request of requests) {
    if (signal.aborted) return undefined;
    const target = targetRequest(request, baseUrl);
    if ("kind" in target) return target;
    const name = `${request.method} ${request.path}`;
    try {
      const { status, body } = await sendRequest(target, await bodyOf(target), signal);
      if (status >= 400) return { kind: "setup-refused", request: name, status, body: body.trim().slice(0, shownBodyLength) };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof Error)) throw error;
      return { kind: "setup-failed", request: name, reason: error.message };
    }
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
): Promise<{ readonly status: number; readonly body: string }> {
  const client = target.origin.startsWith("https:") ? https : http;
  // As autocannon does: a development server's certificate is its own.
  const options = { method: target.method, headers: target.headers, signal, timeout: answerLimitMs, rejectUnauthorized: false };
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
    request.on("timeout", () => request.destroy(new Error(`no answer within ${answerLimitMs / 1000} s`)));
    request.on("error", reject);
    request.end(content);
  });
}
