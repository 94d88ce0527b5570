import { execFile } from "node:child_process";
import { promisify } from "node:util";
import path from "node:path";
import { UserError } from "../../analysis/user-error.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import type { LogTarget } from "../../platform/paths.ts";
import { shortestSamplingInterval } from "../../platform/scheduling.ts";
import type { RecorderLaunch } from "../recorder.ts";
import { contradictedOption } from "../in-app/command-lines.ts";

const run = promisify(execFile);

/** How long a Node may take to list its flags. */
const listLimitMs = 20_000;

/** Node profiles itself, and V8 logs nothing meanwhile. */
export const ownProfiler = "--cpu-prof";

/**
 * Arguments that make this Node write V8's tick log, with positions, to the folder or its pipe. Asks the binary itself which flags it has,
 * since they are V8's: a UserError says which one is missing, or that the app's own arguments conflict.
 */
export async function tickLogArgs(
  launch: Pick<RecorderLaunch, "nodePath" | "nodeVersion" | "interval" | "ownOptions">,
  { folder, pipe }: LogTarget,
  platform: NodeJS.Platform = currentPlatform,
): Promise<readonly string[]> {
  const { ownOptions = [] } = launch;
  if (ownOptions.includes(ownProfiler)) throw new UserError("exact.ownProfiler", { argument: ownProfiler });
  const known = await knownFlags(launch.nodePath);
  const has = (flag: string): boolean => known.has(flag);
  const positions = ["log-source-position", "log-source-code"].find(has);
  const missing = [
    ...["prof", "logfile", "prof-sampling-interval"].filter((flag) => !has(flag)),
    ...(positions === undefined ? ["log-source-position"] : []),
  ];
  if (missing.length > 0 || positions === undefined) {
    throw new UserError("exact.missingFlags", { version: launch.nodeVersion, flags: missing.map((flag) => `--${flag}`).join(", ") });
  }
  const args = [
    "--prof",
    `--${positions}`,
    `--prof-sampling-interval=${Math.max(shortestSamplingInterval(platform), Math.round(launch.interval))}`,
  ];
  if (has("logfile-per-isolate")) args.push(pipe === undefined ? "--logfile-per-isolate" : "--no-logfile-per-isolate");
  // Baseline code has no positions. Older V8 versions copy its builtins to addresses unknown to the log.
  if (has("sparkplug")) args.push("--no-sparkplug");
  // After the first, peeled pass Maglev places all code of a loop's body at the loop's head.
  if (has("maglev-loop-peeling")) args.push("--no-maglev-loop-peeling");
  if (has("short-builtin-calls") && major(launch.nodeVersion) < 22) args.push("--no-short-builtin-calls");
  // Before Node 26 it prints to the app's stdout, or to a file that V8 opens at each deoptimisation, ending the app if it cannot.
  if (has("log-deopt") && major(launch.nodeVersion) >= 26) args.push("--log-deopt");
  // V8 expands %p and the like in the whole path. With the time, as a new isolate may have the address of an earlier one and would
  // overwrite its log.
  args.push(`--logfile=${pipe ?? path.join(folder, "%p-%t.log").replace(folder, folder.replaceAll("%", "%%"))}`);
  const contradiction = contradictedOption(args, ownOptions);
  if (contradiction !== undefined) throw new UserError("exact.contradicted", { argument: contradiction });
  return args;
}

async function knownFlags(nodePath: string): Promise<ReadonlySet<string>> {
  try {
    const { stdout } = await run(nodePath, ["--v8-options"], {
      timeout: listLimitMs,
      maxBuffer: 16 * 1024 * 1024,
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    return new Set(Array.from(stdout.matchAll(/^ {2}--(?:no-?)?([a-z0-9-]+) \(/gm), (match) => match[1] ?? ""));
  } catch (error) {
    throw new UserError("exact.flagsNotListed", { file: nodePath }, { cause: error });
  }
}

function major(version: string): number {
  return Number.parseInt(version.replace(/^v/, ""), 10);
}
