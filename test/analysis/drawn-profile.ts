import { certainties, functionKinds, type FunctionKind, type Profile } from "../../language-server/analysis/profile/profile.ts";
import { StackInterner } from "../../language-server/analysis/profile/stack-interner.ts";

interface DrawnOptions {
  readonly interval?: number;
  readonly starts?: Readonly<Record<string, number>>;
  /** Weight of each sample; 1 if omitted. */
  readonly weights?: readonly number[];
}

/**
 * A profile drawn as text: one column per sample, one row per frame, callers first. Two spaces separate columns; `-` marks the end of a
 * stack. A frame is `function@file:line`, `function@file:line:column`, `function@file` (line unknown) or a bare name for native code.
 * A leading `≈` marks an inferred position, `*` a repaired one. A function starts on the line given in `functions`, by default on line 1.
 */
export function drawnProfile(drawing: string, options: DrawnOptions = {}): Profile {
  const rows = drawing
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => line.split(/ {2,}/));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const samples = Array.from({ length: width }, (_, sample) => rows.map((row) => row[sample] ?? "-").filter((cell) => cell !== "-"));
  return profileOfStacks(samples, options);
}

/** The same as a list of stacks, callers first. */
export function profileOfStacks(
  samples: readonly (readonly string[])[],
  { interval = 1000, starts = {}, weights }: DrawnOptions = {},
): Profile {
  const urls: string[] = [];
  const functions: { readonly key: string; readonly name: string; readonly script: number; readonly kind: FunctionKind }[] = [];
  const stacks = new StackInterner();
  const rowOf = (cell: string): { readonly func: number; readonly line: number; readonly column: number; readonly certainty: number } => {
    const mark = cell.startsWith("≈") ? "inferred" : cell.startsWith("*") ? "repaired" : "exact";
    const [, name = "", file = "", line = "0", column = "-1"] =
      /^[≈*]?([^@]*)(?:@((?:node:)?[^:]+)(?::(\d+))?(?::(\d+))?)?$/.exec(cell) ?? [];
    const key = `${name}@${file}`;
    let func = functions.findIndex((each) => each.key === key);
    if (func === -1) {
      if (file !== "" && !urls.includes(file)) urls.push(file);
      func = functions.push({ key, name, script: urls.indexOf(file), kind: file === "" ? kindOf(name) : "script" }) - 1;
    }
    return { func, line: Number(line), column: Number(column), certainty: certainties.indexOf(line === "0" ? "unknown" : mark) };
  };
  const stack = samples.map((cells) =>
    cells.reduce((prefix, cell) => {
      const { func, line, column, certainty } = rowOf(cell);
      return stacks.row(prefix, func, line, column, certainty);
    }, -1),
  );
  return {
    scripts: { url: urls.map(urlOf), hash: urls.map(() => "") },
    functions: {
      name: functions.map(({ name }) => name),
      script: Int32Array.from(functions, ({ script }) => script),
      line: Int32Array.from(functions, ({ name, script }) => (script === -1 ? 0 : (starts[name] ?? 1))),
      column: Int32Array.from(functions, ({ script }) => (script === -1 ? -1 : 9)),
      kind: Uint8Array.from(functions, ({ kind }) => functionKinds.indexOf(kind)),
    },
    stacks: stacks.stacks(),
    samples: {
      stack: Int32Array.from(stack),
      time: Float64Array.from(stack, (_, index) => index * interval),
      weight: weights && Float64Array.from(weights),
    },
    interval,
  };
}

function kindOf(name: string): FunctionKind {
  switch (name) {
    case "(idle)":
      return "idle";
    case "(garbage collector)":
      return "gc";
    case "(program)":
      return "program";
    case "(compile)":
      return "compile";
    default:
      return "native";
  }
}

/** `app.js` is in the workspace, `lib!x.js` in a dependency. */
function urlOf(file: string): string {
  if (file.includes(":")) return file;
  return file.startsWith("lib!") ? `file:///app/node_modules/lib/${file.slice(4)}` : `file:///app/${file}`;
}
