import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Milliseconds } from "../../analysis/units.ts";
import { unlessRefused } from "../refusals.ts";

/** Linux's files about processes (proc(5)). Synchronous: of hundreds of small files each promise costs more than its file. */

/** Linux shows programs its times in hundredths of a second on every processor that Node supports (`USER_HZ`). */
export const clockTickMs: Milliseconds = 10;

/** Ids of all processes. */
export function processIds(): readonly string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
}

/** "" for a process that has ended, or is not ours. */
export function readProc(pid: number | string, file: string): string {
  return unlessRefused(() => readFileSync(`/proc/${pid}/${file}`, "utf8")) ?? "";
}

/** Fields of `stat` after the name in parentheses: state, parent, group. Empty for a process that has ended. */
export function statFields(pid: number | string): readonly string[] {
  const text = readProc(pid, "stat");
  return text === "" ? [] : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The path of the program, not of the command line, which `process.title` changes. "" where it cannot be read. */
export function programOf(pid: number | string): string {
  return unlessRefused(() => readlinkSync(`/proc/${pid}/exe`)) ?? "";
}
