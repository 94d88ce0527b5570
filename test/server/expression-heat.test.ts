import { beforeAll, expect, test } from "vitest";
import { flame, locateFrame } from "../../language-server/protocol/flame.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { exactElseInspector } from "../../language-server/recording/session/default-recorder.ts";
import { makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { recordProgram } from "../drivers/server/recorded-run.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

const program = `const crypto = require("node:crypto");

const data = Array.from({ length: 3000 }, (_none, id) => ({ id, name: "row " + id }));

function digest() {
  const hash = crypto.createHash("md5");
  return hash.update(JSON.stringify(data)).digest("hex");
}

function spin(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += Math.sqrt(i);
  return sum;
}

function both() {
  return spin(30_000) + spin(150_000);
}

const until = process.cpuUsage().user + 2_500_000;
while (process.cpuUsage().user < until) {
  for (let i = 0; i < 5; i++) digest();
  for (let i = 0; i < 50; i++) both();
}
`;
const lines = program.split("\n");
const lineWith = (text: string): number => lines.findIndex((line) => line.includes(text));

test("in a real exact run, each part of a line has heat by its own share, and hover and flame graph distinguish them", async () => {
  const app = await makeApp({ "app.js": program });
  const folder = await recordProgram(app, "app.js", exactElseInspector);
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder });
  expect(summary.recorder).toBe("exact");
  await client.open(app.uri("app.js"), program);
  const heat = await client.heat(app.uri("app.js"));
  const partsOf = (text: string) => {
    const at = lineWith(text);
    return (heat.find(({ line }) => line === at)?.parts ?? []).map(({ start, end, step }) => ({
      text: (lines[at] ?? "").slice(start, end),
      step,
    }));
  };

  // Which half is expensive: creating the text, or hashing it.
  const hashed = partsOf("JSON.stringify(data)");
  const stringify = hashed.find(({ text }) => text.includes("stringify(data)"));
  const update = hashed.find(({ text }) => text.startsWith("update("));
  expect(stringify?.step).toBeGreaterThan(update?.step ?? 9);

  // The same function twice: 150,000 rounds and 30,000.
  const hover = (await client.hoverText(app.uri("app.js"), lineWith("return spin("))).replaceAll("\\", "");
  const [, heavy, light] = /By expression: spin\(150_000\) ([\d.]+) % · spin\(30_000\) ([\d.]+) %/.exec(hover) ?? [];
  expect(Number(heavy) / Number(light)).toBeGreaterThan(3);
  expect(Number(heavy) / Number(light)).toBeLessThan(8);
  expect((await client.hoverText(app.uri("app.js"), lineWith("JSON.stringify(data)"))).replaceAll("\\", "")).toMatch(
    /By expression: stringify\(data\) [\d.]+ % · update\(JSON\.stringify\(data\)\) [\d.]+ %/,
  );

  // The flame graph shows both calls by their shares, and links to each.
  const { shared, profiles } = (await client.request(flame, {})).profile;
  const widthOf = (name: string): number => {
    const frame = shared.frames.findIndex((each) => each.name.startsWith(name));
    const { samples = [], weights = [] } = profiles[0] ?? {};
    return samples.reduce((sum, stack, row) => sum + (stack.includes(frame) ? (weights[row] ?? 0) : 0), 0);
  };
  expect(widthOf("spin(150_000) ") / widthOf("spin(30_000) ")).toBeGreaterThan(3);
  expect(widthOf("spin(150_000) ") / widthOf("spin(30_000) ")).toBeLessThan(8);
  const heavyFrame = shared.frames.findIndex(({ name }) => name.startsWith("spin(150_000) "));
  const at = lineWith("return spin(");
  expect(await client.request(locateFrame, { frame: heavyFrame })).toMatchObject({
    range: { start: { line: at, character: lines[at]?.indexOf("spin(150_000)") } },
  });
});
