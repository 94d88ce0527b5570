import { once } from "node:events";
import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { compare } from "../../../language-server/protocol/compare/compare.ts";
import { flame } from "../../../language-server/protocol/flame.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, utilText } from "../../drivers/server/orders-app.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

/** The code and message of its error; undefined if it is answered. */
async function refusal(client: LspClient, method: string, params: unknown = {}): Promise<string | undefined> {
  return client.connection.sendRequest(method, params).then(
    () => undefined,
    ({ code, message }: { code: number; message: string }) => `${code} ${message}`,
  );
}

/** Sends `exit`; resolves to the exit code. */
async function exitCode(client: LspClient): Promise<unknown> {
  const exited = once(client.process, "exit");
  await client.connection.sendNotification("exit");
  const [code] = await exited;
  client.connection.dispose();
  return code;
}

const params = { textDocument: { uri: "file:///a.js" }, position: { line: 0, character: 0 } };

test("before initialize every request is refused, and notifications do nothing", async () => {
  await using client = LspClient.connect(bundle);
  for (const [method, given] of [
    ["textDocument/hover", params],
    [openRun.method, { folder: app.run }],
    ["no/such/request", {}],
    ["shutdown", undefined],
  ] as const)
    expect(await refusal(client, method, given)).toBe(`-32002 The message ${method} came before initialize. Send initialize first.`);
  await client.open(app.uri("util.js"), utilText);
  await client.initialize();
  await client.request(openRun, { folder: app.run });
  // The document was opened too early.
  expect(await client.hover(app.uri("util.js"), 4)).toBeNull();
  await client.open(app.uri("util.js"), utilText);
  expect(await client.hoverText(app.uri("util.js"), 4)).toContain("745 of 1,000");
});

test("an initialize that fails may be sent again, one after another is refused", async () => {
  await using client = LspClient.connect(bundle);
  expect(await refusal(client, "initialize", { capabilities: null })).toMatch(/^-32603 /);
  expect(await refusal(client, "textDocument/hover", params)).toMatch(/^-32002 /);
  await client.initialize({ initializationOptions: { runsFolder: app.runsFolder, locale: "en" } });
  const again = await refusal(client, "initialize", { capabilities: {}, initializationOptions: { locale: "ru" } });
  expect(again).toBe("-32600 The server was initialised already. Start another server for another session.");
  // The server still answers.
  expect(await client.refused(flame, {})).toContain("No run is shown");
});

test("after shutdown requests are refused, and exit ends the server with code 0", async () => {
  const client = await LspClient.start(bundle);
  await client.connection.sendRequest("shutdown");
  for (const method of ["textDocument/hover", openRun.method, "no/such/request", "initialize", "shutdown"])
    expect(await refusal(client, method, params)).toBe(`-32600 The message ${method} came after shutdown. Start the server again.`);
  expect(await exitCode(client)).toBe(0);
});

test("exit without shutdown ends the server with code 1, before initialize too", async () => {
  expect(await exitCode(await LspClient.start(bundle))).toBe(1);
  expect(await exitCode(LspClient.connect(bundle))).toBe(1);
});

test("the analysis starts ahead when the client is ready", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "heatline-ahead-"));
  await copyFile(path.join(bundle, "server.js"), path.join(folder, "server.js"));
  await writeFile(path.join(folder, "analysis-worker.js"), `process.stderr.write("started ahead");`);
  await using client = LspClient.connect(folder);
  const started = once(client.process.stderr, "data");
  await client.initialize();
  expect(String((await started)[0])).toBe("started ahead");
});

test("a cancelled comparison is answered as such, whenever it is cancelled, and the next one is whole", async () => {
  const base = await drawRun(app, { scripts: { "util.js": utilText }, threads: ["100 | util.js hash@3:13 5:13 > update"] });
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await client.request(openRun, { folder: app.run });
  const cancelled = [0, 1, 5, 20].map(async (turns) => {
    const source = new CancellationTokenSource();
    const outcome = client.request(compare, { newFolder: app.run, baseFolder: base }, source.token).then(
      () => "whole",
      (error: { readonly code: number }) => error.code,
    );
    for (let turn = 0; turn < turns; turn += 1) await client.connection.sendRequest("heatline/runDetails", {});
    source.cancel();
    return outcome;
  });
  for (const outcome of await Promise.all(cancelled)) expect([-32800, "whole"]).toContain(outcome);
  expect(await cancelled[0]).toBe(-32800);
  const { functions } = await client.request(compare, { newFolder: app.run, baseFolder: base });
  expect(functions.length).toBeGreaterThan(0);
  expect(client.log.filter((line) => line.includes("    at "))).toEqual([]);
});
