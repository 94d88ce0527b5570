import type { TreeView } from "vscode";
import { beforeEach, expect, test, vi } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import type { RunSummary } from "../../../language-server/protocol/run-summary.ts";
import { UserError } from "../../../extension/user-error.ts";
import { type MarkdownString, window } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { createReport } = await import("../../../extension/errors.ts");
const { announce } = await import("../../../extension/runs/run-summary.ts");
const { threadItems } = await import("../../../extension/selection/threads.ts");
const { confirm, flash } = await import("../../../extension/screen/notifications.ts");
const { askText, pickOne } = await import("../../../extension/screen/picks.ts");
const { withNotifiedProgress, withWindowProgress } = await import("../../../extension/screen/progress.ts");
const { describeView } = await import("../../../extension/screen/lazy-tree.ts");
const { flameLens } = await import("../../../extension/screen/lens.ts");
const { StatusBarEntry } = await import("../../../extension/screen/status-bar.ts");
const { treeItem } = await import("../../../extension/screen/tree-row.ts");
const { createLog } = await import("../../../extension/log.ts");

/** Hostile names of files, functions, apps and loads. */
const name = "$(trash)[Go](command:workbench.action.openSettingsJson)\u202E\n";

/** Text that VS Code would turn into a link or an icon, or display in another order. */
const live = /\]\(|\$\([\w~-]+\)|[\p{Cc}\p{Bidi_Control}]/u;

const summary = {
  name,
  hotLines: [{ label: `${name}:4`, self: 0.5, withLibraries: 0.5 }],
  busyTicks: 10,
  intervalUs: 1000,
  recorderNote: name,
  load: undefined,
} as unknown as RunSummary;

beforeEach(() => {
  window.shown.length = 0;
});

function reported(): readonly string[] {
  return window.shown.splice(0);
}

test.each([
  ["a profile's file", summary],
  ["a load", { ...summary, load: { label: name, latency: {}, requestsPerSecond: 3, errors: 0, non2xx: 0, timeouts: 0, mismatches: 0 } }],
  [
    "a load that failed",
    { ...summary, load: { label: name, latency: {}, requestsPerSecond: 3, errors: 9, non2xx: 9, timeouts: 9, mismatches: 0 } },
  ],
])("the notification of a run shows no link from the name of %s", async (_what, run) => {
  const compare = { resultOf: () => Promise.resolve(undefined), withPrevious: () => Promise.resolve() };
  await announce(run as unknown as RunSummary, { openFlame: () => Promise.resolve(), takeOffer: () => Promise.resolve(false), compare });
  const [message = ""] = reported();
  expect(message).toContain("[Go] (command:workbench.action.openSettingsJson)");
  expect(message).not.toMatch(live);
});

test.each([
  ["a sentence for the user", new UserError(`The app ended: ${name}`, "Start it again.")],
  ["a bug", new Error(name)],
  ["what was thrown", name],
])("the notification of an error shows no link from %s, such as the app's last line on stderr", (_what, error) => {
  createReport(createLog())(error);
  const [message = ""] = reported();
  expect(message).toContain("[Go] (command:");
  expect(message).not.toMatch(live);
});

test("questions, progress, status messages, lists and inputs show no link and no icon from a name", async () => {
  await confirm(name, `${name}${name}`, "Yes");
  flash(name);
  await withWindowProgress(name, () => Promise.resolve());
  await withNotifiedProgress(name, () => Promise.resolve());
  const item = { icon: "check", label: name, description: name, detail: name, own: 1 };
  window.answers.push("0");
  expect(await pickOne([item], { title: name, placeHolder: name })).toBe(item);
  await askText({ title: name, prompt: name, value: "", problem: () => name });
  const texts = [...reported(), ...window.details];
  expect(texts).toHaveLength(13);
  expect(texts.filter((text) => live.test(text.replace(/^\$\(check\) /, "").replaceAll("\n", "")))).toEqual([]);
});

test("the status bar shows its own icon and none from a thread's name", () => {
  const entry = new StatusBarEntry("id", "Heatline");
  const [, , thread] = threadItems({ threads: [{ id: 0, pid: 1, name, ticks: 1, busyTicks: 1 }], selection: everything });
  entry.show({ icon: "list-tree", text: thread?.label ?? "", tooltip: name, command: "heatline.showThread" }, []);
  expect(window.items.at(-1)?.text).toBe("$(list-tree) $ (trash)[Go] (command:workbench.action.openSettingsJson) ");
  expect(window.items.at(-1)?.tooltip).not.toMatch(/\]\(|\$\(/);
  const link = { label: "Details", command: "heatline.showRunDetails" } as const;
  entry.show({ icon: "pulse", text: name, tooltip: name, command: "heatline.showThread" }, [{ text: name, link }]);
  const hover = window.items.at(-1)?.tooltip as unknown as MarkdownString;
  expect(hover.value.match(/\]\(|\$\(/g)).toEqual(["]("]);
  expect(hover.isTrusted).toEqual({ enabledCommands: ["heatline.showRunDetails"] });
});

test("a tree row shows no icon from a function's name, and its tooltip no link", () => {
  const row = treeItem({ label: name, description: name, tooltip: name, spoken: name, contextValue: "" });
  for (const text of [row.label, row.description, row.tooltip, row.accessibilityInformation?.label])
    expect(typeof text === "string" ? text.replaceAll("\n", "") : text).not.toMatch(live);
});

test("a view's description and message, and a lens, show no icon from a name", () => {
  const view = {} as TreeView<never>;
  describeView(view, { description: name });
  describeView(view, { message: name });
  const lens = flameLens(3, name, "heatline.profileTest", undefined);
  for (const text of [view.description, view.message, lens.command?.title.replace("$(flame)", "")]) expect(text).not.toMatch(live);
  expect(lens.command?.title).toContain("$(flame) ");
});

test("the compiler lets nothing but extension/screen/ set the texts of a row", () => {
  const row = treeItem({ label: "app.js", contextValue: "" });
  // @ts-expect-error A row is read-only.
  row.description = name;
  // @ts-expect-error A row is read-only.
  row.label = name;
  expect([row.label, row.description]).toEqual([name, name]);
});
