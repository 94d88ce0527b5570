import { inSteps } from "../budget.ts";
import { madeOnce } from "../collections.ts";
import type { SourceStackTable } from "../sources/source-profile.ts";
import { type Frame, hasNoCode, rootedRows } from "./frames.ts";
import type { GroupTable } from "./group-table.ts";
import type { Owners } from "./owners.ts";
import { type GroupFamily, type Tool, tools } from "./tools.ts";

/**
 * Finds for each stack row the entry that its function runs for, or -1: the tool's code called a function that is not its own, and all that
 * this calls belongs to it, until the tool calls another one.
 */
export function toolEntries(
  frames: readonly Frame[],
  family: GroupFamily,
  known: GroupTable,
): (stacks: SourceStackTable, owners: Owners | undefined) => Int32Array {
  const packages = new Set(frames.map((frame) => frame.package));
  const nameOf = ({ names }: Pick<Tool, "names">): string => names.find(([each]) => each === "" || packages.has(each))?.[1] ?? "";
  const rows = tools.filter((tool) => tool.family === family && tool.names.some(([each]) => each === "" || packages.has(each)));
  const bitsOf = (has: (tool: Tool, frame: Frame) => boolean): Uint16Array =>
    Uint16Array.from(frames, (frame) => rows.reduce((bits, tool, at) => (has(tool, frame) ? bits | (1 << at) : bits), 0));
  const calls = bitsOf((tool, frame) => tool.calls(frame));
  const goesOn = bitsOf((tool, frame) => tool.goesOn === true && tool.calls(frame));
  const takes = bitsOf((tool, frame) => isTaken(tool, frame));
  const isCore = bitsOf((tool, frame) => tool.isCore(frame));
  const isItself = bitsOf(({ isItself: is }, frame) => is?.(frame, known.names) === true);
  const entered = new Map<string, number>();
  /** By the lowest of these bits. */
  const enter = (func: number, bits: number): number =>
    madeOnce(entered, `${func} ${bits}`, () => {
      const tool = rows[31 - Math.clz32(bits & -bits)] as Tool;
      return known.entry(known.names.entry(frames[func] as Frame, { tool: nameOf(tool), family, kind: tool.kind }));
    });
  return (stacks, owners) => {
    const { prefix, func } = stacks;
    const entries = new Int32Array(prefix.length).fill(-1);
    if ([calls, isItself].every((bits) => bits.every((each) => each === 0))) return entries;
    const called = new Uint16Array(prefix.length);
    const rooted = rootedRows(stacks, frames);
    inSteps(prefix.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const ran = func[row] as number;
        const frame = frames[ran] as Frame;
        const caller = prefix[row] as number;
        const above = caller === -1 ? 0 : (called[caller] as number);
        const before = caller === -1 ? -1 : (entries[caller] as number);
        const isRooted = rooted[row] === 1;
        const noCode = hasNoCode(frame);
        called[row] = (calls[ran] as number) | (noCode ? above : 0);
        // What a loader loads does not run for it.
        let entry = goesOn[ran] !== 0 || (frame.isModule && family === "loading") ? -1 : before;
        const taking = (isItself[ran] as number) || above & (takes[ran] as number);
        if (taking !== 0 && !(frame.isModule && family === "loading")) entry = enter(ran, taking);
        else if (isRooted && !noCode && entry === -1 && isCore[ran] === 0 && owners !== undefined) entry = owners.of(frame);
        entries[row] = before !== -1 && known.groupOf(before) === known.groupOf(entry) ? before : entry;
      }
    });
    return entries;
  };
}

function isTaken({ kind, family, isCore, takes = () => true }: Tool, frame: Frame): boolean {
  if (frame.source === -1 || isCore(frame) || (frame.isNode && family !== "loading")) return false;
  // Of what a bundler loads, only loaders are parts of what it builds.
  return takes(frame) && (!frame.isModule || kind === "loader");
}
