import { isLatency, type RequestTable } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import { FairSample } from "./fair-sample.ts";
import { SlowestRows } from "./slowest-rows.ts";

/** Rows kept of a load. */
export const mostRequestRows = 200_000;
/** Of these: the slowest answers, with failures. They are the slowest 1 % of up to five million requests. */
const mostOutstanding = mostRequestRows / 4;
/** One row is written before another one goes. */
const mostSlots = mostRequestRows + 1;

/** A request that is over; times by the machine's monotonic clock. `outcome` is its index in `outcomes`. */
export interface EndedRequest {
  readonly due: Microseconds;
  readonly sent: Microseconds;
  readonly end: Microseconds;
  readonly status: number;
  readonly outcome: number;
  readonly request: number;
  /** See `RequestTable`. */
  readonly port?: number | undefined;
  readonly ordinal?: number | undefined;
}

/**
 * The requests of a load: all of the first 200,000, then the slowest answers, failures, and a fair sample of the rest, whose rows say how many
 * they stand for. Failures share the room of the slowest: neither can push out more than half of it. Takes at most 13 MB.
 */
export class RequestRows {
  readonly #slowest = new SlowestRows();
  readonly #failures: number[] = [];
  readonly #rest: FairSample;
  readonly #free: number[] = [];
  #slots = 0;
  #due = new Float64Array(1024);
  #sent = new Float64Array(1024);
  #end = new Float64Array(1024);
  #weight = new Float64Array(1024);
  #status = new Int32Array(1024);
  #outcome = new Uint8Array(1024);
  #request = new Int32Array(1024);
  #port = new Int32Array(1024);
  #ordinal = new Int32Array(1024);
  #hasConnections = false;

  constructor(random?: () => number) {
    this.#rest = new FairSample(mostRequestRows - mostOutstanding, (slot, weight) => this.#weigh(slot, weight), random);
  }

  /** Number of rows. */
  get length(): number {
    return this.#slots - this.#free.length;
  }

  add({ due, sent, end, status, outcome, request, port, ordinal = 0 }: EndedRequest): void {
    const slot = this.#free.pop() ?? this.#slots++;
    if (slot === this.#due.length) this.#grow();
    this.#due[slot] = due;
    this.#sent[slot] = sent;
    this.#end[slot] = end;
    this.#weight[slot] = 1;
    this.#status[slot] = status;
    this.#outcome[slot] = outcome;
    this.#request[slot] = request;
    this.#port[slot] = port ?? 0;
    this.#ordinal[slot] = ordinal;
    this.#hasConnections ||= port !== undefined;
    if (isLatency(outcome)) this.#addLatency(slot, end - due);
    else this.#addFailure(slot);
  }

  /** As it is in memory, to be copied at once. In no order, and with rows that stand for no request, of weight 0. */
  table(labels: readonly string[]): RequestTable {
    const [slots, weight] = [this.#slots, this.#weight.subarray(0, this.#slots)];
    const [due, sent, end] = [this.#due.subarray(0, slots), this.#sent.subarray(0, slots), this.#end.subarray(0, slots)];
    const [status, request] = [this.#status.subarray(0, slots), this.#request.subarray(0, slots)];
    const [port, ordinal] = [this.#port.subarray(0, slots), this.#ordinal.subarray(0, slots)];
    const connections = this.#hasConnections ? { port, ordinal } : {};
    return { due, sent, end, weight, status, outcome: this.#outcome.subarray(0, slots), request, labels, ...connections };
  }

  #weigh(slot: number, weight: number): void {
    this.#weight[slot] = weight;
    if (weight === 0) this.#free.push(slot);
  }

  #addLatency(slot: number, latency: Microseconds): void {
    if (this.#slowest.size + this.#failures.length < mostOutstanding) return this.#slowest.add(slot, latency);
    const failed = this.#slowest.size < mostOutstanding / 2 ? this.#failures.pop() : undefined;
    if (failed === undefined) return this.#rest.offer(this.#slowest.replaceFastest(slot, latency));
    this.#slowest.add(slot, latency);
    this.#rest.offer(failed);
  }

  #addFailure(slot: number): void {
    if (this.#slowest.size + this.#failures.length < mostOutstanding) return void this.#failures.push(slot);
    if (this.#failures.length >= mostOutstanding / 2) return this.#rest.offer(slot);
    this.#failures.push(slot);
    this.#rest.offer(this.#slowest.removeFastest());
  }

  #grow(): void {
    const length = Math.min(mostSlots, this.#due.length * 2);
    this.#due = grown(this.#due, new Float64Array(length));
    this.#sent = grown(this.#sent, new Float64Array(length));
    this.#end = grown(this.#end, new Float64Array(length));
    this.#weight = grown(this.#weight, new Float64Array(length));
    this.#status = grown(this.#status, new Int32Array(length));
    this.#request = grown(this.#request, new Int32Array(length));
    this.#port = grown(this.#port, new Int32Array(length));
    this.#ordinal = grown(this.#ordinal, new Int32Array(length));
    this.#outcome = grown(this.#outcome, new Uint8Array(length));
  }
}

function grown<Column extends Float64Array | Int32Array | Uint8Array>(
  column: Float64Array | Int32Array | Uint8Array,
  larger: Column,
): Column {
  larger.set(column);
  return larger;
}
