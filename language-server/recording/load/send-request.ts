import http from "node:http";
import https from "node:https";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { bodyOf } from "./request-body.ts";
import type { TargetedRequest } from "./request-target.ts";

const keptBodyLength = 200;

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** Target of a redirect, or "". */
  readonly location: string;
  /** Length of the whole body. */
  readonly length: Bytes;
  /** The beginning of the body. */
  readonly body: string;
}

/** Whether the server must show a valid certificate. Without: as autocannon does, since a development server may have a self-signed one. */
export type CertificateCheck = "checked" | "unchecked";

/** The response was not complete in time. */
export class NoResponseError extends UserError {
  constructor(limitMs: Milliseconds) {
    super("reason.noAnswerIn", { seconds: limitMs / 1000 });
  }
}

/**
 * Sends one request and waits for the complete response. Rejects with a NoResponseError after `limitMs`, and if it fails or `signal` aborts
 * it.
 */
export async function sendRequest(
  target: TargetedRequest,
  signal: AbortSignal,
  limitMs: Milliseconds,
  certificate: CertificateCheck = "unchecked",
): Promise<HttpResponse> {
  const content = await bodyOf(target);
  const client = target.origin.startsWith("https:") ? https : http;
  const rejectUnauthorized = certificate === "checked";
  // No keep-alive: the connection would not belong to the load.
  const options = { method: target.method, headers: target.headers, signal, rejectUnauthorized, agent: false };
  return new Promise((resolve, reject) => {
    const request = client.request(new URL(target.path, target.origin), options, (response) => {
      let body = "";
      let length = 0;
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        length += Buffer.byteLength(text);
        if (body.length < keptBodyLength) body += text;
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          statusText: response.statusMessage ?? "",
          location: response.headers.location ?? "",
          length,
          body: body.trim().slice(0, keptBodyLength),
        }),
      );
      response.on("error", reject);
    });
    const limit = setTimeout(() => {
      reject(new NoResponseError(limitMs));
      request.destroy();
    }, limitMs);
    request.on("close", () => clearTimeout(limit));
    request.on("error", reject);
    request.end(content);
  });
}
