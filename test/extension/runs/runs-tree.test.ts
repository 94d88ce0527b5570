import { expect, test, vi } from "vitest";
import type { ServerLink } from "../../../extension/server-link.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";
import type { RunEntry, RunList } from "../../../language-server/protocol/run-list.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { RunsTree } = await import("../../../extension/runs/runs-tree.ts");
const { runItem } = await import("../../../extension/runs/run-item.ts");

const entry = (id: string, name = id): RunEntry => ({ folder: `/runs/${id}`, id, name }) as RunEntry;

test("a changed run keeps its row; the list is fetched again only if it is another one", async () => {
  let list: RunList = { runs: [entry("b"), entry("a")], damaged: [], unlisted: 0 };
  const summary = { id: "b" };
  const none = vscode.Disposable.from();
  const server = { request: () => Promise.resolve(structuredClone(list)), on: () => none, onRestart: () => none };
  const tree = new RunsTree(
    server as unknown as ServerLink,
    { summary, onDidChange: () => none } as unknown as ShownRun,
    { onDidReceive: () => none } as never,
    vscode.window.createTreeView() as never,
    async (work) => work(),
  );
  const fired: unknown[] = [];
  tree.onDidChangeTreeData((changed) => fired.push(changed));
  const refreshed = async (): Promise<unknown> => {
    tree.refresh();
    await new Promise((resolve) => setImmediate(resolve));
    return fired.splice(0);
  };

  expect(await refreshed()).toEqual([undefined]);
  const [first, second] = await tree.getChildren();
  expect(await refreshed()).toEqual([]);

  list = { ...list, runs: [entry("b"), entry("a", "before the cache")] };
  const renamed = await refreshed();
  expect(renamed).toEqual([
    [{ kind: "run", run: entry("a", "before the cache"), isShown: false, differs: { name: true, request: false } }],
  ]);
  expect((renamed as readonly (readonly unknown[])[])[0]?.[0]).toBe(second);

  summary.id = "a";
  expect(await refreshed()).toEqual([[first, second]]);
  expect([first, second].map((row) => row?.kind === "run" && row.isShown)).toEqual([false, true]);

  list = { ...list, runs: [entry("c"), ...list.runs] };
  expect(await refreshed()).toEqual([undefined]);
  tree.dispose();
});

test("a profile that a tool of a run wrote itself is beneath the run, and opens beside it", () => {
  const profile = { tool: "tsc", file: "/runs/a/profiles/tsc-1.pb.gz" } as const;
  const item = runItem({ kind: "profile", profile }, new Date());
  expect([item.label, item.description, item.accessibilityInformation?.label]).toEqual([
    "tsc’s own profile",
    "what it did outside JavaScript",
    "tsc’s own profile, what it did outside JavaScript",
  ]);
  expect(item.command?.command).toBe("heatline.openProfile");
  expect(String(item.command?.arguments)).toContain(profile.file);
});
