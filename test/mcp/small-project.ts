import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** A project in a temporary folder: a server that works a little for each request, a test, a launch configuration. */
export interface SmallProject extends AsyncDisposable {
  readonly root: string;
}

const server = `const http = require("node:http");
function work(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += Math.sqrt(i) * Math.sin(i);
  return sum;
}
http
  .createServer((request, response) => {
    if (request.url !== "/work" || (process.env.EXPECTED !== undefined && request.headers.authorization !== process.env.EXPECTED)) {
      response.statusCode = 404;
      return response.end();
    }
    response.end(String(work(200000)));
  })
  .listen(0, "127.0.0.1", () => console.log("listening"));
`;

const tests = `import { test } from "node:test";
import assert from "node:assert";
function slow() {
  let sum = 0;
  for (let i = 0; i < 3e7; i++) sum += Math.sqrt(i);
  return sum;
}
test("adds up", () => assert.ok(slow() > 0));
test("is quick", () => assert.ok(true));
`;

const launch = `{
  // With a comment, as VS Code allows.
  "configurations": [
    { "type": "node", "request": "launch", "name": "Server", "program": "\${workspaceFolder}/server.js" },
    { "type": "node", "request": "launch", "name": "Outside", "program": "/usr/bin/env" },
    { "type": "python", "request": "launch", "name": "Other" },
  ],
}
`;

export async function smallProject(): Promise<SmallProject> {
  const root = await mkdtemp(path.join(os.tmpdir(), "heatline-mcp-project-"));
  const scripts = { start: "node server.js", crash: "node crash.js", "odd `name` <b>": "node server.js" };
  await mkdir(path.join(root, ".vscode"));
  await writeFile(path.join(root, "package.json"), JSON.stringify({ name: "small", scripts }));
  await writeFile(path.join(root, "server.js"), server);
  await writeFile(path.join(root, "crash.js"), 'throw new Error("no database at hand");\n');
  await writeFile(path.join(root, "sum.test.mjs"), tests);
  await writeFile(path.join(root, ".vscode/launch.json"), launch);
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 3 }) };
}
