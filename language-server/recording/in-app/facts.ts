import type * as Fs from "node:fs";
import type * as Os from "node:os";
import type { ProcessReport } from "./reports.ts";

/** Bundled as text that any thread can evaluate at any time: it must not use `require`. */
export { mainClock, workerClock } from "./thread-clock.ts";

type ProcessFacts = Pick<
  ProcessReport,
  "pid" | "ppid" | "isForked" | "isSingleExecutable" | "argv" | "cwd" | "argv0" | "execPath" | "nodeVersion" | "v8Version"
>;

export function processFacts(): ProcessFacts {
  const { pid, ppid, argv, argv0, execPath, versions } = process;
  const isForked = process.env["NODE_CHANNEL_FD"] !== undefined || process.connected;
  return {
    pid,
    ppid,
    isForked,
    isSingleExecutable: isSingleExecutable(),
    argv: [...argv],
    cwd: currentFolder(),
    argv0,
    execPath,
    nodeVersion: versions.node,
    v8Version: versions.v8,
  };
}

/** Of an app that was attached to, which may run on another machine. */
export function attachedFacts(): ProcessFacts & Pick<ProcessReport, "machine"> {
  return { ...processFacts(), machine: machineFacts() };
}

/** Empty in a Node that cannot say. Only Linux has the file. */
function machineFacts(): NonNullable<ProcessReport["machine"]> {
  const { getBuiltinModule: load } = process as { readonly getBuiltinModule?: (this: void, id: string) => unknown };
  const [os, fs] = [load?.("node:os") as typeof Os | undefined, load?.("node:fs") as typeof Fs | undefined];
  if (os === undefined || fs === undefined) return {};
  let bootId: string | undefined;
  try {
    bootId = fs.readFileSync("/proc/sys/kernel/random/boot_id", "latin1");
  } catch {
    // Another system, or one that hides it.
  }
  return { cpu: os.cpus()[0]?.model, cores: os.availableParallelism(), bootId };
}

/** The folder may have been deleted. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** False in a Node that cannot say. */
function isSingleExecutable(): boolean {
  const { getBuiltinModule } = process as { readonly getBuiltinModule?: (this: void, id: string) => unknown };
  const sea = getBuiltinModule?.("node:sea") as { isSea(): boolean } | undefined;
  return sea?.isSea() === true;
}

/** Undefined for a value that JSON cannot represent. */
export function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch {
    return undefined;
  }
}
