import { Server } from "node:net";
import type { Tell } from "./messages.ts";

/**
 * Reports the ports that servers listen on, by wrapping `net.Server.prototype.listen`, which http, https, http2 and cluster workers all
 * use. Finds servers that are already listening among the active handles. Returns a function that removes the wrapper.
 */
export function watchServers(tell: Tell): () => void {
  const known = new WeakSet<Server>();
  let count = 0;
  const watch = (server: Server): void => {
    if (known.has(server)) return;
    known.add(server);
    count += 1;
    const id = count;
    const listening = (): void => {
      const origin = originOf(server);
      if (origin !== undefined) tell({ kind: "listening", server: id, origin });
      server.once("close", () => tell({ kind: "closed", server: id }));
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
  if (address === null || typeof address !== "object") return undefined;
  const scheme = "setSecureContext" in server ? "https" : "http";
  const host = address.address === "::1" ? "[::1]" : "127.0.0.1";
  return `${scheme}://${host}:${address.port}`;
}
