import { channel } from "node:diagnostics_channel";
import { Socket } from "node:net";

/** What an app serves by other ways than HTTP/1 requests: nothing of it has a route. */
export class Unrouted {
  #streams = 0;

  start(): void {
    // Node 18 and 20 do not publish it.
    channel("http2.server.stream.start").subscribe(() => {
      this.#streams += 1;
    });
  }

  restart(): void {
    this.#streams = 0;
  }

  /** Requests by HTTP/2 since the restart, and how many connections are upgraded now (WebSocket). */
  counts(): { readonly streams: number; readonly upgraded: number } {
    const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
    return { streams: this.#streams, upgraded: handles.filter(isUpgraded).length };
  }
}

/** Node's HTTP server takes its parser from a connection that it hands over. */
function isUpgraded(handle: unknown): boolean {
  if (!(handle instanceof Socket)) return false;
  const { server, parser } = handle as { readonly server?: object | null; readonly parser?: unknown };
  const isHttp = typeof server === "object" && server !== null && "headersTimeout" in server;
  return isHttp && (parser === null || parser === undefined) && !handle.destroyed;
}
