import { FileBudget } from "../budget.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { jsonOf, listOf, recordOf } from "./json-values.ts";
import { type NamedFunction, StackProfile, nativeFunction } from "./stack-profile.ts";
import { shortened } from "../shortened.ts";
import { madeOnce } from "../collections.ts";

/** `hash /app/util.js:24:11`: a function's name may contain spaces or be missing. */
const place = /^(.*?) ((?:file:|node:|\/|[A-Za-z]:[\\/]).*|\S+):(\d+):(\d+)$/;
/** Longer than any name and path: such a text is not searched for a place. */
const longestName = 2000;
/** 0x and clinic use V8's default interval, which the file does not contain. */
const interval: Microseconds = 1000;
/** For ticks without a stack. */
const stackless = nativeFunction("(program)");

/**
 * Written by `0x --write-ticks` and clinic flame (`…-samples`) from a V8 log: a list of stacks, callers first, each frame with its code's
 * name and type.
 */
export const ticksJsonImporter: TextImporter = {
  name: "0x ticks",
  title: "format.ticks",
  extensions: ["json"],
  files: /^ticks\.json$/,
  reads: "text",
  recognises: (head) => /^\s*\[\s*\[\s*(?:\]|\{\s*"name"\s*:)/.test(head),
  read: readTicks,
};

/** Throws a UserError if the file has another format after all, or no samples. Invalid frames are skipped. */
function readTicks(text: string): ImportedFile {
  const ticks = listOf(jsonOf(text, "ticksJson.damaged"));
  if (ticks.length === 0) throw new UserError("ticksJson.damaged");
  const profile = new StackProfile(new FileBudget());
  const functions = new Map<string, number>();
  ticks.forEach((tick, index) => {
    let stack = -1;
    for (const { name, type } of listOf(tick).map(recordOf)) {
      if (typeof name !== "string") continue;
      const key = `${type === "JS" ? "JS" : ""}\n${name}`;
      const frame = (): NamedFunction => (type === "JS" ? scriptFrame(name) : nativeFunction(shortened(name, longestName)));
      stack = profile.stackRow(
        stack,
        madeOnce(functions, key, () => profile.functionRow(frame())),
      );
    }
    if (stack === -1) stack = profile.stackRow(stack, profile.functionRow(stackless));
    profile.add(stack, index * interval, 1, interval);
  });
  return {
    recorder: "inspector",
    hasPositions: false,
    hasTimes: false,
    threads: [{ name: "main", profile: profile.profile(interval), scripts: [] }],
    v8Version: "",
    duration: ticks.length * interval,
    problems: [{ code: "ticksJson.onlyFunctions", count: 1 }],
  };
}

function scriptFrame(text: string): NamedFunction {
  const [, name = "", url = "", line, column] = (text.length <= longestName ? place.exec(text) : null) ?? [];
  return url === "" ? nativeFunction(shortened(text, longestName)) : { name, url, line: Number(line), column: Number(column) };
}
