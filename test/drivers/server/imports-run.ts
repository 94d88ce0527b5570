import type { Run } from "../../../language-server/history/run.ts";
import { setSavings } from "../../../language-server/history/run-store.ts";
import { type DrawnApp, drawRun, makeApp } from "./drawn-run.ts";

export const importsTexts = {
  "cli.js": 'const { render } = require("./render");\nconst ui = require("ui");\n\nrender(ui);\n',
  "render.js": 'const ui = require("ui");\nexports.render = () => ui.draw();\nwarmUp();\n',
  "node_modules/ui/index.js": 'const colors = require("./colors");\nexports.draw = colors.paint();\n',
  "node_modules/ui/colors.js": "exports.paint = () => table();\n",
};
const cli = "cli.js @1:0";
const render = `${cli} 1:19 > render.js @1:0`;
const ui = `${render} 1:11 > node_modules/ui/index.js @1:0`;

/** A command line of 500 ms: `render.js` is the first to import the package `ui`, which takes 450 of them. */
export async function importsRun(more: Partial<Run> = {}): Promise<{ readonly app: DrawnApp; readonly run: string }> {
  const app = await makeApp(importsTexts);
  const threads = [
    [
      `5 | ${cli} 1:19 > compileFunction`,
      `20 | ${render} 3:0`,
      `15 | ${render} 1:11 > readFileUtf8`,
      `135 | ${ui} 1:15 > node_modules/ui/colors.js @1:0 1:0`,
      `300 | ${ui} 2:15`,
      `2 | ${cli} 2:11 > realpath`,
      `23 | ${cli} 4:0 > render.js render@2:17 2:24`,
    ].join("\n"),
  ];
  const run = await drawRun(app, { scripts: importsTexts, threads, run: { end: "exited", durationMs: 500, ...more } });
  return { app, run };
}

/** Of that command line: what loading `ui` on first use saves, and two ways that save nothing. */
export function uiSavings(app: DrawnApp): NonNullable<Run["savings"]> {
  return {
    eachMs: 500,
    rounds: 8,
    requests: [],
    cache: { saved: { savedMs: 1, marginMs: 4 } },
    imports: [
      { path: app.path("render.js"), line: 1, specifier: "ui", name: "ui/index.js", saved: { savedMs: 400, marginMs: 5 } },
      { path: app.path("cli.js"), line: 1, specifier: "./render", name: app.path("render.js"), why: "needed" },
    ],
  };
}

/** Its start, with these. */
export async function savingsRun(): ReturnType<typeof importsRun> {
  const made = await importsRun({ startup: { starts: 5, listened: false, eachMs: 500 } });
  await setSavings(made.run, uiSavings(made.app));
  return made;
}

const parts = Array.from({ length: 6 }, (_, index) => `node_modules/tiny/lib/part${index}.mjs`);
const graphTexts = {
  "main.mjs": 'import "tiny";\nimport "./one.mjs";\nrun();\n',
  "node_modules/tiny/index.mjs": parts.map((_, index) => `export * from "./lib/part${index}.mjs";\n`).join(""),
};

/** 150 ms of ES modules: the package `tiny` re-exports six without samples, the first of which `one.mjs` imports, too. */
export async function graphRun(): Promise<{ readonly app: DrawnApp; readonly run: string }> {
  const app = await makeApp(graphTexts);
  const edge = (to: number, line: number, isFirst = true) => ({ to, line, column: 0, kind: "static", isFirst }) as const;
  const modules = [
    { url: "main.mjs", edges: [edge(1, 1), edge(8, 2)] },
    { url: "node_modules/tiny/index.mjs", edges: parts.map((_, index) => edge(index + 2, index + 1)) },
    ...parts.map((url) => ({ url, edges: [] })),
    { url: "one.mjs", edges: [edge(2, 3, false)] },
  ];
  const threads = ["100 | main.mjs @1:0 3:0\n50 | main.mjs @1:0 1:0 > node_modules/tiny/index.mjs @1:0 9:0"];
  const imports = [{ thread: 0, modules, entries: [0] }];
  return { app, run: await drawRun(app, { scripts: graphTexts, threads, imports, run: { end: "exited", durationMs: 150 } }) };
}
