import { writeFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import type { PublishDiagnosticsParams } from "vscode-languageserver/node";
import { runAdvice } from "../../language-server/protocol/callers.ts";
import { clientCommands } from "../../language-server/protocol/client-commands.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const text = `const crypto = require("node:crypto");

function login(request, response) {
  const key = crypto.pbkdf2Sync(request.url, "salt", 1e5, 64, "sha512");
  response.end(key.toString("hex"));
}
`;

const drawing = `
700 | node:_http_server parserOnIncoming@1000:1 1139:5 > login.js login@3:15 4:22 > node:internal/crypto/pbkdf2 pbkdf2Sync@60:1 74:3 > HandleApiCall
300 | node:_http_server parserOnIncoming@1000:1 1139:5 > login.js login@3:15 5:12
`;

let bundle: string;
let app: DrawnApp;
let run: string;

beforeAll(async () => {
  [bundle, app] = await Promise.all([bundleServer(), makeApp({ "login.js": text })]);
  run = await drawRun(app, {
    scripts: { "login.js": text, "node:_http_server": "", "node:internal/crypto/pbkdf2": "" },
    threads: [drawing],
    load: {},
    run: { eventLoopBusy: 0.99, eventLoopDelay: { p99Ms: 130, maxMs: 250 } },
  });
});

async function shown(client: LspClient, on: DrawnApp = app, folder = run): Promise<string> {
  await client.request(openRun, { folder });
  await client.open(on.uri("login.js"), text);
  return on.uri("login.js");
}

/** Problems of a document as pushed by the server. */
function problemsOf(client: LspClient): PublishDiagnosticsParams[] {
  const pushes: PublishDiagnosticsParams[] = [];
  client.connection.onNotification("textDocument/publishDiagnostics", (push: PublishDiagnosticsParams) =>
    client.note(() => pushes.push(push)),
  );
  return pushes;
}

test("a hover says what is wrong, why, what to do instead and where to read on", async () => {
  await using client = await LspClient.start(bundle);
  const uri = await shown(client);
  const lines = (await client.hoverText(uri, 3)).split("\n");
  expect(lines.slice(2, 4)).toEqual([
    "$(lightbulb) **pbkdf2Sync blocks every other request** — 70.0 % of the busy time is spent in the synchronous pbkdf2Sync, called while a request is handled. Until it returns, the event loop handles nothing else.  ",
    "Use its asynchronous form \\(pbkdf2\\): the work then runs on the thread pool, several at a time. [Read more](https://nodejs.org/api/crypto.html#using-strings-as-inputs-to-cryptographic-apis)",
  ]);
  expect(await client.hoverText(uri, 4)).not.toContain("$(lightbulb)");
});

test("advice is in the user's language", async () => {
  await using client = await LspClient.start(bundle, { locale: "ru" });
  const uri = await shown(client);
  expect(await client.hoverText(uri, 3)).toContain("**pbkdf2Sync задерживает все остальные запросы** — 70,0 % занятости");
  await using chinese = await LspClient.start(bundle, { locale: "zh-cn" });
  expect(await chinese.hoverText(await shown(chinese), 3)).toContain("**pbkdf2Sync 阻塞其他所有请求**");
});

test("the lens above the function has the hint and leads to the line", async () => {
  await using client = await LspClient.start(bundle);
  const uri = await shown(client);
  const hint = (await client.lenses(uri)).find(({ command }) => command?.command === clientCommands.showAdvice);
  expect(hint?.range.start.line).toBe(2);
  expect(hint?.command).toMatchObject({
    title: "$(lightbulb) pbkdf2Sync blocks every other request",
    arguments: [{ uri, range: { start: { line: 3 } } }],
  });
});

test("all advice is listed, including that for the whole run", async () => {
  await using client = await LspClient.start(bundle);
  const uri = await shown(client);
  const advice = await client.request(runAdvice, {});
  expect(advice.map(({ rule, label, location }) => [rule, label, location?.uri])).toEqual([
    ["event-loop-blocked", "", undefined],
    ["synchronous-call", "login.js:4", uri],
  ]);
  expect(advice[0]?.explanation).toContain("busy 99.0 % of the time, and one time in a hundred it was 130 ms or more late");
  expect(advice[0]?.remedy).toContain("login.js:4 (70.0 %)");
});

test("advice moves with its line, is hidden while the function is edited, and is back after an undo", async () => {
  await using client = await LspClient.start(bundle);
  const uri = await shown(client);
  await client.edit(uri, 2, [0, 0], [0, 0], "\n\n");
  expect(await client.hoverText(uri, 5)).toContain("$(lightbulb)");
  expect(await client.hoverText(uri, 3)).not.toContain("$(lightbulb)");
  expect((await client.request(runAdvice, {})).map(({ label }) => label)).toContain("login.js:6");
  await client.edit(uri, 3, [5, 53], [5, 56], "2e4");
  expect(await client.hoverText(uri, 5)).not.toContain("$(lightbulb)");
  expect((await client.lensTitles(uri)).join("\n")).not.toContain("$(lightbulb)");
  expect((await client.request(runAdvice, {})).map(({ rule }) => rule)).toEqual(["event-loop-blocked"]);
  await client.edit(uri, 4, [5, 53], [5, 56], "1e5");
  expect(await client.hoverText(uri, 5)).toContain("$(lightbulb)");
});

test("a file that was edited on disk has advice at the current lines, and none at edited lines", async () => {
  const other = await makeApp({ "login.js": `// new\n${text}` });
  const folder = await drawRun(other, {
    scripts: { "login.js": text, "node:_http_server": "", "node:internal/crypto/pbkdf2": "" },
    threads: [drawing],
    load: {},
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder });
  expect((await client.request(runAdvice, {})).map(({ label }) => label)).toEqual(["login.js:5"]);
  await writeFile(other.path("login.js"), text.replace("1e5", "2e4"));
  expect(await client.request(runAdvice, {})).toEqual([]);
});

test("the Problems view lists advice if the setting is on, and follows edits", async () => {
  await using client = await LspClient.start(bundle);
  const pushes = problemsOf(client);
  const uri = await shown(client);
  await client.change({ adviceInProblems: true });
  await client.until(() => pushes.length > 0, "problems");
  expect(pushes).toMatchObject([
    {
      uri,
      diagnostics: [
        {
          range: { start: { line: 3 } },
          severity: 3,
          source: "Heatline",
          code: "synchronous-call",
          codeDescription: { href: "https://nodejs.org/api/crypto.html#using-strings-as-inputs-to-cryptographic-apis" },
        },
      ],
    },
  ]);
  await client.edit(uri, 2, [3, 53], [3, 56], "2e4");
  await client.until(() => pushes.length > 1, "problems after the edit");
  expect(pushes[1]).toMatchObject({ uri, diagnostics: [] });
  await client.edit(uri, 3, [3, 53], [3, 56], "1e5");
  await client.until(() => pushes.length > 2, "problems after the undo");
  expect(pushes[2]?.diagnostics).toHaveLength(1);
  await client.change({ adviceInProblems: false });
  await client.until(() => pushes.length > 3, "problems taken back");
  expect(pushes[3]).toMatchObject({ uri, diagnostics: [] });
});

test("a line without a cost shows advice if Node warned about it", async () => {
  const warned = await drawRun(app, {
    scripts: { "login.js": text, "node:_http_server": "" },
    threads: ["100 | node:_http_server parserOnIncoming@1000:1 1139:5 > login.js login@3:15 5:12"],
    load: {},
    run: {
      warnings: [
        {
          name: "MaxListenersExceededWarning",
          message: "Possible EventEmitter memory leak detected. 11 sold listeners added to [EventEmitter].",
          frames: [{ url: app.path("login.js"), line: 4, column: 8 }],
        },
      ],
    },
  });
  await using client = await LspClient.start(bundle);
  const uri = await shown(client, app, warned);
  const hover = await client.hoverText(uri, 3);
  expect(hover).toMatch(/^\$\(lightbulb\) \*\*listeners pile up: Node warned\*\*/);
  expect(hover).toContain("11 sold listeners added to \\[EventEmitter\\]");
});
