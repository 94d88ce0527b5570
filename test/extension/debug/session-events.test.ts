import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type * as vscode from "vscode";
import { expect, test, vi } from "vitest";
import { debug } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { Sessions } = await import("../../../extension/debug/session-events.ts");

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("a session that has ended is not kept: a window has many", async () => {
  const sessions = new Sessions({ warn: vi.fn<() => void>() } as unknown as vscode.LogOutputChannel, async (work) => work());
  const ended = endedSession();
  await expect
    .poll(() => {
      collectGarbage();
      return ended.deref() === undefined;
    })
    .toBe(true);
  expect(sessions.current).toBeUndefined();
  sessions.dispose();
});

function endedSession(): WeakRef<object> {
  const session = { id: "1", name: "app", configuration: { type: "heatline", request: "launch" } };
  const tracker = debug.tracked.at(-1)!.createDebugAdapterTracker(session);
  tracker.onExit(0);
  debug.terminatedSessions.fire(session);
  return new WeakRef(session);
}
