import type { Line } from "../units.ts";

/** An error that a compiler printed. */
export interface BuildError {
  /** As printed: absolute, or relative to the folder in which the compiler ran. "" if it names none. */
  readonly file: string;
  /** 1-based; 0 if it is not named. */
  readonly line: Line;
  /** 1-based; 0 if it is not named. */
  readonly column: number;
  readonly message: string;
}

const file = String.raw`((?:[A-Za-z]:)?[^\s:()"'\[\]][^:()"'\[\]\n]*?\.\w+)`;

/** How compilers begin an error whose place and message are on one line, and where these stand. */
const oneLine: readonly RegExp[] = [
  // tsc, also with colours; vue-tsc, ts-node
  new RegExp(String.raw`^\s*${file}\((\d+),(\d+)\): error (TS\d+: .*)$`),
  new RegExp(String.raw`^\s*${file}:(\d+):(\d+) - error (TS\d+: .*)$`),
  // esbuild in logs of others, tsup, tsx
  new RegExp(String.raw`^\s*${file}:(\d+):(\d+): (?:ERROR|error): (.*)$`),
  // rollup: `[!] (plugin x) a.ts (3:5): message`, vite: `a.ts (3:5): message`
  new RegExp(String.raw`^\s*(?:\[!\] )?(?:\([^)]*\) )?(?:RollupError: |Error: )?${file} \((\d+):(\d+)\): (.*)$`),
  // Babel: `SyntaxError: /app/a.ts: Unexpected token (3:5)`
  new RegExp(String.raw`^\s*(?:\[!\] )?(?:SyntaxError: |Error: )${file}: (?:(?=.*\((\d+):(\d+)\)\s*$))(.*?) \(\d+:\d+\)\s*$`),
];

/** A line with a place alone: the message is on a line before or behind it. */
const places: readonly RegExp[] = [
  // esbuild: `    src/a.ts:3:5:` below `✘ [ERROR] message`
  new RegExp(String.raw`^\s*${file}:(\d+):(\d+):$`),
  // webpack: `ERROR in ./src/a.ts 3:5`, ts-loader: `ERROR in /app/src/a.ts(3,5)`, rspack
  new RegExp(String.raw`^\s*(?:[×⨯✖] )?(?:\[tsl\] )?ERROR in ${file}(?:[ :]\(?|\()(\d+)[:,](\d+)(?:-\d+)?\)?\s*$`),
  // SWC, rspack, Next.js: `╭─[/app/src/a.ts:3:5]`
  new RegExp(String.raw`^\s*(?:╭─|╭────|,-)\[${file}:(\d+):(\d+)\]`),
  // Next.js: `./app/page.tsx:3:5`, turbopack
  new RegExp(String.raw`^\s*(\.{1,2}\/[^\s:()]+\.\w+):(\d+):(\d+)\s*$`),
  // Vite, rolldown: `file: /app/src/a.ts:3:5`
  new RegExp(String.raw`^\s*(?:file: |at )${file}:(\d+):(\d+)\s*$`),
  // Node's own: `file:///app/build.mjs:3`
  new RegExp(String.raw`^(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/]).*?\.\w+):(\d+)()$`),
];

const message =
  /^\s*(?:(?:[×⨯✖✘] )?\[ERROR\] |(?:\w*Error:\s+)?[×⨯✖✘xX]\s+|\[!\] |(?:\w*Error|error|ERROR)\b:? |Module parse failed: |TS\d+: |Type error: )(.*\S)\s*$/;
/** A message that says no more than that there is one. */
const empty = /^(?:in|Command failed|Build failed|Failed to compile|Transform failed|Module build failed|Webpack|Process|command)\b/i;
const reach = 6;

/** The first error in the output of a build; undefined if it is in no known form. */
export function firstBuildError(output: string): BuildError | undefined {
  const lines = output
    // oxlint-disable-next-line no-control-regex -- colours begin with it
    .replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, "")
    .replaceAll("\r", "")
    .split("\n");
  for (const [at, line] of lines.entries()) {
    for (const form of oneLine) {
      const [, name, row, column, text = ""] = form.exec(line) ?? [];
      if (name !== undefined) return { file: fileOf(name), line: Number(row), column: Number(column), message: text.trim() };
    }
    for (const form of places) {
      const [, name, row, column] = form.exec(line) ?? [];
      if (name === undefined || /[\\/]node_modules[\\/]/.test(name)) continue;
      const base = /^\s*\S+:\d+:\d+:$/.test(line) ? 1 : 0;
      return { file: fileOf(name), line: Number(row), column: column === "" ? 0 : Number(column) + base, message: messageNear(lines, at) };
    }
  }
  const said = lines.map((line) => message.exec(line)?.[1]).find((text) => text !== undefined && !empty.test(text));
  return said === undefined ? undefined : { file: "", line: 0, column: 0, message: said };
}

/** The nearest one, before the place or behind it. */
function messageNear(lines: readonly string[], at: number): string {
  for (let distance = 1; distance <= reach; distance++) {
    for (const line of [lines[at - distance], lines[at + distance]]) {
      const text = message.exec(line ?? "")?.[1];
      if (text !== undefined && !empty.test(text)) return text;
    }
  }
  const next = lines.slice(at + 1).find((line) => /\w/.test(line));
  return next?.trim() ?? "";
}

function fileOf(name: string): string {
  return name.replace(/^file:\/\//, "").trim();
}
