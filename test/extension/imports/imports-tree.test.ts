import { expect, test, vi } from "vitest";
import type { ImportReason, ImportRow, Imports } from "../../../language-server/protocol/imports.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { ImportsTree } = await import("../../../extension/imports/imports-tree.ts");

const location = { uri: "file:///app/render.js", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } };
const row: ImportRow = {
  row: 2,
  name: "ui/index.js",
  label: "index.js",
  share: 0.9,
  samples: 450,
  time: "450 ms",
  shareText: "90.0 % ± 2.6",
  parts: "its own code 300 ms · its imports 135 ms · reading and compiling 15 ms",
  place: "render.js:1",
  location,
  hasImports: true,
};
const found: Imports = {
  run: "a",
  rows: [row],
  more: "3 more, 1.0 % together",
  unsampled: "12 more modules without samples",
  sum: "All modules: …",
};
const reason: ImportReason = {
  name: "ui/index.js",
  chain: [
    { label: "cli.js", detail: "500 ms", location: null },
    { label: "ui/index.js", detail: "render.js:1 · 450 ms", location },
  ],
  alsoBy: [{ label: "cli.js:2", detail: "cli.js", location }],
};

function shown(answer: Imports | ImportReason | null, hasRun = true) {
  const asked: unknown[] = [];
  const changed = new vscode.EventEmitter<void>();
  const server = { request: (_of: unknown, params: unknown) => Promise.resolve(asked.push(params) && answer) };
  const shownRun = { restored: () => Promise.resolve(hasRun ? {} : undefined), onDidChange: changed.event };
  const revealed: unknown[] = [];
  let isDrawn = false;
  const view = {
    reveal: (node: unknown, options: unknown) => {
      const isThere = isDrawn;
      isDrawn = true;
      return isThere ? Promise.resolve(void revealed.push([node, options])) : Promise.reject(new Error("Data tree node not found"));
    },
  };
  const tree = new ImportsTree(server as never, shownRun as never, view as never, (async (work: () => unknown) => work()) as never);
  return { tree, asked, changed, revealed };
}

test("rows have their time and where they are imported, and lead there; screen readers hear the parts, too", async () => {
  const { tree, asked } = shown(found);
  const nodes = await tree.getChildren();
  const [sum, module, without, more] = nodes.map((node) => tree.getTreeItem(node));
  expect([sum?.label, without?.label, more?.label]).toEqual([
    "All modules: …",
    "12 more modules without samples",
    "3 more, 1.0 % together",
  ]);
  expect(module).toMatchObject({
    id: "a\nui/index.js\nrender.js:1",
    label: "index.js",
    description: "450 ms · render.js:1 · 90 %",
    contextValue: "module",
    collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
    command: { command: "heatline.goTo", arguments: [location] },
    accessibilityInformation: {
      label: `450 ms · ui/index.js · render.js:1 · 90.0 % ± 2.6 · ${row.parts}`,
    },
  });
  expect(module?.tooltip).toBe(`ui/index.js · 450 ms · 90.0 % ± 2.6\n${row.parts}`);
  await tree.getChildren(nodes[1]);
  await tree.getChildren(nodes[2]);
  expect(asked).toEqual([{ row: -1 }, { run: "a", row: 2 }, { run: "a", row: -1, areUnsampled: true }]);
});

test("rows keep their id in another state of the run, and two imports of one line have ids of their own", async () => {
  const ids = async (rows: readonly ImportRow[]): Promise<readonly unknown[]> => {
    const { tree } = shown({ ...found, rows });
    return (await tree.getChildren()).flatMap((node) => (node.kind === "module" ? [tree.getTreeItem(node).id] : []));
  };
  const [first, second] = await ids([row, { ...row, row: 3 }]);
  expect(first).not.toBe(second);
  expect(await ids([{ ...row, row: 7, share: 0.5 }])).toEqual([first]);
});

test("what other ways to start save stands above the modules, what it saves first; a click leads to the import", async () => {
  const advice = {
    name: "ui/index.js",
    result: "saves 120 ms ± 3.0 ms",
    way: "Load ui/index.js on first use (render.js:1)",
    isAdvice: true,
    isMeasured: true,
    location,
  };
  const none = {
    name: "NODE_COMPILE_CACHE",
    result: "no gain seen (−2.0 ms ± 4.0 ms)",
    way: "Set NODE_COMPILE_CACHE",
    isAdvice: false,
    isMeasured: true,
    location: null,
  };
  const contexts = vi.spyOn(vscode.commands, "executeCommand");
  const { tree } = shown({ ...found, savings: { title: "Measured gains: …", rows: [advice, none] } });
  const [top] = await tree.getChildren();
  expect(top && tree.getTreeItem(top)).toMatchObject({
    label: "Measured gains: …",
    collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
  });
  expect(contexts).toHaveBeenCalledWith("setContext", "heatline.hasStarts", true);
  const items = (await tree.getChildren(top)).map((node) => tree.getTreeItem(node));
  expect(items).toMatchObject([
    {
      label: "ui/index.js",
      description: advice.result,
      tooltip: `${advice.way}: ${advice.result}`,
      iconPath: { id: "lightbulb" },
      command: { command: "heatline.goTo", arguments: [location] },
    },
    { label: "NODE_COMPILE_CACHE", description: none.result, iconPath: { id: "circle-slash" } },
  ]);
  expect(items[1]?.command).toBeUndefined();
  const other = shown({ ...found, savings: null });
  expect((await other.tree.getChildren())[0]).toMatchObject({ kind: "remark" });
  await shown(found).tree.getChildren();
  expect(contexts).toHaveBeenLastCalledWith("setContext", "heatline.hasStarts", false);
});

test("what has less than half of the time is closed at first", () => {
  const item = shown(found).tree.getTreeItem({ kind: "module", run: "a", id: "a", row: { ...row, share: 0.49 } });
  expect(item.collapsibleState).toBe(vscode.TreeItemCollapsibleState.Collapsed);
});

test("an entry leads nowhere, a module without imports does not open, and few samples are noise", () => {
  const { tree } = shown(found);
  const item = tree.getTreeItem({
    kind: "module",
    run: "a",
    id: "a",
    row: { ...row, location: null, hasImports: false, samples: 3, place: "" },
  });
  expect(item.command).toBeUndefined();
  expect(item.collapsibleState).toBe(vscode.TreeItemCollapsibleState.None);
  expect(item.tooltip).toContain("Fewer than ten samples");
});

test("why a module is loaded is a list of the imports that lead to it, and of others, to go to", async () => {
  const { tree, asked } = shown(reason);
  const offered = vi.spyOn(vscode.window, "showQuickPick");
  await tree.showWhy({ kind: "module", run: "a", id: "a", row });
  expect(asked).toEqual([{ run: "a", row: 2 }]);
  const [items, options] = offered.mock.calls[0] as unknown as [
    readonly { readonly label: string; readonly description?: string }[],
    object,
  ];
  expect(items.map(({ label, description }) => [label, description])).toEqual([
    ["imports that lead to it", undefined],
    [expect.stringContaining("cli.js"), "500 ms"],
    [expect.stringContaining("ui/index.js"), "render.js:1 · 450 ms"],
    ["also imported by", undefined],
    [expect.stringContaining("cli.js:2"), "cli.js"],
  ]);
  expect(options).toMatchObject({ title: "Why ui/index.js is loaded", matchOnDescription: true });
  await expect(tree.showWhy({ row: "2" })).rejects.toThrow("Invalid key");
});

test("without a run there are no rows, and another run fills the tree again", async () => {
  const { tree, changed, asked } = shown(found, false);
  expect(await tree.getChildren()).toEqual([]);
  expect(asked).toEqual([]);
  let changes = 0;
  tree.onDidChangeTreeData(() => (changes += 1));
  changed.fire();
  expect(changes).toBe(1);
});

test("the first module has the focus as soon as there are rows; later the one that had it", async () => {
  const { tree, changed, revealed } = shown(found);
  const focused = tree.focus();
  const [, module] = await tree.getChildren();
  await focused;
  expect(revealed).toEqual([[module, { select: false, focus: true }]]);
  await tree.focus();
  expect(revealed).toHaveLength(1);
  changed.fire(undefined);
  const again = tree.focus();
  await tree.getChildren();
  await again;
  expect(revealed).toHaveLength(2);
});
