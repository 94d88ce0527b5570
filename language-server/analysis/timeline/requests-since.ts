import type { Microseconds } from "../units.ts";
import type { RequestTable } from "./tracks.ts";

/** The requests in the order in which they began, with times since `zero`. Of a table in any order, by another clock, and with rows of no weight. */
export function requestsSince(table: RequestTable, zero: Microseconds): RequestTable {
  const { due, sent, end, weight, status, outcome, request, labels } = table;
  const order = new Uint32Array(weight.reduce((count, each) => count + Number(each > 0), 0));
  let rows = 0;
  for (let row = 0; row < due.length; row++) if ((weight[row] as number) > 0) order[rows++] = row;
  order.sort((a, b) => (due[a] as number) - (due[b] as number));
  const times = (column: Float64Array): Float64Array =>
    new Float64Array(rows).map((_, row) => (column[order[row] as number] as number) - zero);
  const integers = (column: Int32Array): Int32Array => new Int32Array(rows).map((_, row) => column[order[row] as number] as number);
  return {
    due: times(due),
    sent: times(sent),
    end: times(end),
    weight: new Float64Array(rows).map((_, row) => weight[order[row] as number] as number),
    status: integers(status),
    outcome: new Uint8Array(rows).map((_, row) => outcome[order[row] as number] as number),
    request: integers(request),
    labels,
  };
}
