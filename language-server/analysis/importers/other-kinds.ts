import type { TextCode, TextValues } from "../../texts/coded-text.ts";
import { UserError } from "../user-error.ts";

interface OtherKind {
  readonly code: TextCode;
  readonly values?: TextValues;
  /** By the file's beginning, whose bytes are read as Latin-1. */
  readonly begins: RegExp;
}

/** What may stand before the first element of XML and HTML. */
const preamble = /^\s*(?:<\?xml[^>]*>\s*|<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE[^>]*>\s*)*/i;

/** Files that people confuse with CPU profiles, or make from them. The first one that fits is named. */
const otherKinds: readonly OtherKind[] = [
  { code: "profile.isHeapProfile", begins: /^\s*\{\s*"head"\s*:\s*\{[^]*?"selfSize"\s*:/ },
  { code: "profile.isHeapSnapshot", begins: /^\s*\{\s*"snapshot"\s*:\s*\{/ },
  { code: "profile.isSourceMap", begins: /^\s*\{(?=[^]*?"version"\s*:\s*3\b)(?=[^]*?"(?:sources|sections|mappings)"\s*:)/ },
  { code: "profile.isNodeReport", begins: /^\s*\{\s*"header"\s*:\s*\{\s*"reportVersion"\s*:/ },
  { code: "profile.isHar", begins: /^\s*\{\s*"log"\s*:\s*\{(?=[^]*?"version"\s*:\s*"1\.)(?=[^]*?"(?:creator|entries|pages)"\s*:)/ },
  {
    code: "profile.isOtherFile",
    values: { tool: "TypeScript" },
    begins: /^\s*(?:\/\/[^\n]*\s*|\/\*[^]*?\*\/\s*)*\{(?=[^]*?"compilerOptions"\s*:\s*\{)/,
  },
  { code: "profile.isOtherFile", values: { tool: "pnpm" }, begins: /^lockfileVersion:/ },
  { code: "profile.isOtherFile", values: { tool: "Yarn" }, begins: /^(?:#[^\n]*\n)*\s*(?:# yarn lockfile v1|__metadata:)/ },
  {
    code: "profile.isOtherFile",
    values: { tool: { code: "text.or", values: { one: "npm", other: "Bun" } } },
    begins: /^\s*\{[^[{]*"lockfileVersion"\s*:\s*\d/,
  },
  { code: "profile.isCoverage", begins: /^(?:TN:[^\n]*\s+)?SF:/ },
  { code: "profile.isArchive", begins: /^PK[^ -~]{2}/ },
  {
    code: "profile.isConvertible",
    values: { tool: "stackprof", command: "stackprof --stackcollapse FILE > stacks.txt" },
    begins: /^[^ -~]{2}\{[^]{0,4}version[^]*?mode/,
  },
  { code: "profile.isPerfData", begins: /^(?:PERFILE2|2ELIFREP)/ },
  { code: "profile.isPerfSummary", values: { tool: "perf report" }, begins: /^#[^]*^# (?:Overhead|Children) /m },
  { code: "profile.isPerfSummary", values: { tool: "perf report" }, begins: /^# To display the perf\.data header info/ },
  { code: "profile.isPerfSummary", values: { tool: "perf annotate" }, begins: /^\s*Percent\s*\|\s*Source code & Disassembly of / },
  { code: "profile.isPerfSummary", values: { tool: "perf stat" }, begins: /^(?:#[^\n]*\s*)?\s*Performance counter stats for / },
  { code: "profile.isProcessedLog", begins: /^Statistical profiling result from / },
  { code: "profile.isStackvis", begins: /^[^\s`,;]*`[^\n;]*,[^\s`,;]*`/ },
  { code: "profile.isJfr", begins: /^FLR\0/ },
  { code: "profile.isConvertedHermes", begins: /^\s*\[\s*\{[^{}]*"name"\s*:\s*"\[root\]"\s*,\s*"cat"\s*:\s*"root"/ },
  { code: "profile.isMojo", begins: /^MOJ\p{Cc}/u },
  { code: "profile.isAsyncProfilerText", begins: /^--- Execution profile ---\r?\n/ },
  { code: "profile.isBpftrace", begins: /^(?:[^\n]*\n)?\s*(?:Attaching \d+ probes?\.\.\.|@\w*(?:\[|: ?\r?\n))/ },
];
const otherMarkup: readonly OtherKind[] = [
  { code: "profile.isInstruments", begins: /^<trace-(?:query-result|toc)\b/ },
  { code: "profile.isPicture", begins: /^<svg\b/i },
  { code: "profile.isPage", begins: /^<(?:html|head|body)\b/i },
];

/** The error for such a file, recognised by its beginning; undefined for any other. */
export function otherKindError(head: string, name: string): UserError | undefined {
  const text = head.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, "");
  const element = text.replace(preamble, "");
  const kind = otherKinds.find(({ begins }) => begins.test(text)) ?? otherMarkup.find(({ begins }) => begins.test(element));
  return kind && new UserError(kind.code, { ...kind.values, name });
}
