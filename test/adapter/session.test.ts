import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { DapClient, loadPlan, portsOf } from "../drivers/adapter/dap-client.ts";

test("there is one thread, and breakpoints are not verified", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  expect(await client.request("threads")).toEqual({ threads: [{ id: 1, name: "main" }] });
  const { breakpoints } = await client.request("setBreakpoints", { source: { path: "/app.js" }, breakpoints: [{ line: 3 }] });
  expect(breakpoints).toEqual([expect.objectContaining({ verified: false, line: 3, message: expect.stringContaining("does not stop") })]);
  await expect(client.request("pause", { threadId: 1 })).rejects.toThrow("cannot be paused");
  await expect(client.request("stackTrace", { threadId: 1 })).rejects.toThrow("Nothing is stopped");
  await expect(client.launch("server.js")).rejects.toThrow("has begun already");
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("a debugger statement does not stop the app, even while sources are read", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  const requests = [{ method: "GET", path: "/debugger", headers: {}, body: "" }];
  await client.request("heatline.startLoad", { plan: loadPlan(port, { requests }) });
  expect((await client.run()).load?.requests).toBeGreaterThan(10);
  expect(await (await fetch(`http://127.0.0.1:${port}/debugger`)).text()).not.toBe("");
  await client.stop();
});

test("the Debug Console evaluates in the app", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  await client.waitForPort();
  const evaluate = async (expression: string): Promise<unknown> => (await client.request("evaluate", { expression }))["result"];
  expect(await evaluate("1 + 1")).toBe("2");
  expect(await evaluate("'text'")).toBe('"text"');
  expect(await evaluate("({ a: [1] })")).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(await evaluate("undefined")).toBe("undefined");
  expect(await evaluate("10n")).toBe("10n");
  expect(await evaluate("await Promise.resolve(5)")).toBe("5");
  await expect(evaluate("null.x")).rejects.toThrow("TypeError");
  await client.stop();
});

test("restart ends the app and starts it again in the same session", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const first = await client.waitFor("heatline.ready", ({ origins }) => (origins as string[]).length > 0);
  await client.request("restart");
  const second = await client.waitFor("heatline.ready", ({ pid, origins }) => pid !== first["pid"] && (origins as string[]).length > 0);
  expect(client.all("terminated")).toEqual([]);
  await client.request("heatline.startLoad", { plan: loadPlan(portsOf(second)[0] ?? 0) });
  expect((await client.run()).load?.non2xx).toBe(0);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("a wrong load plan is refused, and the error names what is wrong", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  const refused = client.request("heatline.startLoad", { plan: loadPlan(port, { connections: 0 }) });
  await expect(refused).rejects.toThrow("Connections must be a whole number from 1 to 10000; it is 0.");
  await client.stop();
});

test("requests before a launch are refused instead of ignored", async () => {
  await using client = await DapClient.start();
  await expect(client.request("heatline.startRecording")).rejects.toThrow("The app is not running");
  await expect(client.request("no.such.request")).rejects.toThrow("does not support the request no.such.request");
  await client.stop();
});

test("the adapter can serve a session on a port, for debugging it; optional parts of the protocol may be left out", async () => {
  const { debugAdapter } = await buildAdapter();
  const adapter = spawn(process.execPath, [debugAdapter, "--server=0"], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const [said] = (await once(adapter.stderr, "data")) as [Buffer];
    const socket = connect(Number(/port (\d+)/.exec(String(said))?.[1]), "127.0.0.1");
    for (const [seq, request] of [{ command: "initialize", arguments: { adapterID: "heatline" } }, { command: "restart" }].entries()) {
      const text = JSON.stringify({ seq: seq + 1, type: "request", ...request });
      socket.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
    }
    let answers = "";
    while (!answers.includes('"request_seq":2')) answers += String(((await once(socket, "data")) as [Buffer])[0]);
    expect(answers).toMatch(/"request_seq":1,[^{]*"success":true/);
    // A client that only shows the message still gets the full sentence.
    expect(answers).toContain('"message":"Nothing was launched yet. Start the session first."');
    socket.destroy();
    expect(await once(adapter, "exit")).toEqual([0, null]);
  } finally {
    adapter.kill();
  }
});
