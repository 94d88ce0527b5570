import type { RequestTable } from "./tracks.ts";

/** The requests in the order in which they began. Leaves out rows of weight 0, which stand for no request. */
export function inDueOrder({ due, sent, end, weight, status, outcome, request, labels, port, ordinal }: RequestTable): RequestTable {
  const kept = new Uint32Array(due.length);
  let rows = 0;
  for (let row = 0; row < due.length; row++) if (weight[row] > 0) kept[rows++] = row;
  const order = kept.subarray(0, rows).sort((a, b) => due[a] - due[b]);
  const doubles = (column: RequestTable["weight"]): Float64Array => new Float64Array(rows).map((_, row) => column[order[row]]);
  const integers = (column: Int32Array): Int32Array => new Int32Array(rows).map((_, row) => column[order[row]]);
  return {
    due: doubles(due),
    sent: doubles(sent),
    end: doubles(end),
    weight: inBytes(doubles(weight)),
    status: integers(status),
    outcome: new Uint8Array(rows).map((_, row) => outcome[order[row]]),
    request: integers(request),
    labels,
    ...(port && ordinal && { port: integers(port), ordinal: integers(ordinal) }),
  };
}

/** The same, if all are whole and fit. */
function inBytes(weight: Float64Array): RequestTable["weight"] {
  const bytes = new Uint8Array(weight);
  return weight.every((each, row) => each === bytes[row]) ? bytes : weight;
}
