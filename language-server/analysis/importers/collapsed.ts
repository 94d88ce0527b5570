import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { eachLine, StackTextProfile } from "./stack-text.ts";

/** `main;handle (/app/server.js:8);hash (/app/util.js:24) 42`: frames, callers first, and how often. */
const stackLine = /^(\S.*) (\d+)$/;
/** `_[j]`, `_[k]`: what stackcollapse adds to say that a frame is compiled or of the kernel. */
const annotation = /_\[[a-z]\]$/;
/** The format does not tell; most tools sample every millisecond. */
const assumedInterval: Microseconds = 1000;

/** Collapsed (folded) stacks, as the stackcollapse scripts of FlameGraph, 0x, and Heatline itself write them. */
export const collapsedImporter: TextImporter = {
  name: "collapsed stacks",
  reads: "text",
  recognises: (head) => {
    const whole = head.split(/\r?\n/).slice(0, 20);
    if (whole.length > 1) whole.pop();
    return whole.some((line) => line !== "") && whole.every((line) => line === "" || stackLine.test(line));
  },
  read: readCollapsed,
};

/** Throws a UserError where there is no stack, or more than 20 million samples. */
function readCollapsed(text: string): ImportedFile {
  const profile = new StackTextProfile();
  let odd = 0;
  for (const line of eachLine(text)) {
    if (line === "") continue;
    const [, frames = "", count] = stackLine.exec(line) ?? [];
    if (count === undefined) {
      odd++;
      continue;
    }
    profile.add(
      frames.split(";").map((frame) => frame.replace(annotation, "")),
      profile.times.length * assumedInterval,
      Number(count),
    );
  }
  if (profile.times.length === 0) throw new UserError("collapsed.empty");
  return {
    recorder: "inspector",
    hasPositions: false,
    threads: [{ name: "main", profile: profile.profile(assumedInterval), scripts: [] }],
    v8Version: "",
    duration: profile.times.length * assumedInterval,
    problems: [
      {
        message: "Collapsed stacks have no lines and no times: only functions have costs, and a tick is taken for a millisecond.",
        count: 1,
      },
      ...(odd > 0 ? [{ message: "Lines that are no stack were passed over.", count: odd }] : []),
    ],
  };
}
