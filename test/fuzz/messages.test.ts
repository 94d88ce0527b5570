import { once } from "node:events";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { parseAdapterEvent } from "../../extension/debug/adapter-events.ts";
import { checkAttachArguments, checkLaunchArguments, checkLoadPlan } from "../../extension/debug-adapter/launch-arguments.ts";
import { HeatlineSession } from "../../extension/debug-adapter/session.ts";
import { parted, rejoined } from "../../extension/load/plan-secrets.ts";
import { defaultsFrom, planFrom } from "../../language-server/analysis/load/load.ts";
import { planProblemText } from "../../language-server/analysis/load/plan-problem-text.ts";
import { planProblems } from "../../language-server/analysis/load/load-problems.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { labelRequests, targetRequests } from "../../language-server/recording/load/request-target.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { makeOrdersApp, serverText, type OrdersApp } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";
import { fromCompare } from "../../webview/compare/outgoing.ts";
import { fromFlame } from "../../webview/flame/outgoing.ts";
import { fromLoadForm } from "../../webview/load/outgoing.ts";
import { hunt, huntLimit, type Prey } from "./hunt.ts";
import { mutateJson } from "./mutate-json.ts";

let app: OrdersApp;
let server: LspClient;

beforeAll(async () => {
  const [made, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
  [app, server] = [made, await LspClient.start(bundle)];
  await server.request(openRun, { folder: app.run });
  await server.open(app.uri("server.js"), serverText);
});

afterAll(() => server[Symbol.asyncDispose]());

/** One of the messages, damaged. */
function ofMessages(messages: () => readonly unknown[]): Prey["damaged"] {
  return (random) => Buffer.from(JSON.stringify(mutateJson(random.of(messages()), random)) ?? "null");
}

function parsed(input: Uint8Array): unknown {
  return JSON.parse(Buffer.from(input).toString());
}

/** A refusal in words is a right answer, too. */
function refusable(work: () => void): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof UserError && inEnglish(error.coded) !== error.coded.code) return [];
    throw error;
  }
}

const plan = loadPlan(3000, {
  requests: [{ method: "POST", path: "/a?b=c", headers: { cookie: "a=b", accept: "*/*" }, body: "{}" }],
  setup: [{ method: "GET", path: "/", headers: {}, body: "", bodyFile: "body.json" }],
});

test("damaged messages of the panels are refused, or mean what they say", { timeout: huntLimit() }, async () => {
  const key = "k";
  const messages = [
    { type: "startLoad", plan },
    { type: "saveLoad", plan },
    { type: "frameClicked", key, frame: 3 },
    { type: "placeClicked", key, file: "/app/a.js", line: 3 },
    { type: "bridgeBroken", missing: ["a"] },
    { type: "goToRow", key, list: "lines", row: 1 },
    { type: "normalise", key, per: "second" },
    { type: "showInCode", changes: true },
  ];
  const check: Prey["check"] = (input) =>
    [fromLoadForm, fromFlame, fromCompare].flatMap((schema) => {
      const message = v.safeParse(schema, parsed(input));
      if (!message.success || !("plan" in message.output)) return [];
      const read = message.output.plan;
      planProblems(read).forEach((problem) => planProblemText(problem));
      const { plan: open, secrets } = parted(read);
      const whole = JSON.stringify(rejoined(open, secrets)) === JSON.stringify(read);
      const saved = planFrom(defaultsFrom(read));
      if (planProblems(read).length === 0) targetRequests(saved);
      labelRequests(read.requests);
      return whole ? [] : ["a plan is not what it was when its secrets are put back"];
    });
  expect(await hunt({ kind: "webview", damaged: ofMessages(() => messages), check, rounds: 500 })).toEqual([]);
});

test("damaged launch and attach arguments, plans and events are refused in words", { timeout: huntLimit() }, async () => {
  const launch = {
    program: "a.js",
    args: ["b"],
    env: { A: "b", C: null },
    samplingIntervalUs: 500,
    runsFolder: "/r",
    pathMappings: { "/a": "/b" },
  };
  const figures = { requests: 1, requestsPerSecond: 1, p50Ms: 1, p97_5Ms: 1, p99Ms: 1, errors: 0 };
  const events = [
    ["heatline.loadProgress", { phase: "measuring", elapsedSeconds: 1, remainingSeconds: 2, figures }],
    ["heatline.loop", { thread: "main", of: 1, busy: 0.5, delayP99Ms: 1.5, heapUsed: 5e6 }],
    ["heatline.ready", { pid: 1, program: "/app/server.js", nodeVersion: "22.0.0", origins: ["http://127.0.0.1:1"], hasLiveHeat: true }],
    ["heatline.runWritten", { folder: "/r", id: "x" }],
  ] as const;
  const check: Prey["check"] = (input) => {
    const value = parsed(input);
    for (const [name] of events) {
      try {
        parseAdapterEvent(name, value);
      } catch (error) {
        if (!v.isValiError(error)) throw error;
      }
    }
    return [checkLaunchArguments, checkAttachArguments, checkLoadPlan].flatMap((read) => refusable(() => void read(value)));
  };
  const messages = [launch, { host: "::1", port: 9229, runsFolder: "/r", recorder: "exact" }, { plan }, ...events.map(([, body]) => body)];
  expect(await hunt({ kind: "arguments", damaged: ofMessages(() => messages), check, rounds: 500 })).toEqual([]);
});

test("a debug adapter goes on after damaged messages of its protocol", { timeout: huntLimit() }, async () => {
  const bundles = { watchdog: "", tickLogWorker: "", autocannonChild: "", inApp: "" };
  const output = new PassThrough().setMaxListeners(0);
  let input = new PassThrough();
  let heard = "";
  output.on("data", (text: Buffer) => (heard = (heard + text.toString()).slice(-20_000)));
  const send = (text: string): void => void input.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  const begin = (): void => {
    input = new PassThrough();
    new HeatlineSession(bundles, output).start(input, output);
  };
  const commands = ["initialize", "threads", "setBreakpoints", "setExceptionBreakpoints", "evaluate", "pause", "stackTrace", "variables"];
  const own = ["startLoad", "startCheckedLoad", "proceedLoad", "cancelLoad", "startRecording", "stopRecording"].map(
    (name) => `heatline.${name}`,
  );
  const args = { clientID: "x", locale: "en", expression: "1", breakpoints: [{ line: 1 }], threadId: 1, plan };
  const messages = [...commands, ...own].map((command, seq) => ({ seq, type: "request", command, arguments: args }));
  let asked = 0;
  const check: Prey["check"] = async (message) => {
    const text = Buffer.from(message).toString();
    // A session that is initialised refuses it, one that is not refuses the others.
    if (asked === 0 || text.includes("initialize")) begin();
    send(text);
    if (asked === 0 || text.includes("initialize")) send(JSON.stringify({ ...messages[0], seq: 999_999 }));
    const seq = 1_000_000 + asked++;
    send(JSON.stringify({ seq, type: "request", command: "threads" }));
    while (!heard.includes(`"request_seq":${seq}`)) await once(output, "data");
    const said = heard;
    heard = "";
    return /TypeError|RangeError|\\n {4}at /.test(said) ? [said.slice(0, 500)] : [];
  };
  expect(await hunt({ kind: "dap", damaged: ofMessages(() => messages), check, rounds: 500 })).toEqual([]);
});

test("the language server answers damaged requests, and never with a bug of its own", { timeout: huntLimit() }, async () => {
  const uri = app.uri("server.js");
  const [textDocument, place] = [
    { uri, version: 2 },
    { uri, line: 3, character: 3, name: "handler" },
  ];
  const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 1 } };
  const messages = (): readonly unknown[] => [
    ["textDocument/hover", { textDocument, position: range.start }],
    ["textDocument/codeLens", { textDocument }],
    ["heatline/callersAndCallees", place],
    ["heatline/frameAt", place],
    ["heatline/locateFrame", { frame: 1 }],
    ["heatline/flame", {}],
    ["heatline/hotFunctions", { filter: "h", by: "self", origin: "own", limit: 10 }],
    ["heatline/routes", { uris: [uri] }],
    ["heatline/select", { selection: { threads: [0] } }],
    ["heatline/openRun", { folder: app.run }],
    ["heatline/compare", { base: app.run, current: app.run }],
    ["heatline/locateComparedRow", { list: "lines", row: 0 }],
    ["heatline/exportRun", { format: "markdown" }],
    ["heatline/runs", {}],
    ["heatline/settings", { threshold: 0.1, ownCode: ["a/**"], pathMappings: { "/a": "/b" } }],
    ["textDocument/didChange", { textDocument, contentChanges: [{ range, text: "x" }] }],
    ["workspace/didRenameFiles", { files: [{ oldUri: uri, newUri: uri }] }],
  ];
  const check: Prey["check"] = async (input) => {
    const message = parsed(input);
    const [method, params] = Array.isArray(message) ? (message as unknown[]) : [];
    if (typeof method !== "string" || method === "" || method.startsWith("$/") || /initialize|exit|shutdown/.test(method)) return [];
    const found = server.log.length;
    if (/didChange|settings|didRename/.test(method)) await server.connection.sendNotification(method, params);
    else await server.connection.sendRequest(method, params).catch((error: { readonly code?: number }) => error);
    return server.log.slice(found).filter((line) => /\n\s+at /.test(line) && !/didChange|ValiError/.test(line));
  };
  expect(await hunt({ kind: "lsp", damaged: ofMessages(messages), check, rounds: 500 })).toEqual([]);
  expect(await server.hoverText(uri, 4).catch(() => "answered")).not.toBe(undefined);
  expect(server.process.exitCode).toBe(null);
});
