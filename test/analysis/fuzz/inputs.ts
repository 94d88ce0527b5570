import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const program = path.join(import.meta.dirname, "../../fixtures/ground-truth/odd-code.cjs");

export interface FuzzInputs {
  /** V8's tick log, as Latin-1. */
  readonly log: readonly string[];
  readonly cpuprofile: unknown;
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
    return { log: withoutLongSources(read(".log")), cpuprofile: JSON.parse(read(".cpuprofile")) as unknown };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Node's own sources are 90 % of such a log and not worth damaging. */
function withoutLongSources(log: string): string[] {
  return log.split("\n").map((line) => (line.startsWith("script-source") && line.length > 20_000 ? line.slice(0, 20_000) : line));
}
