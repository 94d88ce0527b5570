import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "../../workbench/installation.mjs";

const flags = ["--prof", "--log-source-position", "--no-sparkplug", "--no-short-builtin-calls", "--no-logfile-per-isolate"];

/** Writes V8's log of a formatter at work, of about that size. */
export async function writeFormatterLog(log: string, megabytes: number): Promise<void> {
  const program = path.join(import.meta.dirname, "./tick-log-of-size.cjs");
  const modules = path.join(repository, "node_modules");
  const work = [program, log, String(megabytes), path.join(modules, "prettier"), path.join(modules, "valibot/dist/index.mjs")];
  const sampling = [`--prof-sampling-interval=${megabytes > 10 ? 200 : 1000}`, `--logfile=${log}`];
  await promisify(execFile)(process.execPath, [...flags, ...sampling, ...work], { env: { ...process.env, NODE_OPTIONS: "" } });
}
