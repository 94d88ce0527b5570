import { expect, test, vi } from "vitest";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { firstSelection, keptViews } = await import("../../../extension/selection/selection-memory.ts");
const { ShownSelection } = await import("../../../extension/selection/shown-selection.ts");

const hash = { name: "hash", path: "/app/util.js", line: 3 };
const load = { name: "load", path: "/app/server.js", line: 8 };

/** A run that the server shows as asked. `kept`: what an earlier version remembered. */
function shown(kept?: unknown) {
  const values = new Map<string, unknown>(kept === undefined ? [] : [["heatline.filter", kept]]);
  const memory = {
    keys: () => [],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const changed = new vscode.EventEmitter<void>();
  const asked: Selection[] = [];
  const run = {
    summary: { id: "a", selection: everything },
    onDidChange: changed.event,
    select: async (selection: Selection) => {
      asked.push(selection);
      run.summary = { id: "a", selection };
      changed.fire();
    },
  };
  let reported = 0;
  const selection = new ShownSelection(
    memory,
    run as never,
    async () => void (reported += 1),
    async (work) => work(),
  );
  return { selection, asked, memory, reported: () => reported, kept: () => values.get("heatline.filter") };
}

const isPart = () => vscode.commands.contexts.get("heatline.part");

test("threads, functions and files are chosen one after the other, and Show Everything undoes them all but the measure", async () => {
  const { selection, asked } = shown();
  expect([selection.value, isPart()]).toEqual([everything, false]);
  await selection.change({ measure: "wall" });
  expect(isPart()).toBe(false);
  await selection.change({ threads: [1] });
  expect(isPart()).toBe(true);
  await selection.showOnlyBelow(hash);
  await selection.hide(load);
  await selection.changeFilter({ file: "util.js", mergesRecursion: true });
  expect(selection.value).toEqual({
    ...everything,
    threads: [1],
    measure: "wall",
    filter: { ...noFilter, below: hash, hidden: [load], file: "util.js", mergesRecursion: true },
  });
  await selection.showEverything();
  expect([asked.at(-1), isPart()]).toEqual([{ ...everything, measure: "wall" }, false]);
});

test("a choice that is made before the last one is answered changes that one", async () => {
  const { selection, asked } = shown();
  await Promise.all([selection.change({ threads: [1] }), selection.change({ measure: "wall" }), selection.hide(hash)]);
  expect(asked.at(-1)).toEqual({ ...everything, threads: [1], measure: "wall", filter: { ...noFilter, hidden: [hash] } });
});

test("a function is either the top or hidden, and hidden once", async () => {
  const { selection } = shown();
  await selection.showOnlyBelow(hash);
  await selection.hide({ ...hash });
  await selection.hide({ ...hash });
  expect(selection.filter).toMatchObject({ below: null, hidden: [hash] });
  await selection.showOnlyBelow({ ...hash });
  expect(selection.filter).toMatchObject({ below: hash, hidden: [] });
});

test("kinds that an earlier version remembered hold for lists, not for the selection, until kinds are chosen", async () => {
  const former = { ...noFilter, hiddenKinds: ["node"], mergesRecursion: true };
  const { selection, asked, memory, reported, kept } = shown(former);
  expect([selection.value.filter.hiddenKinds, selection.filter.hiddenKinds, isPart()]).toEqual([null, ["node"], true]);
  expect(firstSelection(memory)?.filter).toEqual({ ...noFilter, mergesRecursion: true });
  await selection.changeFilter({ file: "util.js" });
  expect([asked.at(-1)?.filter.hiddenKinds, keptViews(memory).hiddenKinds, reported(), kept()]).toEqual([null, ["node"], 0, undefined]);
  await selection.changeFilter({ hiddenKinds: ["node", "gc"] });
  expect([asked.at(-1)?.filter.hiddenKinds, keptViews(memory).hiddenKinds, reported()]).toEqual([["node", "gc"], null, 1]);
  await selection.changeFilter({ hiddenKinds: [] });
  expect(selection.filter.hiddenKinds).toBe(null);
});

test("Show Everything forgets what an earlier version remembered, and how stacks are drawn", async () => {
  const { selection, memory, reported } = shown({ ...noFilter, hiddenKinds: ["gc"], showsNative: true });
  await selection.showEverything();
  expect([selection.filter, firstSelection(memory), reported(), isPart()]).toEqual([noFilter, undefined, 1, false]);
});

test("a remembered filter that is none is forgotten", () => {
  for (const spoilt of ["x", { hiddenKinds: ["else"] }, { ...noFilter, showsNative: 3 }])
    expect(shown(spoilt).selection.filter).toEqual(noFilter);
});
