import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";
import { commandChinese } from "../../language-server/texts/bundles/command/zh-cn.ts";
import { commandRussian } from "../../language-server/texts/bundles/command/ru.ts";
import { chinese } from "../../language-server/texts/bundles/zh-cn.ts";
import { russian } from "../../language-server/texts/bundles/ru.ts";

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
    // A tool's arguments are described to models, in English.
    if (key === "inputSchema") return;
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
    /\b[a-z]{2,}:? [a-z]{2,} [a-z]{2,} [a-z]{2,}\b/i.test(text.replaceAll(/`[^`]*`|\(command:[^)]*\)/g, "")),
  );
  expect(latin).toEqual([]);
});

/** Every text that a window or a terminal shows in a language. */
async function textsIn(language: string): Promise<readonly string[]> {
  const manifest = Object.values(await json(`package.nls.${language}.json`));
  const extension = Object.values(await json(`extension/l10n/bundle.l10n.${language}.json`));
  const engine = Object.values(language === "ru" ? { ...russian, ...commandRussian } : { ...chinese, ...commandChinese });
  return [...manifest, ...extension, ...engine];
}

test.each([
  [
    "ru",
    "запуск",
    /[Пп]рогон|[Рр]азогрев|граф[а-я]* пламени|[Оо]тсч[её]т|[Оо]тб[ио]р|[Сс]ценари|[Хх]ост|[Цц]ифр|[Жж]ара|машинн[а-я]* код|CPU/,
  ],
  ["zh-cn", "采样", /样本|录制|加压|标头|请求体|堆栈|本机代码|性能文件|负载指标|含库(?!代码)|tick/],
])("%s has one word each for a run, a sample, a recording, a filter, a figure, heat and the like", async (language, word, others) => {
  const texts = await textsIn(language);
  expect(texts.filter((text) => text.includes(word)).length).toBeGreaterThan(20);
  expect(texts.filter((text) => others.test(text.replaceAll(/\{\w+\}|0x ticks|--[a-z-]+/g, "")))).toEqual([]);
});

test("Chinese has full-width punctuation", async () => {
  const halfWidth = /[\p{Script=Han}”）][,;?!]|[\p{Script=Han}”）]:(?! )|\p{Script=Han}\(|\)\p{Script=Han}|\}[,;?]/u;
  const plain = (text: string): string => text.replaceAll(/`[^`]*`|\]\(command:[^)]*\)/g, "");
  expect((await textsIn("zh-cn")).filter((text) => halfWidth.test(plain(text)))).toEqual([]);
});
