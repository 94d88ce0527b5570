import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { Uri, workspace } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { placeFiles } = await import("../../../extension/runs/exported-files.ts");

/** The files that the server wrote for a run of two threads. */
async function exportedTo(): Promise<{ readonly files: readonly string[]; readonly there: string }> {
  const base = await mkdtemp(path.join(os.tmpdir(), "heatline-export-test-"));
  const [staging, there] = [path.join(base, "staging"), path.join(base, "there")];
  await Promise.all([staging, there].map((folder) => mkdir(folder)));
  const files = ["shop.cpuprofile", "shop-worker-1.cpuprofile"].map((name) => path.join(staging, name));
  for (const file of files) await writeFile(file, path.basename(file));
  return { files, there };
}

async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const)));
}

test("the first file gets the chosen name, the others are beside it, and existing files are replaced", async () => {
  const { files, there } = await exportedTo();
  await writeFile(path.join(there, "mine.cpuprofile"), "old");
  const placed = await placeFiles(files, Uri.file(path.join(there, "mine.cpuprofile")) as never);
  expect(placed.map(({ path: place }) => path.basename(place))).toEqual(["mine.cpuprofile", "shop-worker-1.cpuprofile"]);
  expect(await contents(there)).toEqual({ "mine.cpuprofile": "shop.cpuprofile", "shop-worker-1.cpuprofile": "shop-worker-1.cpuprofile" });
});

test("for a target on another file system, such as “Show Local”, VS Code writes every file there", async () => {
  const { files, there } = await exportedTo();
  const [copy, rename] = [vi.spyOn(workspace.fs, "copy"), vi.spyOn(workspace.fs, "rename")];
  const placed = await placeFiles(files, Uri.from({ scheme: "vscode-local", path: path.join(there, "mine.cpuprofile") }) as never);
  const targets = ["mine.cpuprofile", "shop-worker-1.cpuprofile"].map((name) => `vscode-local://${path.join(there, name)}`);
  expect(placed.map(String)).toEqual(targets);
  expect(copy.mock.calls.map((uris) => uris.slice(0, 2).map(String))).toEqual(
    targets.map((each, index) => [`file://${files[index]}`, `${each}.part`]),
  );
  expect(rename.mock.calls.map((uris) => uris.slice(0, 2).map(String))).toEqual(targets.map((each) => [`${each}.part`, each]));
});

test("if a file cannot be copied, existing files stay unchanged, no partial file is left, and an error is shown", async () => {
  const { files, there } = await exportedTo();
  await writeFile(path.join(there, "mine.cpuprofile"), "old");
  const missing = path.join(path.dirname(files[0]!), "missing.cpuprofile");
  await expect(placeFiles([files[0]!, missing], Uri.file(path.join(there, "mine.cpuprofile")) as never)).rejects.toThrow(
    /^The export could not be written to .*mine\.cpuprofile: no such file or folder\.$/,
  );
  expect(await contents(there)).toEqual({ "mine.cpuprofile": "old" });
});
