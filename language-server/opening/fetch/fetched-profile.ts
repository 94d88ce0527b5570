import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { budget } from "../../analysis/budget.ts";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { secondsOf } from "../../analysis/profile-url.ts";
import { shownUrl } from "../../analysis/masking/masked-url.ts";
import type { Bytes } from "../../analysis/units.ts";
import { isUserError, UserError } from "../../analysis/user-error.ts";
import { isThisMachine } from "../../platform/this-machine.ts";
import { openResponse } from "./http-response.ts";
import { isRefusal } from "../../platform/refusals.ts";

/** Time for the connection, in addition to the time that the server records. */
const usualMarginMs = 120_000;

export interface FetchOptions {
  /** Value of the Authorization header. It is sent only to the URL's origin or, on default ports, to the same host over https. */
  readonly authorization?: string | undefined;
  /** Whether http to another machine is allowed. */
  readonly plainHttp: boolean;
  /** Precede the environment's: `http_proxy`, `https_proxy` and `no_proxy`. */
  readonly proxies?: Readonly<Record<string, string>> | undefined;
  /** Ends the fetch; it then rejects. */
  readonly signal?: AbortSignal | undefined;
  readonly marginMs?: number | undefined;
  readonly limit?: Bytes | undefined;
}

/**
 * Saves what the URL serves in a new file, and creates its folder. If it fails, it leaves no file and rejects with a UserError whose text
 * has no secret (see `wantsLogin`), or with the signal's reason.
 */
export async function fetchProfile(url: URL, file: string, options: FetchOptions): Promise<void> {
  const name = shownUrl(url);
  if (url.protocol === "http:" && !options.plainHttp && !isThisMachine(url.hostname)) throw new UserError("url.notEncrypted", { name });
  const { authorization, proxies, signal, marginMs = usualMarginMs, limit = budget.scanned } = options;
  const patienceMs = secondsOf(url) * 1000 + marginMs;
  const limited = new AbortController();
  const timer = setTimeout(() => limited.abort(new UserError("url.tooSlow", { name, seconds: Math.ceil(patienceMs / 1000) })), patienceMs);
  const ending = AbortSignal.any([limited.signal, ...(signal === undefined ? [] : [signal])]);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const response = await openResponse(url, authorization, ending, { ...process.env, ...proxies });
    await save(response, file, name, limit, ending);
  } catch (error) {
    // An interrupted stream may throw any error: the signal has the reason.
    if (ending.aborted) throw ending.reason;
    if (isUserError(error) || !isRefusal(error)) throw error;
    throw isOfCertificate(error.code)
      ? new UserError("url.badCertificate", { host: url.host, reason: String(error.code) }, { cause: error })
      : new UserError("url.failed", { name, reason: reasonOf(error) }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function save(response: IncomingMessage, file: string, name: string, limit: Bytes, signal: AbortSignal): Promise<void> {
  const tooLarge = (): UserError => new UserError("profile.tooLarge", { name, limitMb: Math.floor(limit / 1_000_000) });
  if (Number(response.headers["content-length"]) > limit) {
    response.destroy();
    throw tooLarge();
  }
  async function* checked(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const piece of pieces) {
      if (length === 0 && isPage(piece)) throw new UserError("url.page", { name });
      length += piece.length;
      if (length > limit) throw tooLarge();
      yield piece;
    }
  }
  try {
    await pipeline(response, checked, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function isPage(beginning: Uint8Array): boolean {
  return /^\uFEFF?\s*<(?:!doctype|!--|html|head|body)/i.test(new TextDecoder().decode(beginning.subarray(0, 512)));
}

/** Codes of OpenSSL's checks of a certificate, and of Node's check of its host name. */
function isOfCertificate(code: unknown): boolean {
  return /CERT|SIGNATURE/.test(String(code));
}
