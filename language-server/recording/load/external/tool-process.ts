import path from "node:path";
import { reasonOf } from "../../../analysis/failure-reason.ts";
import { UserError } from "../../../analysis/user-error.ts";
import type { Seconds } from "../../../analysis/units.ts";
import { afterAwake } from "../../../platform/scheduling.ts";
import type { ToolCommand, ToolProcess, ToolProcesses } from "../load-tool.ts";

/** How a load tool's process ended, and its output. */
export interface ToolEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From its start to its end. */
  readonly seconds: Seconds;
}

/** Characters kept of the end of each stream, where the figures are: some tools write a line for each request. */
const keptOutput = 1 << 25;
/** How long a tool that was asked to end may take to print its report. */
const graceMs = 3000;

/** The tool's program, from the PATH or the app's `node_modules/.bin`. Rejects with a UserError that says how to install it. */
export async function findTool(name: string, processes: ToolProcesses): Promise<string> {
  const file = await processes.find(name);
  if (file !== undefined) return file;
  if (path.basename(name) === "jmeter") throw new UserError("load.noJmeter");
  const debianPackage = debianPackages[path.basename(name)];
  throw debianPackage === undefined
    ? new UserError("load.noTool", { tool: name })
    : new UserError("load.noDebianTool", { tool: name, package: debianPackage });
}

const debianPackages: Readonly<Record<string, string>> = {
  wrk: "wrk",
  ab: "apache2-utils",
  hey: "hey",
  siege: "siege",
  h2load: "nghttp2-client",
};

/**
 * Runs a load tool until it ends, `stop` is aborted, or `limit` is over. Then it is interrupted as by Ctrl+C, on which most tools print
 * their report, and killed if it does not end. The tool leads a process group, so that its children end with it.
 */
export async function runTool(command: ToolCommand, processes: ToolProcesses, stop: AbortSignal, limit?: Seconds): Promise<ToolEnd> {
  const startedAt = performance.now();
  const tool = processes.start(command);
  let cancelKill: (() => void) | undefined;
  const end = (): void => {
    tool.interrupt();
    cancelKill ??= afterAwake(graceMs, () => tool.kill());
  };
  const cancelLimit = limit === undefined ? undefined : afterAwake(limit * 1000, end);
  stop.addEventListener("abort", end);
  if (stop.aborted) end();
  try {
    const [stdout, stderr] = [collect(tool.child.stdout), collect(tool.child.stderr)];
    const { code, signal } = await ended(tool);
    return { stdout: stdout(), stderr: stderr(), code, signal, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    cancelLimit?.();
    cancelKill?.();
    stop.removeEventListener("abort", end);
    tool.forget();
  }
}

/** Runs a tool to its end, and has what it writes read as it comes. */
export async function readTool(
  command: ToolCommand,
  processes: ToolProcesses,
  read: (output: NodeJS.ReadableStream) => Promise<void>,
): Promise<void> {
  const tool = processes.start(command);
  const { stdout, stderr } = tool.child;
  stderr?.resume();
  try {
    await Promise.all([ended(tool), stdout === null ? undefined : read(stdout)]);
  } finally {
    tool.forget();
  }
}

function ended(tool: ToolProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    tool.child.on("error", (error) => reject(new UserError("load.toolNotRun", { reason: reasonOf(error) }, { cause: error })));
    // Children left behind would hold the pipes open.
    tool.child.on("exit", () => tool.kill());
    tool.child.on("close", (code, signal) => resolve({ code, signal }));
  });
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const pieces: string[] = [];
  let length = 0;
  stream?.setEncoding("utf8").on("data", (piece: string) => {
    pieces.push(piece);
    length += piece.length;
    while (length - (pieces[0]?.length ?? 0) > keptOutput) length -= pieces.shift()?.length ?? 0;
  });
  return () => pieces.join("").slice(-keptOutput);
}
