import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { type RequestFigures, weightOf } from "../../../analysis/load/load.ts";
import { requestSchedule } from "../../../analysis/load/request-schedule.ts";
import type { Milliseconds } from "../../../analysis/units.ts";
import { labelRequests, type TargetedRequest } from "../request-target.ts";
import type { Client } from "./client.ts";

/** In µs: the longest time that autocannon waits for a response, and more. Three figures of it take 150 KB per request. */
const longestMicroseconds = 60_000_000;

/**
 * Sends several requests as often as their weights say: all connections share one schedule (`requestSchedule`), so that the mix is exact
 * however long each response takes. Counts each request's responses and failures.
 */
export class RequestMix {
  readonly #counts: readonly Counts[];
  readonly #schedule: readonly number[];
  #sent = 0;

  constructor(requests: readonly TargetedRequest[]) {
    this.#counts = requests.map((request) => new Counts(labelRequests([request])));
    this.#schedule = requestSchedule(requests.map((request) => weightOf(request)));
  }

  /** Call before the client connects; its requests are ours, in their order. */
  join(client: Client): void {
    const { requestIterator: iterator } = client;
    const built = iterator.requests;
    /** Requests without a response, oldest first: of the connection, and of the one before. */
    let waiting: number[] = [];
    let lost: number[] = [];
    const next = (): object => {
      const index = this.#schedule[this.#sent % this.#schedule.length] ?? 0;
      this.#sent += 1;
      waiting.push(index);
      iterator.currentRequest = built[index] ?? iterator.currentRequest;
      return iterator.currentRequest;
    };
    const fail = (index: number | undefined): void => {
      if (index !== undefined) this.#counts[index]?.fail();
    };
    // A client sends its first request as it stands.
    client.once("request", next);
    iterator.nextRequest = next;
    client.on("response", (status: number, _bytes: number, milliseconds: Milliseconds) => {
      const index = waiting.shift();
      if (index !== undefined) this.#counts[index]?.respond(status, milliseconds);
    });
    client.on("connError", () => fail(waiting[0]));
    client.on("timeout", () => fail(lost.shift()));
    const connect = client._connect.bind(client);
    let connected = false;
    client._connect = () => {
      if (connected) [lost, waiting] = [waiting, []];
      connected = true;
      connect();
    };
  }

  /** Index of the request that would be sent after so many others. */
  upcoming(others: number): number {
    return this.#schedule[(this.#sent + others) % this.#schedule.length] ?? 0;
  }

  figures(): readonly RequestFigures[] {
    return this.#counts.map((counts) => counts.figures());
  }
}

class Counts {
  readonly #label: string;
  readonly #histogram: RecordableHistogram = createHistogram({ lowest: 1, highest: longestMicroseconds, figures: 3 });
  #responses = 0;
  #failed = 0;

  constructor(label: string) {
    this.#label = label;
  }

  respond(status: number, milliseconds: Milliseconds): void {
    this.#responses += 1;
    if (status >= 400) this.#failed += 1;
    this.#histogram.record(Math.min(longestMicroseconds, Math.max(1, Math.round(milliseconds * 1000))));
  }

  fail(): void {
    this.#failed += 1;
  }

  figures(): RequestFigures {
    const latency = this.#responses === 0 ? {} : { averageMs: this.#histogram.mean / 1000, p99Ms: this.#histogram.percentile(99) / 1000 };
    return { label: this.#label, requests: this.#responses, failed: this.#failed, ...latency };
  }
}
