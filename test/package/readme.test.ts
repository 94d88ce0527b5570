import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importerList } from "../../language-server/analysis/importers/importer-list.ts";
import { commonText } from "../../language-server/texts/common-texts.ts";
import { anchorsOf, linksOf, markdownFiles, proseOf, root, textOf } from "./markdown.ts";

const kilobyte = 1024;
const files = markdownFiles();
const readmes = files.filter((file) => path.basename(file) === "README.md");

test.each([
  ["README.md", 9 * kilobyte],
  ["extension/README.md", 4 * kilobyte],
  ["CONTRIBUTING.md", 10 * kilobyte],
])("%s has at most %d bytes", (file, most) => {
  expect(Buffer.byteLength(textOf(file))).toBeLessThanOrEqual(most);
});

test("the README of a folder is about a page", () => {
  expect(readmes.length).toBeGreaterThan(25);
  expect(readmes.filter((file) => Buffer.byteLength(textOf(file)) > 10 * kilobyte)).toEqual([]);
});

test("the README's two commands are scripts of package.json", () => {
  const readme = textOf("README.md");
  const { scripts } = JSON.parse(textOf("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  expect(readme).toContain("npm ci && npm start");
  expect(readme).toContain("npm ci && npm test");
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test"]));
});

test("every picture, page and heading that a Markdown file links to exists", () => {
  const checked = files.flatMap((file) => linksOf(textOf(file)).map(([target, anchor]) => ({ file, target, anchor })));
  expect(checked.length).toBeGreaterThan(150);
  const broken = checked.filter(({ file, target, anchor }) => {
    const page = target === "" ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(root, page))) return true;
    return anchor !== "" && !anchorsOf(textOf(page)).has(anchor);
  });
  expect(broken).toEqual([]);
});

test("the guide has a row for each format that can be opened", () => {
  const [, table = ""] = /(\| format .+?)\n\n/s.exec(textOf("extension/guide/formats.md")) ?? [];
  const rows = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, format = ""]) => format.replaceAll("`", "")).slice(2);
  const names = importerList.map(({ name, title }) => (title === undefined ? name : commonText({ code: title }, "en")));
  expect(rows.toSorted()).toEqual([...new Set(names)].toSorted());
});

test("anchors are those of GitHub", () => {
  const text = "# `--json`, for programs\n\n## Twice\n\n```sh\n# no heading\n```\n\n## Twice\n\n### [A link](a.md): _Über_ 1.5\n";
  expect([...anchorsOf(text)]).toEqual(["--json-for-programs", "twice", "twice-1", "a-link-_über_-15"]);
});

test("no Markdown file has a word that needs a second reading", () => {
  const avoided = /\b(?:tells?|told|owed|surely|anew|mends?|charged)\b(?![^.;|]* apart\b)/i;
  const found = files.flatMap((file) => {
    // Code, quotations and addresses have words of their own.
    const lines = proseOf(textOf(file))
      .replaceAll(/`[^`]*`|“[^”]*”|\]\([^)]*\)/g, "")
      .split("\n");
    return lines.filter((line) => avoided.test(line)).map((line) => `${file}: ${line}`);
  });
  expect(found).toEqual([]);
});

test("every test that test/faults/README.md names for a failure exists", () => {
  const text = textOf("test/faults/README.md");
  const cells = [...text.matchAll(/^\|[^|]+\|((?: `[\w/-]+`,?)+) +\|$/gm)].map((match) => match[1] ?? "");
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w/-]+)`/g)].map((match) => match[1] ?? ""));
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter((each) => [each, `${each}.test.ts`].every((name) => !existsSync(path.join(root, "test", name))));
  expect(missing).toEqual([]);
});

test("every file that CONTRIBUTING.md names exists", () => {
  const named = [...textOf("CONTRIBUTING.md").matchAll(/`((?:extension|language-server|webview|test)\/[\w./-]+?)`/g)];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(([, each = ""]) => statSync(path.join(root, each), { throwIfNoEntry: false }) === undefined)).toEqual([]);
});
