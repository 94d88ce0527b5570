import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isBusy, openWhenFree, removeWhenFree, renameWhenFree } from "../../language-server/platform/busy-files.ts";

test.each(["linux", "darwin", "win32"] as const)("%s: a file that is missing, or in the way, is reported at once", async (platform) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-busy-"));
  const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
  await expect(renameWhenFree(from, to, platform)).rejects.toThrow("ENOENT");
  await expect(openWhenFree(from, platform)).rejects.toThrow("ENOENT");
  await writeFile(from, "new");
  await writeFile(to, "old");
  await renameWhenFree(from, to, platform);
  expect(await readFile(to, "utf8")).toBe("new");
  await using opened = await openWhenFree(to, platform);
  expect(await opened.readFile("utf8")).toBe("new");
  await mkdir(path.join(folder, "from"));
  await expect(renameWhenFree(from, to, platform)).rejects.toThrow("ENOTDIR");
  await rm(folder, { recursive: true });
});

test.each([
  ["win32", "EBUSY", true],
  ["win32", "EPERM", true],
  ["win32", "ENOENT", false],
  ["darwin", "EBUSY", false],
  ["linux", "EPERM", false],
] as const)("on %s %s means that another program has locked the file: %s", (platform, code, isKept) => {
  expect(isBusy(Object.assign(new Error(code), { code }), platform)).toBe(isKept);
  expect(isBusy(new Error(code), platform)).toBe(false);
});

test("a folder is removed with its contents, and may be missing", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-busy-"));
  await mkdir(path.join(folder, "a/b"), { recursive: true });
  expect(await removeWhenFree(folder)).toBe(true);
  expect(await removeWhenFree(folder)).toBe(true);
});
