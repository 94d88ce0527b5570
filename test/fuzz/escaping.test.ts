import { createRequire } from "node:module";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, test } from "vitest";
import {
  markdownText,
  oneLine,
  plainText,
  markdownFileText,
  markdownHoverText,
} from "../../language-server/analysis/escaping/markdown-text.ts";
import { shownJson, shownText, stackName, harmless, harmlessJson } from "../../language-server/analysis/escaping/hidden-characters.ts";
import { scriptJson, xmlText } from "../../language-server/analysis/escaping/xml-text.ts";
import { exportMarkdown } from "../../language-server/analysis/exporters/markdown.ts";
import { hunt, huntLimit } from "./hunt.ts";
import type { Random } from "./random.ts";

const require = createRequire(import.meta.url);
const MarkdownIt = require("markdown-it") as new (options: object) => {
  render(text: string): string;
  readonly linkify: { set(options: object): void };
};
const sax = require("sax") as {
  parser(strict: boolean): { write(text: string): { close(): void } };
};
/** With raw HTML and automatic links, as GitHub and VS Code's preview have: `readme.md` is a link in neither. */
const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.linkify.set({ fuzzyLink: false });

/** By Unicode's own properties: what no output may show. Joiners and selectors depend on their neighbours. */
const dangerous =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\uFFF9-\uFFFB\uFDD0-\uFDEF\uFFFE\uFFFF]|(?!\u200C|\u200D|[\u180B-\u180D]|\u180F|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}|(?:^|[ -~])\u200D|[\uFE00-\uFE0F]{2}/u;

const pieces = [
  ...Array.from("abc019 _-.#$@!|<>[](){}`*~&;:/\\'\"=+^?,%"),
  ...Array.from(
    "\0\u0007\u0008\t\n\r\u001B\u007F\u0085\u009B\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u2028\u2029\u202A\u202B\u202C\u202D\u202E",
  ),
  ...Array.from("\u2060\u2066\u2067\u2068\u2069\u3164\uFE0F\uFE00\uFEFF\uFFF9\uFFFE\u00A0\u3000"),
  ...Array.from("éйخक記"),
  "\uD83D",
  "\uDE00",
  "😀",
  "👩‍👧",
  "\u{E0041}",
  "\u{E0101}",
  "<script>",
  "</script>",
  "<!--",
  "-->",
  "]]>",
  "<![CDATA[",
  "&amp;",
  "&#0;",
  "http://",
  "//a.de",
  "www.a.de",
  "mailto:a@b.de",
  "@you",
  "#12",
  "[x](y)",
  "![x](y)",
  "**",
  "__",
  "~~",
  "```",
  "| a |",
  "\n---\n",
  "\n# ",
  "$(x)",
  "](command:x)",
  "\u001B[31m",
  "\u001B]8;;http://x\u0007",
];

test("a name is shown as it is in every medium, and does nothing else", { timeout: huntLimit() }, async () => {
  const damaged = (random: Random): Uint8Array => Buffer.from(nameOf(random), "utf16le");
  expect(await hunt({ kind: "escaping", damaged, rounds: 200, check: (bytes) => wrongOf(Buffer.from(bytes).toString("utf16le")) })).toEqual(
    [],
  );
});

function nameOf(random: Random): string {
  const length = 1 + random.below(12);
  return Array.from({ length }, () => (random.next() < 0.1 ? String.fromCharCode(random.below(0x10000)) : random.of(pieces))).join("");
}

function wrongOf(name: string): readonly string[] {
  const shown = shownText(name, "\uFFFD");
  const inMarkdown = trimmed(shown.replaceAll(/\s+/g, " "));
  const text = page(
    exportMarkdown({
      title: name,
      facts: [["fact", name]],
      tables: [{ title: name, columns: ["c", name], figures: [], rows: [[name, name]], none: "" }],
    }),
  );
  const hover = page(`| a |\n|---|\n| ${markdownHoverText(oneLine(name))} |`);
  const inEditor = page(`x ${markdownText(name)} x`);
  const asHtml = page(
    `<p title="${xmlText(name)}">${xmlText(name)}</p><script type="application/json">${scriptJson(name)}</script>`,
    String,
  );
  const asXml = xmlParts(`<a b="${xmlText(name)}">${xmlText(name)}</a>`);
  const wrong: string[] = [];
  const same = (what: string, found: unknown, expected: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(`${what}: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`);
  };
  const calm = (what: string, output: string): void => {
    if (dangerous.test(output)) wrong.push(`${what} shows a hidden character: ${JSON.stringify(output)}`);
  };
  same(
    "Markdown",
    text.texts,
    [inMarkdown, trimmed(`fact: ${inMarkdown}`), inMarkdown, "c", inMarkdown, inMarkdown, inMarkdown].filter((each) => each !== ""),
  );
  same("Markdown's elements", text.odd, []);
  same(
    "a hover",
    [hover.texts.slice(1), hover.odd],
    [trimmed(oneLine(name).replaceAll(/\s+/g, " ")) === "" ? [] : [trimmed(oneLine(name).replaceAll(/\s+/g, " "))], []],
  );
  same("the editor", [inEditor.texts, inEditor.odd], [[`x ${plainText(name)} x`.replaceAll(/ +/g, " ")], []]);
  same("HTML", [asHtml.title, asHtml.script], [shown, name]);
  same("HTML's text", asHtml.texts, trimmed(shown) === "" ? [] : [trimmed(shown).replaceAll(/ +/g, " ")]);
  same("XML", asXml, [shown, shown]);
  same("JSON", [JSON.parse(harmlessJson(name)), JSON.parse(shownJson(JSON.stringify(name)))], [name, name]);
  for (const [what, output] of Object.entries({ harmless, stackName, plainText, markdownText, markdownFileText, xmlText, oneLine }))
    calm(what, output(name));
  calm("harmlessJson", harmlessJson(name));
  calm("scriptJson", scriptJson(name));
  if (/[;\n\r]/.test(stackName(name))) wrong.push("a name ends a field of collapsed stacks");
  if (/\$\([\w~-]+\)|\]\(/.test(plainText(name))) wrong.push("the editor draws an icon or a link");
  return wrong;
}

interface Page {
  /** Of its blocks, in order, without empty ones. */
  readonly texts: readonly string[];
  /** Elements that no text asked for. */
  readonly odd: readonly string[];
  readonly title: string | undefined;
  readonly script: unknown;
}

const usual = new Set("html head body h1 h2 p ul li strong table thead tbody tr th td script".split(" "));
const blocks = new Set("h1 h2 p li th td".split(" "));

/** What a browser makes of Markdown, or of HTML. */
function page(source: string, toHtml: (text: string) => string = (text) => markdown.render(text)): Page {
  const [texts, odd]: [string[], string[]] = [[], []];
  let title: string | undefined;
  let script: unknown;
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === "#comment" || (!node.nodeName.startsWith("#") && !usual.has(node.nodeName))) odd.push(node.nodeName);
    if (!("childNodes" in node)) return;
    if (node.nodeName === "script") script = JSON.parse(textOf(node));
    if (node.nodeName === "p" && "attrs" in node) title = node.attrs.find((each) => each.name === "title")?.value;
    const isBlock = blocks.has(node.nodeName);
    if (isBlock && trimmed(textOf(node)) !== "") texts.push(trimmed(textOf(node)).replaceAll(/ +/g, " "));
    node.childNodes.forEach(visit);
  };
  visit(parse(toHtml(source)));
  return { texts, odd, title, script };
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** As Markdown trims a block: blanks alone. */
function trimmed(text: string): string {
  return text.replaceAll(/^[ \t]+|[ \t]+$/g, "");
}

function xmlParts(source: string): readonly string[] {
  const parts: string[] = [];
  let text = "";
  const parser = Object.assign(sax.parser(true), {
    onerror: (error: Error) => {
      throw error;
    },
    onattribute: ({ value }: { readonly value: string }) => parts.push(value),
    ontext: (each: string) => (text += each),
  });
  parser.write(source).close();
  return [...parts, text];
}
