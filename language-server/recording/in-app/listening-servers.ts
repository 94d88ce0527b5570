import { Server } from "node:net";
import { resolve } from "node:path";
import type { Report } from "./messages.ts";
import { monotonicUs } from "./thread-clock.ts";

/**
 * Reports the ports and sockets that servers listen on, by wrapping `net.Server.prototype.listen`, which http, https, http2 and cluster workers all
 * use. Finds servers that are already listening among the active handles. Returns a function that removes the wrapper.
 */
export function watchServers(report: Report): () => void {
  const known = new WeakSet<Server>();
  let count = 0;
  const watch = (server: Server): void => {
    if (known.has(server)) return;
    known.add(server);
    count += 1;
    const id = count;
    const listening = (): void => {
      const origin = originOf(server);
      if (origin !== undefined) report({ kind: "listening", server: id, origin, atUs: monotonicUs() });
      server.once("close", () => report({ kind: "closed", server: id }));
    };
    if (server.listening) listening();
    else server.on("listening", listening);
  };
  const prototype = Server.prototype as { listen: (...args: unknown[]) => Server };
  const { listen } = prototype;
  // recorder-frames.ts knows this function by name: what it calls belongs to the app.
  const watched = function (this: Server, ...args: unknown[]): Server {
    watch(this);
    return listen.apply(this, args);
  };
  prototype.listen = watched;
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  for (const handle of handles) if (handle instanceof Server) watch(handle);
  return () => {
    if (prototype.listen === watched) prototype.listen = listen;
  };
}

function originOf(server: Server): string | undefined {
  const address = server.address();
  if (address === null) return undefined;
  const scheme = "setSecureContext" in server ? "https" : "http";
  if (typeof address === "string") return speaksHttp(server) ? socketOf(address, scheme) : undefined;
  const host = address.address === "::1" ? "[::1]" : "127.0.0.1";
  return `${scheme}://${host}:${address.port}`;
}

/** Sockets are also how tools such as tsx talk to their children. Servers of http and https have the first property, those of http2 the other. */
function speaksHttp(server: Server): boolean {
  return "headersTimeout" in server || "updateSettings" in server;
}

/** See `analysis/load/socket-address.ts`. */
function socketOf(address: string, scheme: string): string {
  const isNamed = address.startsWith("\0") || /^[\\/]{2}[.?][\\/]pipe[\\/]/i.test(address);
  const at = isNamed ? address.replace("\0", "@") : resolve(address);
  return `${scheme === "https" ? "https+" : ""}unix:${at}`;
}
