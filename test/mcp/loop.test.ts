import { cp, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { sharedFolder } from "../drivers/made-once.ts";
import { plantedLine, samples, samplesFolder } from "../samples/samples.ts";
import { someOf } from "../workbench/some-of.mjs";
import { fileURLToPath } from "node:url";
import { generations, officialClient } from "./official-clients.ts";

/** Each sample by another generation of the protocol. */
const tried = [
  ["koa-listener-leak", generations[0]],
  ["image-blur", generations[1]],
] as const;

test.each(someOf(1, tried))("%s: an agent with a client of %s measures, fixes and measures again: faster", async (name, generation) => {
  const sample = samples.find((each) => each.name === name);
  if (sample === undefined) throw new Error(`There is no sample ${name}.`);
  const source = fileURLToPath(new URL(`${name}/`, samplesFolder));
  const folder = await mkdtemp(path.join(sharedFolder(), "agent-"));
  const root = path.join(folder, "app");
  try {
    await cp(source, folder, { recursive: true, verbatimSymlinks: true });
    await cp(path.join(folder, "before"), root, { recursive: true });
    await using client = await officialClient(generation, { args: ["--root", root] });
    const wish = { script: "start" };
    const first = await client.call("heatline_profile", wish);
    expect(first.text).toContain(`${sample.plantedFile}:${await plantedLine(sample)}`);
    await cp(path.join(folder, "after"), root, { recursive: true });
    const second = await client.call("heatline_profile", wish);
    expect(second.text).toContain("Next: heatline_compare");
    const compared = await client.call("heatline_compare");
    expect(compared.data).toMatchObject({ verdict: "faster" });
    expect(compared.text).toMatch(/requests per second: .* × \d/);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
