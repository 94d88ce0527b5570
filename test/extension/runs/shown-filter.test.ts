import { expect, test, vi } from "vitest";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import type { ShownRun } from "../../../extension/runs/shown-run.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { ShownFilter } = await import("../../../extension/runs/shown-filter.ts");

const hash = { name: "hash", path: "/app/util.js", line: 3 };
const load = { name: "load", path: "/app/server.js", line: 8 };

function shown(kept?: unknown) {
  const values = new Map<string, unknown>(kept === undefined ? [] : [["heatline.filter", kept]]);
  const memory = {
    keys: () => [],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const changed = new vscode.EventEmitter<void>();
  const run = { summary: { id: "a" }, onDidChange: changed.event };
  const filter = new ShownFilter(memory, run as unknown as ShownRun);
  const show = (id: string): void => {
    run.summary.id = id;
    changed.fire();
  };
  show("a");
  return { filter, show, kept: () => values.get("heatline.filter") };
}

const isSaidFiltered = () => vscode.commands.contexts.get("heatline.filtered");

test("kinds and recursion stay with the workspace; functions and files end with the run that they name", async () => {
  const { filter, show, kept } = shown();
  expect([filter.value, isSaidFiltered()]).toEqual([noFilter, false]);
  await filter.change({ hiddenKinds: ["node"], mergesRecursion: true, file: "util.js" });
  await filter.showOnlyBelow(hash);
  await filter.hide(load);
  expect(filter.value).toEqual({
    hiddenKinds: ["node"],
    mergesRecursion: true,
    file: "util.js",
    below: hash,
    hidden: [load],
    showsNative: false,
  });
  expect(isSaidFiltered()).toBe(true);
  const lasting = { ...noFilter, hiddenKinds: ["node"], mergesRecursion: true };
  expect([filter.valueFor("a"), filter.valueFor("b")]).toEqual([filter.value, lasting]);
  show("a");
  expect(filter.value.below).toEqual(hash);
  show("b");
  expect(filter.value).toEqual(lasting);
  expect(shown(kept()).filter.value).toEqual(lasting);
  await filter.reset();
  expect([filter.value, isSaidFiltered(), shown(kept()).filter.value]).toEqual([noFilter, false, noFilter]);
});

test("a function is either the top or hidden, and hidden once", async () => {
  const { filter } = shown();
  await filter.showOnlyBelow(hash);
  await filter.hide({ ...hash });
  await filter.hide({ ...hash });
  expect(filter.value).toMatchObject({ below: null, hidden: [hash] });
  await filter.showOnlyBelow({ ...hash });
  expect(filter.value).toMatchObject({ below: hash, hidden: [] });
});

test("a remembered filter that is none is forgotten", () => {
  for (const spoilt of ["x", { hiddenKinds: ["else"] }, { ...noFilter, file: 3 }]) expect(shown(spoilt).filter.value).toEqual(noFilter);
});
