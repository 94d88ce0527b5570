import { beforeAll, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { clientCommands, type LensArguments } from "../../language-server/protocol/client-commands.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import { closeRun, openRun } from "../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, parserText, serverText, utilText } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

async function shown(locale = "en"): Promise<LspClient> {
  const client = await LspClient.start(bundle, { locale });
  await client.request(openRun, { folder: app.run });
  await client.open(app.uri("util.js"), utilText);
  await client.open(app.uri("server.js"), serverText);
  return client;
}

/** Arguments of all command links, in order. */
function links(markdown: string, command: string): readonly unknown[] {
  return [...markdown.matchAll(/\]\(command:([\w.]+)\?([^)]*)\)/g)]
    .filter(([, name]) => name === command)
    .flatMap(([, , json = ""]) => JSON.parse(decodeURIComponent(json)) as unknown[]);
}

test("every function above the threshold has a lens with its cost and one to the flame graph", async () => {
  await using client = await shown();
  expect(await client.lensTitles(app.uri("server.js"))).toEqual([
    "2: 90.0 % total · 5.0 % self · 900 ms · 1.8 ms per request",
    "2: Flame graph",
    "7: 10.0 % total · 0.0 % self · 100 ms · 200 µs per request",
    "7: Flame graph",
  ]);
  const [figures, flame] = await client.lenses(app.uri("server.js"));
  const argument: LensArguments = { reference: { uri: app.uri("server.js"), name: "handler", line: 2, character: 16 } };
  expect(figures?.command).toMatchObject({ command: clientCommands.showCallers, arguments: [argument] });
  expect(flame?.command).toMatchObject({ command: clientCommands.revealInFlame, arguments: [argument] });
});

test("lenses are listed without texts, which follow one by one; one of code that is no longer shown has none", async () => {
  await using client = await shown();
  const listed = await client.listedLenses(app.uri("server.js"));
  expect(listed.map(({ range, command }) => [range.start.line, command])).toEqual([
    [2, undefined],
    [2, undefined],
    [7, undefined],
    [7, undefined],
  ]);
  expect((await client.resolvedLens(listed[2]!)).command?.title).toBe("10.0 % total · 0.0 % self · 100 ms · 200 µs per request");
  await client.request(closeRun, {});
  await expect(client.resolvedLens(listed[2]!)).rejects.toThrow("cancel");
});

test("while one types, lenses are listed once: a request that another edit overtakes is cancelled", async () => {
  await using client = await shown();
  const uri = app.uri("util.js");
  await client.listedLenses(uri);
  const texts = [" ", "  ", "   "];
  const outcomes = texts.map(async (text, index) => {
    await client.edit(uri, index + 2, [0, 0], [0, 0], text);
    const source = new CancellationTokenSource();
    const listed = client.connection.sendRequest<unknown[]>("textDocument/codeLens", { textDocument: { uri } }, source.token);
    if (index < texts.length - 1) source.cancel();
    return listed.then(
      (lenses) => `${lenses.length} lenses`,
      () => "cancelled",
    );
  });
  expect(await Promise.all(outcomes)).toEqual(["cancelled", "cancelled", "2 lenses"]);
});

test("the lens setting and the threshold take effect, and the client is asked to refresh its lenses", async () => {
  await using client = await shown();
  const before = client.lensRefreshes;
  await client.change({ threshold: 0.2 });
  await client.until(() => client.lensRefreshes > before, "codeLens/refresh");
  expect(await client.lensTitles(app.uri("server.js"))).toHaveLength(2);
  await client.change({ codeLens: false });
  await client.until(() => client.lensRefreshes > before + 1, "codeLens/refresh");
  expect(await client.lenses(app.uri("server.js"))).toEqual([]);
});

test("a lens is above its function's current place", async () => {
  await using client = await shown();
  await client.edit(app.uri("util.js"), 2, [0, 0], [0, 0], "\n\n\n");
  expect((await client.lenses(app.uri("util.js"))).map((lens) => lens.range.start.line)).toEqual([5, 5]);
});

test("a hover has samples, share, error, time, its composition and the callees", async () => {
  await using client = await shown();
  const text = await client.hoverText(app.uri("util.js"), 4, 2);
  expect(text.split("\n")).toEqual([
    "**On the stack in 745 of 1,000 busy samples: 74.5 %**",
    "",
    "|  | &nbsp;&nbsp;&nbsp;share | &nbsp;&nbsp;&nbsp;samples | &nbsp;&nbsp;&nbsp;time | &nbsp;&nbsp;&nbsp;CPU per request |",
    "| :-- | --: | --: | --: | --: |",
    "| self | &nbsp;&nbsp;&nbsp;74.5&nbsp;%&nbsp;±&nbsp;2.7 | &nbsp;&nbsp;&nbsp;745 | &nbsp;&nbsp;&nbsp;745&nbsp;ms | &nbsp;&nbsp;&nbsp;1.5&nbsp;ms |",
    "| attributed | &nbsp;&nbsp;&nbsp;74.5&nbsp;%&nbsp;±&nbsp;2.7 | &nbsp;&nbsp;&nbsp;745 | &nbsp;&nbsp;&nbsp;745&nbsp;ms | &nbsp;&nbsp;&nbsp;1.5&nbsp;ms |",
    "| total (with all it calls) | &nbsp;&nbsp;&nbsp;74.5&nbsp;%&nbsp;±&nbsp;2.7 | &nbsp;&nbsp;&nbsp;745 | &nbsp;&nbsp;&nbsp;745&nbsp;ms | &nbsp;&nbsp;&nbsp;1.5&nbsp;ms |",
    "",
    "Time spent in: native 100.0 %",
    "",
    "Native code called from here: stringify 45.0 % · update 29.5 %",
    "",
    expect.stringMatching(/^By expression: stringify\\\(.*\\\) 45\.0 % · update\\\(.*\\\) 29\.5 %$/),
    "",
    expect.stringMatching(/^hash is called by: \[handler \\\(server\.js:5\\\)\]\(command:heatline\.goTo\?[^)]*\) 75\.0 %$/),
    "",
    expect.stringMatching(/^\[Show in flame graph\]\(command:heatline\.revealInFlame\?[^)]*\)$/),
  ]);
  expect(links(text, clientCommands.goTo)).toMatchObject([{ uri: app.uri("server.js"), range: { start: { line: 4 } } }]);
  expect(links(text, clientCommands.revealInFlame)).toEqual([
    { reference: { uri: app.uri("util.js"), name: "hash", line: 2, character: 13 } },
  ]);
});

test("a hover works anywhere on the line, for the whole line, and is empty on lines without a cost", { tags: "thorough" }, async () => {
  await using client = await shown();
  for (const character of [0, 20, 51])
    expect(await client.hover(app.uri("util.js"), 4, character)).toMatchObject({
      range: { start: { line: 4, character: 0 }, end: { line: 4, character: 51 } },
    });
  expect(await client.hover(app.uri("util.js"), 1)).toBeNull();
  expect(await client.hover(app.uri("util.js"), 4000)).toBeNull();
});

test("a hover lists what the line calls, in own code and packages, with links", async () => {
  await using client = await shown();
  const text = await client.hoverText(app.uri("server.js"), 4);
  expect(text).toMatch(/Calls from here: \[hash \\\(util\.js:\d\\\)\]\(command:heatline\.goTo/);
  const [target] = links(text, clientCommands.goTo) as Location[];
  expect(target?.uri).toBe(app.uri("util.js"));
  expect(text).toContain("native 93.1 %");
  expect(text).toContain("own code 6.9 %");
  expect(await client.hoverText(app.uri("server.js"), 7)).toContain("[parse \\(main.js:");
});

test("the hover explains what is inferred, noise or edited", { tags: "thorough" }, async () => {
  await using client = await shown();
  const text = await client.hoverText(app.uri("util.js"), 3);
  expect(text).toContain("≈ 5 of 5 samples were put on this line by inference, not by measurement.");
  expect(text).toContain("Fewer than ten samples: too few to tell from noise.");
  expect(text).toContain("| self | &nbsp;&nbsp;&nbsp;≈&nbsp;0.5&nbsp;%&nbsp;±&nbsp;");
  await client.edit(app.uri("util.js"), 2, [3, 0], [3, 0], "  // new\n");
  const uri = app.uri("util.js");
  expect(await client.hoverText(uri, 4)).toContain("This function was edited after the run");
  expect(await client.hover(uri, 3)).toBeNull();
});

test("a function name cannot inject Markdown into the hover", { tags: "thorough" }, async () => {
  const evil = await makeApp({ "a.js": "function f() {\n  g();\n}\n" });
  const run = await drawRun(evil, {
    scripts: { "a.js": "function f() {\n  g();\n}\n" },
    threads: ["20 | a.js [x](command:evil)<b>*@1:10 2:2 > [y](command:evil) `z`"],
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(evil.uri("a.js"), "function f() {\n  g();\n}\n");
  const text = await client.hoverText(evil.uri("a.js"), 1);
  expect(text).toContain("command:evil");
  expect(text).not.toMatch(/(?<!\\)\]\(command:evil/);
  expect(text).not.toMatch(/(?<!\\)<b>/);
});

test("a function name cannot draw an icon in a lens", async () => {
  const text = "function f() {\n  g();\n}\n";
  const evil = await makeApp({ "a.js": text });
  const threads = ["20 | a.js $(trash)@1:10 2:2\n20 | a.js b@1:12 2:4"];
  const run = await drawRun(evil, { scripts: { "a.js": text }, threads });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(evil.uri("a.js"), text);
  const titles = await client.lensTitles(evil.uri("a.js"));
  expect(titles.filter((title) => title.includes("trash"))).toEqual([expect.stringContaining("0: $ (trash)")]);
});

test(
  "a long name ends after a whole character, and says that it goes on, in Markdown and in plain text",
  { tags: "thorough" },
  async () => {
    const text = "function f() {\n  g();\n}\n";
    const cutApp = await makeApp({ "a.js": text });
    const name = (letters: number): string => `${"g".repeat(letters)}😀end`;
    const run = await drawRun(cutApp, {
      scripts: { "a.js": text },
      threads: [`20 | a.js f@1:10 2:2 > ${name(199)}\n10 | a.js f@1:10 2:2 > ${name(198)}`],
    });
    for (const capabilities of [{}, { textDocument: { hover: { contentFormat: ["markdown" as const] } } }]) {
      await using client = await LspClient.start(bundle, {}, undefined, [], capabilities);
      await client.request(openRun, { folder: run });
      await client.open(cutApp.uri("a.js"), text);
      const hover = await client.hoverText(cutApp.uri("a.js"), 1);
      expect(hover).toContain(`: ${"g".repeat(199)}… 66.7 % · ${"g".repeat(198)}😀… 33.3 %`);
      expect(hover).not.toMatch(/\p{Cs}/u);
    }
  },
);

test("a name cannot turn around what stands beside it, in Markdown or in plain text", { tags: "thorough" }, async () => {
  const text = "function f() {\n  g();\n}\n";
  const turned = await makeApp({ "a.js": text });
  const run = await drawRun(turned, { scripts: { "a.js": text }, threads: ["20 | a.js f@1:10 2:2 > be\u202Efo\u2066re\u2069"] });
  for (const capabilities of [{}, { textDocument: { hover: { contentFormat: ["markdown" as const] } } }]) {
    await using client = await LspClient.start(bundle, {}, undefined, [], capabilities);
    await client.request(openRun, { folder: run });
    await client.open(turned.uri("a.js"), text);
    expect(await client.hoverText(turned.uri("a.js"), 1)).toContain(": before 100.0 %");
  }
});

test("code of packages has lenses and hovers too", { tags: "thorough" }, async () => {
  await using client = await shown();
  await client.open(app.uri("node_modules/parser/main.js"), parserText);
  expect((await client.lensTitles(app.uri("node_modules/parser/main.js")))[0]).toBe(
    "0: 10.0 % total · 10.0 % self · 100 ms · 200 µs per request",
  );
  const text = await client.hoverText(app.uri("node_modules/parser/main.js"), 1);
  expect(text).toContain("| self | &nbsp;&nbsp;&nbsp;10.0&nbsp;%");
  expect(text).not.toContain("withLibraries");
});

test("without a load report there are no figures per request", { tags: "thorough" }, async () => {
  const run = await drawRun(app, { scripts: { "util.js": utilText }, threads: ["100 | util.js hash@3:13 5:13 > update"] });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("util.js"), utilText);
  expect((await client.lensTitles(app.uri("util.js")))[0]).toBe("2: 100.0 % total · 100.0 % self · 100 ms");
  expect(await client.hoverText(app.uri("util.js"), 4)).not.toContain("request");
});

test("hovers and lenses are in the client's language", { tags: "thorough" }, async () => {
  await using russian = await shown("ru");
  expect((await russian.lensTitles(app.uri("server.js")))[0]).toBe("2: 90,0 % всего · 5,0 % сама · 900 мс · 1,8 мс на запрос");
  expect(await russian.hoverText(app.uri("util.js"), 4)).toContain("Время состоит из: нативный код 100,0 %");
  await using chinese = await shown("zh-cn");
  expect(await chinese.hoverText(app.uri("util.js"), 4)).toContain("时间构成: 原生代码 100.0 %");
});

test("a possible line is marked as such, and shows no figures as certain", { tags: "thorough" }, async () => {
  const text = `const { createHash } = require("node:crypto");

function hash(result) {
  const a = createHash("md5").update(result.url).digest();
  const b = createHash("md5").update(result.body).digest();
  return a.equals(b);
}
`;
  const ambiguous = await makeApp({ "hash.js": text });
  const run = await drawRun(ambiguous, {
    scripts: { "hash.js": text, "node:internal/crypto/hash": "" },
    threads: ["300 | hash.js hash@3:13 0:-1 > node:internal/crypto/hash update@132:40 140:3\n700 | hash.js hash@3:13 6:10"],
    run: { recorder: "inspector" },
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(ambiguous.uri("hash.js"), text);
  const lines = await client.heat(ambiguous.uri("hash.js"));
  expect(lines.map(({ line, step, text, faint }) => [line + 1, step, text, faint])).toEqual([
    [4, 0, "0.0 % self · ≈ 0.0–30.0 % total", true],
    [5, 0, "0.0 % self · ≈ 0.0–30.0 % total", true],
    [6, 7, "70.0 % self · 70.0 % total", false],
  ]);
  const hover = await client.hoverText(ambiguous.uri("hash.js"), 3);
  expect(hover).toContain("≈ On the stack in 0 to 300 of 1,000 busy samples: up to 30.0 %");
  expect(hover).toContain("≈ Up to 300 samples more (30.0 %) may belong to this line");
  expect(hover).not.toContain("| self |");
  expect((await client.lensTitles(ambiguous.uri("hash.js")))[0]).toBe("2: 100.0 % total · 70.0 % self · 1.0 s");
});
