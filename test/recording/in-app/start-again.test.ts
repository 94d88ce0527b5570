import { expect, test } from "vitest";
import type { NodeShim } from "../../../language-server/recording/in-app/child-start.ts";
import { argsToStartAgain, type StartedNode } from "../../../language-server/recording/in-app/start-again.ts";

const target = String.raw`C:\n\node.exe`;
const script = String.raw`C:\a b\app.js`;
const windows: NodeShim = {
  folder: String.raw`C:\s\bin`,
  nodePath: target,
  target,
  nodeVersion: "22.1.0",
  nodeArgs: ["--prof", String.raw`--logfile=\\.\pipe\s`],
  accessArgs: [],
  nodeOptions: "",
  platform: "win32",
};
const started: StartedNode = {
  execPath: target,
  version: "22.1.0",
  execArgv: ["-r", "./a.js"],
  argv: [target, script, "--b", "c & d"],
  getsMessages: false,
  isRestricted: false,
};

test.each([
  ["linux", undefined],
  ["darwin", undefined],
  ["win32", [...windows.nodeArgs, "-r", "./a.js", script, "--b", "c & d"]],
] as const)("on %s a Node without the recorder's arguments starts again with %j", (platform, args) => {
  expect(argsToStartAgain({ ...windows, platform }, started)).toEqual(args);
});

test.each([
  ["has them", { execArgv: [...windows.nodeArgs, "-r", "./a.js"] }],
  ["has another version", { execPath: "C:\\other\\node.exe", version: "22.2.0" }],
  ["is part of another program", { execPath: "C:\\other\\Code.exe" }],
  ["gets messages of its parent", { getsMessages: true }],
  ["may not start a process", { isRestricted: true }],
])("on Windows a Node that %s does not start again", (_how, changes) => {
  expect(argsToStartAgain(windows, { ...started, ...changes })).toBeUndefined();
});

test("on Windows a Node of the same version, which a version manager has started, starts again", () => {
  expect(argsToStartAgain(windows, { ...started, execPath: String.raw`C:\22.1.0\node.exe` })).toContain("--prof");
});

test.each([
  [["-e", "0"], ["-x"], ["-e", "0", "--", "-x"]],
  [["-e", "0"], [], ["-e", "0"]],
  [[], ["-"], ["-"]],
])("on Windows a Node without a script (%j %j) starts again with the same", (execArgv, rest, args) => {
  expect(argsToStartAgain(windows, { ...started, execArgv, argv: [target, ...rest] })).toEqual([...windows.nodeArgs, ...args]);
});
