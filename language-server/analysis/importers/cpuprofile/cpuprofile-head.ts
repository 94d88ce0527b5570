import { type JsonObject, isRecord, listOf, recordOf } from "../json-values.ts";

/**
 * Converts V8's old profile format, which Chrome and Node wrote until 2016 and v8-profiler-next still writes: nodes nested below `head`,
 * 1-based lines, `timestamps` for each sample. Returns anything else unchanged.
 */
export function fromHead(value: JsonObject): JsonObject {
  const { head, samples, timestamps, nodes } = value;
  if (!isRecord(head) || nodes !== undefined) return value;
  const times = listOf(timestamps);
  return {
    nodes: nodesBelow(head),
    samples,
    // The file's start and end times are whole seconds of another clock, so the profile starts at its first sample.
    timeDeltas: Array.isArray(timestamps)
      ? times.map((time, index) => (index === 0 ? 0 : Number(time) - Number(times[index - 1])))
      : undefined,
  };
}

/** Without recursion: a hostile file may nest nodes a million deep. */
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
