import { channel } from "node:diagnostics_channel";
import { Server, Socket } from "node:net";

/** Node's HTTP/2 server and its sessions; only what is used. */
interface Http2Server {
  on(event: "session", listener: (session: Http2Session) => void): void;
}

interface Http2Session {
  on(event: "stream", listener: () => void): void;
}

/** What an app serves by other ways than HTTP/1 requests: nothing of it has a route. */
export class Unrouted {
  readonly #known = new WeakSet();
  /** As Node publishes them, from 22 and 24 on. */
  #published = 0;
  /** Of the servers that listened at a restart, by their own events. */
  #seen = 0;

  start(): void {
    channel("http2.server.stream.start").subscribe(() => {
      this.#published += 1;
    });
  }

  restart(): void {
    this.#published = 0;
    this.#seen = 0;
    for (const handle of activeHandles()) if (isHttp2Server(handle) && !this.#known.has(handle)) this.#watch(handle);
  }

  /** Requests by HTTP/2 since the restart, and how many connections are upgraded now (WebSocket). */
  counts(): { readonly streams: number; readonly upgraded: number } {
    return { streams: Math.max(this.#published, this.#seen), upgraded: activeHandles().filter(isUpgraded).length };
  }

  #watch(server: Http2Server): void {
    this.#known.add(server);
    server.on("session", (session) => {
      session.on("stream", () => {
        this.#seen += 1;
      });
    });
  }
}

function activeHandles(): readonly unknown[] {
  return (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
}

function isHttp2Server(handle: unknown): handle is Http2Server {
  return handle instanceof Server && "updateSettings" in handle;
}

/** Node's HTTP server takes its parser from a connection that it hands over. */
function isUpgraded(handle: unknown): boolean {
  if (!(handle instanceof Socket)) return false;
  const { server, parser } = handle as { readonly server?: object | null; readonly parser?: unknown };
  // One that speaks HTTP/1 and HTTP/2 has both.
  const isHttp = typeof server === "object" && server !== null && "headersTimeout" in server && !("updateSettings" in server);
  return isHttp && (parser === null || parser === undefined) && !handle.destroyed;
}
