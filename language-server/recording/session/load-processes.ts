import { fork, spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { findExecutable } from "../../platform/executables.ts";
import { applyEnv } from "../app/app-command.ts";
import type { ToolCommand, ToolProcess, ToolProcesses } from "../load/load-tool.ts";
import { spawnable } from "../../platform/command-script.ts";
import { checkOwnFiles } from "../../platform/installation/own-files.ts";
import { leadsGroup, signalTree } from "../../platform/process-tree.ts";
import type { Watchdog } from "../processes/watchdog-client.ts";

export interface LoadProcessesSetting {
  /** Absolute path of the app's Node. */
  readonly nodePath: string;
  /** The bundled autocannon-child.js. */
  readonly autocannonChild: string;
  readonly appFolder: string;
  /** Ends the tool if this process dies. */
  readonly watchdog: Pick<Watchdog, "watchStart" | "forget">;
}

/** Variables of our environment that would change a Node that we start ourselves. */
const withoutOurs = { NODE_OPTIONS: null, ELECTRON_RUN_AS_NODE: null, VSCODE_INSPECTOR_OPTIONS: null };

/** Starts the processes of load tools. Each leads a process group, so that its children end with it. */
export class LoadProcesses implements ToolProcesses {
  readonly #setting: LoadProcessesSetting;

  constructor(setting: LoadProcessesSetting) {
    this.#setting = setting;
  }

  find(name: string): Promise<string | undefined> {
    return findExecutable(name, this.#setting.appFolder, process.env);
  }

  start({ file, args, env = {} }: ToolCommand): ToolProcess {
    const { watchdog, appFolder } = this.#setting;
    const started = spawnable(file, args);
    const child = watchdog.watchStart((mark) =>
      spawn(started.file, started.args, {
        ...started.options,
        cwd: appFolder,
        env: applyEnv(process.env, { ...withoutOurs, ...env, ...mark }),
        stdio: ["ignore", "pipe", "pipe"],
        detached: leadsGroup(),
        windowsHide: true,
      }),
    );
    const { pid } = child;
    return {
      child,
      interrupt: () => interrupt(child),
      kill: () => {
        if (pid !== undefined) signalTree(pid, "SIGKILL");
      },
      forget: () => {
        if (pid !== undefined) watchdog.forget(pid);
      },
    };
  }

  startAutocannon(): ChildProcess {
    const { nodePath, autocannonChild, watchdog } = this.#setting;
    checkOwnFiles([autocannonChild]);
    const child = watchdog.watchStart((mark) => {
      const env = applyEnv(process.env, { NODE_OPTIONS: null, ELECTRON_RUN_AS_NODE: null, ...mark });
      const stdio: StdioOptions = ["ignore", "ignore", "pipe", "ipc"];
      // Ctrl+C in a terminal must not end it before it has reported its figures.
      return fork(autocannonChild, [], { execPath: nodePath, execArgv: [], env, stdio, detached: leadsGroup() });
    });
    child.once("exit", () => {
      if (child.pid !== undefined) watchdog.forget(child.pid);
    });
    return child;
  }
}

/** Only to the group: a second Ctrl+C makes some tools exit without a report. */
function interrupt(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (!leadsGroup()) child.kill();
  else process.kill(-child.pid, "SIGINT");
}
