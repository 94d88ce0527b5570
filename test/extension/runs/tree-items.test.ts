import { expect, test, vi } from "vitest";
import type { HotOrder, HotRow } from "../../../language-server/protocol/hot-functions.ts";
import { askedPasses } from "../../../language-server/analysis/passes/asked-passes.ts";
import type { RunEntry } from "../../../language-server/protocol/run-list.ts";
import { type HotNode, hotItem } from "../../../extension/hot-functions/hot-function-item.ts";
import { HotFunctionsChoice } from "../../../extension/hot-functions/hot-functions-tree.ts";
import { dateText, differencesOf, type RunDifferences, runItem, type RunNode } from "../../../extension/runs/run-item.ts";
import { manifest } from "../manifest.ts";
import { MarkdownString, type ThemeIcon, TreeItemCollapsibleState } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));

const now = new Date("2026-01-02T18:00:00");
const run: RunEntry = {
  folder: "/runs/a",
  id: "a",
  name: "shop · npm start",
  app: "shop",
  startedAt: new Date("2026-01-02T09:30:00").toISOString(),
  durationMs: 10_000,
  nodeVersion: "24.1.0",
  recorder: "exact",
  end: "load-ended",
  standing: { kind: "good", text: "" },
  gitCommit: "0123456789abcdef",
  threads: 1,
  busy: 0.983,
  load: { label: "GET /test", requestsPerSecond: 33.7, p99Ms: 2040, failed: 0 },
  pinned: false,
  isBaseline: false,
  passes: [],
  toolProfiles: [],
};

interface Shown {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly spoken: string;
  readonly context: string;
  readonly command: string;
}

function shown(item: ReturnType<typeof runItem>): Shown {
  return {
    label: typeof item.label === "string" ? item.label : "",
    description: String(item.description ?? ""),
    icon: (item.iconPath as unknown as ThemeIcon | undefined)?.id ?? "",
    spoken: item.accessibilityInformation?.label ?? "",
    context: item.contextValue ?? "",
    command: item.command?.command ?? "",
  };
}

const alike: RunDifferences = { name: false, request: false };

function runTexts(changes: Partial<RunEntry> = {}, { isShown = false, differs = alike } = {}): Shown {
  return shown(runItem({ kind: "run", run: { ...run, ...changes }, isShown, differs }, now));
}

test("a run of starts says how many there are and what one takes, not how many threads it has", () => {
  const starts = runTexts({ load: undefined, threads: 12, startup: { starts: 12, listened: false, eachMs: 310, marginMs: 4 } });
  expect(starts.label).toMatch(/^310 ± 4 ms · 12 starts · /);
  expect(starts.spoken).toContain("12 starts, 310 ± 4 ms each");
  expect(starts.description).not.toContain("threads");
});

test("an agent's run says so, has an icon of its own, and can be shown by a button of its row", () => {
  const { description, icon, context, spoken } = runTexts({ agent: "Some Client" });
  expect(description).toMatch(/^by agent Some Client · /);
  expect([icon, context]).toEqual(["hubot", "run agent loaded"]);
  expect(spoken).toContain("by agent Some Client");
  expect(runTexts({ agent: "" }).description).toMatch(/^by an agent · /);
  expect(runTexts({ agent: "Some Client" }, { isShown: true }).icon).toBe("flame");
  const buttons = manifest.contributes.menus["view/item/context"]?.filter(({ command }) => command === "heatline.showAgentRun");
  expect(buttons?.map(({ group }) => group)).toEqual(["inline@0"]);
});

test("a run's row begins with its speed and time, which VS Code cuts off last, and is read out whole", () => {
  expect(runTexts()).toEqual({
    label: "33.7/s · 9:30 AM",
    description: "GET /test · p99 2.0 s · 98 % busy · 0123456",
    icon: "history",
    spoken: "33.7 req/s, 9:30 AM, shop · npm start, GET /test, p99 2.0 s, 98 % busy, 0123456",
    context: "run loaded",
    command: "heatline.openRun",
  });
});

test("what not all rows have alike is in their labels", () => {
  const other = { ...run, name: "without the cache", load: { label: "GET /orders", failed: 0 } };
  expect(differencesOf([run, run])).toEqual(alike);
  expect(differencesOf([run, { ...run, load: undefined }])).toEqual(alike);
  expect(differencesOf([run, other])).toEqual({ name: true, request: true });
  const differs = { name: true, request: true };
  expect(runTexts({}, { differs })).toMatchObject({
    label: "33.7/s · 9:30 AM · GET /test · shop · npm start",
    description: "p99 2.0 s · 98 % busy · 0123456",
    spoken: "33.7 req/s, 9:30 AM, GET /test, shop · npm start, p99 2.0 s, 98 % busy, 0123456",
  });
  expect(runTexts({}, { differs: { name: false, request: true } }).label).toBe("33.7/s · 9:30 AM · GET /test");
});

test("the speed has its ratio to the run before", () => {
  const label = (ratio: number): string => runTexts({ ratio }).label;
  expect([35.2, 1.31, 1.04, 0.97, 0.5, 0.001].map(label)).toEqual(
    ["×35", "×1.3", "=", "=", "÷2.0", "÷1,000"].map((ratio) => `33.7/s ${ratio} · 9:30 AM`),
  );
  expect(runTexts({ ratio: 35.2 }).spoken).toMatch(/^33\.7 req\/s, ×35 of the run before, 9:30 AM, /);
});

test("a run that is not good is marked first, in words and by its icon", () => {
  const crashed = { load: undefined, durationMs: 300, standing: { kind: "failedStart", text: "failed to start" } } as const;
  expect(runTexts(crashed)).toMatchObject({ label: "failed to start · 9:30 AM", icon: "error" });
  expect(runTexts(crashed).spoken).toMatch(/^failed to start, 300 ms, /);
  expect(runTexts({ standing: { kind: "cancelled", text: "cancelled" } })).toMatchObject({
    label: "33.7/s · cancelled · 9:30 AM",
    icon: "circle-slash",
  });
});

test("a run without load, commit or samples has a row without them", () => {
  expect(runTexts({ load: { label: "GET /", failed: 0 } })).toMatchObject({ label: "9:30 AM", description: "GET / · 98 % busy · 0123456" });
  expect(runTexts({ load: undefined, gitCommit: "", busy: undefined, threads: 4 })).toMatchObject({
    label: "10 s · 9:30 AM",
    description: "4 threads",
  });
});

test("special states of a run come first in its description, and are its icon", () => {
  expect(runTexts({ pinned: true })).toMatchObject({
    description: expect.stringMatching(/^pinned · GET/),
    icon: "pinned",
    context: "run pinned loaded",
  });
  expect(runTexts({ isBaseline: true, pinned: true })).toMatchObject({
    description: expect.stringMatching(/^baseline · pinned · /),
    icon: "milestone",
    context: "run pinned baseline loaded",
  });
  const shownRow = { spoken: expect.stringContaining(", shown, "), icon: "flame", context: "run shown loaded" };
  expect(runTexts({}, { isShown: true })).toMatchObject(shownRow);
  expect(runTexts({ load: { label: "GET /", requestsPerSecond: 5, p99Ms: 1, failed: 12 } }).description).toContain("12 failed");
});

test("a name cannot inject Markdown into the tooltip", () => {
  const { tooltip } = runItem({ kind: "run", run: { ...run, name: "[x](command:y) | z" }, isShown: false, differs: alike }, now);
  expect(tooltip).toBeInstanceOf(MarkdownString);
  expect((tooltip as unknown as MarkdownString).value).toMatch(/^\*\*\\\[x\\\] \\\(command\\:y\\\) \\\| z\*\*\n/);
});

test("older runs have a date", () => {
  expect(dateText(new Date("2026-01-01T09:30:00").toISOString(), now)).toMatch(/^Jan 1, 9:30\sAM$/);
  expect(dateText(new Date("2025-12-31T09:30:00").toISOString(), now)).toMatch(/^Dec 31, 2025, 9:30\sAM$/);
});

test("a damaged run is marked, with the reason", () => {
  const node: RunNode = { kind: "damaged", run: { folder: "/runs/b", id: "b", reason: "The run b is damaged." } };
  expect(shown(runItem(node, now))).toEqual({
    label: "b",
    description: "cannot be read · The run b is damaged.",
    icon: "warning",
    spoken: "b, cannot be read, The run b is damaged.",
    context: "damaged",
    command: "",
  });
});

const position = { line: 4, character: 0 };
const hash: HotRow = {
  kind: "function",
  key: "3",
  name: "hash",
  category: "own",
  share: 0.45,
  samples: 450,
  waits: "",
  shares: { self: 0.45, total: 0.981, withLibraries: 0.75 },
  place: "util.js:5",
  inferred: false,
  location: { uri: "file:///app/util.js", range: { start: position, end: position } },
  reference: { uri: "file:///app/util.js", name: "hash", line: 2, character: 9 },
  hasCallers: true,
  hasCallees: false,
  functions: 0,
};

const byFunction = { rankBy: "self", groupBy: "function" } as const;

function hotTexts(changes: Partial<HotRow> = {}, rankBy: HotOrder["rankBy"] = "self"): Shown & { readonly opens: boolean } {
  const node: HotNode = { kind: "row", run: "a", row: { ...hash, ...changes }, path: ["3"] };
  const item = hotItem(node, { ...byFunction, rankBy });
  return { ...shown(item), opens: Number(item.collapsibleState) === TreeItemCollapsibleState.Collapsed };
}

test("a function's row has the figure it is ranked by, then the other, then its hottest line", () => {
  expect(hotTexts()).toEqual({
    label: "hash",
    description: "45 % self · 98 % total · util.js:5",
    icon: "symbol-method",
    spoken: "hash, 45 % self, 98 % total, util.js:5, own code",
    context: "function inFlame inCode",
    command: "heatline.goTo",
    opens: true,
  });
  expect(hotTexts({}, "total").description).toBe("98 % total · 45 % self · util.js:5");
  expect(hotTexts({}, "withLibraries").description).toBe("75 % attributed · 45 % self · util.js:5");
});

test("a plugin, rule or test has its share, what it is, its time and its place, leads there, and opens to its functions", () => {
  const group = {
    kind: "group",
    name: "no-foo",
    shares: undefined,
    place: "rule · 600 ms ± 30 ms · no-foo.js:1",
    reference: undefined,
  } as const;
  expect(hotTexts({ ...group, hasCallers: false })).toEqual({
    label: "no-foo",
    description: "45 % · rule · 600 ms ± 30 ms · no-foo.js:1",
    icon: "symbol-method",
    spoken: "no-foo, 45 %, rule · 600 ms ± 30 ms · no-foo.js:1, own code",
    context: "group inCode",
    command: "heatline.goTo",
    opens: true,
  });
});

test("equal figures are written once, but read out by screen readers twice", () => {
  const { description, spoken } = hotTexts({ shares: { self: 0.451, total: 0.452, withLibraries: 0.45 } });
  expect(description).toBe("45 % self · util.js:5");
  expect(spoken).toContain("45 % self, 45 % total");
});

test("noise and inference are marked", () => {
  expect(hotTexts({ samples: 9, inferred: true }).description).toBe("45 % self · 98 % total · noise · ≈ util.js:5");
});

test("a row without code is not a link, and one without callers does not open", () => {
  expect(
    hotTexts({ name: "(garbage collector)", category: "gc", place: "", location: undefined, reference: undefined, hasCallers: false }),
  ).toMatchObject({
    spoken: "(garbage collector), 45 % self, 98 % total, garbage collection",
    icon: "trash",
    context: "function",
    command: "",
    opens: false,
  });
});

test("the tooltip names a row and its kind once", () => {
  const title = (changes: Partial<HotRow>): string | undefined =>
    (hotItem({ kind: "row", run: "a", row: { ...hash, ...changes }, path: [] }, byFunction).tooltip as string).split("\n")[0];
  expect(title({ name: "score" })).toBe("score (own code)");
  expect(title({ name: "(parser)", category: "compile" })).toBe("(parser) (compiling)");
  expect(title({ name: "(garbage collector)", category: "gc" })).toBe("(garbage collector)");
  expect(title({ name: "(program)", category: "program" })).toBe("(program): V8 itself");
});

test("a caller has one figure, and the line of the call", () => {
  expect(hotTexts({ shares: undefined }).description).toBe("45 % · util.js:5");
});

test("a file's row has its name, a package's row its functions", () => {
  expect(hotTexts({ kind: "file", name: "/app/lib/util.js", functions: 2 })).toMatchObject({
    label: "util.js",
    description: "45 % self · 98 % total · 2 functions · /app/lib",
    opens: true,
    command: "",
  });
  expect(hotTexts({ kind: "package", name: "express", functions: 1 }).description).toBe("45 % self · 98 % total · 1 function");
});

function memento(kept: unknown): {
  readonly kept: Map<string, unknown>;
  readonly memory: ConstructorParameters<typeof HotFunctionsChoice>[0];
} {
  const values = new Map<string, unknown>(kept === undefined ? [] : [["heatline.hotFunctions", kept]]);
  const memory = {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  return { kept: values, memory };
}

test("the choice of ranking is remembered, and one that is no such choice is forgotten", async () => {
  const { kept, memory } = memento(undefined);
  const choice = new HotFunctionsChoice(memory);
  expect(choice.query).toEqual({ rankBy: "self", groupBy: "function" });
  await choice.change({ rankBy: "total" });
  const again = new HotFunctionsChoice(memento(kept.get("heatline.hotFunctions")).memory);
  expect(again.query).toEqual({ rankBy: "total", groupBy: "function" });
  for (const spoilt of ["x", { rankBy: "size" }, null]) {
    expect(new HotFunctionsChoice(memento(spoilt).memory).query).toMatchObject({ rankBy: "self", groupBy: "function" });
  }
});

test("a run with passes has them beneath it, each with its speed beside that of the run", () => {
  const pass = { kind: "waits", folder: "/runs/a/passes/waits", requestsPerSecond: 1210, inRun: 1310 } as const;
  expect(runItem({ kind: "run", run: { ...run, passes: [pass] }, isShown: false, differs: alike }, now).collapsibleState).toBe(2);
  expect(shown(runItem({ kind: "pass", pass, of: "/runs/a", isShown: false }, now))).toEqual({
    label: "Waits",
    description: "1,210 req/s (1,310 in the run) · measured while rewritten",
    icon: "lightbulb",
    spoken: "Waits, 1,210 req/s (1,310 in the run), measured while rewritten",
    context: "pass",
    command: "heatline.openRun",
  });
  const texts = [{ kind: "routes" }, { kind: "waits", inRun: undefined }, { kind: "waits", requestsPerSecond: undefined }] as const;
  const items = texts.map((changes) => shown(runItem({ kind: "pass", pass: { ...pass, ...changes }, of: "/runs/a", isShown: true }, now)));
  expect(items.map(({ description, spoken }) => [description, spoken])).toEqual([
    [
      "shown · 1,210 req/s (1,310 in the run) · measured route by route",
      "Routes, 1,210 req/s (1,310 in the run), shown, measured route by route",
    ],
    ["shown · 1,210 req/s · measured while rewritten", "Waits, 1,210 req/s, shown, measured while rewritten"],
    ["shown · measured while rewritten", "Waits, shown, measured while rewritten"],
  ]);
  const opens = askedPasses.map((kind) => {
    const item = runItem({ kind: "pass", pass: { kind, folder: `/runs/a/passes/${kind}` }, of: "/runs/a", isShown: false }, now);
    return [item.description, ...(item.command?.arguments ?? [])];
  });
  expect(opens).toEqual([
    ["measured while rewritten", "/runs/a/passes/waits"],
    ["measured route by route", "/runs/a/passes/routes"],
    ["counts only, no times", "/runs/a"],
    ["allocations only, no times", "/runs/a"],
  ]);
});
