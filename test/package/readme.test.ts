import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { expect, test } from "vitest";

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> } };
}

const root = new URL("../../", import.meta.url);
const readme = await readFile(new URL("README.md", root), "utf8");
const manifest = JSON.parse(await readFile(new URL("package.json", root), "utf8")) as Manifest;

test("the extension's README lists every setting with its default", async () => {
  const settingsPage = await readFile(new URL("extension/README.md", root), "utf8");
  const rows = [...settingsPage.matchAll(/^\| `(heatline\.\w+)`\s*\| `([^`]*)`/gm)].map(([, name, value]) => `${name} = ${value}`);
  const settings = Object.entries(manifest.contributes.configuration.properties);
  expect(rows.toSorted()).toEqual(settings.map(([name, { default: value }]) => `${name} = ${JSON.stringify(value)}`).toSorted());
});

test("the README's two commands are scripts of package.json", () => {
  expect(readme).toContain("npm ci && npm start");
  expect(readme).toContain("npm ci && npm test");
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(["start", "test"]));
});

test("the README is at most 9 KB", () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(9 * 1024);
});

test.each([
  "README.md",
  "CONTRIBUTING.md",
  "extension/README.md",
  "language-server/README.md",
  "language-server/analysis/README.md",
  "language-server/analysis/importers/README.md",
  "language-server/cli/README.md",
  "language-server/cli/agents/README.md",
  "language-server/mcp/README.md",
  "samples/README.md",
  "test/README.md",
])("every picture and page that %s links to exists", async (page) => {
  const text = await readFile(new URL(page, root), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? "");
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) await expect(readFile(new URL(link, new URL(page, root)))).resolves.toBeDefined();
});

test("every test that test/README.md names for a failure exists", async () => {
  const text = await readFile(new URL("test/README.md", root), "utf8");
  const cells = [...text.matchAll(/^\|[^|]+\|((?: `[\w/-]+`,?)+) +\|$/gm)].map((match) => match[1] ?? "");
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w/-]+)`/g)].map((match) => match[1] ?? ""));
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter((each) => [each, `${each}.test.ts`].every((name) => !existsSync(new URL(`test/${name}`, root))));
  expect(missing).toEqual([]);
});

test("every file that CONTRIBUTING.md names exists", async () => {
  const text = await readFile(new URL("CONTRIBUTING.md", root), "utf8");
  const named = [...text.matchAll(/`((?:extension|language-server|webview|test)\/[\w./-]+?)`/g)].map((match) => match[1] ?? "");
  expect(named.length).toBeGreaterThan(15);
  for (const each of named) await expect(stat(new URL(each, root))).resolves.toBeDefined();
});

test("every step of CONTRIBUTING.md's “Follow the code” leads to what its row says to look for", async () => {
  const text = await readFile(new URL("CONTRIBUTING.md", root), "utf8");
  const followed = text.slice(text.indexOf("## Follow the code"), text.indexOf("## Run one test"));
  const rows = [...followed.matchAll(/^\| [^|]+ \| `([\w./-]+)` +\| ([^|]+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const [, file = "", cell = ""] of rows) {
    const code = await readFile(new URL(file, root), "utf8");
    const names = [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    const first = names
      .find((name) => /^[A-Za-z.]+$/.test(name) && !name.endsWith(".ts"))
      ?.split(".")
      .at(-1);
    if (first !== undefined && !new RegExp(`\\b${first}\\b`).test(code)) missing.push(`${first} in ${file}`);
    for (const other of names.filter((name) => name.endsWith(".ts"))) {
      const places = [`${file.slice(0, file.lastIndexOf("/"))}/${other}`, `language-server/${other}`];
      if (!places.some((place) => existsSync(new URL(place, root)))) missing.push(`${other} of ${file}`);
    }
  }
  expect(missing).toEqual([]);
});
