import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-failed-children-")));

const apps = {
  // Each worker that died is replaced, three times.
  "cluster.js": `const cluster = require("node:cluster");
let left = 3;
if (cluster.isPrimary) {
  cluster.fork();
  cluster.on("exit", () => (left-- > 0 ? cluster.fork() : setTimeout(() => process.exit(0), 3000)));
} else undefined.listen(3000);
`,
  // An exit code is its answer.
  "answers.js": `const { fork } = require("node:child_process");
if (process.argv[2] === "child") process.exit(3);
else fork(__filename, ["child"]).on("exit", () => setTimeout(() => {}, 3000));
`,
  "watched.js": "const port = ;\n",
};

beforeAll(async () => {
  cli = await buildCommandLine();
  for (const [name, text] of Object.entries(apps)) writeFileSync(path.join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const record = (args: readonly string[], options: Parameters<CommandLine["run"]>[1] = {}): ReturnType<CommandLine["run"]> =>
  cli.run(["record", "--", "node", ...args], { cwd: folder, ...options });
const reported = (err: string): readonly string[] => err.split("\n").filter((line) => line.startsWith("heatline: A process"));

test("a worker that dies is reported once, with its error and place, while the app goes on", async () => {
  const { err, code } = await record(["cluster.js"]);
  expect(reported(err)).toEqual([
    expect.stringMatching(/ended with exit code 1: TypeError: Cannot read properties of undefined .* \(cluster\.js:6\)\. The app itself/),
  ]);
  expect(code).toBe(0);
});

test("a child that only answers by its exit code is not", { tags: "thorough" }, async () => {
  expect(reported((await record(["answers.js"])).err)).toEqual([]);
});

test("under a watcher the app's own error is reported", { tags: "thorough" }, async () => {
  let isStopped = false;
  const { err } = await record(["--watch", "watched.js"], {
    when: (_out, heard, interrupt) => {
      if (isStopped || reported(heard).length === 0) return;
      isStopped = true;
      interrupt();
    },
  });
  expect(reported(err)).toEqual([expect.stringContaining("SyntaxError: Unexpected token ';' (watched.js:1)")]);
});
