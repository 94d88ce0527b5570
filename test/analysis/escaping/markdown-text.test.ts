import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { markdownFileText, markdownHoverText } from "../../../language-server/analysis/escaping/markdown-text.ts";

const MarkdownIt = createRequire(import.meta.url)("markdown-it") as new (options: object) => {
  renderInline(text: string): string;
  readonly linkify: { set(options: object): void };
};
/** As in VS Code's preview. */
const markdown = new MarkdownIt({ linkify: true });
markdown.linkify.set({ fuzzyLink: false });

test.each([
  "//a.de/x",
  "GET //a.de",
  "///a.de",
  "http://a.de",
  "http:////a.de",
  "HTTPS://a.de //a.de",
  "ftp://a.de",
  "www.a.de",
  "WWW.a.de",
  "a@b.de",
  "mailto:a@b.de",
  "a);;http://x",
])("%s is shown as it is, and is no link", (name) => {
  expect(markdown.renderInline(markdownFileText(name))).toBe(name);
  expect(markdown.renderInline(markdownHoverText(name))).toBe(name);
});
