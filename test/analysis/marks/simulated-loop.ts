import type { Awaited, ThreadMarks, WaitSite } from "../../../language-server/analysis/marks/marks.ts";

/** Times are in microseconds. `wait`: at the site, for so long until it is ready; several at once end with the last. */
export type Step =
  | { readonly cpu: number; readonly line: number }
  | { readonly wait: number; readonly site: number }
  | { readonly all: readonly { readonly wait: number; readonly site: number }[] };

export interface SimulatedRequest {
  readonly at: number;
  readonly route: number;
  readonly steps: readonly Step[];
  readonly port?: number;
  readonly ordinal?: number;
  /** What the same client sends after the answer; `at` is then since that. */
  readonly following?: SimulatedRequest;
}

/** What happened to a request: when it came, began and ended; time in its own code, waiting for what was not ready, and held up after that. */
export interface Truth {
  readonly came: number;
  readonly begun: number;
  readonly ended: number;
  readonly own: number;
  readonly waiting: number;
  readonly held: number;
  /** Time that others ran while it was held up, by their route. */
  readonly heldBy: ReadonlyMap<number, number>;
}

interface Ready {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** An event loop in numbers: each callback runs when it is ready and the ones before it have run. Marks are those that an app writes. */
export class SimulatedLoop {
  readonly #awaited: readonly Awaited[];
  readonly #whatOf: (site: number) => number;
  readonly #marksIdle: boolean;
  #now = 0;
  #idle = 0;
  #order = 0;
  #pending: Ready[] = [];
  #lastTurn = { request: -1, idle: 0 };
  readonly #turns: [at: number, idle: number, request: number][] = [];
  readonly #waits: [start: number, end: number, request: number, site: number, ready: number][] = [];
  readonly #served: { begin: number; end: number; route: number; port: number; ordinal: number }[] = [];
  readonly #truths: (Truth | undefined)[] = [];
  /** What ran when, in order. */
  readonly ran: { from: number; to: number; request: number; line: number }[] = [];

  /** `marksIdle`: whether a turn is marked when the loop was idle, too, or only when the request changes. */
  constructor(awaited: readonly Awaited[], whatOf: (site: number) => number, marksIdle: boolean) {
    [this.#awaited, this.#whatOf, this.#marksIdle] = [awaited, whatOf, marksIdle];
  }

  /** Runs until nothing is left to do. */
  run(requests: readonly SimulatedRequest[]): { readonly marks: ThreadMarks; readonly truths: readonly Truth[] } {
    for (const request of requests) this.#when(request.at, () => this.#begin(request));
    for (;;) {
      if (this.#pending.length === 0) break;
      this.#pending.sort((one, other) => one.at - other.at || one.order - other.order);
      const first = this.#pending[0]!.at;
      if (first > this.#now) {
        this.#idle += first - this.#now;
        this.#now = first;
      }
      const ready = this.#pending.filter(({ at }) => at <= this.#now);
      this.#pending = this.#pending.filter(({ at }) => at > this.#now);
      for (const { run } of ready) run();
    }
    this.#turn(0);
    return { marks: this.#marks, truths: this.#truths as Truth[] };
  }

  #when(at: number, run: () => void): void {
    this.#pending.push({ at, order: this.#order++, run });
  }

  #turn(request: number): void {
    const { request: last, idle } = this.#lastTurn;
    if (last === request && (!this.#marksIdle || idle === this.#idle)) return;
    this.#turns.push([this.#now, this.#idle, request]);
    this.#lastTurn = { request, idle: this.#idle };
  }

  #begin({ at, route, steps, port = 0, ordinal = 0, following }: SimulatedRequest): void {
    const served = { begin: this.#now, end: Number.NaN, route, port, ordinal };
    const request = this.#served.push(served);
    const reported = { came: at, begun: this.#now, own: 0, waiting: 0, held: 0, heldBy: new Map<number, number>() };
    this.#truths[request - 1] = undefined;
    this.#turn(request);
    const step = (index: number): void => {
      const next = steps[index];
      if (next === undefined) {
        served.end = this.#now;
        if (following !== undefined) {
          const next = { ...following, at: this.#now + following.at };
          this.#when(next.at, () => this.#begin(next));
        }
        this.#truths[request - 1] = { ...reported, ended: this.#now };
        return;
      }
      if ("cpu" in next) {
        this.ran.push({ from: this.#now, to: this.#now + next.cpu, request, line: next.line });
        reported.own += next.cpu;
        this.#now += next.cpu;
        return step(index + 1);
      }
      const all = "all" in next ? next.all : [next];
      const start = this.#now;
      const lastReady = start + Math.max(...all.map(({ wait }) => wait));
      let open = all.length;
      for (const { wait, site } of all)
        this.#when(start + wait, () => {
          this.#turn(request);
          this.#waits.push([start, this.#now, request, site, start + wait]);
          open -= 1;
          if (open > 0) return;
          reported.waiting += lastReady - start;
          reported.held += this.#now - lastReady;
          this.#addHeld(reported.heldBy, lastReady, this.#now);
          step(index + 1);
        });
    };
    step(0);
  }

  #addHeld(heldBy: Map<number, number>, from: number, to: number): void {
    for (let index = this.ran.length - 1; index >= 0 && this.ran[index]!.to > from; index--) {
      const { from: start, to: end, request } = this.ran[index]!;
      const route = this.#served[request - 1]!.route;
      heldBy.set(route, (heldBy.get(route) ?? 0) + Math.max(0, Math.min(end, to) - Math.max(start, from)));
    }
  }

  get #marks(): ThreadMarks {
    const sites = Math.max(0, ...this.#waits.map(([, , , site]) => site + 1));
    const served = this.#served;
    return {
      thread: 0,
      lost: 0,
      turns: {
        at: Float64Array.from(this.#turns, ([at]) => at),
        idle: Float64Array.from(this.#turns, ([, idle]) => idle),
        request: Int32Array.from(this.#turns, ([, , request]) => request),
      },
      served: {
        begin: Float64Array.from(served, ({ begin }) => begin),
        end: Float64Array.from(served, ({ end }) => end),
        status: Int32Array.from(served, () => 200),
        aborted: new Uint8Array(served.length),
        port: Int32Array.from(served, ({ port }) => port),
        ordinal: Int32Array.from(served, ({ ordinal }) => ordinal),
        route: Int32Array.from(served, ({ route }) => route),
      },
      waits: {
        start: Float64Array.from(this.#waits, ([start]) => start),
        end: Float64Array.from(this.#waits, ([, end]) => end),
        request: Int32Array.from(this.#waits, ([, , request]) => request),
        site: Int32Array.from(this.#waits, ([, , , site]) => site),
        what: Int32Array.from(this.#waits, ([, , , site]) => this.#whatOf(site)),
        rejected: new Uint8Array(this.#waits.length),
        due: new Float64Array(this.#waits.length).fill(Number.NaN),
        sites: Array.from({ length: sites }, (_, site) => this.#site(site)),
        awaited: this.#awaited,
      },
    };
  }

  #site(site: number): WaitSite {
    const rows = this.#waits.filter((wait) => wait[3] === site);
    const us = rows.reduce((sum, [start, end]) => sum + end - start, 0);
    const place = { url: "file:///app/server.js", line: 100 + site, column: 2 };
    return { ...place, text: `work${site}()`, kind: "await", count: rows.length, rejected: 0, us };
  }

  /** By row of the waits when what was awaited was ready. */
  get readyTimes(): readonly number[] {
    return this.#waits.map(([, , , , ready]) => ready);
  }
}
