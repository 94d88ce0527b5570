import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { EndOfApp } from "../../../language-server/recording/session/app-end.ts";
import { nodeOf, someNodeMajors } from "../../workbench/node-versions.mjs";

/** Programs that die, the file and line that is to blame, and what is said. The line of each has the word HERE. */
const programs: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  "uncaught.js": ["function f(config) {\n  return config.port; // HERE\n}\nf();\n", /^TypeError: Cannot read properties of undefined/],
  "rejected.js": ["async function f() {\n  throw new RangeError('no database'); // HERE\n}\nf();\n", /^RangeError: no database$/],
  "top-level.mjs": ["\nawait Promise.reject(new Error('not ready')); // HERE\n", /^Error: not ready$/],
  "syntax.js": ["const a = 1;\nconst b = = 2; // HERE\n", /^SyntaxError: Unexpected token '='$/],
  "syntax.mjs": ["const a = 1;\nconst b = = 2; // HERE\n", /^SyntaxError: Unexpected token '='$/],
  "no-export.mjs": ["import { nothing } from 'node:fs'; // HERE\n", /^SyntaxError: .* does not provide an export named 'nothing'$/],
  "no-module.cjs": ["\nrequire('./not-there'); // HERE\n", /^Error: Cannot find module '\.\/not-there'$/],
  "text.js": ["\nthrow 'no port given'; // HERE\n", /^no port given$/],
  "logged.js": [
    "process.on('exit', () => console.error());\ntry {\n  null.x; // HERE\n} catch (error) {\n  console.error('Cannot start:', error);\n  process.exit(1);\n}\n",
    /^Cannot start: TypeError: Cannot read properties of null/,
  ],
  "custom.js": [
    "class ConfigProblem extends Error { name = 'ConfigProblem'; }\nthrow new ConfigProblem('bad port'); // HERE\n",
    /^ConfigProblem: bad port$|^Error: bad port$/,
  ],
  "worker.js": [
    "const { Worker, isMainThread } = require('node:worker_threads');\nif (isMainThread) new Worker(__filename);\nelse null.x; // HERE\n",
    /^TypeError(?: \[Error\])?: Cannot read properties of null/,
  ],
  "cluster.js": [
    "const cluster = require('node:cluster');\nif (cluster.isPrimary) cluster.fork().on('exit', (code) => { console.error(`worker died with ${code}`); process.exit(1); });\nelse null.x; // HERE\n",
    /^TypeError: Cannot read properties of null/,
  ],
  "executed.js": [
    "const { execFileSync } = require('node:child_process');\nif (process.argv[2] === 'child') null.x; // HERE\nelse execFileSync(process.execPath, [__filename, 'child']);\n",
    /^TypeError: Cannot read properties of null/,
  ],
  "in-use.js": [
    "const net = require('node:net');\nconst first = net.createServer().listen(0, () => {\n  net.createServer().listen(first.address().port); // HERE\n});\n",
    /^Error: listen EADDRINUSE/,
  ],
};

async function folderOfPrograms(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "heatline-errors-"));
  await mkdir(path.join(folder, "npm"));
  for (const [name, [text]] of Object.entries(programs)) await writeFile(path.join(folder, name), text);
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ scripts: { start: "node uncaught.js" } }));
  return folder;
}

function endOf(folder: string, file: string, args: readonly string[]): EndOfApp {
  const { stdout, stderr } = spawnSync(file, args, { cwd: folder, encoding: "utf8", shell: false });
  const end = new EndOfApp(folder);
  end.stdout.add(stdout);
  end.stderr.add(stderr);
  return end;
}

describe.each(someNodeMajors)("Node %i", (major) => {
  test("a program that dies is said to have died of its error, with file and line", async () => {
    const folder = await folderOfPrograms();
    const node = await nodeOf(major);
    for (const [name, [text, message]] of Object.entries(programs)) {
      const end = endOf(folder, node, [name]);
      const line = text.split("\n").findIndex((each) => each.includes("HERE")) + 1;
      expect.soft(end.error?.message, name).toMatch(message);
      expect.soft({ file: end.place?.file, line: end.place?.line }, name).toEqual({ file: path.join(folder, name), line });
      const failure = end.failure("crashed");
      expect.soft([failure?.place?.file, failure?.place?.line], name).toEqual([path.join(folder, name), line]);
      const said = end.problem({ code: 1, signal: null }, { hadLoad: false, isKept: false, isAttached: false }, failure?.place).message;
      expect.soft(said, name).toContain(`(${name}:${line})`);
      expect.soft(said, name).not.toContain("Node.js v");
    }
  });
});

test("behind npm the program's own error is said, not npm's", async () => {
  const folder = await folderOfPrograms();
  const end = endOf(folder, "npm", ["start"]);
  expect(end.error?.message).toMatch(/^TypeError/);
  expect(end.place?.file).toBe(path.join(folder, "uncaught.js"));
  expect(endOf(folder, "npm", ["run", "nothing"]).reason).toBe('npm error Missing script: "nothing"');
});

test("what a task runner passes to stdout is read where stderr has only the runner's words", () => {
  const end = new EndOfApp("/app");
  end.stderr.add(" ELIFECYCLE  Command failed with exit code 1.\n");
  end.stdout.add("start: TypeError: x is not a function\nstart:     at f (/app/a.js:3:1)\n");
  expect(end.error?.message).toBe("TypeError: x is not a function");
  end.stderr.add("DATABASE_URL is not set\n");
  expect([end.reason, end.place]).toEqual(["DATABASE_URL is not set", undefined]);
});
