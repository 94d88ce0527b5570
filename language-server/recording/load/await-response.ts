import net from "node:net";
import type { LoadProgress } from "../../analysis/load/load.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import type { Spoken } from "./spoken-scheme.ts";
import { UserError } from "../../analysis/user-error.ts";
import { addressOf, type LoadServer, serverName, shownUrl, type TargetedRequest } from "./request-target.ts";
import { NoResponseError, sendRequest } from "./send-request.ts";
import { reasonOfCode } from "../../analysis/failure-reason.ts";

const connectLimitMs = 30_000;
/** A development server may have to build the whole app before its first response. */
export const firstResponseLimitMs = 60_000;
const progressMs = 500;

/** Rejects with a UserError unless something listens there: a load tool would only count refused connections, as fast as it can. */
export async function probe(server: LoadServer): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = net.connect({ ...addressOf(server), timeout: connectLimitMs });
    const finish = (failure: string | undefined): void => {
      socket.destroy();
      resolve(failure);
    };
    socket.once("connect", () => finish(undefined));
    socket.once("timeout", () => finish("ETIMEDOUT"));
    socket.once("error", (error: NodeJS.ErrnoException & { errors?: readonly NodeJS.ErrnoException[] }) => {
      // Node tries a name's IPv6 and IPv4 addresses and wraps both failures in an error without a code.
      finish(error.code ?? error.errors?.[0]?.code ?? error.message);
    });
  });
  if (code !== undefined) throw new UserError("load.nobodyAnswers", { url: serverName(server), reason: reasonOfCode(code) });
}

/**
 * Sends a request and waits for any response, so that the load does not begin while the app is still being built. Ignores failures, which
 * the load will report. Rejects with a UserError if none comes in time, or by HTTP/2 alone.
 */
export async function awaitFirstResponse(
  target: TargetedRequest,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
  limitMs: Milliseconds = firstResponseLimitMs,
  spoken: Spoken = "http1",
): Promise<void> {
  const response = await whileWaiting(onProgress, () => sendRequest(target, signal, limitMs)).catch((error: unknown) => {
    if (!(error instanceof NoResponseError)) return undefined;
    const values = { url: shownUrl(target), seconds: limitMs / 1000 };
    throw new UserError(error.hasBegun ? "load.firstAnswerEndless" : "load.firstRequestTimeout", values, { cause: error });
  });
  if (response?.isHttp2 === true && spoken === "http1") throw new UserError("load.onlyHttp2", { url: serverName(target) });
}

/** Reports how long it has been waiting for a response. */
export async function whileWaiting<Result>(onProgress: (progress: LoadProgress) => void, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const timer = setInterval(() => onProgress({ phase: "waiting", elapsedSeconds: (performance.now() - startedAt) / 1000 }), progressMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
