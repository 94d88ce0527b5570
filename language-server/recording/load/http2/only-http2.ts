import net from "node:net";
import tls from "node:tls";
import { connectionOutcome, serverNameOf, speaksHttp } from "../spoken-scheme.ts";
import { addressOf, type LoadServer } from "../request-target.ts";

/** RFC 9113, 3.4: the preface of a client that knows that the server speaks HTTP/2, and an empty frame SETTINGS. */
const preface = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])]);
/** Length of a frame's header; the fourth byte is its type. */
const frameHeader = 9;
const settingsType = 4;

/**
 * Whether a server answers HTTP/2 and not HTTP/1: by TLS what it agrees to (RFC 7301), else how it answers the preface. Sends no request. Ask
 * only about a server that has refused a request of HTTP/1.
 */
export async function speaksOnlyHttp2(server: LoadServer, signal: AbortSignal): Promise<boolean> {
  if (!server.origin.startsWith("https:")) return (await answersPreface(server, signal)) && !(await speaksHttp(addressOf(server), signal));
  return (await agreedProtocol(server, "h2", signal)) === "h2" && (await agreedProtocol(server, "http/1.1", signal)) !== "http/1.1";
}

/** The protocol to which the server agrees if it is offered this one alone; undefined if to none. */
function agreedProtocol(server: LoadServer, offered: string, signal: AbortSignal): Promise<string | undefined> {
  const address = addressOf(server);
  // Any certificate will do: nothing is sent.
  const socket = tls.connect({ ...address, ALPNProtocols: [offered], rejectUnauthorized: false, ...serverNameOf(address) });
  return connectionOutcome(socket, signal, (settle) =>
    socket.once("secureConnect", () => settle(socket.alpnProtocol === false ? undefined : (socket.alpnProtocol ?? undefined))),
  );
}

async function answersPreface(server: LoadServer, signal: AbortSignal): Promise<boolean> {
  const socket = net.connect(addressOf(server), () => socket.write(preface));
  const header = await connectionOutcome<Buffer>(socket, signal, (settle) => {
    let received = Buffer.alloc(0);
    socket.on("data", (data) => {
      received = Buffer.concat([received, data]);
      if (received.length >= frameHeader) settle(received);
    });
  });
  return header?.[3] === settingsType && header.readUInt32BE(5) === 0 && header.readUIntBE(0, 3) % 6 === 0;
}
