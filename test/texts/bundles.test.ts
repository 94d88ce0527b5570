import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";
import { formatNames, importerList } from "../../language-server/analysis/importers/importer-list.ts";
import { commandChinese } from "../../language-server/texts/bundles/command/zh-cn.ts";
import { commandEnglish } from "../../language-server/texts/bundles/command/en.ts";
import { commandRussian } from "../../language-server/texts/bundles/command/ru.ts";
import { chinese as serverChinese } from "../../language-server/texts/bundles/zh-cn.ts";
import { english as serverEnglish } from "../../language-server/texts/bundles/en.ts";
import { russian as serverRussian } from "../../language-server/texts/bundles/ru.ts";
import { localised } from "../../language-server/texts/localised.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folders = ["language-server", "extension/debug-adapter"];

const english = { ...serverEnglish, ...commandEnglish };

type Texts = Readonly<Record<string, string>>;

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A place in the code that creates a text: its codes, and the names of its values if they are known statically. */
interface Use {
  readonly file: string;
  readonly codes: readonly string[];
  readonly values: readonly string[] | undefined;
  /** True if a value is the `message` of something. */
  readonly plainMessages?: boolean;
}

const languages: readonly (readonly [string, Texts])[] = [
  ["en", english],
  ["ru", { ...serverRussian, ...commandRussian }],
  ["zh-cn", { ...serverChinese, ...commandChinese }],
];

test.each(languages)("%s has every text, with the same values, in the same parts, and every plural form", (locale, bundle) => {
  expect(codesOf(bundle)).toEqual(codesOf(english));
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((category) => category !== "other");
  const forms = codesOf(bundle).filter((code) => Object.keys(english).some((key) => key.startsWith(`${code}#`)));
  const missing = forms.flatMap((code) => categories.map((category) => `${code}#${category}`).filter((key) => !Object.hasOwn(bundle, key)));
  expect(missing).toEqual([]);
  const different = Object.entries(bundle).filter(([key, text]) => {
    const source = (english as Texts)[withoutForm(key)] ?? "";
    return placesOf(text).join() !== placesOf(source).join() || text.split("\n").length !== source.split("\n").length;
  });
  expect(different).toEqual([]);
  expect(Object.entries(bundle).filter(([, text]) => text.trim() === "" || text !== text.trim())).toEqual([]);
});

test.each(languages.slice(1))("no text of %s is the same as in English, except names", (_locale, bundle) => {
  const same = Object.entries(bundle).filter(
    ([key, text]) => /[a-z]{2}/i.test(text.replaceAll(/\{\w+\}|Node\.js/g, "")) && text === (english as Texts)[key],
  );
  expect(same).toEqual([]);
});

test.each(["en", "ru", "zh-cn"] as const)("the error for an unknown file lists the formats of all importers in %s", (locale) => {
  const error = localised({ code: "profile.unknownFormat", values: { name: "x", formats: formatNames } }, locale);
  for (const { name, title } of importerList) expect(error).toContain(title === undefined ? name : localised({ code: title }, locale));
});

test("every text is used, with all its values", async () => {
  const uses = await usesInCode();
  const used = new Set(uses.flatMap(({ codes }) => codes));
  expect(codesOf(english).filter((code) => !used.has(code))).toEqual([]);
  const wanting = uses.flatMap(({ file, codes, values }) =>
    values === undefined
      ? []
      : codes.flatMap((code) =>
          placesOf((english as Texts)[code] ?? "")
            // `opening/profile-file.ts` adds the name to what an importer throws.
            .filter((name) => !values.includes(name) && !(name === "name" && file.includes("analysis/importers/")))
            .map((name) => `${file}: ${code} lacks ${name}`),
        ),
  );
  expect(wanting).toEqual([]);
});

test("no value of a text is an error's raw message: reasonOf translates it", async () => {
  const uses = await usesInCode();
  const plain = uses.filter(({ plainMessages }) => plainMessages).flatMap(({ codes }) => codes);
  // A bug, what the user's own expression threw, and VS Code's own message.
  expect(plain).toEqual(["command.bug", "text.plain", "session.noTerminal"]);
});

function codesOf(bundle: Texts): readonly string[] {
  return [...new Set(Object.keys(bundle).map(withoutForm))].sort();
}

function withoutForm(key: string): string {
  return key.split("#")[0] ?? key;
}

/** `${url}` in a text belongs to the user. */
function placesOf(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(/(?<!\$)\{(\w+)\}/g), ([, name = ""]) => name))].sort();
}

let known: Promise<readonly Use[]> | undefined;

/** Found once for all tests. */
function usesInCode(): Promise<readonly Use[]> {
  return (known ??= findUses());
}

async function findUses(): Promise<readonly Use[]> {
  const uses: Use[] = [];
  for (const folder of folders) {
    const files = (await readdir(path.join(root, folder), { recursive: true })).filter((file) => file.endsWith(".ts"));
    for (const file of files) uses.push(...usesIn(`${folder}/${file}`, await readFile(path.join(root, folder, file), "utf8")));
  }
  return uses;
}

function usesIn(file: string, code: string): readonly Use[] {
  const uses: Use[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (isCode(node["value"]) && node.type === "StringLiteral") uses.push({ file, codes: [node["value"]], values: undefined });
    if (node.type === "TemplateLiteral") uses.push({ file, codes: codesOfTemplate(node), values: undefined });
    const [first, second] = (node["arguments"] ?? []) as readonly (Node | undefined)[];
    if (node.type === "NewExpression" && (node["callee"] as Node)["name"] === "UserError" && first !== undefined)
      uses.push({ file, codes: codesAt(first), values: second === undefined ? [] : namesOf(second), plainMessages: hasMessage(second) });
    if (node.type === "ObjectExpression") {
      const codeNode = propertyOf(node, "code");
      const valuesNode = propertyOf(node, "values");
      if (codeNode !== undefined)
        uses.push({
          file,
          codes: codesAt(codeNode),
          values: valuesNode === undefined ? [] : namesOf(valuesNode),
          plainMessages: hasMessage(valuesNode),
        });
    }
    Object.values(node).forEach(visit);
  };
  visit(parse(code, { sourceType: "module", plugins: ["typescript"] }).program);
  return uses;
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && Object.hasOwn(english, value);
}

function codesAt(node: Node): readonly string[] {
  if (node.type === "ConditionalExpression") return [...codesAt(node["consequent"] as Node), ...codesAt(node["alternate"] as Node)];
  if (node.type === "TSAsExpression") return codesAt(node["expression"] as Node);
  if (node.type === "TemplateLiteral") return codesOfTemplate(node);
  return isCode(node["value"]) ? [node["value"]] : [];
}

/** `caveat.${kind}`: every code with this beginning and end. */
function codesOfTemplate(node: Node): readonly string[] {
  const [start = "", ...rest] = (node["quasis"] as readonly { readonly value: { readonly cooked: string } }[]).map(
    ({ value }) => value.cooked,
  );
  if (!/^\w+\./.test(start)) return [];
  return codesOf(english).filter((code) => code.startsWith(start) && code.endsWith(rest.at(-1) ?? ""));
}

function propertyOf(node: Node, name: string): Node | undefined {
  const property = (node["properties"] as readonly Node[]).find((each) => (each["key"] as Node | undefined)?.["name"] === name);
  return property?.["value"] as Node | undefined;
}

/** Undefined unless it is a plain object. */
function namesOf(node: Node): readonly string[] | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const properties = node["properties"] as readonly Node[];
  if (properties.some((property) => property.type === "SpreadElement")) return undefined;
  return properties.map((property) => String((property["key"] as Node)["name"]));
}

/** Whether `….message` occurs anywhere in it. */
function hasMessage(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasMessage);
  if (typeof node !== "object" || node === null) return false;
  const { type, property } = node as Node;
  const isMember = type === "MemberExpression" || type === "OptionalMemberExpression";
  return (isMember && (property as Node)["name"] === "message") || Object.values(node).some(hasMessage);
}
