import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { ClientCapabilities } from "vscode-languageserver/node";
import { runAdvice, callersAndCallees } from "../../../language-server/protocol/callers.ts";
import { compareFlame } from "../../../language-server/protocol/compare/compare-heat.ts";
import { closeComparison, compare, locateComparedRow } from "../../../language-server/protocol/compare/compare.ts";
import { flame, frameAt, locateFrame } from "../../../language-server/protocol/flame.ts";
import { hotChildren, hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { routes, runDetails, deleteRun, renameRun, restoreRun } from "../../../language-server/protocol/run-details.ts";
import { exportRun } from "../../../language-server/protocol/run-export.ts";
import { runs } from "../../../language-server/protocol/run-list.ts";
import { closeRun, openLastRun, openProfile, openRun } from "../../../language-server/protocol/shown-run.ts";
import { testsOfFile } from "../../../language-server/protocol/tests.ts";
import { drawRun } from "../../drivers/server/drawn-run.ts";
import { type LoginApp, loginText, makeLoginApp } from "../../drivers/server/login-app.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, serverText, utilText } from "../../drivers/server/orders-app.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";
import type { ServerMessage } from "../../drivers/server/traffic.ts";
import { lspErrors } from "../../drivers/protocol/lsp-types.ts";

let app: OrdersApp;
let bundle: string;
let base: string;
let login: LoginApp;

beforeAll(async () => {
  [app, login, bundle] = await Promise.all([makeOrdersApp(), makeLoginApp(), bundleServer()]);
  base = await drawRun(app, { scripts: { "util.js": utilText }, threads: ["100 | util.js hash@3:13 5:13 > update"] });
});

test("the judge finds what is missing, unknown or of another kind in messages", async () => {
  const response = { jsonrpc: "2.0", id: 1 };
  const push = { jsonrpc: "2.0", method: "textDocument/publishDiagnostics" };
  const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 5 } };
  const good: ServerMessage[] = [
    { message: { ...response, result: { contents: { kind: "markdown", value: "text" }, range } }, request: "textDocument/hover" },
    { message: { ...response, result: null }, request: "shutdown" },
    { message: { ...push, params: { uri: "file:///a", diagnostics: [{ range, message: "text" }] } } },
  ].map((each) => each as ServerMessage);
  const bad: ServerMessage[] = [
    { message: { ...response, result: { contents: { kind: "html", value: "text" } } }, request: "textDocument/hover" },
    { message: { ...response, result: { range } }, request: "textDocument/hover" },
    { message: { ...response, result: { contents: "text", colour: "red" } }, request: "textDocument/hover" },
    { message: { ...response, result: [{ range, command: { title: "text" } }] }, request: "textDocument/codeLens" },
    { message: { ...response, result: [{ range: { ...range, end: { line: 1.5, character: 0 } } }] }, request: "textDocument/codeLens" },
    { message: { ...response, result: {} }, request: "shutdown" },
    { message: { ...response, result: 5 }, request: "no/such/request" },
    { message: { ...response, error: { message: "text" } }, request: "textDocument/hover" },
    { message: { jsonrpc: "1.0", id: 1, result: null }, request: "textDocument/hover" },
    { message: { ...push, params: { uri: "file:///a", diagnostics: [{ range, message: 5 }] } } },
    { message: { jsonrpc: "2.0", method: "no/such/notification" } },
    { message: { ...response, method: "no/such/request" } },
    { message: { ...response, result: { title: "text" } }, request: runDetails.method },
    { message: { jsonrpc: "2.0", method: "heatline/heat", params: { uri: "file:///a", version: "1", lines: [] } } },
  ].map((each) => each as ServerMessage);
  const found = (await lspErrors([...good, ...bad])).join("\n");
  expect(bad.filter(({ message }) => !found.includes(JSON.stringify(message)))).toEqual([]);
  expect(good.filter(({ message }) => found.includes(JSON.stringify(message)))).toEqual([]);
});

const query = { rankBy: "self", groupBy: "function" } as const;

/** Uses every feature of the server once; what it refuses is an answer, too. */
async function useAll(client: LspClient): Promise<void> {
  const util = app.uri("util.js");
  const reference = { uri: util, name: "hash", line: 2, character: 13 };
  const run = await client.request(openRun, { folder: app.run });
  await client.open(util, utilText);
  await client.open(app.uri("server.js"), serverText);
  await client.heat(util);
  for (const line of [1, 4]) await client.hover(util, line);
  await client.lenses(util);
  await client.lenses(app.uri("server.js"));
  await client.request(callersAndCallees, reference);
  await client.request(runAdvice, {});
  await client.request(flame, {});
  await client.request(frameAt, reference);
  await client.request(locateFrame, { frame: 0 });
  const hot = await client.request(hotFunctions, { query, limit: 10 });
  await client.request(hotChildren, { run: hot.run, query, parent: { direction: "callers", path: [hot.rows[0]?.key ?? ""] }, limit: 10 });
  await client.request(runDetails, {});
  await client.select({ threads: [run.threads[0]?.id ?? 0] });
  await client.request(routes, { folder: app.folder, program: app.path("server.js") });
  await client.request(testsOfFile, { uri: util });
  await client.request(compare, { newFolder: app.run, baseFolder: base });
  await client.compareHeat(util);
  await client.request(compareFlame, {});
  await client.request(locateComparedRow, { list: "lines", row: 0 });
  await client.request(closeComparison, {});
  const file = path.join(app.runsFolder, "run.cpuprofile");
  const { files } = await client.request(exportRun, { folder: app.run, format: "cpuprofile", file });
  await client.request(openProfile, { file: files[0] ?? "" });
  await client.request(renameRun, { folder: base, name: "base" });
  await client.request(deleteRun, { folder: base });
  await client.request(runs, {});
  await client.request(restoreRun, { folder: base });
  await client.request(openLastRun, {});
  await client.edit(util, 2, [0, 0], [0, 0], "\n");
  await client.heat(util, 2);
  await client.request(openRun, { folder: login.run });
  await client.open(login.uri("login.js"), loginText);
  await client.hover(login.uri("login.js"), 3);
  await client.lenses(login.uri("login.js"));
  await client.request(runAdvice, {});
  const problems = ({ message }: ServerMessage): boolean => message.method === "textDocument/publishDiagnostics";
  await client.change({ adviceInProblems: true });
  await client.until(() => client.received.some(problems), "diagnostics");
  await client.refused(openRun, { folder: "/nowhere" });
  await expect(client.select({ threads: [1.5] })).rejects.toThrow("threads");
  const source = new CancellationTokenSource();
  const cancelled = client.request(openRun, { folder: app.run }, source.token);
  source.cancel();
  await expect(cancelled).rejects.toMatchObject({ code: -32800 });
  await expect(client.connection.sendRequest("no/such/request")).rejects.toMatchObject({ code: -32601 });
  await expect(client.connection.sendRequest("initialize", {})).rejects.toMatchObject({ code: -32600 });
  await client.request(closeRun, {});
}

test("every message of the server is as LSP and its own protocol declare it, for any client", async () => {
  const capabilities: readonly ClientCapabilities[] = [
    {},
    {
      workspace: { codeLens: { refreshSupport: true } },
      textDocument: { hover: { contentFormat: ["markdown"] }, publishDiagnostics: { codeDescriptionSupport: true } },
    },
  ];
  for (const each of capabilities) {
    const client = await LspClient.start(bundle, { runsFolder: app.runsFolder }, app.folder, [], each);
    await useAll(client);
    await client[Symbol.asyncDispose]();
    expect(await lspErrors(client.received)).toEqual([]);
    expect(client.received.length).toBeGreaterThan(50);
    expect(client.log).toEqual([]);
  }
});
