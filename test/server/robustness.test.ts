import { copyFile, mkdtemp, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { tmpdir } from "node:os";
import { beforeAll, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { flame, frameAt, locateFrame } from "../../language-server/protocol/flame.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { drawRun } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, serverText, utilText } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

/** Opens the run and requests a hover. */
async function serves(client: LspClient): Promise<boolean> {
  const { id } = await client.request(openRun, { folder: app.run });
  await client.open(app.uri("server.js"), serverText, 9);
  return id === path.basename(app.run) && (await client.hoverText(app.uri("server.js"), 4)).includes("busy samples");
}

test("the server announces its capabilities", async () => {
  await using client = await LspClient.start(bundle);
  expect(client.initializeResult?.capabilities).toEqual({
    textDocumentSync: { openClose: true, change: 2 },
    codeLensProvider: { resolveProvider: true },
    hoverProvider: true,
    workspace: { fileOperations: { didRename: { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] } } },
  });
});

test("requests with parameters of any other shape are refused as such", async () => {
  await using client = await LspClient.start(bundle);
  const methods = [
    "heatline/openRun",
    "heatline/callersAndCallees",
    "heatline/locateFrame",
    "heatline/frameAt",
    "textDocument/hover",
    "textDocument/codeLens",
  ];
  const odd: unknown[] = [
    undefined,
    null,
    5,
    "text",
    [],
    [1, 2],
    {},
    { folder: 5 },
    { folder: "" },
    { frame: -1 },
    { frame: 1.5 },
    { uri: null, line: 1e99 },
    { textDocument: { uri: 4 } },
  ];
  for (const method of methods) {
    for (const params of odd) {
      const refusal = await client.connection.sendRequest(method, params).then(
        () => "answered",
        (error: { code: number; message: string }) => ({ code: error.code, message: error.message }),
      );
      expect(refusal, `${method} ${JSON.stringify(params)}`).toMatchObject({ code: -32602 });
    }
  }
  expect(await serves(client)).toBe(true);
});

test("wrong notifications are ignored and logged", async () => {
  await using client = await LspClient.start(bundle);
  const methods = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "heatline/settings",
    "$/cancelRequest",
    "unknown/thing",
  ];
  const odd: unknown[] = [
    undefined,
    null,
    5,
    "text",
    {},
    { textDocument: null },
    { textDocument: { uri: 5, languageId: 1, version: "x", text: 9 } },
  ];
  for (const method of methods) for (const params of odd) await client.connection.sendNotification(method, params);
  await client.connection.sendNotification("textDocument/didChange", {
    textDocument: { uri: app.uri("util.js"), version: 4 },
    contentChanges: [{ text: "" }],
  });
  expect(await serves(client)).toBe(true);
});

test("edits outside the document do not crash the server", async () => {
  await using client = await LspClient.start(bundle);
  expect(await serves(client)).toBe(true);
  await client.open(app.uri("util.js"), utilText);
  await client.edit(app.uri("util.js"), 2, [900, 5], [901, 7], "// appended\n");
  expect((await client.heat(app.uri("util.js"), 2)).map(({ line }) => line)).toEqual([3, 4]);
});

test("bytes that are not a message do not end the server", async () => {
  await using client = await LspClient.start(bundle);
  const send = (body: string): void => {
    client.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  for (const body of [
    "{",
    "null",
    "[]",
    "5",
    '"text"',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":{},"method":5}',
    '{"jsonrpc":"2.0","id":99,"result":1}',
    "\u0000",
  ])
    send(body);
  expect(await serves(client)).toBe(true);
});

test("documents that are not files, or have no such path, have no heat", async () => {
  await using client = await LspClient.start(bundle);
  expect(await serves(client)).toBe(true);
  for (const uri of ["untitled:Untitled-1", "git:/a/b.js?x", "file:///%E0%A4%A.js", "file:///nowhere/at/all.js", "not a uri", ""]) {
    await client.open(uri, utilText);
    expect(await client.heat(uri)).toEqual([]);
    expect(await client.hover(uri, 4)).toBeNull();
    expect(await client.lenses(uri)).toEqual([]);
  }
});

test("a client without options gets defaults, and each invalid option gets its default", async () => {
  const odd = [
    undefined,
    null,
    5,
    { settings: { heatBy: "colour", inlineText: "total", threshold: 40, ownCode: 3, codeLens: "yes" }, locale: 7, runsFolder: {} },
  ];
  for (const initializationOptions of odd) {
    await using client = await LspClient.start(bundle, initializationOptions as never);
    await client.request(openRun, { folder: app.run });
    await client.open(app.uri("util.js"), utilText);
    expect(await client.heat(app.uri("util.js"))).toHaveLength(2);
  }
});

test("a cancelled request gets a cancelled response, and opening stops", async () => {
  await using client = await LspClient.start(bundle);
  const source = new CancellationTokenSource();
  const opening = client.request(openRun, { folder: app.run }, source.token);
  source.cancel();
  await expect(opening).rejects.toMatchObject({ code: -32800 });
  expect(await client.refused(flame, {})).toContain("No run is shown");
  expect(await serves(client)).toBe(true);
});

test("requests queued behind others can be cancelled, and the rest are answered", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  const sources = Array.from({ length: 20 }, () => new CancellationTokenSource());
  const asked = sources.map((source) => client.request(flame, {}, source.token));
  sources.slice(0, 19).forEach((source) => source.cancel());
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes[19]?.status).toBe("fulfilled");
  for (const outcome of outcomes) expect(outcome.status === "fulfilled" || (outcome.reason as { code: number }).code === -32800).toBe(true);
  expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
});

test("a worker that dies is reported once, and the next request restarts it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "heatline-dying-"));
  await copyFile(path.join(bundle, "server.js"), path.join(folder, "server.js"));
  await copyFile(path.join(bundle, "analysis-worker.js"), path.join(folder, "real-worker.js"));
  const died = path.join(folder, "died");
  await writeFile(
    path.join(folder, "analysis-worker.js"),
    `const { parentPort } = require("node:worker_threads");
const fs = require("node:fs");
parentPort.on("message", ({ name }) => {
  if (name !== "flame" || fs.existsSync(${JSON.stringify(died)})) return;
  fs.writeFileSync(${JSON.stringify(died)}, "");
  process.exit(3);
});
require("./real-worker.js");
`,
  );
  await using client = await LspClient.start(folder);
  await client.request(openRun, { folder: app.run });
  const reported = await client.refused(flame, {});
  expect(reported).toBe(
    "The analysis of the run stopped unexpectedly. It restarts with the next request; if it stops again, open another run.",
  );
  await client.until(() => client.shownMessages.length > 0, "showMessage");
  expect(client.shownMessages).toEqual([reported]);
  await client.open(app.uri("util.js"), utilText);
  expect(await client.heat(app.uri("util.js"))).toHaveLength(2);
  expect((await client.request(flame, {})).profile.profiles).toHaveLength(1);
});

test("a server without its worker file reports it in a sentence", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "heatline-workerless-"));
  await copyFile(path.join(bundle, "server.js"), path.join(folder, "server.js"));
  await using client = await LspClient.start(folder);
  expect(await client.refused(openRun, { folder: app.run })).toContain("The analysis of the run stopped unexpectedly.");
  await copyFile(path.join(bundle, "analysis-worker.js"), path.join(folder, "later.js"));
  await rename(path.join(folder, "later.js"), path.join(folder, "analysis-worker.js"));
  expect(await serves(client)).toBe(true);
});

test("huge line and frame numbers are answered", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  await client.open(app.uri("server.js"), serverText);
  const line = 2 ** 31 - 2;
  expect(await client.hover(app.uri("server.js"), line)).toBeNull();
  expect(await client.request(frameAt, { uri: app.uri("server.js"), line, character: line })).toBeNull();
  expect(await client.refused(locateFrame, { frame: line })).toContain("Open the flame graph again.");
});

test("the server ends when its client goes away", async () => {
  const client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  const ended = new Promise<number | null>((resolve) => client.process.once("exit", resolve));
  client.process.stdin.end();
  expect(await ended).not.toBeNull();
  client.connection.dispose();
});

test("while a large run is analysed, other requests are answered", async () => {
  const functions = Array.from(
    { length: 4000 },
    (_none, index) => `${20 + (index % 7)} | util.js hash@3:13 5:13 > util.js f${index}@${index + 10}:0 ${index + 10}:4 > native${index}`,
  );
  const run = await drawRun(app, {
    scripts: { "util.js": `${utilText}${"x();\n".repeat(4100)}` },
    threads: [functions.join("\n"), functions.join("\n")],
  });
  await using client = await LspClient.start(bundle);
  const order: string[] = [];
  const opening = client.request(openRun, { folder: run }).then(() => order.push("open"));
  for (let index = 0; index < 5; index += 1) {
    await client.lenses(app.uri("util.js"));
    order.push("lens");
  }
  await opening;
  expect(order).toEqual(["lens", "lens", "lens", "lens", "lens", "open"]);
  const text = `${utilText}${"x();\n".repeat(4100)}`;
  await client.open(app.uri("util.js"), text);
  const lines = await client.heat(app.uri("util.js"), 1, (pushed) => pushed.length > 0);
  expect(lines.length).toBeLessThanOrEqual(1000);
});

test("for a document with very many hot lines, the thousand hottest are pushed, with few distinct texts", async () => {
  const text = `${utilText}${"x();\n".repeat(4100)}`;
  const stacks = Array.from({ length: 4000 }, (_none, index) => `${1 + (index % 40)} | util.js f@9:0 ${index + 10}:4`);
  const run = await drawRun(app, { scripts: { "util.js": text }, threads: [stacks.join("\n")] });
  await using client = await LspClient.start(bundle);
  await client.change({ threshold: 0 });
  await client.request(openRun, { folder: run });
  await client.open(app.uri("util.js"), text);
  const lines = await client.heat(app.uri("util.js"), 1, (pushed) => pushed.length > 0);
  expect(lines).toHaveLength(1000);
  expect(lines.every(({ faint }) => !faint)).toBe(true);
  expect(new Set(lines.map((line) => line.text)).size).toBeLessThan(40);
});
