import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import path from "node:path";
import { DapClient } from "../../drivers/adapter/dap-client.ts";
import { heatline, runNode } from "./command.ts";
import { test, thoroughTest } from "./windows-test.ts";

const apps = path.join(import.meta.dirname, "../../fixtures/apps/output");

/** By the command and the adapter, both streams are what they are without recording. */
async function assertSame(folder: string, app: string): Promise<void> {
  const cwd = path.join(folder, "output");
  await cp(apps, cwd, { recursive: true });
  const bare = await runNode([app], cwd);
  const { out, err } = await heatline(["record", "--out", path.join(folder, "runs"), "--", "node", app], cwd);
  assert.equal(out.slice(0, bare.out.length), bare.out);
  assert.match(out.slice(bare.out.length), /^output · .*\r?\nexact recorder/);
  assert.equal(err.replace(/heatline: The app ended with exit code .*\n$/, ""), bare.err);
  await using client = await DapClient.start();
  await client.launch("", { cwd, workspaceFolders: [cwd], program: path.join(cwd, app) });
  await client.waitFor("terminated");
  await client.stop();
  assert.equal(client.output("stdout"), bare.out);
  assert.equal(client.output("stderr"), bare.err);
}

test("what an app and its spawned children print is the same, byte for byte, with and without recording", (folder) =>
  assertSame(folder, "spawn.js"));

thoroughTest("so are lines like the inspector's, and bytes that are no text", (folder) => assertSame(folder, "words.js"));

thoroughTest("so is what forked children print", (folder) => assertSame(folder, "fork.js"));

thoroughTest("so is what workers print", (folder) => assertSame(folder, "worker.js"));
