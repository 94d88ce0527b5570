import net from "node:net";
import type { LoadProgress } from "../../analysis/load/load.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import type { Spoken } from "./http2/spoken.ts";
import type { LoadFailure } from "./load-failure.ts";
import { addressOf, type LoadServer, serverName, shownUrl, type TargetedRequest } from "./request-target.ts";
import { NoResponseError, sendRequest } from "./send-request.ts";

const connectLimitMs = 30_000;
/** A development server may have to build the whole app before its first response. */
export const firstResponseLimitMs = 60_000;
const progressMs = 500;

/** Whether anything listens there: a load tool would only count refused connections, as fast as it can. */
export function probe(server: LoadServer): Promise<LoadFailure | undefined> {
  const url = serverName(server);
  return new Promise((resolve) => {
    const socket = net.connect({ ...addressOf(server), timeout: connectLimitMs });
    const finish = (failure: LoadFailure | undefined): void => {
      socket.destroy();
      resolve(failure);
    };
    socket.once("connect", () => finish(undefined));
    socket.once("timeout", () => finish({ kind: "unreachable", url, code: "ETIMEDOUT" }));
    socket.once("error", (error: NodeJS.ErrnoException & { errors?: readonly NodeJS.ErrnoException[] }) => {
      // Node tries a name's IPv6 and IPv4 addresses and wraps both failures in an error without a code.
      const code = error.code ?? error.errors?.[0]?.code ?? error.message;
      finish({ kind: "unreachable", url, code });
    });
  });
}

/**
 * Sends a request and waits for any response, so that the load does not begin while the app is still being built. Ignores failures: the
 * load will report them.
 */
export async function awaitFirstResponse(
  target: TargetedRequest,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
  limitMs: Milliseconds = firstResponseLimitMs,
  spoken: Spoken = "http1",
): Promise<LoadFailure | undefined> {
  try {
    const { isHttp2 } = await whileWaiting(onProgress, () => sendRequest(target, signal, limitMs));
    if (isHttp2 && spoken === "http1") return { kind: "only-http2", url: serverName(target) };
  } catch (error) {
    if (error instanceof NoResponseError)
      return { kind: error.hasBegun ? "endless" : "silent", url: shownUrl(target), seconds: limitMs / 1000 };
    if (!(error instanceof Error)) throw error;
  }
  return undefined;
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
