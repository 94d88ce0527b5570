import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig, writeConfig } from "../../../language-server/cli/agents/config-file.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let project: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  cli = await buildCommandLine();
});

beforeEach(() => {
  project = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-agents-")));
  env = { HOME: project, CODEX_HOME: "" };
});

afterEach(() => rmSync(project, { recursive: true }));

const setUp = (...args: readonly string[]): ReturnType<CommandLine["run"]> => cli.run(["agent-setup", ...args], { cwd: project, env });

/** The complaint about a file with this text, which stays as it is. */
async function refused(text: string | Buffer, client = "claude", ...args: readonly string[]): Promise<string> {
  const file = path.join(project, { claude: ".mcp.json", vscode: ".vscode/mcp.json", codex: ".codex/config.toml" }[client] ?? "");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { code, out, err } = await setUp(client, "--yes", ...args);
  expect([code, out]).toEqual([1, ""]);
  expect(readFileSync(file).equals(Buffer.from(text))).toBe(true);
  return err.replaceAll(file, "FILE");
}

test("a file with a syntax error is refused with its line, also when an entry is to be removed", async () => {
  const complaint = "heatline: FILE has a syntax error on line 3. Nothing was changed. Fix it and try again.\n";
  const broken = '{\n  "mcpServers": {\n    "heatline" {}\n  }\n}\n';
  expect(await refused(broken)).toBe(complaint);
  expect(await refused(broken, "claude", "--remove")).toBe(complaint);
  expect(await refused('{\r\n  "servers": {\r\n  ', "vscode")).toBe(complaint);
  expect(await refused("a = 1\n\n[mcp_servers\n", "codex")).toBe(complaint);
  expect(await refused("a = 1\n\na = 2\n", "codex", "--remove")).toBe(complaint);
});

test("a file that holds something else is refused in a sentence", async () => {
  expect(await refused("[]")).toBe("heatline: JSON in FILE is not an object. Nothing was changed. Correct the file and try again.\n");
  expect(await refused('{"mcpServers": []}', "claude", "--remove")).toBe(
    "heatline: mcpServers in FILE is not an object. Nothing was changed. Correct the file and try again.\n",
  );
  expect(await refused(Buffer.from([0x7b, 0xff, 0x7d]))).toBe(
    "heatline: FILE is not valid UTF-8. Nothing was changed. Save it as UTF-8 and try again.\n",
  );
  expect(await refused(" ".repeat(4 * 1024 * 1024 + 1))).toBe(
    "heatline: FILE is not a regular file of at most 4 MB. Nothing was changed.\n",
  );
});

test("a linked file, a linked folder, and a folder in place of the file are left alone", async () => {
  const target = path.join(project, "elsewhere.json");
  writeFileSync(target, "{}");
  symlinkSync(target, path.join(project, ".mcp.json"));
  const linked = await setUp("--yes");
  expect([linked.code, linked.err]).toEqual([1, expect.stringContaining(".mcp.json is a symbolic link. Nothing was changed.")]);
  expect(lstatSync(path.join(project, ".mcp.json")).isSymbolicLink()).toBe(true);
  mkdirSync(path.join(project, "shared"));
  symlinkSync("shared", path.join(project, ".vscode"));
  const within = await setUp("vscode", "--yes");
  expect([within.code, within.err]).toEqual([1, expect.stringContaining(".vscode is a symbolic link, so ")]);
  mkdirSync(path.join(project, ".cursor/mcp.json"), { recursive: true });
  const odd = await setUp("cursor", "--yes");
  expect([odd.code, odd.err]).toEqual([1, expect.stringContaining("is not a regular file of at most 4 MB.")]);
  expect([readFileSync(target, "utf8"), readdirSync(path.join(project, "shared"))]).toEqual(["{}", []]);
});

test("another user's file is left alone", async () => {
  const file = path.join(project, ".mcp.json");
  writeFileSync(file, "{}");
  const uid = process.geteuid?.() ?? 0;
  await expect(readConfig(file, uid)).resolves.toMatchObject({ text: "{}" });
  await expect(readConfig(file, uid + 1)).rejects.toMatchObject({ coded: { code: "command.agentSetup.otherUser", values: { file } } });
});

test("a file that another program changed after the preview is left alone, and a new one is not made over another", async () => {
  const file = path.join(project, ".mcp.json");
  const changed = { coded: { code: "command.agentSetup.changed", values: { file } } };
  const none = await readConfig(file);
  writeFileSync(file, "{}");
  await expect(writeConfig(none, "[]")).rejects.toMatchObject(changed);
  const read = await readConfig(file);
  writeFileSync(file, "{ }");
  await expect(writeConfig(read, "[]")).rejects.toMatchObject(changed);
  await expect(writeConfig(read, undefined)).rejects.toMatchObject(changed);
  expect([readFileSync(file, "utf8"), readdirSync(project)]).toEqual(["{ }", [".mcp.json"]]);
});

test("without a home folder, or one that does not exist, nothing is made for Codex", async () => {
  env = { HOME: "", CODEX_HOME: "" };
  const unknown = await setUp("codex", "--yes");
  expect([unknown.code, unknown.err]).toEqual([
    1,
    "heatline: Your home folder is not known, so the configuration of Codex cannot be found. Set HOME or CODEX_HOME.\n",
  ]);
  env = { HOME: path.join(project, "gone"), CODEX_HOME: "" };
  expect(await setUp("codex", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("cannot be changed: ") });
  expect(readdirSync(project)).toEqual([]);
});

test("a path with a variable of the client's is refused, and a project that does not exist", async () => {
  const odd = path.join(project, "a${HOME}b");
  mkdirSync(odd);
  for (const client of ["claude", "vscode", "cursor", "gemini"])
    expect(await setUp(client, "--root", odd, "--yes")).toMatchObject({
      code: 1,
      err: expect.stringContaining("would replace a part of this path"),
    });
  expect(readdirSync(odd)).toEqual([]);
  expect(await setUp("codex", "--root", odd, "--yes")).toMatchObject({ code: 0 });
  expect(await setUp("--root", "gone", "--yes")).toMatchObject({
    code: 1,
    err: `heatline: ${path.join(project, "gone")} is not a folder. Name the project's folder with --root.\n`,
  });
});

test("wrong usage is 2", async () => {
  const clients = "There is no client “toString”. Clients: claude, vscode, cursor, gemini, codex.";
  expect(await setUp("toString")).toMatchObject({ code: 2, err: `heatline: ${clients}\n` });
  expect(await setUp("claude", "vscode")).toMatchObject({ code: 2, err: "heatline: Name only one client: “vscode” is a second.\n" });
  expect(await setUp("--nope")).toMatchObject({ code: 2, err: "heatline: Unknown option '--nope'. See heatline agent-setup --help.\n" });
});

test("on a terminal the user is asked, and only a yes writes", () => {
  const file = path.join(project, ".mcp.json");
  const asked = (answer: string): string => {
    const command = `${process.execPath} ${cli.file} agent-setup`;
    const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd: project,
      env: { ...process.env, ...env, LC_ALL: "C.UTF-8" },
      input: answer,
      encoding: "utf8",
    });
    return stdout;
  };
  for (const no of ["\n", "n\n", "yes please\n", "\u0004"]) {
    const shown = asked(no);
    expect(shown).toContain(`Write this to ${file}? [y/N] `);
    expect(shown).toContain("Nothing was changed.");
    expect(readdirSync(project)).toEqual([]);
  }
  expect(asked("y\n")).toContain(`Heatline was added to ${file}.`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toHaveProperty("mcpServers.heatline");
});
