import { socketAddress } from "../../analysis/load/socket-address.ts";
import type { LoadRequest } from "../../analysis/load/load.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { UserError } from "../../analysis/user-error.ts";
import { targetRequest } from "../../recording/load/request-target.ts";
import { sendRequest, ifFailed } from "../../recording/load/send-request.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { RequestedLoad } from "../requested-load.ts";

/** An app opens its ports one after the other, often a port for metrics first: how long none may follow. */
const settledMs: Milliseconds = 300;
/** How long to wait for the load's own port once the app listens on another. */
const otherPortMs: Milliseconds = 10_000;
const answerMs: Milliseconds = 5000;

interface ChoiceEvents {
  /** `said`: which one of several it is, and why. */
  readonly chosen: (origin: string, said: CommandText | undefined) => void;
  /** The app listens, but not where it should. */
  readonly missing: (problem: UserError) => void;
}

/** Chooses the server that a load goes to: the wanted one, else of several the first that answers its request. */
export class ServerChoice implements Disposable {
  readonly #load: RequestedLoad;
  readonly #events: ChoiceEvents;
  readonly #end = new AbortController();
  #origins: readonly string[] = [];
  #settling: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(load: RequestedLoad, events: ChoiceEvents) {
    this.#load = load;
    this.#events = events;
  }

  /** The app listens there now, and nowhere else. */
  heard(origins: readonly string[]): void {
    if (this.#isOver || origins.join() === this.#origins.join()) return;
    this.#origins = origins;
    clearTimeout(this.#settling);
    const [first] = origins;
    if (first === undefined) return;
    const { wanted, port } = this.#load;
    const named = wanted ?? (port === undefined ? undefined : String(port));
    if (named === undefined) {
      this.#settling = setTimeout(() => void this.#chooseAmong(origins), settledMs);
      return;
    }
    const found = origins.find((origin) => isNamed(origin, named));
    if (found !== undefined) return this.#choose(found);
    this.#patience ??= setTimeout(() => this.#giveUp(), otherPortMs);
  }

  #giveUp(): void {
    const { wanted } = this.#load;
    const [first] = this.#origins;
    if (first === undefined) this.#patience = undefined;
    // A URL says itself where it goes: perhaps to a proxy before the app.
    else if (wanted === undefined) this.#choose(first);
    else {
      this.#isOver = true;
      const ports = this.#origins.map(placeOf).join(", ");
      this.#events.missing(new UserError("terminal.otherPort", { port: wanted, ports }));
    }
  }

  async #chooseAmong(origins: readonly string[]): Promise<void> {
    const [first = ""] = origins;
    if (origins.length === 1) return this.#choose(first);
    const { request } = this.#load;
    const statuses = await Promise.all(origins.map((origin) => this.#statusAt(origin, request)));
    // Another one may have been opened or closed in the meantime.
    if (this.#isOver || origins !== this.#origins) return;
    const at = statuses.findIndex((status) => status !== undefined && status < 400);
    const all = origins.map(placeOf).join(", ");
    const [chosen = first, status] = at === -1 ? [first] : [origins[at], statuses[at]];
    const values = { all, chosen: placeOf(chosen) };
    this.#choose(
      chosen,
      status === undefined
        ? { code: "command.tookFirst", values }
        : { code: "command.tookAnswering", values: { ...values, request: `${request.method} ${request.path}`, status } },
    );
  }

  /** Undefined if nothing answers there, or the request is none that may be sent once more. */
  async #statusAt(origin: string, request: LoadRequest): Promise<number | undefined> {
    if (!["GET", "HEAD"].includes(request.method)) return undefined;
    return (await sendRequest(targetRequest(request, origin), this.#end.signal, answerMs).catch(ifFailed))?.status;
  }

  #choose(origin: string, said?: CommandText): void {
    this[Symbol.dispose]();
    this.#events.chosen(origin, said);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#end.abort();
    clearTimeout(this.#settling);
    clearTimeout(this.#patience);
  }
}

/** `named`: a port, or the path of a socket. */
function isNamed(origin: string, named: string): boolean {
  return socketAddress(origin)?.path === (socketAddress(named)?.path ?? named) || String(portOf(origin)) === named;
}

/** Undefined for a socket. */
function portOf(origin: string): number | undefined {
  const port = /:(\d+)$/.exec(origin)?.[1];
  return port === undefined || socketAddress(origin) !== undefined ? undefined : Number(port);
}

/** How the app's servers are told apart: `3000`, `[::1]:3000`, `/run/app.sock`. */
export function placeOf(origin: string): string {
  return socketAddress(origin)?.path ?? origin.replace(/^https?:\/\/(?:127\.0\.0\.1:)?/, "");
}
