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
export async function importsRun(): Promise<{ readonly app: DrawnApp; readonly run: string }> {
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
  const run = await drawRun(app, { scripts: importsTexts, threads, run: { end: "exited", durationMs: 500 } });
  return { app, run };
}
