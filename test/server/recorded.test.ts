import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { flame, locateFrame } from "../../language-server/protocol/flame.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { recordProgram } from "../drivers/server/recorded-run.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { exactElseInspector, inspectorOnly } from "../../language-server/recording/session/default-recorder.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";
import { someOf } from "../workbench/some-of.mjs";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

const passwords = `const crypto = require("node:crypto");

function hashPassword(password) {
  return crypto.pbkdf2Sync(password, "salt", 20_000, 256, "sha512");
}

function login(name) {
  const key = hashPassword(name);
  return key.toString("hex");
}

const until = process.cpuUsage().user + 1_200_000;
while (process.cpuUsage().user < until) login("someone");
`;

const prices = `interface Price {
  readonly cents: number;
}

// The loop below is the planted hot line.
export function total(prices: readonly Price[]): number {
  let sum = 0;
  for (const price of prices) sum = (sum * 31 + price.cents) % 1_000_003;
  return sum;
}

type Prices = readonly Price[];

const many: Prices = Array.from({ length: 200_000 }, (_none: unknown, cents): Price => ({ cents }));
const until: number = process.cpuUsage().user + 1_200_000;
let last = 0;
while (process.cpuUsage().user < until) last += total(many);
console.log(last);
`;

test("a real program's hot line is the hottest in heat, lens, hover and flame graph", async () => {
  const app = await makeApp({ "app.js": passwords });
  const folder = await recordProgram(app, "app.js");
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder });
  expect(summary.hotLines[0]).toMatchObject({ label: "app.js:4", location: { uri: app.uri("app.js") } });
  expect(summary.hotLines[0]?.withLibraries).toBeGreaterThan(0.8);
  await client.open(app.uri("app.js"), passwords);
  const lines = await client.heat(app.uri("app.js"));
  expect(lines.find(({ line }) => line === 3)).toMatchObject({ step: 7, faint: false, edited: false });
  expect((await client.lensTitles(app.uri("app.js"))).join("\n")).toMatch(/^2: \d+\.\d % total · \d+\.\d % self · [\d.]+ m?s$/m);
  const hover = await client.hoverText(app.uri("app.js"), 3);
  expect(hover).toMatch(/On the stack in [\d,]+ of [\d,]+ busy samples/);
  expect(hover).toMatch(/\[login \\\(app\.js:8\\\)\]/);
  const profile = (await client.request(flame, {})).profile;
  const frame = profile.shared.frames.findIndex(({ name }) => name === "hashPassword");
  expect(await client.request(locateFrame, { frame })).toMatchObject({ uri: app.uri("app.js"), range: { start: { line: 2 } } });
});

test("TypeScript is annotated in its source, through the source map", async () => {
  const { code, map } = await transform(prices, {
    loader: "ts",
    format: "cjs",
    sourcemap: "external",
    sourcefile: "../src/prices.ts",
    sourcesContent: true,
  });
  const app = await makeApp({
    "src/prices.ts": prices,
    "dist/prices.js": `${code}//# sourceMappingURL=prices.js.map\n`,
    "dist/prices.js.map": map,
  });
  const folder = await recordProgram(app, "dist/prices.js");
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder });
  expect(summary.hotLines[0]).toMatchObject({ label: "prices.ts:8", location: { uri: app.uri("src/prices.ts") } });
  await client.open(app.uri("src/prices.ts"), prices, 1, "typescript");
  const lines = await client.heat(app.uri("src/prices.ts"));
  expect(lines.find(({ line }) => line === 7)?.step).toBeGreaterThan(5);
  expect((await client.lensTitles(app.uri("src/prices.ts"))).some((title) => title.startsWith("5: "))).toBe(true);
  await client.edit(app.uri("src/prices.ts"), 2, [6, 0], [6, 0], "  // edited\n");
  expect((await client.heat(app.uri("src/prices.ts"), 2)).find(({ line }) => line === 8)).toMatchObject({ edited: true });
});

test("a workspace opened through a symbolic link is annotated under the path that the user sees", { tags: "thorough" }, async () => {
  const app = await makeApp({ "app.js": passwords });
  const folder = await recordProgram(app, "app.js");
  const link = path.join(path.dirname(app.folder), "link");
  await symlink(app.folder, link, "dir");
  const uri = pathToFileURL(path.join(link, "app.js")).href;
  await using client = await LspClient.start(bundle);
  await client.open(uri, passwords);
  expect(await client.heat(uri)).toEqual([]);
  const summary = await client.request(openRun, { folder });
  expect((await client.heat(uri, 1, (lines) => lines.length > 0)).some(({ step }) => step === 7)).toBe(true);
  expect(summary.hotLines[0]?.location.uri).toBe(uri);
});

test("the hot line of an ES module that changed on disk since the run still leads to it", { tags: "thorough" }, async () => {
  const text = passwords.replace('const crypto = require("node:crypto");', 'import crypto from "node:crypto";');
  const app = await makeApp({ "app.mjs": text });
  const folder = await recordProgram(app, "app.mjs");
  await writeFile(app.path("app.mjs"), `// new\n// lines\n${text}`);
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder });
  expect(summary.hotLines[0]).toMatchObject({ label: "app.mjs:6", location: { uri: app.uri("app.mjs"), range: { start: { line: 5 } } } });
});

/** Difficult cases for type stripping: multi-byte text, statements without semicolons, and arrow functions with a type on a separate line. */
const typed = `${prices}
type Sign = "é" | "漢" | "🔥"
const sign = <T,>(each: T): T => each!
const spell = (
  each: Sign,
):
  string => sign<Sign>(each) as string
type Spelling = ReturnType<typeof spell>
;["é"].forEach((each): Spelling => spell(each as Sign))
`;

test.each(
  someOf(1, [
    [24, "\uFEFF"],
    [22, ""],
    [26, ""],
  ]),
)("TypeScript whose types Node %i strips is annotated as written, and not marked as edited", { tags: "thorough" }, async (major, mark) => {
  const app = await makeApp({ "prices.ts": `${mark}${typed}` });
  for (const recorder of [exactElseInspector, inspectorOnly]) {
    const folder = await recordProgram(app, "prices.ts", recorder, { runtimeExecutable: await nodeOf(major) });
    await using client = await LspClient.start(bundle);
    const summary = await client.request(openRun, { folder });
    expect(summary.hotLines[0]).toMatchObject({ label: "prices.ts:8", location: { uri: app.uri("prices.ts") } });
    await client.open(app.uri("prices.ts"), typed, 1, "typescript");
    const lines = await client.heat(app.uri("prices.ts"));
    expect(lines.find(({ line }) => line === 7)).toMatchObject({ step: 7, edited: false });
    expect((await client.lensTitles(app.uri("prices.ts"))).join("\n")).toMatch(/^5: \d+\.\d % total · \d+\.\d % self · [\d.]+ m?s$/m);
  }
});
