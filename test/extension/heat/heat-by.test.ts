import { beforeEach, expect, test, vi } from "vitest";
import type { RunSummary } from "../../../language-server/protocol/run-summary.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { chooseHeat } = await import("../../../extension/heat/heat-by.ts");

interface Drawn {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

let workspaceValue: string | undefined;
const updated: (readonly unknown[])[] = [];
Object.assign(vscode.workspace, {
  getConfiguration: () => ({
    get: () => "total",
    inspect: () => ({ workspaceValue }),
    update: (...given: readonly unknown[]) => Promise.resolve(updated.push(given)),
  }),
});
const { Global, Workspace } = vscode.ConfigurationTarget;

beforeEach(() => {
  workspaceValue = undefined;
  updated.length = 0;
  vscode.commands.executed.length = 0;
});

/** Runs the command and takes the row of that label; undefined closes the list. */
async function choose(summary: Partial<RunSummary> | undefined, label: string | undefined): Promise<readonly Drawn[]> {
  let rows: readonly Drawn[] = [];
  Object.assign(vscode.window, {
    showQuickPick: (given: readonly Drawn[]) => Promise.resolve((rows = given).find((row) => row.label === label)),
  });
  await chooseHeat({ restored: () => Promise.resolve(summary as RunSummary | undefined) });
  return rows;
}

test("heat is chosen in one list, which marks the present choice; the setting changes where it is set", async () => {
  const rows = await choose({ passes: ["waits"] }, "Self");
  expect(rows.map(({ label, description }) => [label, description])).toEqual([
    ["Attributed", undefined],
    ["Self", undefined],
    ["Total", "current"],
    ["Waiting", undefined],
    ["Allocated", undefined],
  ]);
  workspaceValue = "total";
  await choose({ passes: ["waits"] }, "Waiting");
  await choose({ passes: ["waits"] }, undefined);
  expect(updated).toEqual([
    ["heatBy", "self", Global],
    ["heatBy", "waiting", Workspace],
  ]);
  expect(vscode.commands.executed).toEqual([]);
});

test("waiting that a run has not recorded says so, and leads to the list of passes", async () => {
  const rows = await choose({ passes: ["routes"] }, "Waiting");
  expect(rows.at(-2)?.detail).toBe("What the line waited for. This run has not recorded it: Explain… opens.");
  expect([updated, vscode.commands.executed]).toEqual([[["heatBy", "waiting", Global]], ["heatline.explain"]]);
  // The pass itself has it, and without a run there is nothing to explain.
  vscode.commands.executed.length = 0;
  await choose({ passes: [], pass: { kind: "waits", of: "/runs/1" } }, "Waiting");
  await choose(undefined, "Waiting");
  expect(vscode.commands.executed).toEqual([]);
});

test("allocations that a run has not recorded say so, and lead to the list of passes", async () => {
  const [rows, known] = [await choose({ passes: ["waits"] }, "Allocated"), await choose({ passes: ["allocations"] }, "Allocated")];
  expect([rows.at(-1)?.detail, known.at(-1)?.detail]).toEqual([
    "What functions allocate. This run has not recorded it: Explain… opens.",
    "What functions allocate, on the lines where they start: V8 has no lines.",
  ]);
  expect(updated).toEqual([
    ["heatBy", "allocated", Global],
    ["heatBy", "allocated", Global],
  ]);
  expect(vscode.commands.executed).toEqual(["heatline.explain"]);
});
