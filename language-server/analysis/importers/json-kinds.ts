import type { TextCode, TextValues } from "../../texts/coded-text.ts";
import { UserError } from "../user-error.ts";
import { isRecord, type JsonObject, recordOf } from "./json-values.ts";

interface JsonKind {
  readonly code: TextCode;
  /** `tool` is its own name, which is the same in all languages; `command` turns the file into one that Heatline opens. */
  readonly values?: TextValues;
  readonly is: (value: JsonObject, first: JsonObject) => boolean;
}

/** Profiles of other tools: their samples are there, in a form of their own. */
const profiles: readonly JsonKind[] = [
  { code: "profile.isHeapProfile", is: (value) => "selfSize" in recordOf(value["head"]) || isHeapAnswer(value) },
  { code: "profile.isHeapSnapshot", is: (value) => has(value, "snapshot", "nodes", "strings") || has(value, "snapshot", "edges") },
  {
    code: "profile.isOldFirefox",
    is: (value) =>
      value["fileType"] === "Recorded Performance Data" || has(recordOf(value["profile"]), "threads") || has(value, "profileJSON"),
  },
  { code: "profile.isSafari", is: (value) => has(recordOf(value["recording"]), "records") },
  {
    code: "profile.isOtherProfile",
    values: { tool: "Sentry" },
    is: (value) => has(recordOf(value["profile"]), "samples", "stacks", "frames"),
  },
  { code: "profile.isOtherProfile", values: { tool: "Sentry" }, is: (value) => has(value, "samples", "stacks", "frames") },
  {
    code: "profile.isConvertible",
    values: { tool: "stackprof", command: "stackprof --stackcollapse FILE > stacks.txt" },
    is: (value) => has(value, "mode", "interval", "frames"),
  },
  {
    code: "profile.isConvertible",
    values: { tool: "pyinstrument", command: "pyinstrument --load-prev SESSION -r speedscope -o profile.speedscope.json" },
    is: (value) => has(value, "root_frame", "sample_count"),
  },
  { code: "profile.isOtherProfile", values: { tool: "React DevTools" }, is: (value) => Array.isArray(value["dataForRoots"]) },
  { code: "profile.isOtherProfile", values: { tool: "New Relic" }, is: (value) => has(value, "agent_run_id") },
];

/** Files that lie beside profiles, or that the same tools write. */
const files: readonly JsonKind[] = [
  { code: "profile.isHar", is: ({ log }) => has(recordOf(log), "entries") || has(recordOf(log), "creator", "version") },
  { code: "profile.isNodeReport", is: ({ header }) => "reportVersion" in recordOf(header) },
  { code: "profile.isSourceMap", is: (value) => value["version"] === 3 && (has(value, "mappings") || has(value, "sections")) },
  { code: "profile.isOwnReport", is: (value) => has(value, "schema", "recorder", "busyTicks", "lines", "functions") },
  { code: "profile.isOwnRun", is: (value) => has(value, "schema", "recorder", "threads", "app") },
  { code: "profile.isCoverage", is: ({ result }) => Array.isArray(result) && has(recordOf(result[0]), "scriptId", "functions") },
  {
    code: "profile.isCoverage",
    is: (value) => has(firstOf(value), "statementMap") || has(recordOf(firstOf(value)["lines"]), "total", "pct"),
  },
  { code: "profile.isOtherFile", values: { tool: "clinic flame" }, is: (value) => isInlined(value) },
  {
    code: "profile.isOtherFile",
    values: { tool: "clinic" },
    is: (value) => has(value, "clock", "nodeVersions") || has(value, "nodeVersions", "systeminfo"),
  },
  { code: "profile.isOtherFile", values: { tool: "Lighthouse" }, is: (value) => has(value, "lighthouseVersion") },
  { code: "profile.isOtherFile", values: { tool: "Chrome net-export" }, is: (value) => has(value, "constants", "events") },
  { code: "profile.isOtherFile", values: { tool: "Playwright" }, is: (value) => has(value, "config", "suites") },
  {
    code: "profile.isOtherFile",
    values: { tool: { code: "text.or", values: { one: "Jest", other: "Vitest" } } },
    is: (value) => has(value, "numTotalTests"),
  },
  {
    code: "profile.isOtherFile",
    values: { tool: "Vitest bench" },
    is: ({ files: all }) => Array.isArray(all) && has(recordOf(all[0]), "groups"),
  },
  { code: "profile.isOtherFile", values: { tool: "esbuild" }, is: (value) => has(value, "inputs", "outputs") },
  {
    code: "profile.isOtherFile",
    values: { tool: "webpack" },
    is: (value) =>
      has(value, "assets", "chunks") ||
      has(value, "modules", "chunks") ||
      has(value, "assets", "modules") ||
      has(recordOf(recordOf(value["children"])[0]), "assets", "chunks"),
  },
  {
    code: "profile.isOtherFile",
    values: { tool: "rollup-plugin-visualizer" },
    is: (value) => has(value, "tree", "nodeParts") || has(value, "tree", "nodeMetas"),
  },
  { code: "profile.isOtherFile", values: { tool: "npm" }, is: (value) => has(value, "lockfileVersion") },
  {
    code: "profile.isOtherFile",
    values: { tool: "Deno" },
    is: (value) => has(value, "specifiers", "version") || (has(value, "imports") && (has(value, "tasks") || has(value, "compilerOptions"))),
  },
  {
    code: "profile.isOtherFile",
    values: { tool: "TypeScript" },
    is: (value, first) =>
      has(value, "compilerOptions") ||
      (has(value, "extends") && (has(value, "include") || has(value, "files") || has(value, "references"))) ||
      has(first, "tracePath") ||
      has(first, "recursionId") ||
      has(value, "program", "version"),
  },
  { code: "profile.isOtherFile", values: { tool: "ESLint" }, is: (_value, first) => has(first, "filePath", "messages") },
  { code: "profile.isOtherFile", values: { tool: "autocannon" }, is: (value) => has(value, "requests", "latency", "throughput") },
  { code: "profile.isOtherFile", values: { tool: "npm" }, is: (value) => isManifest(value) },
];

/** The error for JSON that is not a profile that Heatline reads: by name, where it is known. */
export function otherJsonError(value: unknown): UserError {
  const first = Array.isArray(value) ? recordOf(value[0]) : {};
  const kind = [...profiles, ...files].find(({ is }) => is(recordOf(value), first));
  if (kind === undefined) return new UserError("profile.isOtherJson");
  return new UserError(kind.code, kind.values);
}

/** Whether the text has a JSON value in each line that is not empty, such as a log. The last line may be cut. */
export function isJsonLines(text: string): boolean {
  const [first = "", second = ""] = text
    .slice(0, headOfLines)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return [first, second].every((line) => /^[{[]/.test(line)) && isJson(first);
}

/** Longer lines are not looked at. */
const headOfLines = 1_000_000;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}

function has(value: JsonObject, ...keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(value, key));
}

function firstOf(value: JsonObject): JsonObject {
  return recordOf(Object.values(value)[0]);
}

/** An answer of the inspector's `HeapProfiler.stopSampling`. */
function isHeapAnswer({ profile, result }: JsonObject): boolean {
  return [profile, recordOf(result)["profile"]].some((each) => "selfSize" in recordOf(recordOf(each)["head"]));
}

function isInlined(value: JsonObject): boolean {
  const first: unknown = Object.values(value)[0];
  return Array.isArray(first) && isRecord(first[0]) && has(first[0], "fn", "caller");
}

function isManifest(value: JsonObject): boolean {
  const known = ["name", "version", "private", "scripts", "dependencies", "devDependencies", "workspaces", "main", "type"];
  return known.filter((key) => has(value, key)).length >= 2;
}
