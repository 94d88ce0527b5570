import { expect, test, vi } from "vitest";
import { noFilter, type StackFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import type { HotFunctions } from "../../../language-server/protocol/hot-functions.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { chooseGroup } = await import("../../../extension/selection/filter-picks.ts");

const rows = [
  { name: "slow-plugin", share: 0.491, place: "plugin · 1.7 s ± 60 ms · plugins.mjs:3", key: "plugin\tslow-plugin\t/app/plugins.mjs\t3" },
  { name: "test/setup.ts", share: 0.1, place: "setup file · 350 ms ± 30 ms · setup.ts:1", key: "setup\t\t/app/test/setup.ts\t1" },
  { name: "vite-node", share: 0.0004, place: "loader · 1.3 ms ± 1 ms", key: "loader\tvite-node\t\t0" },
];

interface Drawn {
  readonly label: string;
  readonly description?: string;
}

/** Takes the row of that label; resolves to the rows and the changes of the filter. */
async function choose(label: string | undefined): Promise<readonly [readonly Drawn[], readonly Partial<StackFilter>[]]> {
  let drawn: readonly Drawn[] = [];
  const changes: Partial<StackFilter>[] = [];
  Object.assign(vscode.window, {
    showQuickPick: async (given: Promise<readonly Drawn[]>) => (drawn = await given).find((each) => each.label === label),
  });
  const selection = { filter: noFilter, changeFilter: (change: Partial<StackFilter>) => Promise.resolve(void changes.push(change)) };
  await chooseGroup(selection, Promise.resolve({ rows } as unknown as HotFunctions));
  return [drawn, changes];
}

test("a plugin, rule or test is chosen from a list of all with their costs", async () => {
  const [drawn, changes] = await choose("slow-plugin");
  expect(drawn.map(({ label, description }) => [label, description])).toEqual([
    ["slow-plugin", "49 % · plugin · 1.7 s ± 60 ms · plugins.mjs:3"],
    ["test/setup.ts", "10 % · setup file · 350 ms ± 30 ms · setup.ts:1"],
    ["vite-node", "<0.1 % · loader · 1.3 ms ± 1 ms"],
  ]);
  expect(changes).toEqual([{ group: rows[0]?.key }]);
  expect(await choose(undefined)).toEqual([drawn, []]);
});
