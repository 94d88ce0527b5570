import { expect, test, vi } from "vitest";
import type { HotFunctionsChoice } from "../../../extension/hot-functions/hot-functions-choice.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";
import type { ServerLink } from "../../../extension/server-link.ts";
import type { HotFunctions } from "../../../language-server/protocol/hot-functions.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { HotFunctionsTree } = await import("../../../extension/hot-functions/hot-functions-tree.ts");

const none = vscode.Disposable.from();
const isSaidEmpty = () => vscode.commands.contexts.get("heatline.noRows");

test("an empty list is announced only when the response has no rows, not while a run is being read", async () => {
  let answer: (found: HotFunctions) => void = () => undefined;
  const request = () => new Promise<HotFunctions>((resolve) => (answer = resolve));
  const summary = { name: "app" };
  const tree = new HotFunctionsTree(
    { request } as unknown as ServerLink,
    { restored: () => Promise.resolve(summary), onDidChange: () => none } as unknown as ShownRun,
    { query: { groupBy: "function" }, isFiltered: true } as unknown as HotFunctionsChoice,
    {} as never,
    async (work) => work(),
  );
  const empty = { run: "1", rows: [], more: { count: 0, share: 0 }, hidden: 1, busyMs: 1, idleMs: 0 } as unknown as HotFunctions;
  const filled = async (): Promise<unknown> => {
    tree.refresh();
    const children = tree.getChildren();
    await new Promise((resolve) => setImmediate(resolve));
    const before = isSaidEmpty();
    answer(empty);
    expect(await children).toEqual([]);
    return before;
  };
  expect([await filled(), isSaidEmpty()]).toEqual([false, true]);
  expect([await filled(), isSaidEmpty()]).toEqual([false, true]);
  tree.dispose();
});
