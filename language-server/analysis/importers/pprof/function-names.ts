import type { NamedFunction } from "../stack-profile.ts";
import { textFrame } from "../stack-text.ts";

/** A function of the file. */
export interface RawFunction {
  readonly name: string;
  /** As the program that ran knows it: mangled, or before the writer added to it. */
  readonly systemName: string;
  readonly file: string;
  /** Where it starts; 0 if unknown. */
  readonly line: number;
  /** Whether `line` is sure to be its start, so that a column in its name is, too. */
  readonly startsThere: boolean;
}

/** `JS:*hot /srv/app/a.js:5:3`: V8's names in a perf map, which are all that a profiler of the system knows. */
const perfMapName = /^(?:JS|LazyCompile|Function|Script|Eval|Native(?:LazyCompile|Function|Script)):/;
/** Files of code that has none: memory that was mapped without one, a perf map. */
const noFile = /^(?:|\[.*\]|\/\/anon|(?:.*\/)?perf-\d+\.map)$/;
/** `(anonymous:L#12:C#3)`, `(anonymous):L#12:C#3`: Datadog's, for functions without a name. */
const anonymous = /^\(anonymous(?::L#\d+)?(?::C#(\d+))?\)(?::L#\d+)?(?::C#(\d+))?$/;
/** A script's path and the name, or only the name; without the line. */
const decorated = /^(|node:[\w/]+|.+?\.[cm]?[jt]sx?):(.+)$/;
/** Datadog's for Node.js renames V8's garbage collection. */
const garbageCollection = "Garbage Collection";
/** What it puts garbage collection and other threads below. */
const runtime = "Node.js";
/** CPU time of the process that its JavaScript threads did not use: V8's and libuv's helpers. */
const otherThreads = "Non JS threads activity";

export interface PlainFunction extends NamedFunction {
  readonly role: FunctionRole;
}

/** `runtime` is no frame of the app's; samples of `otherThreads` are not of the thread that they are listed in. */
export type FunctionRole = "code" | "runtime" | "otherThreads";

/** The function without what its writer added to its name. */
export function plainFunction({ name: given, systemName, file, line, startsThere }: RawFunction): PlainFunction {
  const hasFile = !noFile.test(file);
  const isOfPerfMap = perfMapName.test(given);
  if (!hasFile || isOfPerfMap) {
    const found = textFrame(given);
    if (found.url !== "" || (isOfPerfMap && !hasFile)) return { ...found, role: "code" };
  }
  const { name, path } = undecorated(given === "" ? systemName : given, systemName, hasFile ? file : "");
  if (path === "") return { ...runtimeFunction(name), url: "", line: 0, column: 0 };
  const found = anonymous.exec(name);
  const column = startsThere ? Number(found?.[1] ?? found?.[2] ?? 0) : 0;
  // Google's writes the plain word, which is V8's own.
  return { name: found === null || name === "(anonymous)" ? name : "", url: path, line, column, role: "code" };
}

function runtimeFunction(name: string): { readonly name: string; readonly role: FunctionRole } {
  if (name === runtime) return { name, role: "runtime" };
  if (name === otherThreads) return { name, role: "otherThreads" };
  return { name: name === garbageCollection ? "(garbage collector)" : name, role: "code" };
}

/** `./app.js:price:3`, `:(idle):0`: Pyroscope's for Node.js puts file and line around each name, and can leave out the file itself. */
function undecorated(name: string, systemName: string, file: string): { readonly name: string; readonly path: string } {
  const line = /:\d+$/.exec(name);
  if (line === null) return { name, path: file };
  const rest = name.slice(0, line.index);
  if (systemName !== "" && systemName !== name && rest.endsWith(`:${systemName}`))
    return { name: systemName, path: file || relativePath(rest.slice(0, -systemName.length - 1)) };
  if (file === "") {
    const [, path = "", inside] = decorated.exec(rest) ?? [];
    return inside === undefined ? { name, path } : { name: inside, path: relativePath(path) };
  }
  if (rest.startsWith(`${file}:`)) return { name: rest.slice(file.length + 1), path: file };
  // Relative to the app's folder: the longest beginning that the file ends with.
  for (let at = rest.lastIndexOf(":"); at > 0; at = rest.lastIndexOf(":", at - 1)) {
    const relative = rest.slice(0, at).replace(/^\.\//, "/");
    if (/[./]/.test(relative) && file.endsWith(relative)) return { name: rest.slice(at + 1), path: file };
  }
  return { name, path: file };
}

function relativePath(path: string): string {
  return path.replace(/^\.[\\/]/, "");
}
