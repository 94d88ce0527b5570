import * as vscode from "vscode";
import type { BuildFailure } from "./build-run.ts";

/** Runs a task of the workspace, as VS Code does before it starts an app: its output is in a terminal. Undefined if it succeeds. */
export async function runTask(
  name: string,
  folder: vscode.WorkspaceFolder | undefined,
  signal: AbortSignal,
): Promise<BuildFailure | undefined> {
  const tasks = await vscode.tasks.fetchTasks();
  const task = tasks.find((each) => isCalled(each, name) && each.scope === folder) ?? tasks.find((each) => isCalled(each, name));
  const place = folder?.uri.fsPath ?? "";
  if (task === undefined) return { folder: place, command: name, output: "" };
  const listening: vscode.Disposable[] = [];
  const ended = new Promise<number>((resolve) => {
    listening.push(
      vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (isCalled(execution.task, name)) resolve(exitCode ?? 1);
      }),
    );
  });
  try {
    const execution = await vscode.tasks.executeTask(task);
    const stop = (): void => execution.terminate();
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    const code = await ended;
    signal.removeEventListener("abort", stop);
    return code === 0 ? undefined : { folder: place, command: name, output: "" };
  } finally {
    for (const each of listening) each.dispose();
  }
}

/** In launch.json a task of npm or tsc stands with its kind: `npm: build`. */
function isCalled({ name, source }: vscode.Task, wanted: string): boolean {
  return wanted === name || wanted === `${source}: ${name}`;
}
