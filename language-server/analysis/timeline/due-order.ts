import type { RequestTable } from "./tracks.ts";

/** The requests in the order in which they began. Leaves out rows of weight 0, which stand for no request. */
export function inDueOrder({ due, sent, end, weight, status, outcome, request, labels }: RequestTable): RequestTable {
  const order = new Uint32Array(weight.reduce((count, each) => count + Number(each > 0), 0));
  let rows = 0;
  for (let row = 0; row < due.length; row++) if ((weight[row] as number) > 0) order[rows++] = row;
  order.sort((a, b) => (due[a] as number) - (due[b] as number));
  const doubles = (column: Float64Array): Float64Array => new Float64Array(rows).map((_, row) => column[order[row] as number] as number);
  const integers = (column: Int32Array): Int32Array => new Int32Array(rows).map((_, row) => column[order[row] as number] as number);
  return {
    due: doubles(due),
    sent: doubles(sent),
    end: doubles(end),
    weight: doubles(weight),
    status: integers(status),
    outcome: new Uint8Array(rows).map((_, row) => outcome[order[row] as number] as number),
    request: integers(request),
    labels,
  };
}
