import type { ReportedRequest } from "../../../analysis/load/reports/single-requests.ts";
import { outcomes } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import { labelRequests, type TargetedRequest, urlOf } from "../request-target.ts";
import { RequestRows } from "./request-rows.ts";
import { writeRequests } from "./requests-file.ts";
import type { ClockReading } from "./wall-clock.ts";

const [answer, error, timeout] = [outcomes.indexOf("answer"), outcomes.indexOf("error"), outcomes.indexOf("timeout")] as const;

/** When a load tool's process started and ended. */
export interface ToolSpan {
  readonly began: ClockReading;
  readonly ended: ClockReading;
}

/** Writes the requests of a load that another tool reports one by one, as the built-in one does. Nothing is written if it reports none. */
export class ReportedRequests {
  readonly #rows = new RequestRows();
  readonly #requests: readonly TargetedRequest[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(requests: readonly TargetedRequest[]) {
    this.#requests = requests;
    // Of two with the same target the first.
    this.#indexes = new Map(requests.map((request, index) => [`${request.method} ${urlOf(request)}`, index] as const).toReversed());
  }

  /** `offset`: from the clock of day to the monotonic one. */
  async read(
    output: NodeJS.ReadableStream,
    parse: (line: string) => ReportedRequest | undefined,
    offset: (start: Microseconds) => Microseconds,
  ): Promise<void> {
    let rest = "";
    for await (const piece of output.setEncoding("utf8")) {
      const lines = (rest + String(piece)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const request = parse(line);
        if (request !== undefined) this.#add(request, offset(request.startUs));
      }
    }
  }

  async write(file: string, { began, ended }: ToolSpan): Promise<void> {
    if (this.#rows.length === 0) return;
    const requests = this.#rows.table(this.#requests.map((request) => labelRequests([request])));
    await writeRequests(file, { from: began.monotonicUs, to: ended.monotonicUs, requests });
  }

  #add({ startUs, latencyUs, status, hasTimedOut, target }: ReportedRequest, offset: Microseconds): void {
    const due = startUs + offset;
    const outcome = status > 0 ? answer : hasTimedOut ? timeout : error;
    this.#rows.add({ due, sent: due, end: due + latencyUs, status, outcome, request: this.#indexes.get(target) ?? 0 });
  }
}
