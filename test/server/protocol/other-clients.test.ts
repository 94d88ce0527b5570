import { beforeAll, expect, test } from "vitest";
import type { ClientCapabilities, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { type LoginApp, loginText, makeLoginApp } from "../../drivers/server/login-app.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let bundle: string;
let app: LoginApp;

beforeAll(async () => {
  [bundle, app] = await Promise.all([bundleServer(), makeLoginApp()]);
});

/** A client that has none of Heatline's commands, with the run shown. */
async function otherClient(capabilities: ClientCapabilities): Promise<LspClient> {
  const client = await LspClient.start(bundle, { commands: false }, undefined, [], capabilities);
  await client.request(openRun, { folder: app.run });
  await client.open(app.uri("login.js"), loginText);
  return client;
}

function hovers(...contentFormat: ("markdown" | "plaintext")[]): ClientCapabilities {
  return { textDocument: { hover: { contentFormat } } };
}

test("a client that shows plain text alone, or does not say, gets neither Markdown nor links", async () => {
  const expected = [
    "On the stack in 700 of 1,000 busy samples: 70.0 %",
    "",
    "pbkdf2Sync blocks every other request — 70.0 % of the busy time is spent in the synchronous pbkdf2Sync, called while a request is handled. Until it returns, the event loop handles nothing else.",
    "Use its asynchronous form (pbkdf2): the work then runs on the thread pool, several at a time. Read more: https://nodejs.org/api/crypto.html#using-strings-as-inputs-to-cryptographic-apis",
    "",
    "self: share 0.0 % ± 0.2 · samples 0 · time 0 ms · CPU per request 0 ms",
    "attributed: share 70.0 % ± 2.8 · samples 700 · time 700 ms · CPU per request 1.4 ms",
    "total (with all it calls): share 70.0 % ± 2.8 · samples 700 · time 700 ms · CPU per request 1.4 ms",
  ];
  for (const capabilities of [hovers("plaintext"), hovers("plaintext", "markdown"), hovers(), {}]) {
    await using client = await otherClient(capabilities);
    const hover = await client.hover(app.uri("login.js"), 3);
    expect(hover?.contents).toMatchObject({ kind: "plaintext" });
    const value = await client.hoverText(app.uri("login.js"), 3);
    expect(value.split("\n").slice(0, expected.length)).toEqual(expected);
    expect(value).toContain("login is called by: hash_all (login.js:9) 100.0 %");
    expect(value).not.toMatch(/command:|\*\*|\\|\$\(|&nbsp;|\]\(|flame graph/);
  }
});

test("a client that shows Markdown but has no commands gets Markdown without links to commands and without VS Code's icons", async () => {
  await using client = await otherClient(hovers("markdown", "plaintext"));
  const hover = await client.hover(app.uri("login.js"), 3);
  expect(hover?.contents).toMatchObject({ kind: "markdown" });
  const value = await client.hoverText(app.uri("login.js"), 3);
  expect(value).toContain("**On the stack in 700 of 1,000 busy samples: 70.0 %**\n\n**pbkdf2Sync blocks every other request** — ");
  expect(value).toContain("|  | share | samples | time | CPU per request |\n| :-- | --: | --: | --: | --: |\n| self | 0.0 % ± 0.2 |");
  expect(value).toContain("[Read more](https://nodejs.org/");
  expect(value).toContain("login is called by: hash\\_all \\(login.js:9\\) 100.0 %");
  expect(value).not.toMatch(/command:|\$\(|&nbsp;|flame graph/);
});

test("lenses of a client without commands are titles alone, with no link to a flame graph", async () => {
  await using client = await otherClient(hovers("plaintext"));
  expect((await client.lenses(app.uri("login.js"))).map(({ range, command }) => [range.start.line, command])).toEqual([
    [2, { title: "100.0 % total · 30.0 % self · 1.0 s · 2.0 ms per request", command: "" }],
    [2, { title: "pbkdf2Sync blocks every other request", command: "" }],
    [7, { title: "100.0 % total · 0.0 % self · 1.0 s · 2.0 ms per request", command: "" }],
  ]);
});

test("problems have a link to their documentation only where the client shows it, and lenses are refreshed only where it can", async () => {
  for (const [describes, capabilities] of [
    [false, {}],
    [true, { textDocument: { publishDiagnostics: { codeDescriptionSupport: true } } }],
  ] as const) {
    await using client = await otherClient(capabilities);
    const pushes: PublishDiagnosticsParams[] = [];
    client.connection.onNotification("textDocument/publishDiagnostics", (push: PublishDiagnosticsParams) =>
      client.note(() => pushes.push(push)),
    );
    await client.change({ adviceInProblems: true });
    await client.until(() => (pushes.at(-1)?.diagnostics.length ?? 0) > 0, "diagnostics");
    expect(pushes.at(-1)?.diagnostics.map((each) => "codeDescription" in each)).toEqual([describes]);
    expect(client.lensRefreshes).toBe(0);
  }
});

test("capabilities of any other shape count as none", async () => {
  const odd = [5, { textDocument: 5 }, { textDocument: { hover: { contentFormat: "html" } } }, { workspace: { codeLens: 1 } }];
  for (const capabilities of odd) {
    await using client = await otherClient(capabilities as never);
    expect((await client.hover(app.uri("login.js"), 3))?.contents).toMatchObject({ kind: "plaintext" });
  }
});
