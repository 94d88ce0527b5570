import { spawnSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { appEnd, EndOfApp } from "../../language-server/recording/session/app-end.ts";

import { nodeOf } from "../workbench/node-versions.mjs";

const killed = { code: null, signal: "SIGPROF" } as const;

test.each([
  ["ended by itself", { code: 0, signal: null }, "exact", 0, false, { code: 0, signal: null, end: "exited" }],
  ["failed", { code: 3, signal: null }, "exact", 3, false, { code: 3, signal: null, end: "crashed" }],
  ["was killed by its sampler", killed, "exact", 0, false, { code: 0, signal: null, end: "exited" }],
  ["was killed by another's sampler", killed, "inspector", 0, false, { ...killed, end: "crashed" }],
  ["was killed as it was stuck in its exit", { code: 1, signal: null }, "exact", 0, true, { code: 0, signal: null, end: "exited" }],
  ["was stuck in the exit of a failure", { code: 1, signal: null }, "exact", 4, true, { code: 4, signal: null, end: "crashed" }],
] as const)("an app that %s has the exit code it requested", (_how, exit, recorder, reported, wasStuck, expected) => {
  expect(appEnd(exit, false, recorder, reported, wasStuck)).toEqual(expected);
  expect(appEnd(exit, true, recorder, reported, wasStuck).end).toBe("stopped");
});

test.each([
  ["nothing", "", /SIGABRT: if it printed nothing, it may have closed file descriptors/],
  ["output of its own", "listening on port 3000\n", /SIGABRT: if it printed nothing/],
  ["Node's stack", " 1: 0xc8e4a0 node::Abort() [node]\n 2: 0xe37ae0 [node]\n", /SIGABRT\.$/],
  ["V8's last words", "FATAL ERROR: Reached heap limit - out of memory\n 1: 0xc8e4a0\n", /SIGABRT: FATAL ERROR: Reached heap limit/],
  [
    "V8's fatal error",
    "\n\n#\n# Fatal error in , line 0\n# Check failed: x.\n#\n#\n#\n#FailureMessage Object: 0x7f\n",
    /SIGABRT: Check failed: x\.$/,
  ],
  [
    "what V8 could not reserve",
    "\n#\n# Fatal process out of memory: Failed to reserve virtual memory for CodeRange\n#\n",
    /SIGABRT: Fatal process out of memory: Failed to reserve/,
  ],
  ["an assertion", "node: ../src/a.cc:12: int f(): Assertion `x' failed.\n", /SIGABRT: node: .* failed\.$/],
])("an app that aborts after %s: what may be the reason", (_what, stderr, expected) => {
  const end = new EndOfApp(tmpdir());
  end.stderr.add(stderr);
  const problem = end.problem({ code: null, signal: "SIGABRT" }, { hadLoad: false, isKept: false, isAttached: false });
  expect(problem.message).toMatch(expected);
});

test.each([
  [18, "a.ts", "const a: number = 1;", true],
  [18, "a.mts", "const a: number = 1;", true],
  [20, "a.cts", "import type { A } from './a';", true],
  [20, "a.mts", "const a: number = 1;", true],
  [20, "a.js", "const a: number = 1;", false],
  [20, "a.ts", "JSON.parse('{');", false],
  [26, "a.ts", "const a: object = JSON.parse('{');", false],
  [26, "a.ts", "const a: = 1;", false],
] as const)("Node %i fails in %s with %j: whether it cannot run TypeScript is %s", async (major, name, text, expected) => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "heatline-typescript-")), name);
  await writeFile(file, `${text}\n`);
  const { status, stderr } = spawnSync(await nodeOf(major), [file], { encoding: "utf8" });
  const end = new EndOfApp(tmpdir());
  end.stderr.add(stderr);
  const problem = end.problem({ code: status, signal: null }, { hadLoad: false, isKept: true, isAttached: false });
  expect(problem.coded.code).toBe(expected ? "app.lacksTypeScript" : "app.failedAndKept");
});

test.each([18, 20, 22])("Node %i cannot reserve memory for WebAssembly", async (major) => {
  const program =
    "const module = new WebAssembly.Module(Buffer.from('0061736d010000000503010001', 'hex'));\nnew WebAssembly.Instance(module);";
  const { status, stderr } = spawnSync("prlimit", ["--as=4000000000", await nodeOf(major), "--eval", program], { encoding: "utf8" });
  const end = new EndOfApp(tmpdir());
  end.stderr.add(stderr);
  const problem = end.problem({ code: status, signal: null }, { hadLoad: false, isKept: false, isAttached: false });
  expect(problem.coded.code).toBe("app.lacksMemory");
});
