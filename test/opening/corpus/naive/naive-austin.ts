import type { NaiveStack } from "./naive-stacks.ts";

/** Lines of austin: process, thread, frames as `file:function:line`, and microseconds. */
export function naiveAustin(text: string): readonly NaiveStack[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const at = line.lastIndexOf(" ");
      const frames = line
        .slice(0, at)
        .split(";")
        .slice(2)
        .map((frame) => frame.split(":").at(-2) ?? "");
      return { frames: frames.length === 0 ? ["(program)"] : frames, worth: Number(line.slice(at + 1)) };
    });
}
