import { expect, test, vi } from "vitest";
import type { ProfiledApp, Sessions } from "../../../extension/debug/session-events.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";
import type { RunSummary } from "../../../language-server/protocol/run-summary.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { LoadFormModel } = await import("../../../extension/load/load-form-model.ts");

const summaryOf = (id: string, label: string): RunSummary =>
  ({
    id,
    live: false,
    selectionText: label.split(".")[0],
    hotLines: [{ label, self: 0.5, withLibraries: 0.5, total: 0.5 }],
  }) as unknown as RunSummary;

test("the hottest lines in the form are those of what is selected of its run, and stay while another run is shown", async () => {
  const app = { name: "shop", key: "shop", session: { id: "1", configuration: {} } } as unknown as ProfiledApp;
  const [started, received] = [new vscode.EventEmitter<unknown>(), new vscode.EventEmitter<unknown>()];
  const [ended, changed] = [new vscode.EventEmitter<unknown>(), new vscode.EventEmitter<RunSummary>()];
  const sessions = { onDidStart: started.event, onDidEnd: ended.event, onDidReceive: received.event } as unknown as Sessions;
  const shownRun = {
    onDidChange: changed.event,
    expect: () => Promise.resolve(),
    show: () => Promise.resolve(summaryOf("1", "main.js:1")),
  } as unknown as ShownRun;
  const memory = { get: (_key: string, other: unknown) => other, update: () => Promise.resolve(), keys: () => [] };
  const context = { workspaceState: memory, secrets: {}, storageUri: undefined } as never;
  const none = () => vscode.Disposable.from();
  const model = new LoadFormModel(
    { sessions, shownRun, findRoutes: () => Promise.resolve([]), context, guard: (work) => Promise.resolve(work()), report: none },
    none,
  );
  const places = (): readonly string[] => (model.state.hotLines ?? []).map(({ place }) => `${model.state.selectionText} ${place}`);
  const result = new Promise((resolve) => model.onDidShowRun(resolve));
  started.fire(app);
  received.fire({ app, event: { name: "heatline.runWritten", body: { folder: "/runs/1", id: "1" } } });
  await result;
  expect(places()).toEqual(["main main.js:1"]);
  changed.fire(summaryOf("1", "worker.js:6"));
  expect(places()).toEqual(["worker worker.js:6"]);
  changed.fire(summaryOf("2", "other.js:9"));
  expect(places()).toEqual(["worker worker.js:6"]);
  model.dispose();
});
