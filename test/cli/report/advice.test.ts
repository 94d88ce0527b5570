import { expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { buildCommandLine } from "../command-line.ts";

test("advice has the words that the editor has for it, and programs get it, too", async () => {
  const cli = await buildCommandLine();
  const text =
    'const { pbkdf2Sync } = require("node:crypto");\nfunction login(request) {\n  return pbkdf2Sync(request.url, "", 1e5, 64, "sha512");\n}\n';
  const drawn = await makeApp({ "login.js": text });
  const run = await drawRun(drawn, {
    scripts: { "login.js": text, "node:_http_server": "", "node:internal/crypto/pbkdf2": "" },
    threads: [
      `700 | node:_http_server parserOnIncoming@1000:1 1139:5 > login.js login@2:15 3:10 > node:internal/crypto/pbkdf2 pbkdf2Sync@60:1 74:3 > HandleApiCall
       300 | node:_http_server parserOnIncoming@1000:1 1139:5 > login.js login@2:15 3:3`,
    ],
    load: {},
    run: { eventLoopBusy: 0.99, eventLoopDelay: { p99Ms: 130, maxMs: 250 } },
  });
  const file = drawn.path("login.js");
  const explanation =
    "70.0 % of the busy time is spent in the synchronous pbkdf2Sync, called while a request is handled. Until it returns, the event loop handles nothing else.";
  const remedy = "Use its asynchronous form (pbkdf2): the work then runs on the thread pool, several at a time.";
  const documentation = "https://nodejs.org/api/crypto.html#using-strings-as-inputs-to-cryptographic-apis";
  const options = { cwd: drawn.folder };
  const { out } = await cli.run(["report", run], options);
  expect(out).toContain("\n\nAdvice\nthe event loop is blocked\n  The event loop was busy 99.0 % of the time");
  expect(out).toContain(`: login.js:3 (100.0 %).\n`);
  expect(out).toContain(`\nlogin.js:3  pbkdf2Sync blocks every other request\n  ${explanation}\n  ${remedy}\n  ${documentation}\n`);
  const { advice } = JSON.parse((await cli.run(["report", run, "--json"], options)).out) as JsonReport;
  const hint = "pbkdf2Sync blocks every other request";
  expect(advice).toEqual([
    expect.objectContaining({ rule: "event-loop-blocked", file: null, line: null, hint: "the event loop is blocked" }),
    { rule: "synchronous-call", file, line: 3, ticks: 700, inferred: false, hint, explanation, remedy, documentation },
  ]);
});
