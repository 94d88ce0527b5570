import { type JsonObject, isRecord, listOf, recordOf } from "../json-values.ts";

/**
 * V8's old form of a profile, which Chrome and Node wrote until 2016, and v8-profiler-next still does: nodes within nodes below `head`, lines from 1, `timestamps`
 * for each sample. Written as the form of today; anything else is given back as it is.
 */
export function fromHead(value: JsonObject): JsonObject {
  const { head, samples, timestamps, nodes } = value;
  if (!isRecord(head) || nodes !== undefined) return value;
  const times = listOf(timestamps);
  return {
    nodes: nodesBelow(head),
    samples,
    // Its beginning and end are whole seconds, by another clock: the first sample is the beginning.
    timeDeltas: Array.isArray(timestamps)
      ? times.map((time, index) => (index === 0 ? 0 : Number(time) - Number(times[index - 1])))
      : undefined,
  };
}

/** No deeper than the heap: a hostile file nests them a million times. */
function nodesBelow(head: JsonObject): readonly unknown[] {
  const nodes: unknown[] = [];
  const left: { readonly node: JsonObject; readonly parent: unknown }[] = [{ node: head, parent: undefined }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, parent } = next;
    const { id, functionName, url, scriptId, lineNumber, columnNumber, hitCount, children, positionTicks, lineTicks } = node;
    nodes.push({
      id,
      parent,
      callFrame: { functionName, url, scriptId, lineNumber: Number(lineNumber) - 1, columnNumber: Number(columnNumber) - 1 },
      hitCount,
      positionTicks:
        positionTicks ??
        listOf(lineTicks)
          .map(recordOf)
          .map(({ line, hitCount: ticks }) => ({ line, ticks })),
    });
    for (const child of listOf(children)) if (isRecord(child)) left.push({ node: child, parent: id });
  }
  return nodes;
}
