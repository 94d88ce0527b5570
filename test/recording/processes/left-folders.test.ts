import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ownFolder, removeOwnedFolder, processSpace } from "../../../language-server/platform/private/owned-folder.ts";
import { isLeft, removeLeftFolders } from "../../../language-server/recording/processes/left-folders.ts";

const base = await mkdtemp(path.join(os.tmpdir(), "left-"));
const host = os.hostname();
const dead = spawnSync(process.execPath, ["-e", ""]).pid;

afterAll(() => rm(base, { recursive: true }));

/** A new folder in place of the private one, with folders of these names and their owners. */
async function privateWith(folders: Readonly<Record<string, unknown>>): Promise<string> {
  const parent = await mkdtemp(path.join(base, "p-"));
  for (const [name, owner] of Object.entries(folders)) {
    await mkdir(path.join(parent, name), { mode: 0o700 });
    if (owner !== undefined) await writeFile(path.join(parent, name, "owner.json"), JSON.stringify(owner));
  }
  return parent;
}

test("a folder whose owner has died, at the latest as the machine did, or could not remove it, is removed at the next start, after its recording is saved; others stay", async () => {
  const parent = await privateWith({
    "s-dead00": { pid: dead, host },
    "export-left00": { pid: 0, host },
    "s-before": { pid: process.pid, host, boot: "before", space: "pid:[1]" },
    "s-beside": { pid: dead, host, ...processSpace(), space: "pid:[1]" },
    "s-there0": { pid: dead, host: "another machine" },
    "s-odd000": "heatline",
    "s-nobody": undefined,
    "unsaved-000000": { pid: dead, host },
    "mine-dead00": { pid: dead, host },
    "s-own000": undefined,
  });
  await ownFolder(path.join(parent, "s-own000"));
  await writeFile(path.join(parent, "s-file00"), "");
  const saved: string[] = [];
  await removeLeftFolders(parent, async (folder) => void saved.push(path.basename(folder), ...(await readdir(folder))));
  expect(saved.sort()).toEqual(["export-left00", "owner.json", "owner.json", "owner.json", "s-before", "s-dead00"]);
  expect((await readdir(parent)).sort()).toEqual(
    ["mine-dead00", "s-beside", "s-file00", "s-nobody", "s-odd000", "s-own000", "s-there0", "unsaved-000000"].sort(),
  );
  expect(await removeOwnedFolder(path.join(parent, "s-own000"))).toBe(true);
  expect(await readdir(parent)).not.toContain("s-own000");
});

test("a folder whose maker was killed before it owned it goes after a day, if it has nothing", async () => {
  const parent = await privateWith({ "s-empty0": undefined, "s-begun0": undefined, "s-filled": undefined, "s-new000": undefined });
  await writeFile(path.join(parent, "s-begun0", ".owner.json-1"), "{");
  await writeFile(path.join(parent, "s-filled", "run.json"), "{}");
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const name of ["s-empty0", "s-begun0", "s-filled"]) await utimes(path.join(parent, name), old, old);
  await removeLeftFolders(parent, () => Promise.resolve());
  expect((await readdir(parent)).toSorted()).toEqual(["s-filled", "s-new000"]);
});

test("a start looks at a hundred entries at most, and the next ones at the rest", async () => {
  const left = Array.from({ length: 150 }, (_, index) => [`s-${String(index).padStart(6, "0")}`, { pid: 0, host }] as const);
  const parent = await privateWith(Object.fromEntries(left));
  const rest = async (): Promise<number> => {
    await removeLeftFolders(parent, () => Promise.resolve());
    return (await readdir(parent)).length;
  };
  expect([await rest(), await rest()]).toEqual([50, 0]);
});

const whole = JSON.stringify({ pid: 0, host });

/** What would be an owner, and the file that is not to be read. */
async function sparse(file: string): Promise<void> {
  await writeFile(file, whole);
  await truncate(file, 2 ** 30);
}

async function linked(file: string): Promise<void> {
  const elsewhere = path.join(base, "elsewhere.json");
  await writeFile(elsewhere, whole);
  await symlink(elsewhere, file);
}

test.each<readonly [string, (file: string) => Promise<unknown>]>([
  ["null", (file) => writeFile(file, "null")],
  ["no JSON", (file) => writeFile(file, '{"pid":0')],
  ["empty", (file) => writeFile(file, "")],
  ["a number", (file) => writeFile(file, "1e999")],
  ["an owner with another kind of id", (file) => writeFile(file, JSON.stringify({ pid: "0", host }))],
  ["an owner with an id that is none", (file) => writeFile(file, JSON.stringify({ pid: -1, host }))],
  ["larger than any owner", (file) => writeFile(file, whole + " ".repeat(10_000))],
  ["a gigabyte", sparse],
  ["a folder", (file) => mkdir(file)],
  ["a pipe that nobody writes to", (file) => Promise.resolve(execFileSync("mkfifo", [file]))],
  ["a link to an owner", linked],
  ["a link to itself", (file) => symlink(file, file)],
  ["a link to a device", (file) => symlink("/dev/zero", file)],
])("a folder whose owner file is %s stays, and does not keep the start", async (_what, make) => {
  const parent = await privateWith({ "s-strange": undefined, "s-000000": undefined });
  await make(path.join(parent, "s-000000", "owner.json"));
  expect(await isLeft(path.join(parent, "s-000000"))).toBe(false);
  await removeLeftFolders(parent, () => Promise.reject(new Error("It is no folder that was left.")));
  expect(await readdir(parent)).toContain("s-000000");
});

test("a folder that is a link, or that others can enter, is not looked into", async () => {
  const parent = await privateWith({ "s-open00": { pid: 0, host }, else: { pid: 0, host } });
  await symlink(path.join(parent, "else"), path.join(parent, "s-link00"));
  execFileSync("chmod", ["755", path.join(parent, "s-open00")]);
  await removeLeftFolders(parent, () => Promise.reject(new Error("It is not ours.")));
  expect((await readdir(parent)).sort()).toEqual(["else", "s-link00", "s-open00"]);
});

test("an owner replaces what is in the place of its file, and does not write through a link", async () => {
  const folder = await mkdtemp(path.join(base, "s-"));
  const target = path.join(base, "mine.txt");
  await writeFile(target, "mine");
  await symlink(target, path.join(folder, "owner.json"));
  expect(await ownFolder(folder)).toBe(true);
  expect(await readFile(target, "utf8")).toBe("mine");
  expect(JSON.parse(await readFile(path.join(folder, "owner.json"), "utf8"))).toEqual({ pid: process.pid, host, ...processSpace() });
  expect(await readdir(folder)).toEqual(["owner.json"]);
});
