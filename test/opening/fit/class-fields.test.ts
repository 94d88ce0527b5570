import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openProfile } from "../../../language-server/opening/opened-run.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "class-fields-"));
const file = path.join(folder, "fields.js");
const text = `class Shop
{
  price() {}
  static total = sum();
  static {
    sum();
  }
}
const made = class {
  count() {}
  all = sum();
  last = sum();
};
`;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What V8 reports of the functions that it makes of fields and static blocks: name, line and column of the start; and the sampled line. */
type Start = readonly [name: string, line: number, column: number, sampled: number];

async function opened(starts: readonly Start[]) {
  const nodes = starts.map(([functionName, line, column, sampled], index) => ({
    id: index + 2,
    callFrame: { functionName, scriptId: "1", url: pathToFileURL(file).href, lineNumber: line - 1, columnNumber: column - 1 },
    positionTicks: [{ line: sampled, ticks: 1 }],
  }));
  const root = { id: 1, callFrame: { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 } };
  const samples = nodes.map(({ id }) => id);
  const profile = {
    nodes: [{ ...root, children: samples }, ...nodes],
    startTime: 0,
    endTime: 1000 * (samples.length + 1),
    samples,
    timeDeltas: samples.map(() => 1000),
  };
  writeFileSync(file, text);
  writeFileSync(`${file}.cpuprofile`, JSON.stringify(profile));
  const { analysis, problems } = await openProfile(`${file}.cpuprofile`, { workspaceFolders: [folder] }, {});
  return {
    lines: analysis.costs.lines
      .filter(({ totalTicks }) => totalTicks > 0)
      .map((cost) => `${cost.inferredTicks > 0 ? "≈ " : ""}${cost.line}`),
    problems: problems.map(({ code }) => code).filter((code) => code.startsWith("script.")),
  };
}

test.each<[string, readonly Start[]]>([
  [
    "Node 20",
    [
      ["<static_initializer>", 4, 3, 6],
      ["<instance_members_initializer>", 9, 14, 12],
    ],
  ],
  [
    "Node 22",
    [
      ["Shop", 2, 1, 6],
      ["", 9, 20, 12],
    ],
  ],
  [
    "Node 24 and 26",
    [
      ["Shop", 4, 3, 6],
      ["", 11, 3, 12],
    ],
  ],
])("fields and static blocks have their lines, wherever V8 says that they start: %s", async (_node, starts) => {
  const { lines, problems } = await opened(starts);
  expect({ lines: lines.toSorted(), problems }).toEqual({ lines: ["12", "6"], problems: [] });
});

test("a class's name at a line where none of its functions starts is contradicted", async () => {
  expect((await opened([["Shop", 7, 3, 6]])).problems).toEqual(["script.contradicted"]);
});
