import http from "node:http";
import https from "node:https";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { bodyOf } from "./request-body.ts";
import type { TargetedRequest } from "./request-target.ts";

const keptBodyLength = 200;

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Where it redirects to, or "". */
  readonly location: string;
  /** Of the whole body. */
  readonly length: Bytes;
  /** Its start. */
  readonly body: string;
}

/** The whole answer was not there in time. */
export class NoAnswerError extends Error {
  constructor(limitMs: Milliseconds) {
    super(`no answer within ${limitMs / 1000} s`);
  }
}

/** Sends one request and waits for its whole answer. Rejects with a NoAnswerError after `limitMs`, and when it fails or `signal` aborts it. */
export async function sendRequest(target: TargetedRequest, signal: AbortSignal, limitMs: Milliseconds): Promise<Answer> {
  const content = await bodyOf(target);
  const client = target.origin.startsWith("https:") ? https : http;
  // As autocannon does: a development server's certificate is its own. No connection stays open: it would be none of the load's.
  const options = { method: target.method, headers: target.headers, signal, rejectUnauthorized: false, agent: false };
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
      reject(new NoAnswerError(limitMs));
      request.destroy();
    }, limitMs);
    request.on("close", () => clearTimeout(limit));
    request.on("error", reject);
    request.end(content);
  });
}
