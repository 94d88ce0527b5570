import { inSteps } from "../budget.ts";
import type { SourceStackTable } from "../sources/source-profile.ts";
import { type Frame, hasNoCode } from "./frames.ts";
import type { GroupTable } from "./group-table.ts";
import type { Owners } from "./owners.ts";
import { type GroupFamily, isMinifier, type Tool, tools } from "./tools.ts";

type Named = Pick<Tool, "names" | "family" | "kind">;

const minifier: Named = { names: [], family: "build", kind: "minifier" };

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
  const nameOf = ({ names }: Named): string => names.find(([each]) => packages.has(each))?.[1] ?? "";
  const rows = tools.filter((tool) => tool.family === family && nameOf(tool) !== "");
  const bitsOf = (has: (tool: Tool, frame: Frame) => boolean): Uint8Array =>
    Uint8Array.from(frames, (frame) => rows.reduce((bits, tool, at) => (has(tool, frame) ? bits | (1 << at) : bits), 0));
  const calls = bitsOf((tool, frame) => tool.calls(frame));
  const goesOn = bitsOf((tool, frame) => tool.goesOn === true && tool.calls(frame));
  const takes = bitsOf((tool, frame) => isTaken(tool, frame));
  const isCore = bitsOf((tool, frame) => tool.isCore(frame));
  const minifies = Uint8Array.from(frames, (frame) => (family === "build" && isMinifier(frame) ? 1 : 0));
  const entered = new Map<number, number>();
  const enter = (func: number, tool: Named): number => {
    const key = func * (rows.length + 1) + 1 + rows.findIndex((each) => each === tool);
    const before = entered.get(key);
    if (before !== undefined) return before;
    const entry = known.entry(known.names.entry(frames[func] as Frame, { tool: nameOf(tool), family, kind: tool.kind }));
    entered.set(key, entry);
    return entry;
  };
  return ({ prefix, func }, owners) => {
    const entries = new Int32Array(prefix.length).fill(-1);
    if (calls.every((bits) => bits === 0) && minifies.every((is) => is === 0)) return entries;
    const called = new Uint8Array(prefix.length);
    /** 1 if only V8 and Node.js are above it. */
    const rooted = new Uint8Array(prefix.length);
    inSteps(prefix.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const ran = func[row] as number;
        const frame = frames[ran] as Frame;
        const caller = prefix[row] as number;
        const above = caller === -1 ? 0 : (called[caller] as number);
        const before = caller === -1 ? -1 : (entries[caller] as number);
        const isRooted = caller === -1 || rooted[caller] === 1;
        const noCode = hasNoCode(frame);
        rooted[row] = isRooted && noCode ? 1 : 0;
        called[row] = (calls[ran] as number) | (noCode ? above : 0);
        let entry = goesOn[ran] === 0 ? before : -1;
        const taking = above & (takes[ran] as number);
        if (minifies[ran] === 1) entry = enter(ran, minifier);
        else if (taking !== 0) entry = enter(ran, rows[31 - Math.clz32(taking & -taking)] as Tool);
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
