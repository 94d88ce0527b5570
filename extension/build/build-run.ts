import { spawn } from "node:child_process";
import type { BuildStep } from "../../language-server/protocol/stale-build.ts";
import { endTree, leadsGroup } from "../../language-server/platform/process-tree.ts";

/** Why a build failed. */
export interface BuildFailure {
  /** Where it ran: places in its output are relative to it. */
  readonly folder: string;
  readonly command: string;
  readonly output: string;
}

const mostOutput = 1024 * 1024;

/** Undefined once all steps are done, or when they are cancelled, which ends all that they started. */
export async function runSteps(steps: readonly BuildStep[], signal: AbortSignal): Promise<BuildFailure | undefined> {
  for (const { folder, program, args } of steps) {
    if (signal.aborted) return undefined;
    const command = [program, ...args].join(" ");
    const { code, output } = await run(command, folder, signal);
    if (code !== 0) return { folder, command, output };
  }
  return undefined;
}

/** By the system's shell, which finds the scripts that package managers are on Windows. Its words are Heatline's own. */
async function run(command: string, folder: string, signal: AbortSignal): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    detached: leadsGroup(),
    windowsHide: true,
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  const add = (text: string): void => {
    if (output.length < mostOutput) output += text;
  };
  child.stdout.setEncoding("utf8").on("data", add);
  child.stderr.setEncoding("utf8").on("data", add);
  const end = (): void => {
    if (child.pid !== undefined) void endTree(child.pid);
  };
  signal.addEventListener("abort", end);
  try {
    return await new Promise((resolve) => {
      child.once("error", ({ message }) => resolve({ code: 1, output: `Error: ${message}` }));
      child.once("close", (code) => resolve({ code: code ?? 1, output }));
    });
  } finally {
    signal.removeEventListener("abort", end);
  }
}
