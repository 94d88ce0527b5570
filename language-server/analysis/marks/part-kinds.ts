/**
 * What the time of a request went to. `before`: until its handlers were called; `cpu`: its own code; `waiting`: nothing that it awaited was ready;
 * `held`: something was, and other work kept the loop; `gc` and `noCpu`: what of `cpu` and `held` was garbage collection, or had no processor;
 * `after`: from the answer's end until the client had it. Only `rest` is not explained.
 */
export const partKinds = ["before", "cpu", "waiting", "held", "gc", "noCpu", "after", "rest"] as const;
export type PartKind = (typeof partKinds)[number];
