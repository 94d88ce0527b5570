import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { placeApps } from "./command.ts";
import { setting, test } from "./windows-test.ts";

interface Answer {
  readonly id: number;
  readonly result: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}

test("an agent profiles a program, asks for a line, and leaves nothing when it closes the server's input", async (folder) => {
  const apps = await placeApps(folder);
  const server = spawn(process.execPath, [path.join(setting("HEATLINE_OUT"), "mcp.js"), "--root", apps, "--allow-commands"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (id: number, name: string, args: object): Promise<string> => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } })}\n`);
    for (;;) {
      const { value, done } = await answers.next();
      if (done === true) throw new Error("The server ended.");
      const answer = JSON.parse(value) as Answer;
      if (answer.id !== id) continue;
      assert.notEqual(answer.result.isError, true, answer.result.content[0]?.text);
      return answer.result.content[0]?.text ?? "";
    }
  };
  const profiled = await ask(1, "heatline_profile", { command: ["node", "script.js"] });
  assert.match(profiled, /\n1\. .* script\.js:5 /);
  assert.match(await ask(2, "heatline_line", { at: "script.js:5" }), /burn/);
  server.stdin.end();
  assert.deepEqual(await once(server, "exit"), [0, null]);
});
