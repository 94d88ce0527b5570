import type * as vscode from "vscode";
import { expect, test, vi } from "vitest";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
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

/** A server that shows what it is asked for, with `selection`. */
function showing(selection: Selection, kept: Readonly<Record<string, unknown>> = {}) {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const server = {
    on: () => undefined,
    onRestart: () => ({ dispose: () => undefined }),
    request: async (_message: object, params: Readonly<Record<string, unknown>>) => {
      asked.push(params);
      return { id: "a", live: params["live"] === true, selection, threads: [{ id: 4, name: "worker 1" }] };
    },
  };
  const values = new Map<string, unknown>(Object.entries(kept));
  const memory = { get: (key: string) => values.get(key), update: async (key: string, value: unknown) => void values.set(key, value) };
  const shown = new ShownRun(server as unknown as ServerLink, memory as unknown as vscode.Memento, undefined, async (work) => work());
  return { shown, asked, values };
}

test("a new run begins with everything; one that is measured again with names of what is selected, but no span", async () => {
  const filter = { ...noFilter, file: "app.js" };
  const { shown, asked, values } = showing({ ...everything, threads: [4], spans: [{ from: 0, to: 9 }], filter });
  await shown.show("/runs/1");
  await shown.show("/runs/2");
  const kept = { ...everything, threads: ["worker 1"], filter };
  shown.beginLive();
  await shown.keepSelection(() => shown.showLive("/live/1"));
  // The server goes on with what is selected of a live run.
  await shown.keepSelection(() => shown.show("/runs/3"));
  await shown.show("/runs/4");
  const live = { folder: "/live/1", live: true, kept };
  expect(asked).toEqual([{ folder: "/runs/1" }, { folder: "/runs/2" }, live, { folder: "/runs/3" }, { folder: "/runs/4" }]);
  expect(values.get("heatline.selection")).toEqual(["/runs/4", { ...kept, spans: [{ from: 0, to: 9 }] }]);
  shown.dispose();
});
