import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> } };
}

const root = new URL("../../", import.meta.url);
const readme = await readFile(new URL("README.md", root), "utf8");
const manifest = JSON.parse(await readFile(new URL("package.json", root), "utf8")) as Manifest;

test("the README lists every setting with its default", () => {
  const rows = [...readme.matchAll(/^\| `(heatline\.\w+)`\s*\| `([^`]*)`/gm)].map(([, name, value]) => `${name} = ${value}`);
  const settings = Object.entries(manifest.contributes.configuration.properties);
  expect(rows.toSorted()).toEqual(settings.map(([name, { default: value }]) => `${name} = ${JSON.stringify(value)}`).toSorted());
});

test("the README's two commands are scripts of package.json", () => {
  expect(readme).toContain("npm ci && npm start");
  expect(readme).toContain("npm ci && npm test");
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(["start", "test"]));
});

test("every picture and folder that the README links to is there", async () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? "");
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) await expect(readFile(new URL(link, root))).resolves.toBeDefined();
});
