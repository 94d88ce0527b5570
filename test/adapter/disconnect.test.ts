import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { flushed } from "../../language-server/recording/back-pressure.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { DapClient } from "../drivers/adapter/dap-client.ts";

const kinds = (client: DapClient): string[] =>
  client.received.map((message) =>
    message.type === "response"
      ? `${String((message as { command?: string }).command)} answered`
      : String((message as { event?: string }).event),
  );

test.each([["nothing was launched"], ["the app runs"], ["the app has ended"]])(
  "the adapter ends when disconnect is answered, though its input stays open: %s",
  async (when) => {
    await using client = await DapClient.start();
    if (when === "the app runs") await client.launch("idle.js").then(() => client.waitFor("heatline.ready"));
    if (when === "the app has ended") await client.launch("crash.js").then(() => client.waitFor("terminated"));
    await client.request("disconnect");
    await client.exited();
    expect(client.process.exitCode).toBe(0);
    expect(kinds(client).at(-1)).toBe("disconnect answered");
    expect(await client.processesLeft()).toEqual([]);
  },
);

test("a client that reads slowly gets the last event", { timeout: 60_000 }, async () => {
  await using client = await DapClient.start();
  await client.launch("writes-much.js", { args: ["8"] });
  await client.waitFor("output");
  client.process.stdout?.pause();
  const answers = Promise.all([client.request("terminate"), client.request("disconnect")]);
  // More waits in the adapter than the pipe holds.
  while ((await client.processes()).length > 1) await turn();
  expect(client.process.exitCode).toBeNull();
  client.process.stdout?.resume();
  await answers;
  await once(client.process, "close");
  expect(client.process.exitCode).toBe(0);
  expect(
    kinds(client)
      .filter((kind) => !/^(?:output|progress.*)$/.test(kind))
      .slice(-3),
  ).toEqual(["terminated", "terminate answered", "disconnect answered"]);
});

test("as a server the adapter ends with its session", async () => {
  const { debugAdapter } = await buildAdapter();
  const adapter = spawn(process.execPath, [debugAdapter, "--server=0"], { stdio: ["ignore", "ignore", "pipe"] });
  const [reported] = (await once(adapter.stderr.setEncoding("utf8"), "data")) as [string];
  const socket = net.connect(Number(/port (\d+)/.exec(reported)?.[1]), "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (text: string) => (received += text));
  for (const [seq, command] of ["initialize", "disconnect"].entries()) {
    const text = JSON.stringify({ seq: seq + 1, type: "request", command, arguments: { adapterID: "heatline" } });
    socket.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
  }
  const [[code]] = await Promise.all([once(adapter, "exit"), once(socket, "close")]);
  expect(code).toBe(0);
  expect(received).toMatch(/"command":"disconnect".*"success":true/);
});

test("a reader that takes nothing is waited for no longer than its time, and one that is gone not at all", async () => {
  const server = net.createServer((reader) => reader.pause()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const out = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  await once(out, "connect");
  while (out.writableLength === 0) {
    out.write(Buffer.alloc(1024 * 1024));
    await turn();
  }
  await flushed(out, 50);
  expect(out.writableLength).toBeGreaterThan(0);
  const gone = flushed(out);
  out.destroy();
  await gone;
  await flushed(out);
  server.close();
});
