import net from "node:net";
import tls from "node:tls";
import { addressOf, type LoadServer, serverName } from "./request-target.ts";
import type { Milliseconds } from "../../analysis/units.ts";

/** What the tool of a load speaks: most HTTP/1 alone. */
export type Spoken = "http1" | "http2-too";

const limitMs: Milliseconds = 5000;

/** What `listen` settles with, and then the connection is closed. Undefined if that fails, ends or says nothing in time. */
export function connectionOutcome<Outcome>(
  socket: net.Socket,
  signal: AbortSignal,
  listen: (settle: (outcome: Outcome | undefined) => void) => void,
): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const settle = (found: Outcome | undefined): void => {
      clearTimeout(limit);
      signal.removeEventListener("abort", stop);
      socket.destroy();
      resolve(found);
    };
    const stop = (): void => settle(undefined);
    const limit = setTimeout(stop, limitMs);
    signal.addEventListener("abort", stop);
    socket.on("error", stop).on("close", stop);
    listen(settle);
    if (signal.aborted) stop();
  });
}

/** Neither a request nor TLS: HTTP servers answer it with 400 before the app sees anything, TLS servers with an alert. */
const nonsense = Buffer.from("\u0016\u0003\u0001\u0000\u0000\r\n\r\n\r\n\r\n", "latin1");

/** The same server by the other scheme, http or https, if it speaks that one. Sends no request. */
export async function otherOrigin(server: LoadServer, signal: AbortSignal): Promise<string | undefined> {
  const address = addressOf(server);
  const { protocol, hostname } = new URL(server.origin);
  const isSecure = protocol === "https:";
  const speaks = await (isSecure ? speaksHttp(address, signal) : speaksTls(address, signal));
  if (!speaks) return undefined;
  const scheme = isSecure ? "http" : "https";
  if ("path" in address) return serverName({ ...server, origin: `${scheme}://localhost` });
  return new URL(`${scheme}://${hostname}:${address.port}`).origin;
}

type Address = ReturnType<typeof addressOf>;

async function speaksTls(address: Address, signal: AbortSignal): Promise<boolean> {
  // Any certificate will do: nothing is sent.
  const socket = tls.connect({ ...address, rejectUnauthorized: false, ...serverNameOf(address) });
  return (await connectionOutcome<true>(socket, signal, (settle) => socket.once("secureConnect", () => settle(true)))) === true;
}

/** By which a server of several chooses its certificate. */
export function serverNameOf(address: Address): { readonly servername?: string } {
  return "host" in address && net.isIP(address.host) === 0 ? { servername: address.host } : {};
}

/** Whether a server answers HTTP/1 without TLS. Sends no request. */
export async function speaksHttp(address: Address, signal: AbortSignal): Promise<boolean> {
  const socket = net.connect(address, () => socket.write(nonsense));
  const answer = await connectionOutcome<Buffer>(socket, signal, (settle) => socket.once("data", settle));
  return answer?.toString("latin1").startsWith("HTTP/") === true;
}
