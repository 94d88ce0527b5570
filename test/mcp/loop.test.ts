import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { LoadDefaults } from "../../language-server/analysis/load/load.ts";
import { sharedFolder } from "../drivers/made-once.ts";
import { plantedLine, samples, samplesFolder } from "../samples/samples.ts";
import { someOf } from "../workbench/some-of.mjs";
import { fileURLToPath } from "node:url";
import { generations, officialClient } from "./official-clients.ts";

/** Each sample by another generation of the protocol. The leak has to grow, which takes longer. */
const tried = [
  ["image-blur", generations[0]],
  ["koa-listener-leak", generations[1]],
] as const;

/** The app of a sample, with a shorter load where that is enough. */
async function putInPlace(folder: string, variant: "before" | "after"): Promise<void> {
  const root = path.join(folder, "app");
  await cp(path.join(folder, variant), root, { recursive: true });
  if (folder.includes("koa-listener-leak")) return;
  const file = path.join(root, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as { readonly heatline: { readonly load: LoadDefaults } };
  const load = { ...manifest.heatline.load, durationSeconds: 4, warmupSeconds: 1 };
  await writeFile(file, JSON.stringify({ ...manifest, heatline: { load } }));
}

test.each(someOf(1, tried))("%s: an agent with a client of %s measures, fixes and measures again: faster", async (name, generation) => {
  const sample = samples.find((each) => each.name === name);
  if (sample === undefined) throw new Error(`There is no sample ${name}.`);
  const source = fileURLToPath(new URL(`${name}/`, samplesFolder));
  const folder = await mkdtemp(path.join(sharedFolder(), `agent-${name}-`));
  const root = path.join(folder, "app");
  try {
    await cp(source, folder, { recursive: true, verbatimSymlinks: true });
    await putInPlace(folder, "before");
    await using client = await officialClient(generation, { args: ["--root", root] });
    const wish = { script: "start" };
    const first = await client.call("heatline_profile", wish);
    expect(first.text).toContain(`${sample.plantedFile}:${await plantedLine(sample)}`);
    await putInPlace(folder, "after");
    const second = await client.call("heatline_profile", wish);
    expect(second.text).toContain("Next: heatline_compare");
    const compared = await client.call("heatline_compare");
    expect(compared.data).toMatchObject({ verdict: "faster" });
    expect(compared.text).toMatch(/requests per second: .* × \d/);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
