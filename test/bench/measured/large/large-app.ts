import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** A function of a generated app, in the terms of V8's profiler: line and column from 0. */
interface AppFunction {
  readonly name: string;
  /** Row of LargeApp.files. */
  readonly file: number;
  readonly lineNumber: number;
  readonly columnNumber: number;
  /** Lines with the function's own code, from 1. */
  readonly ownLines: readonly number[];
  /** The functions that it calls, each on a line of its own. */
  readonly callees: readonly number[];
}

/** Modules that call each other, written to disk: own code in `src/`, dependencies in `node_modules/`. */
export interface LargeApp {
  readonly folder: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly functions: readonly AppFunction[];
}

const modules = 60;
/** Number of files in `src/`. */
export const ownModules = 15;
const functionsPerModule = 30;
const calleesPerFunction = 5;

/** Seeded numbers from 0 to below 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes the app's modules; the same seed gives the same app. */
export async function writeLargeApp(folder: string, seed: number): Promise<LargeApp> {
  const random = randomNumbers(seed);
  const files: string[] = [];
  const functions: AppFunction[] = [];
  for (let file = 0; file < modules; file++) {
    const isOwn = file < ownModules;
    const name = isOwn ? `src/module-${file}.js` : `node_modules/package-${file % 20}/lib/module-${file}.js`;
    files.push(path.join(folder, name));
    const lines = ['"use strict";', 'const modules = require("./all-modules.js");', ""];
    for (let index = 0; index < functionsPerModule; index++) functions.push(addFunction(lines, file, index, random));
    await mkdir(path.dirname(files[file] as string), { recursive: true });
    await writeFile(files[file] as string, `${lines.join("\n")}\n`);
  }
  return { folder, files, functions };
}

/** A loop, some arithmetic, and one call per line: mostly to later modules, sometimes back, so that stacks recur. */
function addFunction(lines: string[], file: number, index: number, random: () => number): AppFunction {
  const name = nameOf(file * functionsPerModule + index);
  const callees: number[] = [];
  while (callees.length < calleesPerFunction) {
    const isBack = random() < 0.1;
    const module = isBack ? Math.floor(random() * (file + 1)) : Math.min(modules - 1, file + Math.floor(random() ** 3 * 6));
    const callee = module * functionsPerModule + Math.floor(random() * functionsPerModule);
    if (!callees.includes(callee)) callees.push(callee);
  }
  const lineNumber = lines.length;
  lines.push(`function ${name}(input) {`, "  let sum = input.length;");
  lines.push("  for (let index = 0; index < input.length; index++) {", "    sum = (sum * 31 + input[index]) | 0;", "  }");
  const ownLines = [lines.length - 3, lines.length - 2, lines.length - 1];
  for (const callee of callees) lines.push(`  if (sum % 7 !== 0) sum += modules.${nameOf(callee)}(input);`);
  lines.push("  return sum;", "}", `exports.${name} = ${name};`, "");
  return { name, file, lineNumber, columnNumber: `function ${name}`.length, ownLines, callees };
}

function nameOf(func: number): string {
  return `work${func}`;
}
