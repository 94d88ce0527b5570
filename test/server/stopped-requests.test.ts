import { wholeRuns } from "../../language-server/analysis/selection/compared-part.ts";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { once } from "node:events";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import { noFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { Cancelled } from "../../language-server/lsp/cancelled.ts";
import { newest } from "../../language-server/lsp/respond.ts";
import { RunWorker, Workers } from "../../language-server/lsp/runs/run-worker.ts";
import { WorkerClient } from "../../language-server/lsp/runs/worker-client.ts";
import type { FromAnalysis } from "../../language-server/lsp/worker/analysis-messages.ts";
import { compare } from "../../language-server/protocol/compare/compare.ts";
import { flame } from "../../language-server/protocol/flame.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { drawRun } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, utilText } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;
let client: WorkerClient;
/** All that the worker says. */
const heard: FromAnalysis[] = [];
/** Requests that wait to be sent to the worker; undefined: they are sent at once. */
let held: (() => void)[] | undefined;

const died = (): UserError => new UserError("analysis.crashed");
const settings = { ownCode: [], pathMappings: {}, sourceFolders: [] };

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
  const started = once(process, "worker") as Promise<[Worker]>;
  client = new WorkerClient({ file: path.join(bundle, "analysis-worker.js"), died, onDeath: () => undefined });
  const [worker] = await started;
  worker.on("message", (message: FromAnalysis) => heard.push(message));
  // Without these messages it can learn of a cancellation only while it runs the request.
  const send = worker.postMessage.bind(worker);
  worker.postMessage = (message: object, ...rest: never[]) => {
    if ("cancel" in message) return;
    if (held === undefined) send(message, ...rest);
    else held.push(() => send(message, ...rest));
  };
  await client.request("open", { folder: app.run, ...settings });
});

afterAll(() => client[Symbol.dispose]());

/** Cancels a request before the worker gets it, which then starts it all the same. */
async function cancelled(ask: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  heard.length = 0;
  held = [];
  const answer = ask(controller.signal);
  controller.abort();
  const waiting = held;
  held = undefined;
  for (const send of waiting) send();
  await expect(answer).rejects.toThrow(Cancelled);
  // Comes after all that the worker says about the cancelled one.
  await client.request("pathsOfText", { text: utilText });
}

test("long work ends while it runs, without a result, and the worker goes on with the run and the threads that it had", async () => {
  const base = await client.request("digest", wholeRuns);
  const nothing = { folders: [], more: { base: [], next: [] } };
  const comparison = { base, asked: "second", by: "self", ...nothing, locale: "en", limit: 10 } as const;
  // The digest is then kept, so a comparison is stopped before that is needed.
  const parent = { direction: "callees", path: ["0"] } as const;
  const query = { groupBy: "function", rankBy: "total", filter: noFilter } as const;
  const asked = [
    (signal?: AbortSignal) => client.request("hotFunctions", { query, limit: 10 }, signal),
    (signal?: AbortSignal) =>
      client.request("hotChildren", { query: { ...query, filter: { ...noFilter, file: "util" } }, parent, limit: 10 }, signal),
    (signal?: AbortSignal) => client.request("select", { selection: { ...everything, threads: [0] } }, signal),
    (signal?: AbortSignal) => client.request("open", { folder: app.run, ...settings }, signal),
    (signal?: AbortSignal) => client.request("flame", { thread: undefined, filter: noFilter }, signal),
    (signal?: AbortSignal) => client.request("compare", { ...comparison, base: base.slice() }, signal),
  ];
  for (const ask of asked) {
    await cancelled(ask);
    expect(heard.map((message) => ("stopped" in message ? "stopped" : "result" in message ? "result" : "failed"))).toEqual([
      "stopped",
      "result",
    ]);
    expect(await ask()).toBeTruthy();
  }
});

test("a choice of threads that is cancelled leaves the one before it", async () => {
  const run = await drawRun(app, {
    scripts: { "util.js": utilText },
    threads: ["300 | util.js hash@3:13 5:13", "700 | util.js hash@3:13 4:13"],
  });
  await client.request("open", { folder: run, ...settings });
  const ticks = async (): Promise<number | undefined> => (await client.request("line", { path: app.path("util.js"), line: 5 }))?.totalTicks;
  expect((await client.request("select", { selection: { ...everything, threads: [0] } }))?.busyTicks).toBe(300);
  await cancelled((signal) => client.request("select", { selection: { ...everything, threads: [1] } }, signal));
  expect(await ticks()).toBe(300);
  await cancelled((signal) => client.request("open", { folder: app.run, ...settings }, signal));
  expect(await ticks()).toBe(300);
});

test("a choice of threads that is cancelled when the worker has already made it is undone", async () => {
  const threads = ["300 | util.js hash@3:13 5:13", "700 | util.js hash@3:13 5:13"];
  const run = await drawRun(app, { scripts: { "util.js": utilText }, threads });
  const started = once(process, "worker") as Promise<[Worker]>;
  using workers = new Workers({ file: path.join(bundle, "analysis-worker.js"), died, onDeath: () => undefined });
  const never = new AbortController().signal;
  const opened = await RunWorker.start({ folder: run, ...settings }, workers, never);
  const [worker] = await started;
  const shown = opened?.worker.hold();
  const ticks = async (): Promise<number | undefined> => (await shown?.request("line", { path: app.path("util.js"), line: 5 }))?.totalTicks;
  await shown?.select({ ...everything, threads: [0] }, never);
  const controller = new AbortController();
  worker.prependOnceListener("message", () => controller.abort());
  await expect(shown?.select(everything, controller.signal)).rejects.toThrow(Cancelled);
  expect(await ticks()).toBe(300);
  await shown?.select(everything, never);
  expect(await ticks()).toBe(1000);
  // Of several in a row the last stays: no return to what was before comes after it.
  const part = { ...everything, threads: [0] };
  const replaced = [1, 2, 3, 4].map(() => new AbortController());
  const answers = replaced.map(async ({ signal }, index) => {
    replaced[index - 1]?.abort();
    await shown?.select(part, signal);
  });
  const last = shown?.select(part, never);
  replaced.at(-1)?.abort();
  expect(new Set(await Promise.all(answers.map(async (answer) => answer.catch((error: Error) => error.name))))).toEqual(
    new Set(["Cancelled"]),
  );
  await last;
  expect(await ticks()).toBe(300);
  shown?.release();
});

test("short requests are answered by the worker although they are cancelled", async () => {
  await cancelled((signal) => client.request("pathsOfText", { text: utilText }, signal));
  expect(heard.map((message) => "result" in message)).toEqual([true, true]);
});

async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => "whole",
    (error: { readonly code: number }) => error.code,
  );
}

test("of the calls of a handler the newest is answered, and those that still run are cancelled", async () => {
  const signals: AbortSignal[] = [];
  const asked = newest(async (last: boolean, signal: AbortSignal) => {
    signals.push(signal);
    return last ? "whole" : new Promise<string>(() => undefined);
  });
  const never = new AbortController().signal;
  const [first, second] = [asked(false, never), asked(false, never)];
  await expect(first).rejects.toThrow(Cancelled);
  expect(await asked(true, never)).toBe("whole");
  await expect(second).rejects.toThrow(Cancelled);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
});

test("a newer flame graph or comparison takes the place of one that still runs", async () => {
  // Takes a while, so that the next request comes in between; if the system lets the server wait meanwhile, another attempt follows.
  const rows = Array.from({ length: 300 }, (_, at) => `1000 | util.js hash@3:13 ${4 + (at % 2)}:13 > native${at}`);
  const large = await drawRun(app, { scripts: { "util.js": utilText }, threads: [rows.join("\n")] });
  await using server = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await server.request(openRun, { folder: large });
  for (const ask of [() => server.request(flame, {}), () => server.request(compare, { newFolder: large, baseFolder: app.run })])
    await expect.poll(() => Promise.all([codeOf(ask()), codeOf(ask())]), { timeout: 60_000 }).toEqual([-32800, "whole"]);
  const source = new CancellationTokenSource();
  const cancelled = codeOf(server.request(flame, {}, source.token));
  source.cancel();
  expect(await cancelled).toBe(-32800);
  expect(await codeOf(server.request(flame, {}))).toBe("whole");
  expect(server.log.filter((line) => line.includes("    at "))).toEqual([]);
});
