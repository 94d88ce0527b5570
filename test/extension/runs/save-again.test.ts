import { expect, test, vi } from "vitest";
import type { Sessions } from "../../../extension/debug/session-events.ts";
import type { ServerLink } from "../../../extension/server-link.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { registerSaveAgain } = await import("../../../extension/runs/run-export.ts");

test("for a run outside the runs folder, saving again is offered until it succeeds; for others it is not", async () => {
  const received = new vscode.EventEmitter<{ readonly event: object }>();
  const asked: unknown[] = [];
  const outcomes = [undefined, "/runs/1"];
  const server = { request: (_message: unknown, params: unknown) => Promise.resolve(void asked.push(params)) };
  const done = new Promise<void>((resolve) => {
    const guard = async (work: () => Promise<unknown>): Promise<unknown> => {
      await work();
      if (outcomes.length === 1) resolve();
      return outcomes.shift();
    };
    registerSaveAgain({ onDidReceive: received.event } as unknown as Sessions, "/runs", server as unknown as ServerLink, guard as never);
  });
  vscode.window.answers = ["Save Again", "Save Again"];
  received.fire({ event: { name: "heatline.runWritten", body: { folder: "/runs/0", id: "0" } } });
  expect(vscode.window.shown).toEqual([]);
  received.fire({ event: { name: "heatline.runWritten", body: { folder: "/tmp/heatline-unsaved-x/1", id: "1" } } });
  await done;
  expect(asked).toEqual([{ folder: "/tmp/heatline-unsaved-x/1" }, { folder: "/tmp/heatline-unsaved-x/1" }]);
  expect(vscode.window.shown[0]).toBe("The run is only in the folder /tmp/heatline-unsaved-x/1, not among your runs.");
});
