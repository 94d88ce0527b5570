import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildCommandLine, type CommandLine } from "../../cli/command-line.ts";
import { appsFolder, DapClient } from "../../drivers/adapter/dap-client.ts";
import { lossesBesideWork } from "../../drivers/adapter/recorded-lines.ts";
import { Screen } from "../../drivers/adapter/screen.ts";
import { nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";
import { someOf } from "../../workbench/some-of.mjs";

const folder = path.join(appsFolder, "output");
/** Each prints always the same. */
const apps = {
  "node spawn.js": "children by spawn whose stderr counts as a failure",
  "node words.js": "lines like the inspector's, bytes that are no text, unfinished lines",
  "bash shell.sh": "children of a shell",
  "node cluster.js": "a cluster",
  "node exec.js": "children by exec and execFile",
  "node fork.js": "forked children",
  "node worker.js": "workers",
  "npm start": "an npm script",
  "node throws.js": "an exit listener that throws",
};
const commands = Object.keys(apps) as (keyof typeof apps)[];
let cli: CommandLine;

beforeAll(async () => {
  cli = await buildCommandLine();
});

interface Printed {
  readonly out: Buffer;
  readonly err: Buffer;
}

async function run(command: readonly string[], env: NodeJS.ProcessEnv): Promise<Printed> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { cwd: folder, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const collected = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  };
  const [out, err] = await Promise.all([collected(child.stdout), collected(child.stderr)]);
  return { out, err };
}

/** With that Node first in PATH. */
async function envFor(major: number): Promise<NodeJS.ProcessEnv> {
  const node = path.dirname(await nodeOf(major));
  return { PATH: `${node}${path.delimiter}${process.env["PATH"] ?? ""}` };
}

test.each(ownNodeMajors.flatMap((major) => someOf(1, commands).map((command) => ({ major, command, what: apps[command] }))))(
  "Node $major, by the command: $what ($command): both streams are what they are without recording",
  async ({ major, command }) => {
    const env = await envFor(major);
    const words = command.split(" ");
    const bare = await run(words, env);
    const runs = await mkdtemp(path.join(os.tmpdir(), "heatline-output-"));
    const { out, err } = await run([process.execPath, cli.file, "record", "--out", runs, "--", ...words], env);
    await rm(runs, { recursive: true });
    // Then come the report, and why and where an app has failed.
    expect(out.subarray(0, bare.out.length).toString("latin1")).toBe(bare.out.toString("latin1"));
    expect(out.subarray(bare.out.length).toString()).toMatch(/^output · .*\nexact recorder/);
    const failure = /heatline: The app ended with exit code \d: (?:[^(\n]*|.* \((throws\.js:\d+)\)\. .*\n {4}at \1:\d+)\n$/;
    expect(err.toString("latin1").replace(failure, "")).toBe(bare.err.toString("latin1"));
  },
);

test.each(ownNodeMajors.flatMap((major) => someOf(2, commands.toReversed()).map((command) => ({ major, command, what: apps[command] }))))(
  "Node $major, by the adapter: $what ($command): both streams are what they are without recording",
  async ({ major, command }) => {
    const env = await envFor(major);
    const [runtimeExecutable = "", ...runtimeArgs] = command.split(" ");
    const bare = await run([runtimeExecutable, ...runtimeArgs], env);
    await using client = await DapClient.start("exact", "en", { PATH: env["PATH"] ?? "" });
    await client.launch("", { cwd: folder, runtimeExecutable, runtimeArgs });
    await client.waitFor("terminated");
    expect(lossesBesideWork(await client.run())).toEqual([]);
    await client.stop();
    expect(client.output("stdout")).toBe(bare.out.toString());
    expect(client.output("stderr")).toBe(bare.err.toString());
  },
);

test("an app that is asked by its inspector, again and again, shows nothing of that", async () => {
  const runs = await mkdtemp(path.join(os.tmpdir(), "heatline-output-"));
  const load = ["--load", "/", "--duration", "3", "--warmup", "1", "--connections", "3"];
  const { err } = await run([process.execPath, cli.file, "record", "--out", runs, ...load, "--", "node", "held.js"], {});
  await rm(runs, { recursive: true });
  expect(err.toString("latin1")).toMatch(/^(?:worked\n)+$/);
});

test("in a terminal, it shows what it shows without recording", async () => {
  const bare = new Screen();
  bare.run(["node", "words.js"], folder);
  const shown = await bare.text();
  await using client = await DapClient.start("exact");
  client.screen = new Screen();
  await client.launch("", { cwd: folder, runtimeExecutable: "node", runtimeArgs: ["words.js"], console: "integratedTerminal" });
  await client.waitFor("terminated");
  expect((await client.run()).recorder).toBe("exact");
  await client.stop();
  expect(shown).toContain("prompt> ");
  expect(await client.screen.text()).toBe(shown);
});
