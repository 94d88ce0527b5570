import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type * as vscode from "vscode";
import { expect, test, vi } from "vitest";
import { debug } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { Sessions } = await import("../../../extension/debug/session-events.ts");

test.each([
  ["before its adapter's exit is known", true],
  ["after it", false],
])(
  "a killed adapter, whose session VS Code ends %s: its run appears, and no app is said to have started again",
  async (_when, isBefore) => {
    const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-killed-"));
    try {
      const session = { id: `killed-${isBefore}`, name: "app", configuration: { type: "heatline", request: "launch", runsFolder } };
      const sessions = new Sessions({ warn: vi.fn<() => void>() } as unknown as vscode.LogOutputChannel, async (work) => work());
      const reported: string[] = [];
      sessions.onDidStart(({ name }) => reported.push(`started ${name}`));
      sessions.onDidReceive(({ event }) => reported.push(event.name));
      const tracker = debug.tracked.at(-1)!.createDebugAdapterTracker(session);
      await mkdir(path.join(runsFolder, ".tmp-1-run"));
      await writeFile(
        path.join(runsFolder, ".tmp-1-run/run.json"),
        JSON.stringify({ end: "recovered", startedAt: new Date().toISOString() }),
      );
      await rename(path.join(runsFolder, ".tmp-1-run"), path.join(runsFolder, "run"));
      // Later than the run began, by the clock that both use.
      const now = Date.now();
      await expect.poll(() => Date.now()).toBeGreaterThan(now + 1);
      if (isBefore) debug.terminatedSessions.fire(session);
      tracker.onExit(137);
      if (!isBefore) debug.terminatedSessions.fire(session);
      await expect.poll(() => reported).toEqual(["started app", "heatline.problem", "heatline.runWritten"]);
      sessions.dispose();
    } finally {
      await rm(runsFolder, { recursive: true });
    }
  },
);
