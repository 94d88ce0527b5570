import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { LoadDefaults } from "../../language-server/analysis/load/load.ts";
import { plantedLine, sampleFile, samples, samplesFolder, variants } from "./samples.ts";

interface AppPackage {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly heatline: { readonly load: LoadDefaults };
}

test("every folder of samples/ is a known sample", async () => {
  const folders = (await readdir(samplesFolder, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect(folders.toSorted()).toEqual(samples.map((sample) => sample.name).toSorted());
});

test.each(samples)("$name: the README names the planted line where it stands", async (sample) => {
  const readme = await readFile(new URL(`${sample.name}/README.md`, samplesFolder), "utf8");
  expect(readme).toContain(`before/${sample.plantedFile}:${await plantedLine(sample)}`);
  expect(readme).toContain(sample.plantedText);
});

test.each(samples)("$name: before and after start the same way under the same load", async ({ name }) => {
  const [before, after] = await Promise.all(
    variants.map(async (variant) => {
      const app = JSON.parse(await readFile(sampleFile(name, variant, "package.json"), "utf8")) as AppPackage;
      expect(app.name).toBe(`${name}-${variant}`);
      return { ...app, name };
    }),
  );
  expect(before).toEqual(after);
  expect(before?.scripts).toHaveProperty("start");
  expect(before?.heatline.load).toMatchObject({ durationSeconds: 10, warmupSeconds: 2 });
});

test.each(samples)("$name: before and after have the same files", async ({ name }) => {
  const [before, after] = await Promise.all(variants.map((variant) => sourceFiles(sampleFile(name, variant, ""))));
  expect(before).toEqual(after);
});

async function sourceFiles(folder: URL): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => !entry.startsWith("dist")).toSorted();
}
