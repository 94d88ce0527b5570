import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { version } from "../../package.json";
import { buildCommandLine, type CommandLine, commandLineIn } from "./command-line.ts";
import { nodeOf } from "../workbench/node-versions.mjs";

/** Same length as the real one: V8 distinguishes sources by their length. */
const otherVersion = version.replaceAll(/\d/g, "9");

const compileOther = `
  const fs = require("node:fs");
  const [file, version, other] = process.argv.slice(1);
  const source = require("node:module").wrap(fs.readFileSync(file, "latin1").replaceAll(version, other));
  fs.writeFileSync(file + ".cache", new (require("node:vm").Script)(source, { filename: file }).createCachedData());`;

let cli: CommandLine;
const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-start-"));
const bundle = path.join(folder, "command-line.js");
const cache = `${bundle}.cache`;

beforeAll(async () => {
  // A copy: compiled code is placed in it.
  cpSync(path.dirname((await buildCommandLine()).file), folder, { recursive: true });
  cli = commandLineIn(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => rmSync(cache, { force: true }));

const printed = async (): Promise<string> => {
  const { code, out, err } = await cli.run(["--version"]);
  expect([code, err]).toEqual([0, ""]);
  return out.trim();
};

test("the command starts from the code that was compiled beforehand, and without it", async () => {
  expect(await printed()).toBe(version);
  execFileSync(process.execPath, ["--eval", compileOther, bundle, version, otherVersion]);
  expect(await printed()).toBe(otherVersion);
});

test("compiled code that is damaged, cut short or another V8's is not used", async () => {
  execFileSync(process.execPath, ["--eval", compileOther, bundle, version, otherVersion]);
  const whole = readFileSync(cache);
  const ofAnotherV8 = Buffer.from(whole);
  // The second word is the hash of V8's version (SerializedCodeData, v8/src/snapshot/code-serializer.h).
  ofAnotherV8.writeUInt32LE(whole.readUInt32LE(4) ^ 0xffff, 4);
  for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from("no code"), Buffer.alloc(0), ofAnotherV8]) {
    writeFileSync(cache, bytes);
    expect(await printed()).toBe(version);
  }
});

test.each([20, 22, 24, 26])("Node %i accepts the V8 flag that the command sets, without a message", async (major) => {
  const { status, stdout, stderr } = spawnSync(await nodeOf(major), [cli.file, "--version"], { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, ""]);
});

test("what is thrown outside of the command's promises is one line, and no stack trace", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-thrown-"));
  try {
    const preload = path.join(folder, "throws.cjs");
    writeFileSync(
      preload,
      'process.stdin.once("newListener", () => process.nextTick(() => { throw new TypeError("planted\\u001b[2J"); }));\n',
    );
    const { status, stderr } = spawnSync(process.execPath, ["--require", preload, cli.file, "report", "-"], {
      encoding: "utf8",
      input: "",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    expect([status, stderr]).toEqual([1, "heatline: this is a bug, please report it: TypeError: planted?[2J\n"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a current folder that was deleted is reported in one sentence", () => {
  const gone = mkdtempSync(path.join(os.tmpdir(), "heatline-gone-"));
  const script = 'cd "$1" && rmdir "$1" && exec "$2" "$3" report app.log';
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", gone, process.execPath, cli.file], { encoding: "utf8" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe("heatline: The current folder no longer exists. Change to another folder and run the command again.\n");
});

test("a Node that is too old for the command is reported in one sentence", async () => {
  const { status, stdout, stderr } = spawnSync(await nodeOf(18), [cli.file, "report", "app.log"], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^heatline needs Node\.js 20 or later, and this is 18\.[^\n]*\n$/);
});
