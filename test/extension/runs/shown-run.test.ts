import type * as vscode from "vscode";
import { expect, test, vi } from "vitest";
import type { ServerLink } from "../../../extension/server-link.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { newest } = await import("../../../extension/runs/last-run.ts");
const { ShownRun } = await import("../../../extension/runs/shown-run.ts");

test.each(["before the live run is closed", "after it"])(
  "live heat is dropped and a run is chosen, whose opening is answered %s: no other run is opened in its place",
  async (order) => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const server = {
      on: () => undefined,
      onRestart: () => ({ dispose: () => undefined }),
      request: (_message: object, params: object) =>
        new Promise((resolve) => {
          asked.push(JSON.stringify(params));
          answers.push(() => resolve({ ...params }));
        }),
    };
    const memory = { get: () => newest, update: () => Promise.resolve() };
    const shown = new ShownRun(server as unknown as ServerLink, memory as unknown as vscode.Memento, undefined, async (work) => work());
    const live = shown.showLive("/live/1");
    answers.shift()!();
    await live;
    const dropped = shown.dropLive();
    const chosen = shown.show("/runs/chosen");
    if (order === "before the live run is closed") answers.reverse();
    for (const answer of answers.splice(0)) answer();
    expect(await chosen).toEqual({ folder: "/runs/chosen" });
    // If it opened another run, nobody would answer.
    await dropped;
    expect(asked).toEqual(['{"folder":"/live/1","live":true}', "{}", '{"folder":"/runs/chosen"}']);
    shown.dispose();
  },
);
