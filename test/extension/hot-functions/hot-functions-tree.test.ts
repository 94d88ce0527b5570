import { expect, test, vi } from "vitest";
import type { CancellationToken } from "vscode";
import type { HotFunctionsChoice } from "../../../extension/hot-functions/hot-functions-tree.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";
import type { ServerLink } from "../../../extension/server-link.ts";
import type { HotFunctions } from "../../../language-server/protocol/hot-functions.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { HotFunctionsTree } = await import("../../../extension/hot-functions/hot-functions-tree.ts");

const none = vscode.Disposable.from();
const empty = { run: "1", rows: [], more: { count: 0, share: 0 }, hidden: 1, busyMs: 1, idleMs: 0 } as unknown as HotFunctions;

/** Cancelled work has no result, as in the extension. */
function treeOf(request: (message: unknown, params: unknown, token: CancellationToken) => Promise<unknown>, view = {}) {
  return new HotFunctionsTree(
    { request } as unknown as ServerLink,
    { restored: () => Promise.resolve({ name: "app" }), onDidChange: () => none } as unknown as ShownRun,
    { query: { groupBy: "function" }, isFiltered: true } as unknown as HotFunctionsChoice,
    view as never,
    async (work) => {
      try {
        return await work();
      } catch {
        // As the extension does with a cancelled request.
        return undefined;
      }
    },
  );
}

const isSaidEmpty = () => vscode.commands.contexts.get("heatline.noRows");

test("an empty list is announced only when the response has no rows, not while a run is being read", async () => {
  let answer: (found: HotFunctions) => void = () => undefined;
  const request = () => new Promise<HotFunctions>((resolve) => (answer = resolve));
  const tree = treeOf(request);
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

test("a request for rows is cancelled when the view is filled again, and by nothing else", async () => {
  const row = { kind: "function", key: "a", name: "a", hasCallers: true };
  const tokens: CancellationToken[] = [];
  const answers: ((found: HotFunctions) => void)[] = [];
  const tree = treeOf(
    (_message, _params, token) =>
      new Promise((resolve, reject) => {
        tokens.push(token);
        answers.push(resolve);
        token.onCancellationRequested(() => reject(new Error("Cancelled")));
      }),
  );
  const asked = async (count: number): Promise<void> => vi.waitUntil(() => tokens.length === count).then(() => undefined);
  const first = tree.getChildren();
  await asked(1);
  tree.refresh();
  const second = tree.getChildren();
  await asked(2);
  expect(await first).toEqual([]);
  const states = (): readonly boolean[] => tokens.map((token) => token.isCancellationRequested);
  expect(states()).toEqual([true, false]);
  const selected = tree.select({ name: "b", path: "", line: 0 });
  answers[1]?.({ ...empty, rows: [row] } as unknown as HotFunctions);
  const [node] = await second;
  expect(node).toMatchObject({ kind: "row", row });
  // The list of before, which is empty, was not taken for the view's.
  expect(await selected).toBe(false);

  const [callers] = await tree.getChildren(node);
  const below = tree.getChildren(callers);
  await asked(3);
  expect(tokens[2]?.isCancellationRequested).toBe(false);
  tree.refresh();
  expect(await below).toEqual([]);
  expect(tokens[2]?.isCancellationRequested).toBe(true);
  tree.dispose();
});

test("idle time that is inferred, as inside a span, is marked", async () => {
  const row = { kind: "function", key: "a", name: "a" };
  const messageOf = async (isIdleInferred: boolean): Promise<unknown> => {
    const view: { message?: string } = {};
    const found = { ...empty, rows: [row], busyMs: 2000, idleMs: 3000, isIdleInferred, filterText: "" };
    const tree = treeOf(() => Promise.resolve(found), view);
    await tree.getChildren();
    tree.dispose();
    return view.message;
  };
  expect([await messageOf(false), await messageOf(true)]).toEqual(["Busy 2 s = 100 % · idle 3 s", "Busy 2 s = 100 % · idle ≈ 3 s"]);
});
