import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { each, writeTexts } from "./written-text.ts";
import { budget } from "../../../../language-server/analysis/budget.ts";
import type { WideFile } from "./wide-file.ts";
import { wideProtobuf, wideTraces, writeWideLog } from "./wide-formats.ts";

export const wideFiles: readonly WideFile[] = [
  {
    name: "200,000 file names",
    ending: ".cpuprofile",
    write: (file) => cpuprofile(file, 200_000, (at) => ({ url: `/app/src/part${at}.js` })),
  },
  {
    name: "200,000 file URLs",
    ending: ".cpuprofile",
    write: (file) => cpuprofile(file, 200_000, (at) => ({ url: `file:///app/src/d${at % 977}/part${at}.js` })),
  },
  { name: "20,000 files that exist", ending: ".cpuprofile", write: existing },
  {
    name: "800,000 functions",
    ending: ".txt",
    write: (file) =>
      writeTexts(
        file,
        each(800_000, (at) => `a;${at.toString(36)} 1\n`, ""),
      ),
  },
  {
    name: "400,000 functions with a file each",
    ending: ".txt",
    write: (file) =>
      writeTexts(
        file,
        each(400_000, (at) => `a;f${at.toString(36)} (/a/${at.toString(36)}.js:1) 1\n`, ""),
      ),
  },
  { name: "a chain of 300,000 frames", ending: ".cpuprofile", write: (file) => chain(file, 300_000) },
  {
    name: "a stack of 300,000 frames",
    ending: ".txt",
    write: (file) => writeTexts(file, [...each(300_000, (at) => `f${at.toString(36)}`, ";"), " 5\n"]),
  },
  {
    name: "a recursion of 1,000,000 frames",
    ending: ".txt",
    write: (file) => writeTexts(file, [...each(1_000_000, (at) => (at % 2 === 0 ? "even" : "odd"), ";"), " 5\n"]),
  },
  { name: "2,000 stacks of 2,000 frames", ending: ".txt", write: (file) => deepStacks(file, 2000, 2000) },
  {
    name: "300,000 functions on one line",
    ending: ".cpuprofile",
    write: (file) => cpuprofile(file, 300_000, (at) => ({ url: "/app/one.js", line: 4, column: at * 5 })),
  },
  { name: "300,000 functions on one line of a file that exists", ending: ".cpuprofile", write: (file) => oneLine(file, 300_000) },
  {
    name: "300,000 functions of one name and place",
    ending: ".cpuprofile",
    write: (file) => cpuprofile(file, 300_000, () => ({ url: "/app/one.js", name: "same", line: 4, column: 5 })),
  },
  { name: "1,000,000 lines of a file", ending: ".cpuprofile", write: (file) => manyLines(file, 1_000_000) },
  { name: "a source line of 50 MB", ending: ".cpuprofile", write: longSourceLine },
  { name: "a name of 50 MB", ending: ".txt", write: (file) => writeTexts(file, ["a;", ...each(50, () => "n".repeat(1e6), ""), " 1\n"]) },
  { name: "children nested 5,000 deep", ending: ".cpuprofile", write: (file) => nested(file, 5000) },
  ...wideTraces,
  ...wideProtobuf,
  {
    name: "50,000 file names",
    ending: ".cpuprofile",
    write: (file) => cpuprofile(file, budget.files - 2, (at) => ({ url: `/app/src/d${at % 977}/part${at}.js` })),
  },
  {
    name: "100,000 functions on one line of a file that exists",
    ending: ".cpuprofile",
    write: (file) => oneLine(file, budget.functions - 2),
  },
  {
    name: "100,000 functions in 50,000 files",
    ending: ".txt",
    write: (file) =>
      writeTexts(
        file,
        each(budget.functions - 2, (at) => `a;f${at} (/a/${(at % (budget.files - 2)).toString(36)}.js:1) 1\n`, ""),
      ),
  },
  { name: "200,000 lines of a file", ending: ".cpuprofile", write: (file) => manyLines(file, budget.lines - 2) },
  { name: "a chain of 20,000 frames", ending: ".cpuprofile", write: (file) => chain(file, budget.depth - 2) },
  { name: "100 stacks of 20,000 frames", ending: ".txt", write: (file) => deepStacks(file, 100, budget.depth - 2) },
  { name: "100,000 functions of V8's log", ending: ".log", write: (file) => writeWideLog(file, budget.functions - 200) },
];

interface Place {
  readonly url: string;
  readonly name?: string;
  readonly line?: number;
  readonly column?: number;
}

/** One node for each place, all called by the root, with a sample each. */
function cpuprofile(file: string, count: number, placeOf: (index: number) => Place): void {
  const nodeText = (at: number): string => {
    const { url, name = `f${at}`, line = 0, column = 0 } = placeOf(at);
    const callFrame = { functionName: name, scriptId: String(at + 10), url, lineNumber: line, columnNumber: column };
    return JSON.stringify({ id: at + 2, callFrame, hitCount: 1, positionTicks: [{ line: line + 1, ticks: 1 }] });
  };
  const root = { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 };
  writeTexts(
    file,
    (function* () {
      yield `{"nodes":[{"id":1,"callFrame":${JSON.stringify(root)},"hitCount":0,"children":[`;
      yield* each(count, (at) => String(at + 2));
      yield "]},";
      yield* each(count, nodeText);
      yield* ending(count, (at) => at + 2);
    })(),
  );
}

function* ending(samples: number, nodeOf: (index: number) => number): Generator<string> {
  yield `],"startTime":0,"endTime":${samples * 1000},"samples":[`;
  yield* each(samples, (at) => String(nodeOf(at)));
  yield `],"timeDeltas":[`;
  yield* each(samples, () => "1000");
  yield "]}";
}

function chain(file: string, depth: number): void {
  writeTexts(
    file,
    (function* () {
      yield `{"nodes":[`;
      yield* each(depth, (at) => {
        const callFrame = {
          functionName: at === 0 ? "(root)" : `f${at}`,
          scriptId: "7",
          url: at === 0 ? "" : "/app/deep.js",
          lineNumber: at,
          columnNumber: 0,
        };
        return JSON.stringify({ id: at + 1, callFrame, hitCount: 0, children: at + 1 < depth ? [at + 2] : [] });
      });
      yield* ending(100, (at) => depth - at);
    })(),
  );
}

function manyLines(file: string, lines: number): void {
  const callFrame = { functionName: "long", scriptId: "7", url: "/app/long.js", lineNumber: 0, columnNumber: 0 };
  writeTexts(
    file,
    (function* () {
      yield `{"nodes":[{"id":1,"callFrame":${JSON.stringify({ ...callFrame, functionName: "(root)", url: "" })},"hitCount":0,"children":[2]},`;
      yield `{"id":2,"callFrame":${JSON.stringify(callFrame)},"hitCount":${lines},"positionTicks":[`;
      yield* each(lines, (at) => `{"line":${at + 1},"ticks":1}`);
      yield "]}";
      yield* ending(lines, () => 2);
    })(),
  );
}

/** Few functions, in another order in each stack. */
function deepStacks(file: string, stacks: number, depth: number): void {
  const stack = (at: number): string => `${[...each(depth, (level) => ((level * 7 + at) % 20_000).toString(36), ";")].join("")} 1\n`;
  writeTexts(file, each(stacks, stack, ""));
}

/** Files with source maps of their own. */
function existing(file: string): void {
  const folder = `${file}-files`;
  mkdirSync(folder, { recursive: true });
  const count = 20_000;
  for (let at = 0; at < count; at++) {
    const map = { version: 3, sources: [`part${at}.ts`], sourcesContent: [`function f${at}() {}\n`], names: [], mappings: "AAAA" };
    const data = Buffer.from(JSON.stringify(map)).toString("base64");
    writeFileSync(path.join(folder, `part${at}.js`), `function f${at}() {}\n//# sourceMappingURL=data:application/json;base64,${data}\n`);
  }
  cpuprofile(file, count, (at) => ({ url: `file://${folder}/part${at}.js` }));
}

function oneLine(file: string, count: number): void {
  const script = `${file}.js`;
  const columns: number[] = [];
  let column = 0;
  writeTexts(
    script,
    each(
      count,
      (at) => {
        const text = `function f${at}(){};`;
        columns.push(column + `function f${at}`.length);
        column += text.length;
        return text;
      },
      "",
    ),
  );
  cpuprofile(file, count, (at) => ({ url: `file://${script}`, line: 0, column: columns[at] ?? 0 }));
}

function longSourceLine(file: string): void {
  const script = `${file}.js`;
  writeTexts(
    script,
    each(50, (at) => `var v${at}="${"x".repeat(1e6)}";`, ""),
  );
  cpuprofile(file, 1000, (at) => ({ url: `file://${script}`, line: 0, column: at * 50_000 }));
}

/** The old form: children inside their callers. */
function nested(file: string, depth: number): void {
  const open = (at: number): string =>
    `{"functionName":"f${at}","scriptId":"1","url":"/app/deep.js","lineNumber":${at},"columnNumber":0,"hitCount":1,"callUID":${at},"id":${at + 1},"children":[`;
  writeTexts(file, [
    `{"head":`,
    ...each(depth, open, ""),
    ...each(depth, () => "]}", ""),
    `,"startTime":0,"endTime":1,"samples":[${depth}],"timestamps":[0]}`,
  ]);
}
