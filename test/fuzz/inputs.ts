import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const program = path.join(import.meta.dirname, "../fixtures/ground-truth/odd-code.cjs");

export interface FuzzInputs {
  /** V8's tick log, as Latin-1. */
  readonly log: readonly string[];
  readonly cpuprofile: unknown;
  /** The log as `node --prof-process --preprocess` writes it. */
  readonly preprocessed: unknown;
}

/** Real recordings of a program with code from every kind of origin, on the Node version that runs the tests. */
export function recordInputs(): FuzzInputs {
  const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-fuzz-"));
  try {
    const run = (...flags: string[]): void => {
      execFileSync(process.execPath, [...flags, program, "30"], {
        cwd: folder,
        env: { ...process.env, NODE_OPTIONS: "" },
        stdio: "ignore",
      });
    };
    run("--prof", "--log-source-position", "--no-sparkplug", `--logfile=${folder}/%p.log`);
    run("--cpu-prof", "--cpu-prof-dir=.");
    const read = (end: string): string => {
      const file = readdirSync(folder).find((name) => name.endsWith(end)) ?? "";
      return readFileSync(path.join(folder, file), end === ".log" ? "latin1" : "utf8");
    };
    const log = readdirSync(folder).find((name) => name.endsWith(".log")) ?? "";
    const preprocessed = execFileSync(process.execPath, ["--prof-process", "--preprocess", log], {
      cwd: folder,
      maxBuffer: Infinity,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return {
      log: withoutLongSources(read(".log")),
      cpuprofile: JSON.parse(read(".cpuprofile")) as unknown,
      preprocessed: withUsedCode(JSON.parse(preprocessed) as Preprocessed),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Node's own sources are 90 % of such a log and not worth damaging. */
function withoutLongSources(log: string): string[] {
  return log.split("\n").map((line) => (line.startsWith("script-source") && line.length > 20_000 ? line.slice(0, 20_000) : line));
}

interface Preprocessed {
  readonly code: readonly unknown[];
  readonly functions: readonly { readonly codes: readonly number[] }[];
  /** `s`: pairs of an index in `code` and a place in it. */
  readonly ticks: readonly { readonly s: readonly number[] }[];
}

/** Nine tenths of the code took no tick. */
function withUsedCode(log: Preprocessed): unknown {
  const used = [...new Set(log.ticks.flatMap(({ s }) => s.filter((index, at) => at % 2 === 0 && index >= 0)))];
  const rows = new Map(used.map((index, row) => [index, row]));
  return {
    ...log,
    code: used.map((index) => log.code[index]),
    functions: log.functions.map((each) => ({ ...each, codes: each.codes.flatMap((index) => rows.get(index) ?? []) })),
    ticks: log.ticks.map((tick) => ({ ...tick, s: tick.s.map((value, at) => (at % 2 === 0 ? (rows.get(value) ?? value) : value)) })),
  };
}
