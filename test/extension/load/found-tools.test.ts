import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { foundTools } from "../../../extension/load/found-tools.ts";

test("load tools are found in PATH and in the app's node_modules/.bin, if they can be run", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-found-"));
  const bin = path.join(folder, "bin");
  const app = path.join(folder, "app");
  await mkdir(bin);
  await mkdir(path.join(app, "node_modules", ".bin"), { recursive: true });
  await writeFile(path.join(bin, "vegeta"), "", { mode: 0o755 });
  await writeFile(path.join(bin, "hey"), "", { mode: 0o755 });
  await writeFile(path.join(bin, "oha"), "", { mode: 0o644 });
  await writeFile(path.join(app, "node_modules", ".bin", "artillery"), "", { mode: 0o755 });
  expect(await foundTools(app, { PATH: bin })).toEqual(["hey", "vegeta", "artillery"]);
  expect(await foundTools(bin, { PATH: path.join(folder, "none") })).toEqual([]);
  await rm(folder, { recursive: true });
});
