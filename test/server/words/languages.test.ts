import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { PublishDiagnosticsParams } from "vscode-languageserver/node";
import { runAdvice } from "../../../language-server/protocol/callers.ts";
import { compare } from "../../../language-server/protocol/compare/compare.ts";
import { flame } from "../../../language-server/protocol/flame.ts";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { runDetails } from "../../../language-server/protocol/run-details.ts";
import { exportRun } from "../../../language-server/protocol/run-export.ts";
import { openProfile, openRun } from "../../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { latinWords } from "../../drivers/latin-words.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const text = `const crypto = require("node:crypto");

function login(request, response) {
  const key = crypto.pbkdf2Sync(request.url, "salt", 1e5, 64, "sha512");
  response.end(key.toString("hex"));
}
`;

const parser = "node:_http_server parserOnIncoming@1000:1 1139:5";
const drawing = `
700 | ${parser} > login.js login@3:15 4:22 > node:internal/crypto/pbkdf2 pbkdf2Sync@60:1 74:3 > HandleApiCall
295 | ${parser} > login.js login@3:15 5:12 > stringify
  5 | ${parser} > login.js login@3:15 5:12 ≈
 80 | (garbage collector)
 20 | (program)
100 | (idle)
`;

let bundle: string;
let app: DrawnApp;
let runs: { readonly shown: string; readonly base: string };

beforeAll(async () => {
  [bundle, app] = await Promise.all([bundleServer(), makeApp({ "login.js": text })]);
  const scripts = { "login.js": text, "node:_http_server": "", "node:internal/crypto/pbkdf2": "" };
  const tickLogs = [{ repairedTicks: 40, doubtfulTicks: 4, logBytes: 5_100_000 }];
  const problems = [
    { code: "v8Log.lostTicks", count: 3 },
    { code: "sources.badMaps", values: { script: "app.js", count: 2 }, count: 1 },
    { code: "inspector.lostSamples", values: { name: "worker 1", reason: { code: "inspector.endedEarly" } }, count: 1 },
    {
      code: "exact.threadNote",
      values: { name: "worker 2", why: { code: "exact.ownProfiler", values: { argument: "--prof" } } },
      count: 1,
    },
  ] as const;
  const recorderNote = { code: "exact.missingFlags", values: { version: "20.0.0", flags: "--prof" } } as const;
  const busy = { eventLoopBusy: 0.99, eventLoopDelay: { p99Ms: 130, maxMs: 250 } };
  runs = {
    shown: await drawRun(app, {
      scripts,
      threads: [drawing],
      tickLogs,
      load: {},
      run: { ...busy, problems, recorder: "inspector", recorderNote },
    }),
    base: await drawRun(app, { scripts, threads: [drawing.replace("700 |", "200 |")], load: {} }),
  };
});

/** Everything that the server shows for a run. */
async function shownTexts(client: LspClient): Promise<Readonly<Record<string, unknown>>> {
  const diagnostics: PublishDiagnosticsParams[] = [];
  client.connection.onNotification("textDocument/publishDiagnostics", (push: PublishDiagnosticsParams) =>
    client.note(() => diagnostics.push(push)),
  );
  const uri = app.uri("login.js");
  const summary = await client.request(openRun, { folder: runs.shown });
  await client.open(uri, text);
  const comparison = await client.request(compare, { baseFolder: runs.base });
  await client.until(() => diagnostics.length > 0 && client.heatPushes.length > 0, "heat and problems");
  await client.select({ filter: { showsNative: true } });
  const rows = async (groupBy: "function" | "file" | "package"): Promise<unknown> => {
    return (await client.request(hotFunctions, { query: { rankBy: "self", groupBy }, limit: 50 })).rows.map(({ name }) => name);
  };
  const file = path.join(app.runsFolder, "..", "report.md");
  await client.request(exportRun, { folder: runs.shown, format: "markdown", file });
  return {
    lenses: await client.lensTitles(uri),
    hovers: await Promise.all([2, 3, 4].map((line) => client.hoverText(uri, line))),
    lineEnds: client.heatPushes.flatMap(({ lines }) => lines.map((line) => line.text)),
    notes: [summary?.problems.map(({ message }) => message), summary?.recorderNote],
    details: (await client.request(runDetails, {}))?.groups,
    hotFunctions: [await rows("function"), await rows("file"), await rows("package")],
    diagnostics: diagnostics.flatMap((push) => push.diagnostics.map(({ message }) => message)),
    advice: (await client.request(runAdvice, {})).map(({ hint, explanation, remedy }) => [hint, explanation, remedy]),
    warnings: comparison.warnings.map((warning) => warning.text),
    report: await readFile(file, "utf8"),
  };
}

test.each(["ru", "zh-cn"])("nothing English but names is shown in a window in %s", async (locale) => {
  await using client = await LspClient.start(bundle, {
    locale,
    settings: {
      heatBy: "withLibraries",
      inlineText: "selfAndTotal",
      codeLens: true,
      threshold: 0.005,
      ownCode: [],
      pathMappings: {},
      adviceInProblems: true,
      listsWithout: [],
    },
  });
  const texts = await shownTexts(client);
  const shown = Object.entries(texts);
  expect(shown.filter(([, each]) => JSON.stringify(each).length <= 20)).toEqual([]);
  expect(shown.flatMap(([where, each]) => latinWords(each).map((word) => `${where}: ${word}`))).toEqual([]);
  const refusals = [
    await client.refused(openRun, { folder: path.join(app.folder, "missing") }),
    await client.refused(openProfile, { file: app.path("login.js") }),
    await client.refused(openProfile, { file: app.path("missing.cpuprofile") }),
  ];
  await using idle = await LspClient.start(bundle, { locale });
  expect(latinWords([...refusals, await idle.refused(flame, {})])).toEqual([]);
});
