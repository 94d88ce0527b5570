import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  type ChildStart,
  type NodeShim,
  recordedShellText,
  recordedStart,
  withoutOwnArguments,
} from "../../../language-server/recording/in-app/child-start.ts";

const posix: NodeShim = {
  folder: "/s/bin",
  nodePath: "/n/node",
  target: "/n/node",
  nodeVersion: "22.1.0",
  nodeArgs: ["--prof", "--logfile=/it's here/%p.log"],
  accessArgs: ["--allow-fs-read=/s/*"],
  nodeOptions: '--require "/s/preload.cjs"',
  platform: "linux",
};
const shims: readonly NodeShim[] = [
  posix,
  { ...posix, platform: "darwin" },
  { ...posix, target: String.raw`C:\n\node.exe`, platform: "win32" },
];
const [flag, log] = posix.nodeArgs;
const options = `NODE_OPTIONS=${posix.nodeOptions}`;

function argsOf(shim: NodeShim, start: Pick<ChildStart, "file" | "args">, addArgs = true): readonly string[] {
  return recordedStart(shim, { ...start, env: [] }, addArgs).args;
}

test.each(shims)(
  "on $platform the app's Node gets the recorder's arguments, once; another program does not, nor does any from a package manager",
  (shim) => {
    const { target } = shim;
    expect(argsOf(shim, { file: target, args: ["a.js"] })).toEqual([flag, log, "a.js"]);
    expect(argsOf(shim, { file: target, args: [flag ?? "", log ?? "", "a.js"] })).toEqual([flag, log, "a.js"]);
    expect(argsOf(shim, { file: "/other/node", args: ["a.js"] })).toEqual(["a.js"]);
    expect(argsOf(shim, { file: target, args: ["a.js"] }, false)).toEqual(["a.js"]);
  },
);

test.each(shims)("on $platform what runs under the permission model may also read the session's folder, in every Node", (shim) => {
  const args = ["--permission", "a.js"];
  expect(argsOf(shim, { file: shim.target, args })).toEqual([flag, log, ...posix.accessArgs, ...args]);
  expect(argsOf(shim, { file: "/other/node", args })).toEqual([...posix.accessArgs, ...args]);
  expect(argsOf(shim, { file: "/other/tool", args })).toEqual(args);
});

test.each(shims)("on $platform the preload is in NODE_OPTIONS, beside what the app has put there", (shim) => {
  const envOf = (env: readonly string[]): readonly string[] => recordedStart(shim, { file: "a", args: [], env }, false).env;
  expect(envOf([])).toEqual([options]);
  expect(envOf(["A=1", "NODE_OPTIONS=", "B=2"])).toEqual(["A=1", options, "B=2"]);
  expect(envOf(["NODE_OPTIONS=--no-warnings"])).toEqual([`NODE_OPTIONS=--no-warnings ${posix.nodeOptions}`]);
  expect(envOf([`${options} --no-warnings`])).toEqual([`${options} --no-warnings`]);
  const inOtherCase = ["Node_Options=--no-warnings"];
  expect(envOf(inOtherCase)).toEqual(
    shim.platform === "win32" ? [`NODE_OPTIONS=--no-warnings ${posix.nodeOptions}`] : [...inOtherCase, options],
  );
});

test("on Windows the path of the app's Node may be written in any case", () => {
  const [, , windows = posix] = shims;
  expect(argsOf(windows, { file: String.raw`c:\N\Node.EXE`, args: ["a.js"] })).toEqual([flag, log, "a.js"]);
});

test.each(shims)(
  "on $platform a shell's command that begins with the app's Node is started with the arguments, except by cmd.exe",
  (shim) => {
    const added = String.raw`'--prof' '--logfile=/it'\''s here/%p.log'`;
    const texts = [
      ["/n/node a.js | b", `/n/node ${added} a.js | b`],
      [` "/n/node" a.js`, ` "/n/node" ${added} a.js`],
      ["'/n/node'", `'/n/node' ${added}`],
      ["/n/node2 a.js", "/n/node2 a.js"],
      ["echo /n/node", "echo /n/node"],
    ] as const;
    for (const [text, recorded] of texts) {
      expect(recordedShellText({ ...shim, target: "/n/node" }, text)).toBe(shim.platform === "win32" ? text : recorded);
      expect(argsOf({ ...shim, target: "/n/node" }, { file: "/bin/sh", args: ["-c", text] })[1]).toBe(
        shim.platform === "win32" ? text : recorded,
      );
    }
  },
);

test("a link to the app's Node is the app's Node", async () => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-links-")));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [target, link] = [path.join(folder, "real"), path.join(folder, "node")];
  await writeFile(target, "");
  await symlink(target, link);
  expect(argsOf({ ...posix, target }, { file: link, args: ["a.js"] })).toEqual([flag, log, "a.js"]);
  expect(argsOf({ ...posix, target }, { file: path.join(folder, "gone/node"), args: ["a.js"] })).toEqual(["a.js"]);
});

test("a Node's own arguments are those behind ours, even if it has the same", () => {
  const own = (...args: string[]): readonly string[] => withoutOwnArguments(shims, args);
  const [first = "", ...more] = posix.nodeArgs;
  expect(own(first, ...more, first, "--no-warnings")).toEqual([first, "--no-warnings"]);
  expect(own(first, ...more, ...posix.accessArgs, "--permission")).toEqual(["--permission"]);
  expect(own(first, ...more, first, ...more, "-r", "x")).toEqual(["-r", "x"]);
  expect(own("--no-warnings", first, ...more)).toEqual(["--no-warnings", first, ...more]);
  expect(own(first)).toEqual([first]);
  expect(own()).toEqual([]);
});

test("a child that Node itself makes a restricted one may load the preload", () => {
  const restricted = (env: readonly string[]): readonly string[] => recordedStart(posix, { file: "/n/node", args: [], env }, true).args;
  expect(restricted(["NODE_OPTIONS=--permission --allow-fs-read=/app/*"])).toEqual([...posix.nodeArgs, ...posix.accessArgs]);
  expect(restricted(["NODE_OPTIONS=--permission-less"])).toEqual(posix.nodeArgs);
});
