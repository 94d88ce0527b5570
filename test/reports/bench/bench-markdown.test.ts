import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { englishWords as words } from "../../../language-server/cli/words/words.ts";
import { benchMarkdown } from "../../../language-server/reports/bench/bench-markdown.ts";
import { someBench, someCost, someExcess, someFunction, someLine } from "./some-bench.ts";

const MarkdownIt = createRequire(import.meta.url)("markdown-it") as new (options: object) => { render: (text: string) => string };
const github = new MarkdownIt({ html: true, linkify: true });

const headings = (markdown: string): readonly string[] => markdown.split("\n").filter((line) => line.startsWith("#"));

test("a comment begins with its marker and the verdict in one sentence, with the ratio and its interval", () => {
  const [marker, , verdict, , compared] = benchMarkdown(someBench(), words).split("\n");
  expect(marker).toBe("<!-- heatline: bench -->");
  expect(verdict).toBe("### Slower. Busy time per request: ×1.125 (95 % interval: ×1.085 to ×1.165).");
  expect(compared).toBe(
    "<code>main (1a2b3c4, Node.js 22.20.0)</code> → <code>fix (abcdef0, Node.js 22.20.0)</code> · 10 rounds · <code>npm start · GET /orders</code>",
  );
});

test.each([
  ["Faster. Busy time per start: ×0.750", { app: someCost("faster", 3), per: "start" }],
  ["No significant change. Busy time per run: ×1.002", { app: someCost("noDifference", 4.01), per: "run" }],
  ["No change: none of the changed files ran. Busy time per second: ×1.125", { unusedChanges: ["README.md"], per: "second" }],
  ["Not certain: more rounds would tell. Busy time per request: ×1.125", { app: someCost("uncertain", 4.5) }],
  ["Slower. CPU time per request: ×1.125", { figure: "cpu" }],
  ["Over budget. Busy time per request: ×1.002", { app: someCost("noDifference", 4.01), over: [someExcess("lib/price.js#total")] }],
  [
    "No significant change. Busy time per request has no ratio:",
    { app: { ...someCost("noDifference", 4), ratio: null, low: null, high: null } },
  ],
] as const)("the verdict: %s", (start, fields) => {
  expect(headings(benchMarkdown(someBench(fields), words))[0]).toContain(`### ${start}`);
});

test("a version that is named by its commit is shown by its beginning, and once", () => {
  const commit = "1a2b3c4d5e6f70819203a4b5c6d7e8f901234567";
  const markdown = benchMarkdown(someBench({ base: { name: commit, commit, node: "22.20.0" } }), words);
  expect(markdown).toContain("\n<code>1a2b3c4d5e (Node.js 22.20.0)</code> → ");
  expect(markdown).toContain(`<code>${commit} · Node.js 22.20.0</code>`);
});

test("a version that is called by its Node's, as one that a path named, says that once", () => {
  const { commit } = someBench().base;
  const markdown = benchMarkdown(someBench({ base: { name: "22.20.0", commit, node: "22.20.0" } }), words);
  expect(markdown).toContain("\n<code>Node.js 22.20.0 (1a2b3c4)</code> → ");
});

test("of functions that did not change, the ten dearest are shown", () => {
  const functions = Array.from({ length: 40 }, (_, index) =>
    someFunction(`f${index}`, someCost(index < 20 ? "slower" : "noDifference", 4.5)),
  );
  const markdown = benchMarkdown(someBench({ functions }), words);
  expect(markdown.match(/<code>f\d+<\/code>/g)).toHaveLength(30);
  expect(markdown).not.toContain(" more\n");
});

test("the ten lines that changed most have ± and where they are; the rest of what is known is folded", () => {
  const lines = Array.from({ length: 12 }, (_, index) => someLine(index + 1));
  const markdown = benchMarkdown(
    someBench({ lines, leftOut: [{ round: 3, reason: "2 % of its requests failed" }], warnings: ["The checkout has local changes."] }),
    words,
  );
  const [open = "", ...folded] = markdown.split("<details>");
  const rows = open.split("\n").filter((line) => line.startsWith("| <code>"));
  expect(rows).toHaveLength(10);
  expect(rows[0]).toBe("| <code>price(1);</code> | <code>lib/price.js:1</code> | 4 ms | 4.5 ms | +500 µs ± 160 µs (+13 %) | slower |");
  expect(open).toContain("\nand 2 more\n");
  expect(folded).toHaveLength(2);
  expect(folded[0]).toContain("<summary>Functions (1 changed)</summary>");
  expect(folded[0]).toContain("| slower, edited |");
  expect(folded[1]).toMatch(
    /\n- The checkout has local changes\.\n[^]*AMD EPYC 7B13, 4 cores[^]*\n- Round 3 was left out: 2 % of its requests failed\n/,
  );
});

test("what is over its budget comes first, with the budget", () => {
  const markdown = benchMarkdown(someBench({ over: [someExcess("lib/price.js#total")] }), words);
  expect(headings(markdown)).toHaveLength(3);
  expect(markdown).toContain("#### Over budget\n\n| what | place | budget |");
  expect(markdown).toContain("| <code>lib/price.js\\#total</code> | <code>lib/price.js:3</code> | 2 ms | 4 ms | 4.5 ms |");
});

test("a bench of changes that did not run lists no changed line", () => {
  const markdown = benchMarkdown(someBench({ unusedChanges: ["docs/a.js"] }), words);
  expect(markdown).toContain("None changed significantly.");
  expect(markdown).toContain("- Changed, but did not run: <code>docs/a.js</code>");
});

test("however much there is to say, GitHub takes it: rows are left out and counted, the verdict stays, and all that is open is closed", () => {
  const long = "💥`|<b>@team ".repeat(300);
  const many = <Item>(make: (index: number) => Item): readonly Item[] => Array.from({ length: 150 }, (_, index) => make(index));
  const markdown = benchMarkdown(
    someBench({
      base: { name: long, commit: long, node: long },
      measured: long,
      functions: many((index) => someFunction(`${index} ${long}`)),
      lines: many((index) => someLine(index, { text: long })),
      warnings: many((index) => `${index} ${long}`),
      over: many((index) => ({ ...someExcess(`${index} ${long}`), budget: long })),
      leftOut: many((round) => ({ round, reason: long })),
    }),
    words,
  );
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
  expect(Buffer.byteLength(markdown)).toBeGreaterThan(50_000);
  expect(headings(markdown)[0]).toMatch(/^### Over budget\. Busy time per request: ×1\.125/);
  expect(markdown).toMatch(/\nand \d+ more\n/);
  expect(markdown.match(/<details>/g)).toHaveLength(markdown.match(/<\/details>/g)?.length ?? 0);
});

test.each([
  "`x` | <!-- heatline: bench --> | <img src=x onerror=alert(1)>",
  "@team fixes #12 https://evil.example www.evil.example :+1:",
  "</code></details>\n\n# Heading\n\n![x](https://evil.example/x.png)",
  "\u202Eevil\u0000[link](javascript:alert(1))",
])("names are shown as they are, and do nothing: %j", (name) => {
  const place = { file: name, line: 1, inBaseOnly: false };
  const markdown = benchMarkdown(
    someBench({
      base: { name, commit: "", node: name },
      measured: name,
      functions: [someFunction(name, { at: place })],
      lines: [someLine(1, { text: name, at: place })],
      warnings: [name],
      leftOut: [{ round: 1, reason: name }],
      over: [someExcess(name, { at: place, budget: name })],
      unusedChanges: null,
      machine: { cpu: name },
    }),
    words,
  );
  const html = github.render(markdown).replace("<!-- heatline: bench -->", "");
  const elements = new Set(Array.from(html.matchAll(/<([a-z\d]+|!--)/gi), ([, element]) => element));
  const known = ["h3", "h4", "p", "code", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ul", "li", "strong"];
  expect([...elements].filter((element) => !known.includes(element ?? ""))).toEqual([]);
  expect(html).not.toMatch(/<(?!\/?(?:t[hd])\b)[^>]*=/);
  expect(markdown).not.toMatch(/@team|\u202E/);
  expect(markdown.match(/^\s*<!--/gm)).toHaveLength(1);
  expect(headings(markdown)).toHaveLength(3);
});
