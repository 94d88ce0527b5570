import type { TextCode, TextValue, TextValues } from "../../texts/coded-text.ts";
import { parsedJson } from "../parsed-json.ts";
import { UserError } from "../user-error.ts";
import { isRecord, type JsonObject, recordOf } from "./json-values.ts";

interface JsonKind {
  readonly code: TextCode;
  /** `tool` is its own name, which is the same in all languages; `command` turns the file into one that Heatline opens. */
  readonly values?: TextValues;
  readonly is: (value: JsonObject, first: JsonObject) => boolean;
}

function otherProfile(tool: string, is: JsonKind["is"]): JsonKind {
  return { code: "profile.isOtherProfile", values: { tool }, is };
}

function otherFile(tool: TextValue, is: JsonKind["is"]): JsonKind {
  return { code: "profile.isOtherFile", values: { tool }, is };
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
  otherProfile("Sentry", (value) => has(recordOf(value["profile"]), "samples", "stacks", "frames")),
  otherProfile("Sentry", (value) => has(value, "samples", "stacks", "frames")),
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
  otherProfile("React DevTools", (value) => Array.isArray(value["dataForRoots"])),
  otherProfile("New Relic", (value) => has(value, "agent_run_id")),
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
  otherFile("clinic flame", (value) => isInlined(value)),
  otherFile("clinic", (value) => has(value, "clock", "nodeVersions") || has(value, "nodeVersions", "systeminfo")),
  otherFile("Lighthouse", (value) => has(value, "lighthouseVersion")),
  otherFile("Chrome net-export", (value) => has(value, "constants", "events")),
  otherFile("Playwright", (value) => has(value, "config", "suites")),
  otherFile({ code: "text.or", values: { one: "Jest", other: "Vitest" } }, (value) => has(value, "numTotalTests")),
  otherFile("Vitest bench", ({ files: all }) => Array.isArray(all) && has(recordOf(all[0]), "groups")),
  otherFile("esbuild", (value) => has(value, "inputs", "outputs")),
  otherFile(
    "webpack",
    (value) =>
      has(value, "assets", "chunks") ||
      has(value, "modules", "chunks") ||
      has(value, "assets", "modules") ||
      has(recordOf(recordOf(value["children"])[0]), "assets", "chunks"),
  ),
  otherFile("rollup-plugin-visualizer", (value) => has(value, "tree", "nodeParts") || has(value, "tree", "nodeMetas")),
  otherFile("npm", (value) => has(value, "lockfileVersion")),
  otherFile(
    "Deno",
    (value) => has(value, "specifiers", "version") || (has(value, "imports") && (has(value, "tasks") || has(value, "compilerOptions"))),
  ),
  otherFile(
    "TypeScript",
    (value, first) =>
      has(value, "compilerOptions") ||
      (has(value, "extends") && (has(value, "include") || has(value, "files") || has(value, "references"))) ||
      has(first, "tracePath") ||
      has(first, "recursionId") ||
      has(value, "program", "version"),
  ),
  otherFile("ESLint", (_value, first) => has(first, "filePath", "messages")),
  otherFile("autocannon", (value) => has(value, "requests", "latency", "throughput")),
  otherFile("npm", (value) => isManifest(value)),
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
  return [first, second].every((line) => /^[{[]/.test(line)) && parsedJson(first) !== undefined;
}

/** Longer lines are not looked at. */
const headOfLines = 1_000_000;

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
