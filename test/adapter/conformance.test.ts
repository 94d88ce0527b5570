import path from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { expect, test } from "vitest";
import { appsFolder, DapClient, loadPlan, portsOf } from "../drivers/adapter/dap-client.ts";
import { startInspected } from "../drivers/adapter/inspected-app.ts";
import { dapErrors } from "../drivers/protocol/dap-types.ts";

const isResponse = (message: DebugProtocol.ProtocolMessage): message is DebugProtocol.Response => message.type === "response";

/** What is wrong with all that the adapter sent in a session that has ended. */
async function faultsOf({ received, sent }: DapClient): Promise<readonly string[]> {
  const faults = [...(await dapErrors(received))];
  received.forEach(({ seq }, index) => {
    if (seq !== index + 1) faults.push(`message ${index + 1} has the sequence number ${seq}`);
  });
  const answered = received.filter(isResponse);
  for (const [seq, command] of sent) {
    const answers = answered.filter(({ request_seq }) => request_seq === seq);
    if (answers.length !== 1 || answers[0]?.command !== command) faults.push(`${command} has ${answers.length} responses`);
  }
  for (const { success, command, message = "", body } of answered) {
    const { format, variables } = (body as DebugProtocol.ErrorResponse["body"] | undefined)?.error ?? {};
    // What an evaluated expression throws is the app's own text.
    const isSentence = command === "evaluate" || (/^[“\p{Lu}].*\.$/su.test(message) && !/[{}]/.test(message));
    if (!success && !isSentence) faults.push(`the error of ${command} is not a sentence: ${message}`);
    if (!success && format?.replaceAll(/\{(\w+)\}/g, (_all, name: string) => variables?.[name] ?? "") !== message)
      faults.push(`the errors of ${command} are two: ${message}, ${format}`);
  }
  const odd = ["initialized", "terminated", "exited"].filter(
    (name) => received.filter((each) => "event" in each && each.event === name).length > 1,
  );
  return [...faults, ...odd.map((name) => `${name} was sent twice`)];
}

/** The error's sentence; throws if the request succeeds. */
async function refusal(client: DapClient, command: string, args: object | null): Promise<string> {
  return client.request(command, args).then(
    () => Promise.reject(new Error(`${command} ${JSON.stringify(args)} was not refused.`)),
    (error: Error) => error.message,
  );
}

test("the judge finds what is missing, unknown or of another kind in messages", async () => {
  const good = { seq: 1, type: "event", event: "output", body: { output: "text", category: "stdout" } };
  const bad: object[] = [
    { ...good, body: { category: "stdout" } },
    { ...good, body: { output: 5 } },
    { ...good, body: { output: "text", colour: "red" } },
    { seq: 2, type: "event", event: "exited", body: {} },
    { seq: 2, type: "event", event: "noSuchEvent" },
    { seq: 2, type: "event", event: "heatline.runWritten", body: { folder: "/a" } },
    { seq: 2, type: "event", event: "heatline.noSuch", body: {} },
    { seq: 2, type: "response", request_seq: 1, command: "threads", success: true, body: {} },
    { seq: 2, type: "response", request_seq: 1, command: "threads", success: false, body: { error: { id: 1, format: "text" } } },
    { seq: 2, type: "response", command: "pause", success: true },
    { seq: 2, type: "request", command: "runInTerminal", arguments: { cwd: "/" } },
  ];
  const messages = [good, ...bad] as DebugProtocol.ProtocolMessage[];
  const found = (await dapErrors(messages)).join("\n");
  expect(bad.filter((message) => !found.includes(JSON.stringify(message)))).toEqual([]);
  expect(found).not.toContain(JSON.stringify(good));
});

test("a launched session with a load, a restart and a terminal keeps to the protocol", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js", { console: "integratedTerminal" });
  const first = await client.waitFor("heatline.ready", (body) => portsOf(body).length > 0);
  await client.request("threads", null);
  await client.request("setBreakpoints", { source: { path: path.join(appsFolder, "server.js") }, breakpoints: [{ line: 3 }] });
  await client.request("setBreakpoints", { source: { path: path.join(appsFolder, "server.js") } });
  await client.request("setExceptionBreakpoints", { filters: [] });
  await client.request("evaluate", { expression: "1 + 1" });
  await refusal(client, "evaluate", { expression: "null.x" });
  await client.request("heatline.startLoad", { plan: loadPlan(portsOf(first)[0]!) });
  await client.run();
  await client.request("restart", null);
  const second = await client.waitFor("heatline.ready", (body) => body["pid"] !== first["pid"] && portsOf(body).length > 0);
  await client.request("heatline.startLoad", { plan: loadPlan(portsOf(second)[0]!, { durationSeconds: 60 }) });
  await client.waitForLoad("measuring");
  await client.request("heatline.cancelLoad");
  await client.stop();
  expect(await faultsOf(client)).toEqual([]);
  expect(await client.processesLeft()).toEqual([]);
});

test("an attached session with a recording keeps to the protocol", { tags: "thorough" }, async () => {
  await using app = await startInspected(path.join(appsFolder, "server.js"));
  await using client = await DapClient.start();
  await client.attach(app.inspectorPort);
  await client.waitForPort();
  await client.request("heatline.startRecording");
  await client.waitFor("heatline.recording", ({ recording }) => recording === true);
  await client.request("heatline.stopRecording");
  await client.run();
  await client.request("restart", null);
  await client.stop();
  expect(await faultsOf(client)).toEqual([]);
  expect(app.child.exitCode).toBeNull();
});

test(
  "a client that sends only what the protocol requires gets the app's output in its own numbering, and disconnect ends the app",
  { tags: "thorough" },
  async () => {
    await using client = await DapClient.connect();
    await client.request("initialize", { adapterID: "heatline", linesStartAt1: false, columnsStartAt1: false });
    await client.request("launch", { program: path.join(appsFolder, "crash.js"), runsFolder: client.runsFolder });
    const output = await client.waitFor("output", ({ source }) => source !== undefined);
    const [, line, column] = /:(\d+):(\d+)/.exec(String(output["output"])) ?? [];
    expect(output).toMatchObject({ line: Number(line) - 1, column: Number(column) - 1 });
    await client.waitFor("terminated");
    await client.request("disconnect", null);
    expect(await faultsOf(client)).toEqual([]);

    await using other = await DapClient.connect();
    await other.request("initialize", { adapterID: "heatline" });
    await other.request("launch", { program: path.join(appsFolder, "server.js"), runsFolder: other.runsFolder });
    const { pid } = await other.waitFor("heatline.ready");
    await other.request("disconnect", null);
    expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
    expect(await faultsOf(other)).toEqual([]);
  },
);

test(
  "before initialize every request is refused and does nothing, then the session begins; one may also end at once",
  { tags: "thorough" },
  async () => {
    await using client = await DapClient.connect();
    const launch = { program: path.join(appsFolder, "server.js"), runsFolder: client.runsFolder };
    for (const [command, args] of [
      ["launch", launch],
      ["attach", { port: 9229, runsFolder: client.runsFolder }],
      ["restart", { arguments: launch }],
      ["configurationDone", null],
      ["threads", null],
      ["setBreakpoints", { source: { path: "/a.js" }, breakpoints: [{ line: 1 }] }],
      ["evaluate", { expression: "1" }],
      ["stackTrace", { threadId: 1 }],
      ["heatline.startRecording", null],
      ["terminate", null],
      ["no.such.request", null],
    ] as const)
      expect(await refusal(client, command, args)).toBe(`The request ${command} came before initialize. Send initialize first.`);
    expect(client.events).toEqual([]);
    await client.request("initialize", { adapterID: "heatline" });
    await client.request("launch", launch);
    await client.waitFor("heatline.ready");
    await client.request("disconnect", null);
    // What was refused was not done later.
    expect(new Set(client.all("heatline.ready").map((body) => body["pid"])).size).toBe(1);
    expect(await faultsOf(client)).toEqual([]);

    await using other = await DapClient.connect();
    await other.request("disconnect", null);
    other.process.stdin?.end();
    await other.exited();
    expect(other.process.exitCode).toBe(0);
    expect(await faultsOf(other)).toEqual([]);
  },
);

test("a second launch is refused, and disconnect ends the first app", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const { pid } = await client.waitFor("heatline.ready");
  const launch = { program: path.join(appsFolder, "server.js"), runsFolder: client.runsFolder };
  expect(await refusal(client, "launch", launch)).toContain("has begun already");
  expect(await refusal(client, "attach", { port: 9229, runsFolder: client.runsFolder })).toContain("has begun already");
  process.kill(Number(pid), 0);
  expect(client.all("heatline.ready").every((body) => body["pid"] === pid)).toBe(true);
  await client.request("disconnect", { terminateDebuggee: true });
  expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
  expect(await faultsOf(client)).toEqual([]);
});

test("requests about a stopped program, unknown, unsupported and malformed ones are answered with a sentence", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const inThread = { threadId: 1 };
  const stopped: readonly (readonly [string, object])[] = [
    ["continue", inThread],
    ["next", inThread],
    ["stepIn", inThread],
    ["stepOut", inThread],
    ["stepBack", inThread],
    ["reverseContinue", inThread],
    ["restartFrame", { frameId: 1 }],
    ["goto", { threadId: 1, targetId: 1 }],
    ["gotoTargets", { source: { path: "/a.js" }, line: 1 }],
    ["stepInTargets", { frameId: 1 }],
    ["stackTrace", inThread],
    ["scopes", { frameId: 1 }],
    ["variables", { variablesReference: 1 }],
    ["setVariable", { variablesReference: 1, name: "a", value: "1" }],
    ["setExpression", { expression: "a", value: "1" }],
    ["exceptionInfo", inThread],
    ["source", { sourceReference: 1 }],
  ];
  for (const [command, args] of stopped) {
    expect(await refusal(client, command, args)).toContain("Nothing is stopped");
    expect(await refusal(client, command, null)).toContain("Nothing is stopped");
  }
  const unsupported: readonly (readonly [string, object | null])[] = [
    ["modules", {}],
    ["loadedSources", {}],
    ["completions", { text: "a", column: 1 }],
    ["dataBreakpointInfo", { name: "a" }],
    ["setDataBreakpoints", { breakpoints: [] }],
    ["setFunctionBreakpoints", { breakpoints: [] }],
    ["setInstructionBreakpoints", { breakpoints: [] }],
    ["breakpointLocations", { source: { path: "/a.js" }, line: 1 }],
    ["readMemory", { memoryReference: "a", count: 1 }],
    ["writeMemory", { memoryReference: "a", data: "" }],
    ["disassemble", { memoryReference: "a", instructionCount: 1 }],
    ["locations", { locationReference: 1 }],
    ["terminateThreads", { threadIds: [1] }],
    ["cancel", { requestId: 1 }],
    ["no.such.request", null],
    ["toString", null],
  ];
  for (const [command, args] of unsupported)
    expect(await refusal(client, command, args)).toContain(`does not support the request ${command}`);
  expect(await refusal(client, "initialize", { adapterID: "heatline" })).toContain("initialised this session already");
  expect(await refusal(client, "pause", inThread)).toContain("cannot be paused");
  for (const command of ["launch", "attach", "setBreakpoints", "evaluate", "heatline.startLoad", "heatline.startCheckedLoad"])
    for (const args of [null, { program: 5, port: "x", breakpoints: 5, expression: [], plan: { tool: "curl" } }])
      expect(await refusal(client, command, args)).not.toBe("");
  expect(await refusal(client, "restart", { arguments: { program: 5 } })).toContain("program");
  await client.stop();
  expect(await faultsOf(client)).toEqual([]);
});
