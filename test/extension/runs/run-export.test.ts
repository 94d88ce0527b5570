import { expect, test, vi } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { window } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { registerRunExport } = await import("../../../extension/runs/run-export.ts");

/** What the user sees who exports a run of which this file is shown. */
async function offered(file: string): Promise<readonly (string | undefined)[]> {
  const run = { folder: "/runs/a", id: "a", name: "shop" };
  const selection = { ...everything, filter: { ...noFilter, file } };
  const summary = { id: "a", selection, selectionText: `worker 1 · through ${file}`, threads: [] };
  const commands: ((folder: string) => Promise<void>)[] = [];
  const register = (_id: string, command: (folder: string) => Promise<void>): void => void commands.push(command);
  const tree = { list: () => Promise.resolve({ runs: [run], damaged: [] }) };
  registerRunExport(register as never, tree as never, undefined as never, { summary } as never);
  window.shown.length = 0;
  await commands[0]?.(run.folder);
  return window.shown;
}

test("of a filtered run, formats for other tools say that they are whole", async () => {
  const shown = await offered("app.js");
  expect(shown[0]).toBe("Export “shop · worker 1 · through app.js” as");
  const rows = [...shown.keys()].filter((at) => /\(\..+\)$/.test(shown[at] ?? ""));
  expect(rows.map((at) => `${shown[at]} ${shown[at + 1]}`)).toEqual([
    "CPU profile (.cpuprofile) without the filter",
    "speedscope (.speedscope.json) without the filter",
    "pprof (.pb.gz) without the filter",
    "Collapsed stacks (.txt) without the filter",
    "Flame graph (.svg) filtered as in Hot Functions",
    "Page (.html) filtered as in Hot Functions",
    "Summary (.md) filtered as in Hot Functions",
  ]);
  expect(await offered("")).not.toContain("without the filter");
});
