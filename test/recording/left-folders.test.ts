import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ownFolder, removeLeftFolders, removeOwnedFolder } from "../../language-server/recording/processes/owned-folder.ts";

test("a folder whose owner has died, or could not remove it, is removed at the next start, after its recording is saved; others stay", async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), "heatline-test-left-"));
  const make = async (name: string, owner?: object | string): Promise<void> => {
    await mkdir(path.join(parent, name));
    if (owner !== undefined) await writeFile(path.join(parent, name, "owner.json"), JSON.stringify(owner));
  };
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const host = os.hostname();
  await make("heatline-dead", { pid: dead, host });
  await make("heatline-left", { pid: 0, host });
  await make("heatline-elsewhere", { pid: dead, host: "another machine" });
  await make("heatline-odd", "heatline");
  await make("heatline-nobodys");
  await make("another-dead", { pid: dead, host });
  await make("heatline-own");
  await ownFolder(path.join(parent, "heatline-own"));
  await writeFile(path.join(parent, "heatline-file"), "");
  const saved: string[] = [];
  await removeLeftFolders(parent, "heatline-", async (folder) => void saved.push(path.basename(folder), ...(await readdir(folder))));
  expect(saved.sort()).toEqual(["heatline-dead", "heatline-left", "owner.json", "owner.json"]);
  expect((await readdir(parent)).sort()).toEqual([
    "another-dead",
    "heatline-elsewhere",
    "heatline-file",
    "heatline-nobodys",
    "heatline-odd",
    "heatline-own",
  ]);
  expect(await removeOwnedFolder(path.join(parent, "heatline-own"))).toBe(true);
  expect(await readdir(parent)).not.toContain("heatline-own");
  await rm(parent, { recursive: true });
});
