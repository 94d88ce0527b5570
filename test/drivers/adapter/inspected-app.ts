import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface InspectedApp extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly inspectorPort: number;
}

/** A running service with an open inspector. `host`: an address of this machine; port 0: one of its own choice. */
export async function startInspected(program: string, host = "127.0.0.1", port = 0, args: readonly string[] = []): Promise<InspectedApp> {
  const child = spawn(process.execPath, [`--inspect=${host}:${port}`, program, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  let inspectorPort = 0;
  for await (const line of createInterface({ input: child.stderr })) {
    inspectorPort = Number(/ws:\/\/[\d.]+:(\d+)/.exec(line)?.[1] ?? 0);
    if (inspectorPort > 0) break;
  }
  return {
    child,
    inspectorPort,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
