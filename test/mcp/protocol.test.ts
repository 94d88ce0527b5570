import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { once } from "node:events";
import { envelope, RawClient } from "./raw-client.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "heatline-mcp-"));
});

afterAll(() => rm(root, { recursive: true }));

const start = (): Promise<RawClient> => RawClient.start(["--root", root]);

test("a client of 2025-11-25 begins with initialize, and older revisions are spoken, too", async () => {
  await using client = await start();
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "old", version: "1" } };
  const answer = await client.ask("initialize", params);
  expect(answer).toMatchObject({
    result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "heatline" } },
  });
  expect(await client.ask("initialize", { ...params, protocolVersion: "2025-03-26" })).toMatchObject({
    result: { protocolVersion: "2025-03-26" },
  });
  expect(await client.ask("initialize", { ...params, protocolVersion: "1999-01-01" })).toMatchObject({
    result: { protocolVersion: "2025-11-25" },
  });
  expect(await client.ask("ping")).toMatchObject({ result: {} });
  const listed = await client.ask("tools/list");
  expect(listed["result"]).not.toHaveProperty("resultType");
});

test("a client of 2026-07-28 says with each request what it is", async () => {
  await using client = await start();
  expect(await client.askAlone("server/discover")).toMatchObject({
    result: {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
      cacheScope: "public",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "heatline" } },
    },
  });
  expect(await client.askAlone("tools/list")).toMatchObject({ result: { resultType: "complete", ttlMs: expect.any(Number) } });
  expect(await client.askAlone("ping")).toMatchObject({ error: { code: -32_601 } });
  const later = { ...envelope(), "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
  expect(await client.ask("tools/list", { _meta: later })).toMatchObject({
    error: { code: -32_022, data: { supported: ["2026-07-28"], requested: "2031-01-01" } },
  });
  const { "io.modelcontextprotocol/clientCapabilities": _, ...lacking } = envelope();
  expect(await client.ask("tools/list", { _meta: lacking })).toMatchObject({ error: { code: -32_602 } });
});

test("what is no request gets a clear answer, and the next one is served", async () => {
  await using client = await start();
  client.write("{ not JSON\n");
  expect(await client.waitFor((message) => message["error"] !== undefined)).toMatchObject({ error: { code: -32_700 } });
  client.write(`${JSON.stringify([1, 2])}\n`);
  client.write(`${JSON.stringify({ jsonrpc: "2.0", id: { odd: true }, method: "tools/list" })}\n`);
  client.write(`${JSON.stringify({ jsonrpc: "1.0", id: "seven", method: "tools/list" })}\n`);
  expect(await client.waitFor((message) => message["id"] === "seven")).toMatchObject({ error: { code: -32_600 } });
  // Answers to questions that nobody asked, and cancellations of what does not run.
  client.send({ id: "heatline-99", result: { action: "accept" } });
  client.send({ method: "notifications/cancelled", params: { requestId: "unknown" } });
  client.write(`${"x".repeat(1_000_001)}\n`);
  expect(await client.waitFor(({ error }) => JSON.stringify(error ?? "").includes("longer than 1 MB"))).toMatchObject({
    error: { code: -32_600 },
  });
  for (const message of [
    { jsonrpc: "2.0", id: "first", method: "tools/call", params: { name: "heatline_runs", arguments: { text: "x".repeat(1_000_000) } } },
    { method: "tools/call", params: { name: "heatline_runs", arguments: { text: "x".repeat(3_000_000) } }, jsonrpc: "2.0", id: 4711 },
  ]) {
    client.write(`${JSON.stringify(message)}\n`);
    expect(await client.waitFor(({ id }) => id === message.id)).toMatchObject({ error: { code: -32_600 } });
  }
  expect(await client.ask("no/such")).toMatchObject({ error: { code: -32_601 } });
  expect(await client.ask("tools/call", { name: "heatline_nothing" })).toMatchObject({ error: { code: -32_602 } });
  expect(await client.ask("tools/call", {})).toMatchObject({ error: { code: -32_602 } });
  expect(await client.ask("tools/list")).toHaveProperty("result");
});

test("a misspelt argument is refused with those that are known, and a wrong value with the reason", async () => {
  await using client = await start();
  const called = async (name: string, args: object): Promise<string> => {
    const { result } = (await client.ask("tools/call", { name, arguments: args })) as {
      result: { isError: boolean; content: { text: string }[] };
    };
    expect(result.isError).toBe(true);
    return result.content[0]?.text ?? "";
  };
  expect(await called("heatline_hot_lines", { limit: 3 })).toBe("There is no argument “limit”. Known: run, by, cursor.");
  expect(await called("heatline_hot_lines", { constructor: 1 })).toContain("There is no argument “constructor”.");
  expect(await called("heatline_hot_lines", { ["x".repeat(90_000)]: 1 })).toHaveLength(
    "There is no argument “”. Known: run, by, cursor.".length + 81,
  );
  expect(await called("heatline_hot_lines", { by: "wall" })).toContain("“by”");
  expect(await called("heatline_hot_lines", {})).toContain("Nothing was measured yet");
  expect(await called("heatline_profile", { script: "start", load: { path: "/", duration: 3 } })).toContain("load.duration");
});

test("the server ends with its input, and with a signal", async () => {
  const client = await start();
  await client.ask("tools/list");
  client.process.stdin.end();
  const [code] = (await once(client.process, "exit")) as [number];
  expect(code).toBe(0);
  const other = await start();
  await other.ask("tools/list");
  other.process.kill("SIGTERM");
  expect(await once(other.process, "exit")).toEqual([0, null]);
});

test("an option that is not known is wrong usage", async () => {
  const client = await RawClient.start(["--rot", root]);
  expect(await once(client.process, "exit")).toEqual([2, null]);
});
