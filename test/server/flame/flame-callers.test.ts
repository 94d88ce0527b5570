import { beforeAll, expect, test } from "vitest";
import type { FlameProfile } from "../../../language-server/analysis/flame/flame-reduction.ts";
import { callersAndCallees } from "../../../language-server/protocol/callers.ts";
import { flame, frameAt, locateFrame } from "../../../language-server/protocol/flame.ts";
import type { FunctionReference } from "../../../language-server/protocol/place.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, serverText, utilText } from "../../drivers/server/orders-app.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

async function shown(): Promise<LspClient> {
  const client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  return client;
}

function frameNamed(profile: FlameProfile, name: string): number {
  return profile.shared.frames.findIndex((frame) => frame.name.includes(name));
}

function hash(): FunctionReference {
  return { uri: app.uri("util.js"), name: "hash", line: 2, character: 13 };
}

test("the flame graph has every thread's busy time, and its frames lead to the code and back", async () => {
  await using client = await shown();
  const profile = (await client.request(flame, {})).profile;
  expect(profile.$schema).toBe("https://www.speedscope.app/file-format-schema.json");
  expect(profile.profiles).toHaveLength(1);
  const weight = profile.profiles[0]?.weights.reduce((sum, each) => sum + each, 0) ?? 0;
  expect(weight).toBeGreaterThanOrEqual(1_000_000);
  const frame = frameNamed(profile, "hash");
  expect(await client.request(locateFrame, { frame })).toMatchObject({ uri: app.uri("util.js"), range: { start: { line: 2 } } });
  expect(await client.request(frameAt, hash())).toEqual({ frame });
});

test("a frame of a package leads into the package, and one without a file to the line of own code that called it", async () => {
  await using client = await shown();
  await client.select({ filter: { showsNative: true } });
  const { profile } = await client.request(flame, {});
  expect(await client.request(locateFrame, { frame: frameNamed(profile, "parse") })).toMatchObject({
    uri: app.uri("node_modules/parser/main.js"),
    range: { start: { line: 0 } },
    isCaller: false,
  });
  expect(await client.request(locateFrame, { frame: frameNamed(profile, "stringify") })).toMatchObject({
    uri: app.uri("util.js"),
    range: { start: { line: 4 } },
    isCaller: true,
  });
  expect(await client.request(locateFrame, { frame: frameNamed(profile, "garbage") })).toBeNull();
});

test("a line leads to the frame of its function, even before the flame graph was requested", async () => {
  await using client = await shown();
  const found = await client.request(frameAt, { uri: app.uri("util.js"), line: 4, character: 0 });
  const profile = (await client.request(flame, {})).profile;
  expect(profile.shared.frames[found?.frame ?? -1]?.name).toContain("hash");
  expect(await client.request(frameAt, { uri: app.uri("cold.js"), line: 0, character: 0 })).toBeNull();
  expect(await client.request(frameAt, { uri: "untitled:Untitled-1", line: 0, character: 0 })).toBeNull();
});

test("after an edit a line and its frame still lead to each other", async () => {
  await using client = await shown();
  const profile = (await client.request(flame, {})).profile;
  await client.open(app.uri("util.js"), utilText);
  await client.edit(app.uri("util.js"), 2, [0, 0], [0, 0], "\n\n");
  const frame = frameNamed(profile, "hash");
  expect(await client.request(frameAt, { uri: app.uri("util.js"), line: 6, character: 0 })).toEqual({ frame });
  expect(await client.request(frameAt, hash())).toEqual({ frame });
  expect(await client.request(locateFrame, { frame })).toMatchObject({ range: { start: { line: 4 } } });
});

test("each thread can be shown alone", async () => {
  const run = await drawRun(app, {
    scripts: { "server.js": serverText, "util.js": utilText },
    threads: ["30 | server.js handler@3:16 5:11", "70 | util.js hash@3:13 5:13"],
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  expect((await client.request(flame, {})).profile.profiles.map(({ name }) => name)).toEqual(["main", "worker 1"]);
  await client.select({ threads: [1] });
  const second = (await client.request(flame, {})).profile;
  expect(second.profiles.map(({ name }) => name)).toEqual(["worker 1"]);
  expect(await client.request(locateFrame, { frame: frameNamed(second, "hash") })).toMatchObject({ uri: app.uri("util.js") });
});

test("a frame that the flame graph does not have is refused with what to do", async () => {
  await using client = await shown();
  expect(await client.refused(locateFrame, { frame: 100_000 })).toBe("The flame graph shows another run now. Open the flame graph again.");
});

test("two calls of one function on a line are two frames, which lead to their columns, even after an edit", async () => {
  const text = "function area(n) {\n  return n;\n}\n\nfunction main() {\n  return area(10) + area(20);\n}\n";
  const both = await makeApp({ "app.js": text });
  const main = "app.js main@5:14 6";
  const run = await drawRun(both, {
    scripts: { "app.js": text },
    threads: [`40 | ${main}:9 > app.js area@1:13 2:2\n80 | ${main}:20 > app.js area@1:13 2:2`],
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  const profile = (await client.request(flame, {})).profile;
  const placeOf = async (name: string) => client.request(locateFrame, { frame: frameNamed(profile, name) });
  expect(profile.shared.frames.map(({ name }) => name).toSorted()).toEqual(["area", "area(10) 6:10", "area(20) 6:21", "main"]);
  expect(await placeOf("area(10)")).toMatchObject({ uri: both.uri("app.js"), range: { start: { line: 5, character: 9 } } });
  expect(await placeOf("area(20)")).toMatchObject({ range: { start: { line: 5, character: 20 } } });
  await client.open(both.uri("app.js"), text);
  await client.edit(both.uri("app.js"), 2, [0, 0], [0, 0], "// new\n");
  expect(await placeOf("area(20)")).toMatchObject({ range: { start: { line: 6, character: 20 } } });
  // The function's own lens leads to the function, not to a call.
  const found = await client.request(frameAt, { uri: both.uri("app.js"), name: "area", line: 0, character: 13 });
  expect(profile.shared.frames[found?.frame ?? -1]?.name).toBe("area");
});

test("callers and callees are listed with links, hottest first", async () => {
  await using client = await shown();
  const found = await client.request(callersAndCallees, hash());
  expect(found).toMatchObject({ name: "hash", total: 0.75, self: 0.75 });
  expect(found?.callers).toMatchObject([
    {
      name: "handler",
      share: 0.75,
      ticks: 750,
      inferred: false,
      detail: "75.0 % · 750 ms · at server.js:5",
      location: { uri: app.uri("server.js"), range: { start: { line: 4 } } },
    },
  ]);
  expect(found?.callees.map(({ name, ticks, location }) => [name, ticks, location])).toEqual([
    ["stringify", 450, undefined],
    ["update", 295, undefined],
  ]);
});

test("links point to the current place of the code, in open documents and on disk", async () => {
  await using client = await shown();
  await client.open(app.uri("server.js"), serverText);
  await client.edit(app.uri("server.js"), 2, [0, 0], [0, 0], "// new\n");
  const found = await client.request(callersAndCallees, hash());
  expect(found?.callers[0]).toMatchObject({ detail: "75.0 % · 750 ms · at server.js:6", location: { range: { start: { line: 5 } } } });
});

test("a function that is not in the run has no callers", async () => {
  await using client = await shown();
  expect(await client.request(callersAndCallees, { uri: app.uri("cold.js"), name: "x", line: 0, character: 0 })).toBeNull();
  expect(await client.request(callersAndCallees, { uri: app.uri("util.js"), name: "missing", line: 7, character: 3 })).toBeNull();
});
