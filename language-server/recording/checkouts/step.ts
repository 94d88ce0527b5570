import { spawn } from "node:child_process";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { spawnable } from "../../platform/command-script.ts";
import { findExecutable } from "../../platform/executables.ts";
import { leadsGroup, signalTree } from "../../platform/process-tree.ts";
import { applyEnv } from "../app/app-command.ts";
import type { Watchdog } from "../processes/watchdog-client.ts";
import { CheckoutError, LastLines } from "./checkout-error.ts";
import { withoutHook } from "./git.ts";

/** A program with its arguments, or a command line for the shell. */
export type StepCommand = { readonly program: string; readonly args: readonly string[] } | { readonly shell: string };

/** What a step of a version runs in. */
export interface StepSetting {
  /** The version, as it is told apart: "main", "22". */
  readonly side: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | null>>;
  /** Ends what runs if this process dies. */
  readonly watchdog: Pick<Watchdog, "watchStart" | "forget">;
  readonly signal: AbortSignal;
}

/** Runs an install or a build to its end, with no process left. Rejects with a CheckoutError if it fails, with the signal's reason once that aborts. */
export async function runStep(step: "install" | "build", command: StepCommand, setting: StepSetting): Promise<void> {
  const { side, folder, watchdog, signal } = setting;
  signal.throwIfAborted();
  const env = applyEnv(process.env, { ...withoutHook, ...setting.env });
  const shown = "shell" in command ? command.shell : [command.program, ...command.args].join(" ");
  const values = { side, command: shown };
  const file = "shell" in command ? "" : await findExecutable(command.program, folder, env);
  if (file === undefined)
    throw new CheckoutError({ code: "command.bench.noManager", values: { side, program: shown.split(" ")[0] ?? "" } });
  const lines = new LastLines();
  const started = "shell" in command ? { file: command.shell, args: [], options: { shell: true } } : spawnable(file, command.args, env);
  const child = watchdog.watchStart((mark) =>
    spawn(started.file, started.args, {
      ...started.options,
      cwd: folder,
      env: { ...env, ...mark },
      stdio: ["ignore", "pipe", "pipe"],
      detached: leadsGroup(),
      windowsHide: true,
    }),
  );
  const { pid } = child;
  const kill = (): void => void (pid !== undefined && signalTree(pid, "SIGKILL"));
  signal.addEventListener("abort", kill, { once: true });
  child.stdout.on("data", (bytes: Buffer) => lines.add(bytes));
  child.stderr.on("data", (bytes: Buffer) => lines.add(bytes));
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, killer) => resolve(code ?? killer ?? 1));
    });
    signal.throwIfAborted();
    if (code !== 0) throw new CheckoutError({ code: `command.bench.failed.${step}`, values: { ...values, code } }, lines.last);
  } catch (error) {
    if (error instanceof CheckoutError || !(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CheckoutError({ code: `command.bench.failed.${step}`, values: { ...values, code: reasonOf(error) as string } }, [], {
      cause: error,
    });
  } finally {
    signal.removeEventListener("abort", kill);
    // What it left behind in its group.
    kill();
    if (pid !== undefined) watchdog.forget(pid);
  }
}
