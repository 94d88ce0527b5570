import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";

/** As the extension host of VS Code forks an adapter: on a server, and in the desktop app, where it is required by a line of code. */
const ways = [[], ["-e", "delete process.env.ELECTRON_RUN_AS_NODE;require(process.argv[1])"]];

test.each(ways.map((execArgv) => ({ execArgv })))("an adapter that VS Code forks with $execArgv answers", async ({ execArgv }) => {
  const { debugAdapter } = await buildAdapter();
  const adapter = fork(debugAdapter, [], { silent: true, execArgv });
  const request = JSON.stringify({ seq: 1, type: "request", command: "initialize", arguments: { adapterID: "heatline" } });
  adapter.stdin?.write(`Content-Length: ${request.length}\r\n\r\n${request}`);
  const [answer] = (await once(adapter.stdout as NodeJS.ReadableStream, "data", { signal: AbortSignal.timeout(60_000) })) as [Buffer];
  expect(answer.toString()).toContain('"command":"initialize","success":true');
  adapter.stdin?.end();
  expect(await once(adapter, "exit")).toEqual([0, null]);
});
