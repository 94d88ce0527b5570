import http from "node:http";
import https from "node:https";
import { connectPath } from "../../analysis/load/socket-address.ts";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { decompressed, firstLineOf } from "./first-line.ts";
import { type HttpAnswer, http2Client } from "./http2/http2-client.ts";
import { speaksOnlyHttp2 } from "./http2/only-http2.ts";
import { bodyOf } from "./request-body.ts";
import type { TargetedRequest } from "./request-target.ts";

const keptBodyLength = 200;
const keptBytes: Bytes = 4096;
/** Of pages, which may ask for a password anywhere, and of answers whose values are needed. */
const mostKeptBytes: Bytes = 1024 * 1024;

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** Target of a redirect, or "". */
  readonly location: string;
  /** Length of the whole body. */
  readonly length: Bytes;
  /** The beginning of the body. */
  readonly body: string;
  /** See `firstLineOf`. */
  readonly firstLine: string;
  /** The body, of pages and JSON up to 1 MB of it; of others the beginning. */
  readonly text: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers `Set-Cookie`. */
  readonly setCookies: readonly string[];
  /** Whether the server answers HTTP/2 alone. */
  readonly isHttp2: boolean;
}

type Client = Pick<typeof http | typeof http2Client, "request">;

/** Whether the server must show a valid certificate. Without: as autocannon does, since a development server may have a self-signed one. */
export type CertificateCheck = "checked" | "unchecked";

/** The response was not complete in time; it may have begun. */
export class NoResponseError extends UserError {
  readonly hasBegun: boolean;

  constructor(limitMs: Milliseconds, hasBegun: boolean) {
    super(hasBegun ? "reason.notCompleteIn" : "reason.noAnswerIn", { seconds: limitMs / 1000 });
    this.hasBegun = hasBegun;
  }
}

/** With which a server may refuse HTTP/1, among others; of Node's 403 where TLS has agreed to no protocol. */
const refusals: ReadonlySet<number> = new Set([400, 426, 505]);
const secureRefusals: ReadonlySet<number> = new Set([...refusals, 403, 421]);

/**
 * Sends one request, by HTTP/2 if the server refuses HTTP/1, and waits for the complete response. Rejects with a NoResponseError after `limitMs`, and if it fails or `signal` aborts
 * it. `begun` is called with the status when the response begins.
 */
export async function sendRequest(
  target: TargetedRequest,
  signal: AbortSignal,
  limitMs: Milliseconds,
  certificate: CertificateCheck = "unchecked",
  begun: (status: number) => void = () => undefined,
): Promise<HttpResponse> {
  const isSecure = target.origin.startsWith("https:");
  const send = (client: Client): Promise<HttpResponse> => sendBy(client, target, signal, limitMs, certificate, begun);
  let response: HttpResponse;
  try {
    response = await send(isSecure ? https : http);
  } catch (error) {
    const mayRefuse = !signal.aborted && !(error instanceof NoResponseError);
    if (!mayRefuse || !(await speaksOnlyHttp2(target, signal))) throw error;
    return send(http2Client);
  }
  return (isSecure ? secureRefusals : refusals).has(response.status) && (await speaksOnlyHttp2(target, signal))
    ? send(http2Client)
    : response;
}

/** For `catch`: undefined in place of a response that failed. */
export function ifFailed(error: unknown): undefined {
  if (!(error instanceof Error)) throw error;
}

async function sendBy(
  client: Client,
  target: TargetedRequest,
  signal: AbortSignal,
  limitMs: Milliseconds,
  certificate: CertificateCheck,
  begun: (status: number) => void,
): Promise<HttpResponse> {
  const content = await bodyOf(target);
  const rejectUnauthorized = certificate === "checked";
  // No keep-alive: the connection would not belong to the load.
  const options = { method: target.method, headers: target.headers, signal, rejectUnauthorized, agent: false, ...socketOf(target) };
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const request = client.request(new URL(target.path, target.origin), options, (response: HttpAnswer) => {
      hasBegun = true;
      begun(response.statusCode ?? 0);
      const pieces: Buffer[] = [];
      const most = /html|json|text\/plain/i.test(response.headers["content-type"] ?? "") ? mostKeptBytes : keptBytes;
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        if (length < most) pieces.push(chunk.subarray(0, most - length));
        length += chunk.length;
      });
      response.on("end", () => {
        const { location = "", "content-type": type = "", "content-encoding": encoding = "" } = response.headers;
        const kept = Buffer.concat(pieces);
        const { "set-cookie": setCookies = [], ...others } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          statusText: response.statusMessage ?? "",
          location,
          length,
          body: kept.subarray(0, keptBytes).toString("utf8").trim().slice(0, keptBodyLength),
          firstLine: firstLineOf(kept.subarray(0, keptBytes), { type, encoding }),
          text: decompressed(kept, encoding).toString("utf8"),
          headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
          setCookies,
          isHttp2: response.httpVersionMajor === 2,
        });
      });
      response.on("error", reject);
    });
    const limit = setTimeout(() => {
      reject(new NoResponseError(limitMs, hasBegun));
      request.destroy();
    }, limitMs);
    request.on("close", () => clearTimeout(limit));
    request.on("error", reject);
    request.end(content);
  });
}

function socketOf({ socketPath }: TargetedRequest): { readonly socketPath?: string } {
  return socketPath === undefined ? {} : { socketPath: connectPath(socketPath) };
}
