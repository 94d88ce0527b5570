import net from "node:net";
import tls from "node:tls";
import { connectionOutcome } from "./connection-outcome.ts";
import { addressOf } from "./request-target.ts";

/** Neither a request nor TLS: HTTP servers answer it with 400 before the app sees anything, TLS servers with an alert. */
const nonsense = Buffer.from("\u0016\u0003\u0001\u0000\u0000\r\n\r\n\r\n\r\n", "latin1");

/** The origin of the same server by the other scheme, http or https, if it speaks that one. Sends no request. */
export async function otherOrigin(origin: string, signal: AbortSignal): Promise<string | undefined> {
  const address = addressOf(origin);
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === "https:";
  const speaks = await (isSecure ? speaksHttp(address, signal) : speaksTls(address, signal));
  return speaks ? new URL(`${isSecure ? "http" : "https"}://${hostname}:${address.port}`).origin : undefined;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

async function speaksTls({ host, port }: Address, signal: AbortSignal): Promise<boolean> {
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  // Any certificate will do: nothing is sent.
  const socket = tls.connect({ host, port, rejectUnauthorized: false, ...servername });
  return (await connectionOutcome<true>(socket, signal, (settle) => socket.once("secureConnect", () => settle(true)))) === true;
}

/** Whether a server answers HTTP/1 without TLS. Sends no request. */
export async function speaksHttp(address: Address, signal: AbortSignal): Promise<boolean> {
  const socket = net.connect(address, () => socket.write(nonsense));
  const answer = await connectionOutcome<Buffer>(socket, signal, (settle) => socket.once("data", settle));
  return answer?.toString("latin1").startsWith("HTTP/") === true;
}
