import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openProfile } from "../../language-server/opening/opened-run.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-bundled-")));
const text = "export const cold = 1;\n\nexport function hot() {\n  for (let i = 0; i < 1e6; i++);\n}\n";

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  "webpack-internal:///(rsc)/./src/hot.ts",
  "webpack://_N_E/./src/hot.ts?3f2a",
  "turbopack:///[project]/src/hot.ts [app-rsc] (ecmascript)",
])("a script that a bundler calls %s is the file, with its text", async (url) => {
  mkdirSync(path.join(folder, "src"), { recursive: true });
  writeFileSync(path.join(folder, "src/hot.ts"), text);
  const root = { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 };
  const callFrame = { functionName: "hot", scriptId: "7", url, lineNumber: 2, columnNumber: 19 };
  const nodes = [
    { id: 1, callFrame: root, hitCount: 0, children: [2] },
    { id: 2, callFrame, hitCount: 3, positionTicks: [{ line: 4, ticks: 3 }] },
  ];
  const file = path.join(folder, "next.cpuprofile");
  writeFileSync(file, JSON.stringify({ nodes, startTime: 0, endTime: 3000, samples: [2, 2, 2], timeDeltas: [0, 1000, 1000] }));
  const { analysis, run, textOf } = await openProfile(file, { workspaceFolders: [folder] }, {});
  const [source] = analysis.costs.sources.filter((each) => each.path === path.join(folder, "src/hot.ts"));
  expect(source?.category).toBe("own");
  expect(analysis.costs.lines.map((line) => [line.line, line.selfTicks])).toEqual([[4, 3]]);
  expect(run.scripts.map(({ url: of, hash }) => [of, textOf(hash)])).toEqual([[url, text]]);
});
