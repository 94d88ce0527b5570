import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { applyPatch } from "diff";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ServerEntry } from "../../../language-server/cli/agents/config-edit.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let folder: string;
let project: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  cli = await buildCommandLine();
});

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-agents-")));
  project = path.join(folder, "my app");
  mkdirSync(path.join(folder, "home"));
  mkdirSync(project);
  env = { HOME: path.join(folder, "home"), CODEX_HOME: "" };
});

afterEach(() => rmSync(folder, { recursive: true }));

type Outcome = Awaited<ReturnType<CommandLine["run"]>>;

const setUp = (...args: readonly string[]): Promise<Outcome> => cli.run(["agent-setup", ...args], { cwd: project, env });

const entryOf = (root?: string): object => ({
  command: process.execPath,
  args: [cli.file, "mcp", ...(root === undefined ? [] : ["--root", root])],
});

interface Case {
  readonly client: string;
  readonly file: readonly string[];
  /** A file of a user, with other servers, comments and indentation of its own. */
  readonly text: string;
  /** The servers that a client reads of a text. */
  readonly servers: (text: string) => Readonly<Record<string, object>>;
}

interface Servers {
  readonly mcpServers?: Readonly<Record<string, object>>;
  readonly servers?: Readonly<Record<string, object>>;
  readonly mcp_servers?: Readonly<Record<string, object>>;
}

const strict = (text: string): Readonly<Record<string, object>> => (JSON.parse(text) as Servers).mcpServers ?? {};
const lenient = (text: string): Servers => parseJsonc(text, [], { allowTrailingComma: true }) as Servers;

const cases: readonly Case[] = [
  {
    client: "claude",
    file: [".mcp.json"],
    text: '{\n    "mcpServers": {\n        "other": { "command": "npx", "args": ["-y", "other"] }\n    }\n}\n',
    servers: strict,
  },
  {
    client: "vscode",
    file: [".vscode", "mcp.json"],
    text: '{\r\n\t// Ours\r\n\t"servers": {\r\n\t\t"other": { "type": "http", "url": "http://127.0.0.1:1/" }, // the last one\r\n\t},\r\n\t"inputs": [],\r\n}\r\n',
    servers: (text) => lenient(text).servers ?? {},
  },
  { client: "cursor", file: [".cursor", "mcp.json"], text: '{"mcpServers":{"other":{"command":"a"}}}', servers: strict },
  {
    client: "gemini",
    file: [".gemini", "settings.json"],
    text: '{\n  "theme": "Dark", /* dark */\n  "mcpServers": {} // none yet\n}',
    servers: (text) => lenient(text).mcpServers ?? {},
  },
  {
    client: "codex",
    file: ["..", "home", ".codex", "config.toml"],
    text: '# mine\nmodel = "o9"   # the best\n\n[mcp_servers.other]\ncommand = "npx"\nargs = [\n  "[x]",\n]\n',
    servers: (text) => (parseToml(text) as Servers).mcp_servers ?? {},
  },
];

test.each(cases)("$client: its file is made, and removed again", async ({ client, file, servers }) => {
  const target = path.join(project, ...file);
  const added = await setUp(client, "--yes");
  expect([added.code, added.err]).toEqual([0, ""]);
  expect(added.out).toContain(`--- /dev/null\n+++ ${target}\n`);
  const expected = client === "codex" ? entryOf() : entryOf(project);
  expect(servers(readFileSync(target, "utf8"))).toEqual({ heatline: client === "vscode" ? { type: "stdio", ...expected } : expected });
  expect(await setUp(client, "--remove", "--yes")).toMatchObject({ code: 0, err: "" });
  expect(readdirSync(path.dirname(target)).filter((name) => name === path.basename(target))).toEqual([]);
});

test.each(cases)("$client: an entry is added to a file, added again, and removed: the same bytes as before", async (each) => {
  const { client, file, text, servers } = each;
  const target = path.join(project, ...file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  chmodSync(target, 0o640);
  const { heatline: none, ...others } = servers(text);
  expect(none).toBeUndefined();

  const added = await setUp(client, "--yes");
  expect([added.code, added.err]).toEqual([0, ""]);
  const written = readFileSync(target, "utf8");
  const { heatline, ...rest } = servers(written);
  expect([heatline, rest]).toMatchObject([client === "codex" ? entryOf() : entryOf(project), others]);
  for (const line of text.split(/\r?\n/)) expect(written).toContain(line.replace(/[{}\],\s]*(?:\/\/.*)?$/, ""));
  expect(written.includes("\r\n")).toBe(text.includes("\r\n"));
  expect(written.replaceAll("\r\n", "").includes("\r")).toBe(false);
  expect(statSync(target).mode & 0o777).toBe(0o640);

  const again = await setUp(client, "--yes");
  expect([again.code, again.out]).toEqual([0, `${target} already has this entry. Nothing was changed.\n`]);
  expect(readFileSync(target, "utf8")).toBe(written);

  const removed = await setUp(client, "--remove", "--yes");
  expect([removed.code, removed.out]).toEqual([0, expect.stringContaining(`Heatline was removed from ${target}.\n`)]);
  expect(readFileSync(target, "utf8")).toBe(text);
  expect(await setUp(client, "--remove", "--yes")).toMatchObject({
    code: 0,
    out: `${target} has no entry named heatline. Nothing was changed.\n`,
  });
  expect(readdirSync(path.dirname(target)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("the preview is a diff that can be applied, and nothing is written without a yes", async () => {
  const target = path.join(project, ".mcp.json");
  const before = '{\n  "mcpServers": {\n    "other": {}\n  }\n}\n';
  writeFileSync(target, before);
  const { code, out, err } = await setUp();
  expect(code).toBe(2);
  expect(err).toBe("heatline: Nothing was written, because nobody can be asked without a terminal. To write it, add --yes.\n");
  const args = [cli.file, "mcp", "--root", project].map((each) => `+        ${JSON.stringify(each)}`).join(",\n");
  expect(out).toBe(`--- ${project}/.mcp.json
+++ ${project}/.mcp.json
@@ -1,5 +1,14 @@
 {
   "mcpServers": {
-    "other": {}
+    "other": {},
+    "heatline": {
+      "command": ${JSON.stringify(process.execPath)},
+      "args": [
${args}
+      ]
+    }
   }
 }
`);
  expect(readFileSync(target, "utf8")).toBe(before);
  const applied = applyPatch(before, out);
  expect(await setUp("--yes")).toMatchObject({ code: 0 });
  expect(readFileSync(target, "utf8")).toBe(applied);
});

test("an entry of that name that starts something else is replaced only after it is named; what the user added stays", async () => {
  const target = path.join(project, ".mcp.json");
  writeFileSync(target, '{ "mcpServers": { "heatline": { "command": "old", "args": [], "env": { "A": "1" } } } }');
  const { code, out, err } = await setUp("--yes");
  expect([code, err]).toEqual([
    0,
    `heatline: ${target} already has an entry named heatline that starts something else. It is replaced as shown.\n`,
  ]);
  expect(out).toContain('-{ "mcpServers": { "heatline": { "command": "old"');
  expect(strict(readFileSync(target, "utf8"))).toEqual({ heatline: { ...entryOf(project), env: { A: "1" } } });
  writeFileSync(target, '{"mcpServers": {"heatline": {"url": "http://127.0.0.1:1/"}}}');
  expect(await setUp("--yes")).toMatchObject({ code: 0 });
  expect(strict(readFileSync(target, "utf8"))).toEqual({ heatline: entryOf(project) });
});

test("Codex: a differing table is replaced where it stands, and one in another form is left alone", async () => {
  const target = path.join(folder, "home/.codex/config.toml");
  mkdirSync(path.dirname(target));
  writeFileSync(
    target,
    'a = 1\n[mcp_servers . "heatline"]\ncommand = "old"\nargs = [\n[ "x" ],\n]\n[mcp_servers.heatline.env]\nA = "1"\n\n# next\n[b]\nc = 1\n',
  );
  expect(await setUp("codex", "--yes", "--root", ".")).toMatchObject({ code: 0, err: expect.stringContaining("starts something else") });
  const args = JSON.stringify([cli.file, "mcp", "--root", project]).replaceAll(",", ", ").replace("[", "[ ").replace("]", " ]");
  expect(readFileSync(target, "utf8")).toBe(
    `a = 1\n[mcp_servers.heatline]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\n\n[mcp_servers.heatline.env]\nA = "1"\n\n# next\n[b]\nc = 1\n`,
  );
  expect(await setUp("codex", "--remove", "--yes")).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(target, "utf8")).toBe("a = 1\n\n# next\n[b]\nc = 1\n");
  for (const text of ['mcp_servers = { other = { command = "x" } }\n', 'mcp_servers.heatline.command = "old"\n']) {
    writeFileSync(target, text);
    const { code, err } = await setUp("codex", "--yes");
    expect([code, err]).toEqual([1, expect.stringContaining("mcp_servers.heatline cannot be changed safely")]);
    expect(readFileSync(target, "utf8")).toBe(text);
  }
});

test.each([
  ["claude", '{ "mcpServers": { "heatline": { "command": "npx", "args": ["heatline-of-others", "mcp"] } } }'],
  ["claude", '{ "mcpServers": { "heatline": "?" } }'],
  ["vscode", '{ "servers": { "heatline": { "type": "http", "url": "http://127.0.0.1:1/" } } }'],
  ["codex", '[mcp_servers.heatline]\ncommand = "mcp"\nargs = [ "heatline.js" ]\n'],
])("%s: an entry of that name that does not start Heatline is not removed: %s", async (client, text) => {
  const target = path.join(project, ...(cases.find((each) => each.client === client)?.file ?? []));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  const { code, out, err } = await setUp(client, "--remove", "--yes");
  expect([code, out, err]).toEqual([1, "", expect.stringContaining(`${target} has an entry named heatline that does not start Heatline.`)]);
  expect(readFileSync(target, "utf8")).toBe(text);
});

test("an entry of another installation is removed, with what the user added to it", async () => {
  const target = path.join(project, ".mcp.json");
  for (const entry of [
    { command: "C:\\node.exe", args: ["C:\\old\\heatline.js", "mcp", "--root", "C:\\app"] },
    { command: "/usr/bin/heatline", args: ["mcp"], env: { A: "1" } },
  ]) {
    writeFileSync(target, JSON.stringify({ mcpServers: { heatline: entry, other: {} } }));
    expect(await setUp("--remove", "--yes")).toMatchObject({ code: 0, err: "" });
    expect(strict(readFileSync(target, "utf8"))).toEqual({ other: {} });
  }
});

const listing = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} } },
};

test("the entry is by name where this command is in PATH, and starts a server that lists its tools", async () => {
  const file = path.join(project, ".mcp.json");
  mkdirSync(path.join(folder, "bin"));
  symlinkSync(cli.file, path.join(folder, "bin/heatline"));
  chmodSync(cli.file, 0o755);
  env = { ...env, PATH: `${path.join(folder, "bin")}:${process.env["PATH"]}` };
  const written = async (): Promise<ServerEntry> => {
    expect(await setUp("--yes")).toMatchObject({ code: 0 });
    return strict(readFileSync(file, "utf8"))["heatline"] as ServerEntry;
  };
  const tools = ({ command, args }: ServerEntry): string =>
    execFileSync(command, args, { cwd: folder, env: { ...process.env, ...env }, input: `${JSON.stringify(listing)}\n`, encoding: "utf8" });
  const byName = await written();
  expect(byName).toEqual({ command: "heatline", args: ["mcp", "--root", project] });
  expect(tools(byName)).toContain('"name":"heatline_profile"');
  // Another command of that name is not meant.
  rmSync(path.join(folder, "bin/heatline"));
  writeFileSync(path.join(folder, "bin/heatline"), "#!/bin/sh\n", { mode: 0o755 });
  const byPath = await written();
  expect(byPath).toEqual(entryOf(project));
  expect(tools(byPath)).toContain('"name":"heatline_profile"');
});
