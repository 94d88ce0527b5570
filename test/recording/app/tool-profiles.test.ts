import { mkdir, mkdtemp, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writtenProfiles } from "../../../language-server/recording/app/tool-profiles.ts";

const since = new Date("2026-01-02T12:00:00Z");
const [before, after] = [new Date("2026-01-02T11:59:00Z"), new Date("2026-01-02T12:00:05Z")];
const node = "/usr/bin/node";

async function folderWith(files: Readonly<Record<string, Date>>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-pprof-"));
  await mkdir(path.join(folder, "prof"));
  for (const [name, time] of Object.entries(files)) {
    await writeFile(path.join(folder, "prof", name), name);
    await utimes(path.join(folder, "prof", name), time, time);
  }
  return folder;
}

test("CPU profiles are taken that a compiler of the app wrote while it was recorded, where it was set to", async () => {
  const folder = await folderWith({
    "1-cpuprofile.pb.gz": before,
    "2-cpuprofile.pb.gz": after,
    "2-memprofile.pb.gz": after,
    "3-cpuprofile.pb.gz": new Date("2026-01-02T12:00:09Z"),
    "x.pb.gz": after,
  });
  const found = async (argv: readonly string[], cwd: string | undefined = folder): Promise<readonly string[]> =>
    (await writtenProfiles([{ argv, cwd }], folder, since)).map(({ tool, bytes }) => `${tool} ${Buffer.from(bytes).toString()}`);
  const both = ["tsc 2-cpuprofile.pb.gz", "tsc 3-cpuprofile.pb.gz"];
  expect(await found([node, "/app/node_modules/typescript/bin/tsc", "--noEmit", "--pprofDir", "prof"])).toEqual(both);
  expect(await found([node, "/app/node_modules/.bin/tsgo", "--PPROFDIR", path.join(folder, "prof")], "/elsewhere")).toEqual(both);
  expect(await found([node, "/app/node_modules/typescript/lib/tsc.js", "-pprofDir", "prof"], undefined)).toEqual(both);
  expect(await found([node, "/app/node_modules/typescript/bin/tsc", "--noEmit"])).toEqual([]);
  expect(await found([node, "/app/node_modules/typescript/bin/tsc", "--pprofDir"])).toEqual([]);
  expect(await found([node, "/app/node_modules/typescript/bin/tsc", "--pprofDir", "missing"])).toEqual([]);
  expect(await found([node, "/app/build.js", "--pprofDir", "prof"])).toEqual([]);
});
