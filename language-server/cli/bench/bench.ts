import path from "node:path";
import { parseArgs } from "node:util";
import { maskedArguments } from "../../analysis/masking/masked-arguments.ts";
import { existsHere } from "../../history/regular-file.ts";
import { checkRunsFolder } from "../../history/runs-folder.ts";
import { samplingBounds } from "../../platform/scheduling.ts";
import { type Command, numberOption, type Terminal, UsageError, wholeOption } from "../command.ts";
import { loadRecorder } from "../recorder.ts";
import { loadOf, loadOptions } from "../recording/load-options.ts";
import { englishWords } from "../words/words.ts";
import type { BenchOrder } from "./benched-sides.ts";

const usualRounds = 10;
const [fewestRounds, mostRounds] = [3, 100];
const usualStarts = 3;
const mostStarts = 100;
const overBudget = 3;
const failedLoad = 4;

const formats = ["text", "markdown", "json"] as const;

const options = {
  base: { type: "string", completes: "ref" },
  head: { type: "string", completes: "ref" },
  node: { type: "string", multiple: true },
  ...loadOptions,
  startup: { type: "boolean", default: false },
  starts: { type: "string" },
  test: { type: "boolean", default: false },
  rounds: { type: "string" },
  budgets: { type: "string", completes: "path" },
  install: { type: "string" },
  "no-install": { type: "boolean", default: false },
  build: { type: "string" },
  "no-build": { type: "boolean", default: false },
  out: { type: "string", completes: "path" },
  json: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  format: { type: "string", completes: formats },
  sarif: { type: "string", completes: "path" },
  interval: { type: "string" },
  recorder: { type: "string", completes: ["exact", "inspector"] },
  cwd: { type: "string", completes: "path" },
  "keep-secrets": { type: "boolean", default: false },
} as const;

export const benchCommand: Command = {
  name: "bench",
  summary: { code: "command.bench.about" },
  help: {
    code: "command.bench.help",
    values: { rounds: usualRounds, fewest: fewestRounds, most: mostRounds, starts: usualStarts, over: overBudget, failedLoad },
  },
  options,
  operands: "program",
  run: bench,
};

async function bench(args: readonly string[], terminal: Terminal): Promise<number> {
  const at = args.indexOf("--");
  const command = at === -1 ? [] : args.slice(at + 1);
  const { values, positionals, tokens } = parseArgs({
    tokens: true,
    args: args.slice(0, at === -1 ? args.length : at),
    allowPositionals: true,
    options,
  });
  if (positionals.length > 0 || command.length === 0) throw new UsageError({ code: "command.bench.whatToBench" });
  const recorder = values.recorder ?? "exact";
  if (recorder !== "exact" && recorder !== "inspector") throw new UsageError({ code: "command.badRecorder", values: { value: recorder } });
  const cwd = path.resolve(values.cwd ?? "");
  const out = values.out === undefined ? undefined : path.resolve(values.out);
  const isHere = (text: string): boolean => existsHere(path.resolve(cwd, text));
  checkLoad(values.load ?? []);
  const load = await loadOf(values, tokens);
  const order: BenchOrder = {
    cwd,
    command,
    shownCommand: values["keep-secrets"] ? command : maskedArguments(command, isHere),
    ...versionsOf(values),
    load,
    loadTexts: values.load ?? [],
    kind: kindOf(values),
    startsPerRound: wholeOption("starts", values.starts, 1, mostStarts) ?? usualStarts,
    durationSeconds: load === undefined ? numberOption("duration", values.duration, 1, 3600) : undefined,
    rounds: wholeOption("rounds", values.rounds, fewestRounds, mostRounds) ?? usualRounds,
    fewestRounds,
    budgetsFile: values.budgets === undefined ? undefined : path.resolve(values.budgets),
    install: stepOf("install", values.install, values["no-install"]),
    build: stepOf("build", values.build, values["no-build"]),
    out,
    format: formatOf(values),
    sarifFile: values.sarif === undefined ? undefined : path.resolve(values.sarif),
    samplingIntervalUs: wholeOption("interval", values.interval, samplingBounds.least, samplingBounds.most),
    recorder,
    keepSecrets: values["keep-secrets"],
    english: englishWords,
    exitCodes: { overBudget, failedLoad },
  };
  if (out !== undefined) await checkRunsFolder(out);
  const [parts, { benchVersions }] = await Promise.all([loadRecorder(), import("./benched-versions.js")]);
  return benchVersions(order, parts, terminal);
}

function versionsOf({
  base,
  head,
  node = [],
}: {
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  readonly node?: string[] | undefined;
}): Pick<BenchOrder, "base" | "head" | "nodes"> {
  const [first, second, third] = node;
  if (third !== undefined) throw new UsageError({ code: "command.bench.twoNodes" });
  if (second !== undefined && base !== undefined) throw new UsageError({ code: "command.bench.nodesOrVersions" });
  return { base, head, nodes: first === undefined ? undefined : { base: first, head: second ?? first } };
}

/** Each version listens on a port of its own. */
function checkLoad(urls: readonly string[]): void {
  const wrong = urls.find((url) => !url.startsWith("/"));
  if (wrong !== undefined) throw new UsageError({ code: "command.bench.loadIsPath" });
}

const besideStartup = ["load", "duration", "test"] as const;
const besideTest = ["load", "duration"] as const;

function kindOf(
  values: { readonly startup: boolean; readonly starts?: string | undefined; readonly test: boolean } & {
    readonly [Name in (typeof besideStartup)[number]]?: unknown;
  },
): BenchOrder["kind"] {
  const { startup, test, starts } = values;
  if (!startup && starts !== undefined) throw new UsageError({ code: "command.startsWithoutStartup" });
  const beside = (names: readonly (typeof besideStartup)[number][]): string | undefined =>
    names.find((name) => values[name] !== undefined && values[name] !== false);
  const other = startup ? beside(besideStartup) : test ? beside(besideTest) : undefined;
  if (other !== undefined)
    throw new UsageError({ code: "command.bench.alone", values: { option: startup ? "--startup" : "--test", other: `--${other}` } });
  return startup ? "startup" : test ? "test" : values.load === undefined ? "script" : "load";
}

/** null: none; undefined: what is found. */
function stepOf(name: "install" | "build", value: string | undefined, isLeftOut: boolean): string | null | undefined {
  if (value !== undefined && isLeftOut)
    throw new UsageError({ code: "command.bench.alone", values: { option: `--${name}`, other: `--no-${name}` } });
  return isLeftOut ? null : value;
}

function formatOf({
  json,
  markdown,
  format,
}: {
  readonly json: boolean;
  readonly markdown: boolean;
  readonly format?: string | undefined;
}): BenchOrder["format"] {
  if (format !== undefined && format !== "markdown" && format !== "json" && format !== "text")
    throw new UsageError({ code: "command.badFormat", values: { formats: formats.join(", "), value: format } });
  return json ? "json" : markdown ? "markdown" : (format ?? "text");
}
