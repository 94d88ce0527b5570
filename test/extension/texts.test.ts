import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const languages = ["zh-cn", "ru"];

async function json(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(path.join(root, file), "utf8")) as Record<string, string>;
}

/** The first argument of every `l10n.t(…)` (or `t(…)`) call of the extension and of the pages. */
async function textsOfCode(): Promise<readonly string[]> {
  const listed = await Promise.all(
    ["extension", "webview"].map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file)),
    ),
  );
  const files = listed.flat().filter((file) => file.endsWith(".ts") && !file.includes("debug-adapter"));
  const texts = await Promise.all(files.map(async (file) => textsOf(await readFile(path.join(root, file), "utf8"), file)));
  return [...new Set(texts.flat())].sort();
}

function textsOf(code: string, file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const {
      type,
      callee,
      arguments: values,
    } = node as { type?: string; callee?: { name?: string; property?: { name?: string } }; arguments?: { type: string; value: string }[] };
    if (type === "CallExpression" && (callee?.name === "t" || callee?.property?.name === "t")) {
      if (values?.[0]?.type !== "StringLiteral")
        throw new Error(`${file}: the text of a t(…) call must stand there as it is, to be found by its translations`);
      found.push(values[0].value);
    }
    Object.values(node).forEach(visit);
  };
  visit(parse(code, { sourceType: "module", plugins: ["typescript"] }).program);
  return found;
}

function placeholders(text: string): string {
  return [...text.matchAll(/\{\d\}/g)]
    .map(([each]) => each)
    .sort()
    .join("");
}

test.each(languages)("%s has exactly the texts of the extension and its pages", async (language) => {
  const bundle = await json(`extension/l10n/bundle.l10n.${language}.json`);
  expect(Object.keys(bundle).sort()).toEqual(await textsOfCode());
  const broken = Object.entries(bundle).filter(([text, translated]) => placeholders(translated) !== placeholders(text));
  expect(broken).toEqual([]);
});

test("every language has exactly the texts of package.json", async () => {
  const used = [...(await readFile(path.join(root, "package.json"), "utf8")).matchAll(/"%([^%"]+)%"/g)].map((match) => match[1] ?? "");
  const keys = [...new Set(used)].sort();
  for (const language of ["", ...languages.map((each) => `.${each}`)]) {
    const texts = await json(`package.nls${language}.json`);
    expect(Object.keys(texts).sort()).toEqual(keys);
    expect(Object.values(texts).filter((text) => text.trim() === "")).toEqual([]);
  }
});

test("every command, setting, colour and launch attribute is described by such a text", async () => {
  const { contributes } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as { contributes: unknown };
  const plain: string[] = [];
  const visit = (value: unknown, key: string): void => {
    if (
      typeof value === "string" &&
      ["title", "description", "markdownDescription", "label"].includes(key) &&
      !/^(%.+%|Heatline)$/.test(value)
    )
      plain.push(value);
    if (typeof value === "object" && value !== null) for (const [name, each] of Object.entries(value)) visit(each, name);
  };
  visit(contributes, "");
  expect(plain).toEqual([]);
});

/** Names, file types and units that are the same in every language. */
const sameInAll = ["Node.js", "speedscope (.speedscope.json)", "pprof (.pb.gz)", "B", "kB", "MB", "GB", "µs"];

test.each(languages)("no translation in %s is in English, completely or except for one word", async (language) => {
  const letters = language === "ru" ? /\p{Script=Cyrillic}/u : /\p{Script=Han}/u;
  const texts = { ...(await json(`package.nls.${language}.json`)), ...(await json(`extension/l10n/bundle.l10n.${language}.json`)) };
  const foreign = Object.values(texts).filter((text) => /[a-z]/i.test(text.replaceAll(/`[^`]*`/g, "")) && !sameInAll.includes(text));
  expect(foreign.length).toBeGreaterThan(50);
  expect(foreign.filter((text) => !letters.test(text))).toEqual([]);
  const latin = foreign.filter((text) =>
    /\b[a-z]{2,} [a-z]{2,} [a-z]{2,} [a-z]{2,}\b/i.test(text.replaceAll(/`[^`]*`|\(command:[^)]*\)/g, "")),
  );
  expect(latin).toEqual([]);
});

test("Russian has one word each for a run, a warm-up and a flame graph", async () => {
  const folders = ["extension", "language-server", "webview"];
  const files = (
    await Promise.all(
      folders.map(async (folder) => (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file))),
    )
  ).flat();
  const named = ["package.nls.ru.json", ...files.filter((file) => /\.(ts|json)$/.test(file))];
  const texts = await Promise.all(named.map(async (file) => ({ file, text: await readFile(path.join(root, file), "utf8") })));
  expect(texts.filter(({ text }) => text.includes("запуск")).length).toBeGreaterThan(2);
  expect(texts.filter(({ text }) => /прогон|разогрев|граф[а-я]* пламени/i.test(text)).map(({ file }) => file)).toEqual([]);
});
