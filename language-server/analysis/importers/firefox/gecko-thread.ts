import { type JsonObject, listOf, recordOf, textOf } from "../json-values.ts";
import { nativeFrame, scriptFrame, topLevelFrame } from "./firefox-frame.ts";
import { categoryKind, type Column, type FirefoxFrame, type FirefoxThread, indexOf, numberOf, samplesOf } from "./firefox-thread.ts";
import { shortened } from "../../shortened.ts";

/** `hash (file:///app/util.js:24:11)`, in newer versions with the row of its script: `…)[5]`. */
const scriptFunction = /^(.*) \((.+?):(\d+)(?::(\d+))?\)(?:\[\d+\])?$/;
/** The text of a symbol, of a profile whose symbols were looked up: `name (in library)`. */
const symbol = /^(.*) \(in ([^)]*)\)(?: \+ \d+| \(.*:.*\))?$/;
/** Longer than any name and path: such a text is not searched for a place. */
const longestLocation = 4000;

interface Library {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/**
 * A thread of the format that Firefox itself writes, as at `MOZ_PROFILER_SHUTDOWN` (docs-developer/gecko-profile-format.md in
 * firefox-devtools/profiler). `profile` is that of the thread's process; `delay` is when it began, in ms after the first.
 */
export function geckoThread(profile: JsonObject, thread: JsonObject, meta: JsonObject, delay: number): FirefoxThread {
  const samples = columnsOf(thread["samples"]);
  const stacks = columnsOf(thread["stackTable"]);
  const frames = columnsOf(thread["frameTable"]);
  const strings = listOf(thread["stringTable"]);
  const libraries = librariesOf(profile);
  const time = samples.column("time");
  const [prefix, frameOf] = [stacks.column("prefix"), stacks.column("frame")];
  const [location, line, column, category] = [
    frames.column("location"),
    frames.column("line"),
    frames.column("column"),
    frames.column("category"),
  ];
  return {
    name: textOf(thread["name"]),
    process: textOf(thread["processName"]) || textOf(thread["pid"]),
    id: textOf(thread["tid"]),
    samples: samplesOf(
      {
        count: samples.count,
        stack: samples.column("stack"),
        time: (row) => numberOf(time(row)) + delay,
        weight: () => undefined,
        cpu: samples.column("threadCPUDelta"),
      },
      numberOf(meta["interval"]) || 1,
    ),
    stackAt: (stack) => {
      const frame = indexOf(frameOf(stack));
      return frame === -1 ? undefined : { under: indexOf(prefix(stack)), frame };
    },
    frameAt: (frame) => {
      const text = strings[indexOf(location(frame))];
      const place = {
        line: Math.max(0, indexOf(line(frame))),
        column: Math.max(0, indexOf(column(frame))),
        category: indexOf(category(frame)),
      };
      return typeof text === "string" ? locatedFrame(text, place, libraries) : undefined;
    },
    categories: listOf(meta["categories"]).map((each) => categoryKind(recordOf(each))),
  };
}

function locatedFrame(
  text: string,
  place: Pick<FirefoxFrame, "line" | "column" | "category">,
  libraries: readonly Library[],
): FirefoxFrame {
  if (text.length > longestLocation) return nativeFrame(shortened(text, longestLocation), "", place);
  const symbolised = symbol.exec(text);
  if (symbolised !== null) return nativeFrame(symbolised[1] ?? "", symbolised[2] ?? "", place);
  const inScript = scriptFunction.exec(text);
  if (inScript !== null) {
    const [, name = "", url = "", line, column] = inScript;
    return scriptFrame({ name, url, line: Number(line), column: Number(column ?? 0) }, place);
  }
  return topLevelFrame(text, place) ?? nativeFrame(text, libraryAt(Number(text), libraries), place);
}

function librariesOf(profile: JsonObject): readonly Library[] {
  return listOf(profile["libs"])
    .map(recordOf)
    .map(({ start, end, name }) => ({ start: numberOf(start), end: numberOf(end), name: textOf(name) }));
}

function libraryAt(address: number, libraries: readonly Library[]): string {
  return Number.isNaN(address) ? "" : (libraries.find(({ start, end }) => address >= start && address < end)?.name ?? "");
}

/** Tables of this format are lists of rows, with the place of each column in `schema`. */
function columnsOf(value: unknown): { readonly count: number; readonly column: (name: string) => Column } {
  const { schema, data } = recordOf(value);
  const rows = listOf(data);
  return {
    count: rows.length,
    column: (name) => {
      const at = indexOf(recordOf(schema)[name]);
      return at === -1 ? () => undefined : (row) => listOf(rows[row])[at];
    },
  };
}
