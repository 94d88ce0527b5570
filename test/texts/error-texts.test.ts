import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";
import { errorText, localText } from "../../language-server/texts/error-texts.ts";
import { chineseErrors } from "../../language-server/texts/error-texts-zh-cn.ts";
import { russianErrors } from "../../language-server/texts/error-texts-ru.ts";
import { say, UserError } from "../../language-server/analysis/user-error.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Whatever fails in these may reach a user of VS Code. */
const folders = ["recording", "history", "analysis", "lsp"].map((name) => `language-server/${name}`).concat("extension/debug-adapter");

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Every text that a failure may be told in: what is said with `say`, and what a UserError is made of as it stands. */
async function textsOfCode(): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const folder of folders) {
    const files = (await readdir(path.join(root, folder), { recursive: true })).filter((file) => file.endsWith(".ts"));
    for (const file of files) collect(await readFile(path.join(root, folder, file), "utf8"), `${folder}/${file}`, found);
  }
  found.delete("");
  return [...found].sort();
}

function collect(code: string, file: string, found: Set<string>): void {
  if (!/UserError\(|say`/.test(code)) return;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (node.type === "TaggedTemplateExpression" && (node["tag"] as Node)["name"] === "say") {
      const { quasis } = node["quasi"] as { readonly quasis: readonly { readonly value: { readonly cooked: string } }[] };
      found.add(quasis.map((quasi) => quasi.value.cooked).reduce((text, part, index) => `${text}{${index - 1}}${part}`));
    }
    if (node.type === "NewExpression" && (node["callee"] as Node)["name"] === "UserError") {
      for (const argument of (node["arguments"] as readonly Node[]).slice(0, 2)) collectArgument(argument, file, found);
    }
    Object.values(node).forEach(visit);
  };
  visit(parse(code, { sourceType: "module", plugins: ["typescript"] }).program);
}

function collectArgument(node: Node, file: string, found: Set<string>): void {
  if (node.type === "StringLiteral") found.add(String(node["value"]));
  if (node.type === "TemplateLiteral") throw new Error(`${file}: the text of a UserError with values in it needs \`say\` to be translated`);
  if (node.type === "ConditionalExpression")
    for (const branch of ["consequent", "alternate"]) collectArgument(node[branch] as Node, file, found);
}

function places(text: string): string {
  return [...text.matchAll(/\{\d\}/g)]
    .map(([each]) => each)
    .sort()
    .join("");
}

const texts = await textsOfCode();

test.each([
  ["zh-cn", chineseErrors],
  ["ru", russianErrors],
])("every failure of recording, history and the debug adapter is told in %s, and no other", (_locale, translations) => {
  expect(Object.keys(translations).sort()).toEqual(texts);
  expect(Object.entries(translations).filter(([text, translated]) => places(text) !== places(translated))).toEqual([]);
  expect(Object.entries(translations).filter(([text, translated]) => /[a-z]/.test(text) && text === translated)).toEqual([]);
});

test("values and phrases within phrases find their places in every language", () => {
  const refused = new UserError(
    say`Nothing answers at ${"http://127.0.0.1:3000"} (${say`connection refused`}).`,
    "Check host and port in the load form against what the app listens on, and that the app still runs.",
  );
  expect(refused.text).toBe(
    "Nothing answers at http://127.0.0.1:3000 (connection refused). Check host and port in the load form against what the app listens on, and that the app still runs.",
  );
  expect(errorText(refused, "en")).toBe(refused.text);
  expect(errorText(refused, "ru")).toMatch(/^По адресу http:\/\/127\.0\.0\.1:3000 никто не отвечает \(соединение отклонено\)\. /);
  expect(errorText(refused, "zh-cn")).toMatch(/http:\/\/127\.0\.0\.1:3000.*连接被拒绝/);
  expect(localText({ text: "what is in no list", values: [] }, "ru")).toBe("what is in no list");
});
