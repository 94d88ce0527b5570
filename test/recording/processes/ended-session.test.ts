import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasStartedSince, machineMoment, isNamed } from "../../../language-server/platform/left/naming-processes.ts";
import {
  endLeftFolder,
  endSessionFolder,
  removeIfUnnamed,
  restoreNamed,
} from "../../../language-server/recording/processes/ended-session.ts";
import { isOutlived } from "../../drivers/outlived-session.ts";
import { appsFolder, DapClient } from "../../drivers/adapter/dap-client.ts";
import { nodeOf, someNodeMajors } from "../../workbench/node-versions.mjs";

/** A session's folder, and a process that names it until the test's end. */
async function namedSession(program: string, ...args: readonly string[]): Promise<{ folder: string; end: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ended-"));
  for (const name of ["reports", "ticks", "bin"]) await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, "heatline-hooks.cjs"), "throw new Error('It is loaded.')");
  await writeFile(path.join(folder, "bin/node"), "#!/bin/sh\n");
  await writeFile(path.join(folder, "bin/shim.json"), JSON.stringify({ nodePath: process.execPath }));
  const env = { ...process.env, NODE_OPTIONS: `--require "${folder}/heatline-hooks.cjs"` };
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const end = async (): Promise<void> => {
    const exit = once(child, "exit");
    child.stdin.end();
    await exit;
  };
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, end };
}

const shell = ["sh", "-c", "echo begun; read line"] as const;
const { now, upFor } = machineMoment();

test.each([
  ["the same moment", { now, upFor }, false],
  ["an hour later", { now: now + 3_600_000, upFor: upFor + 3_600_000 }, false],
  ["the clock was set half an hour forward", { now: now + 1_800_000, upFor }, false],
  ["the clock was set a day back", { now: now - 86_400_000, upFor }, false],
  ["it has run for less long", { now: now + 60_000, upFor: upFor - 1000 }, true],
  ["it started a day later, and has run for longer", { now: now + 86_400_000 + upFor, upFor: upFor + 1 }, true],
])("%s: whether the machine has started since", (_what, moment, expected) => {
  expect(hasStartedSince({ now, upFor }, moment)).toBe(expected);
});

test("what a process names stays as long as that runs, and nothing that names it is ended", async () => {
  const { folder, end } = await namedSession(...shell);
  expect(await endSessionFolder(folder)).toBe(true);
  expect(await isOutlived(folder)).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(["bin", "ended.json", "heatline-hooks.cjs", "owner.json"]);
  expect(JSON.parse(await readFile(path.join(folder, "owner.json"), "utf8"))).toMatchObject({ pid: 0 });
  const save = (): Promise<never> => Promise.reject(new Error("There is no session any more."));
  await endLeftFolder(folder, save);
  expect(await endSessionFolder(folder)).toBe(true);
  expect(await isOutlived(folder)).toBe(true);
  await end();
  await endLeftFolder(folder, save);
  expect(existsSync(folder)).toBe(false);
});

test("a folder that no process names goes at once", async () => {
  const { folder, end } = await namedSession(...shell);
  await end();
  expect(await endSessionFolder(folder)).toBe(true);
  expect(existsSync(folder)).toBe(false);
});

test("a process whose title is written over its environment may name a folder, if it is younger than that", async () => {
  const { folder, end } = await namedSession("perl", "-e", '$| = 1; $0 = "a daemon"; print "begun"; <STDIN>');
  const found = [isNamed(folder, now - upFor), isNamed(folder, Date.now() + 60_000)];
  // At once: other tests' sessions would take it for one of theirs, too.
  await end();
  expect(found).toEqual([true, false]);
});

test("a helper of a browser, whose title is over its environment, too, names no folder: the browser would", async () => {
  const { folder, end } = await namedSession("perl", "-e", '$| = 1; $0 = "/opt/chromium --type=utility --lang=en"; print "begun"; <STDIN>');
  const isFound = isNamed(folder, now - upFor);
  await end();
  expect(isFound).toBe(false);
});

test.each(["darwin", "win32"] as const)(
  "on %s, where no process reports what it names, it goes after the next start of the machine",
  async (platform) => {
    const { folder, end } = await namedSession(...shell);
    await endSessionFolder(folder);
    await end();
    await removeIfUnnamed(folder, platform);
    expect(await isOutlived(folder)).toBe(true);
    await removeIfUnnamed(folder, platform, { now: Date.now() + 1000, upFor: 1000 });
    expect(existsSync(folder)).toBe(false);
  },
);

test("processes of another container cannot be seen, and none of before a start of the machine is left", async () => {
  const { folder, end } = await namedSession(...shell);
  await endSessionFolder(folder);
  const file = path.join(folder, "ended.json");
  const kept = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(file, JSON.stringify({ ...kept, boot: "another" }));
  const copy = await mkdtemp(path.join(os.tmpdir(), "ended-"));
  await cp(folder, copy, { recursive: true });
  await removeIfUnnamed(folder);
  expect(existsSync(folder)).toBe(false);
  await end();
  await writeFile(path.join(copy, "ended.json"), JSON.stringify({ ...kept, space: "pid:[1]" }));
  await removeIfUnnamed(copy);
  expect(await isOutlived(copy)).toBe(true);
  await writeFile(path.join(copy, "ended.json"), JSON.stringify(kept));
  await removeIfUnnamed(copy);
  expect(existsSync(copy)).toBe(false);
});

test("a deleted folder is made again with what processes name, unless something else is in its place", async () => {
  const base = await mkdtemp(path.join(os.tmpdir(), "restored-"));
  onTestFinished(() => rm(base, { recursive: true }));
  const [folder, link, elsewhere] = [path.join(base, "s"), path.join(base, "link"), path.join(base, "elsewhere")];
  await restoreNamed(folder, new Map([["bin", process.execPath]]));
  expect(await readFile(path.join(folder, "heatline-hooks.cjs"), "utf8")).toBe("");
  expect(await readlink(path.join(folder, "bin/node"))).toBe(process.execPath);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await mkdir(elsewhere);
  await symlink(elsewhere, link);
  await restoreNamed(link, new Map([["bin", process.execPath]]));
  expect(await readdir(elsewhere)).toEqual([]);
});

test.each(someNodeMajors)(
  "Node %i: when the session's folder is deleted, no log is in the output of what the app starts",
  async (major) => {
    await using client = await DapClient.start("exact");
    await client.launch("deletes-session.js", { runtimeExecutable: await nodeOf(major) });
    expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
    await client.stop();
    expect(client.output("stdout")).toBe("by its path\nby its name\nforked\nworker\n");
    expect((await readdir(appsFolder)).filter((name) => name.startsWith("isolate-"))).toEqual([]);
  },
);
