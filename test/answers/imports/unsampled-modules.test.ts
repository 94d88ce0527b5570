import { expect, test } from "vitest";
import type { EdgeKind } from "../../../language-server/analysis/imports/module-graph.ts";
import { type ImportPlace, RunImports } from "../../../language-server/answers/imports/run-imports.ts";
import type { ThreadImports } from "../../../language-server/history/imports/run-imports.ts";
import { analysed } from "../../analysis/costs/drawn-costs.ts";
import { drawnProfile } from "../../analysis/drawn-profile.ts";

const texts = {
  "main.mjs": 'import "./a.mjs";\nimport { tiny } from "./index.mjs";\n',
  "a.mjs": "work();\n",
  "index.mjs": 'export { tiny } from "./tiny.mjs";\nexport * from "./a.mjs";\nsetup();\n',
};

type Edge = readonly [to: number, line: number, isFirst?: boolean];

function graph(thread: number, modules: Readonly<Record<string, readonly Edge[]>>): ThreadImports {
  const kind: EdgeKind = "static";
  return {
    thread,
    entries: [0],
    modules: Object.entries(modules).map(([file, edges]) => ({
      url: `file:///app/${file}`,
      edges: edges.map(([to, line, isFirst = false]) => ({ to, line, column: 0, kind, isFirst })),
    })),
  };
}

const loaded = {
  "main.mjs": [
    [1, 1, true],
    [2, 2, true],
  ],
  "a.mjs": [],
  "index.mjs": [
    [3, 1, true],
    [1, 2],
  ],
  "tiny.mjs": [],
  "lib/types.ts": [[1, 7]],
} as const;

const short = ({ path, line }: ImportPlace): string => `${path.replace("/app/", "")}:${line}`;

function imports(graphs: readonly ThreadImports[]): RunImports {
  const profile = drawnProfile(`
    (top level)@main.mjs:1:0  (top level)@main.mjs:1:0  (top level)@main.mjs:2:0
    (top level)@a.mjs:1:0  (top level)@a.mjs:1:0  (top level)@index.mjs:3:0
  `);
  const analysis = analysed(profile, texts);
  return new RunImports(analysis, analysis.all, graphs);
}

test("modules of the graph without samples are below those that had them evaluated, and say who else imports them", () => {
  const found = imports([graph(0, loaded), graph(1, loaded)]);
  const [entry] = found.children(-1, 10).rows;
  const below = found.children(entry?.row ?? -1, 10);
  expect(below.rows.map(({ name, samples, hasImports }) => [name, samples, hasImports])).toEqual([
    ["/app/a.mjs", 2, false],
    ["/app/index.mjs", 1, true],
  ]);
  const index = below.rows[1]?.row ?? -1;
  expect([below.unsampled, found.children(index, 10).unsampled]).toEqual([0, 1]);
  const [tiny] = found.unsampledBelow(index, 10).rows;
  expect(tiny).toMatchObject({
    name: "/app/tiny.mjs",
    samples: 0,
    totalTicks: 0,
    place: { path: "/app/index.mjs", line: 1 },
    hasImports: false,
  });
  expect(found.chain(tiny?.row ?? -1)?.chain.map(({ name }) => name)).toEqual(["/app/main.mjs", "/app/index.mjs", "/app/tiny.mjs"]);
  // Of a re-export, too; the lines of a compiled module without a kept map are not known.
  expect(found.chain(below.rows[0]?.row ?? -1)?.alsoBy.map(short)).toEqual(["index.mjs:2", "lib/types.ts:0"]);
  expect(found.rows(10).unsampled).toBe(2);
  expect(found.named("tiny.mjs").map(({ chain }) => chain.length)).toEqual([3]);
});

test("of a part of the threads their graphs count; without graphs the texts say who else imports a module", () => {
  const profile = drawnProfile("(top level)@main.mjs:1:0\n(top level)@a.mjs:1:0");
  const analysis = analysed([profile, profile], texts);
  const only = analysis.select({ ...analysis.all.selection, threads: [1] });
  const graphs = [graph(0, loaded), graph(1, { "main.mjs": [[1, 1, true]], "a.mjs": [] })];
  expect(new RunImports(analysis, only ?? analysis.all, graphs).rows(10).unsampled).toBe(0);
  const without = imports([]);
  const [entry] = without.children(-1, 10).rows;
  const [a] = without.children(entry?.row ?? -1, 10).rows;
  expect(without.chain(a?.row ?? -1)?.alsoBy.map(short)).toEqual(["index.mjs:2"]);
});

test("a graph whose threads contradict each other leads to an end", () => {
  const round = [graph(0, { "x.mjs": [[1, 1, true]], "y.mjs": [] }), graph(1, { "y.mjs": [[1, 1, true]], "x.mjs": [] })];
  const found = imports(round);
  for (const row of found.unsampledRows(10)) expect(found.chain(row)?.chain.length).toBeLessThanOrEqual(2);
});
