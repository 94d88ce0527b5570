import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentSetupCommand } from "../../../language-server/cli/agents/agent-setup.ts";
import { clients } from "../../../language-server/cli/agents/clients.ts";
import { commands } from "../../../language-server/cli/commands.ts";
import { englishWords } from "../../../language-server/cli/words/words.ts";
import { MadeRepository } from "../../recording/checkouts/made-repository.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

/** What helps name of other commands and programs. */
const ofOthers = new Set([
  "record --route",
  "record --inspect",
  "report --prof",
  "export --filter",
  "export --groups",
  "completions --global",
]);

let cli: CommandLine;
const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-completions-"));
const shells = ["bash", "zsh", "fish", "powershell"] as const;

beforeAll(async () => {
  cli = await buildCommandLine();
  for (const shell of shells) writeFileSync(path.join(folder, `script.${shell}`), (await cli.run(["completions", shell])).out);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every command is completed", async () => {
  const { out } = await cli.run(["--help"]);
  const listed = [...out.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
  expect(listed).toEqual(commands.map(({ name }) => name));
});

test.each(commands.map((command) => [command.name, command] as const))(
  "the help of %s names every option that is completed, and no other one",
  (name, { help, options }) => {
    const named = [...englishWords.lines(help).matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, option]) => option!);
    const own = new Set(named.filter((option) => !ofOthers.has(`${name} --${option}`)));
    expect([...own].toSorted()).toEqual([...Object.keys(options), "help"].toSorted());
  },
);

test("the clients of agent-setup are those that it knows", () => {
  expect(agentSetupCommand.operands).toEqual(Object.keys(clients));
});

test.each([[[]], [["tcsh"]], [["bash", "zsh"]]])("heatline completions %j is wrong usage", async (args) => {
  expect(await cli.run(["completions", ...args])).toEqual({
    code: 2,
    out: "",
    err: "heatline: heatline completions needs the name of one shell: bash, zsh, fish, powershell.\n",
  });
});

/** Words as typed, the last one unfinished, and what is offered for it. */
const lines: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [["re"], ["record", "report"]],
  [["record", "--to"], ["--tool"]],
  [
    ["record", "--tool", "h"],
    ["h2load", "hey"],
  ],
  [
    ["export", "run", "--format", "s"],
    ["speedscope", "svg"],
  ],
  [["report", "run", "--filter", "com"], ["compile"]],
  [["agent-setup", "cu"], ["cursor"]],
  [["completions", ""], shells.toSorted()],
];

test("Bash completes commands, options and their values, also after =, and files", () => {
  const script = `source "$1"; shift; COMP_WORDS=(heatline "$@"); COMP_CWORD=$#; _heatline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const offered = (words: readonly string[]): readonly string[] =>
    execFileSync("bash", ["--norc", "-c", script, "bash", path.join(folder, "script.bash"), ...words], { encoding: "utf8" })
      .split("\n")
      .filter((word) => word !== "")
      .toSorted();
  for (const [words, expected] of lines) expect(offered(words)).toEqual(expected);
  expect(offered(["export", "--format", "=", "s"])).toEqual(["speedscope", "svg"]);
  // Bash itself offers files where the script offers nothing.
  expect(offered(["export", "-o", "x"])).toEqual([]);
  expect(offered(["report", "x"])).toEqual([]);
  // A program has options of its own.
  expect(offered(["record", "--", "node", "--to"])).toEqual([]);
});

/** A repository with branches and a tag, of which one would be a command for a shell that took it for one. */
const repository = new MadeRepository({ "app.js": "" });
const evil = "topic/$(touch${IFS}planted)";
repository.git("branch", "topic/one");
repository.git("branch", evil);
repository.git("tag", "v1.0");

test("Bash offers branches and tags for --base and --head of bench, and runs no name of one", () => {
  const script = `source "$1"; shift; COMP_WORDS=(heatline "$@"); COMP_CWORD=$#; _heatline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const offered = (cwd: string, ...words: readonly string[]): readonly string[] =>
    execFileSync("bash", ["--norc", "-c", script, "bash", path.join(folder, "script.bash"), ...words], { cwd, encoding: "utf8" })
      .split("\n")
      .filter((word) => word !== "");
  expect(offered(repository.folder, "bench", "--base", "v")).toEqual(["v1.0"]);
  expect(offered(repository.folder, "bench", "--head", "m")).toEqual(["main"]);
  expect(offered(repository.folder, "bench", "--base", "topic/")).toEqual([String.raw`topic/\$\(touch\$\{IFS\}planted\)`, "topic/one"]);
  expect(existsSync(path.join(repository.folder, "planted"))).toBe(false);
  expect(offered(folder, "bench", "--base", "")).toEqual([]);
});

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/** What Bash offers, and files where they belong. */
function fishCompletes(): Promise<void> {
  const offered = (words: readonly string[]): readonly string[] =>
    execFileSync("fish", ["--no-config", "-c", `source script.fish; complete -C ${JSON.stringify(`heatline ${words.join(" ")}`)}`], {
      cwd: folder,
      encoding: "utf8",
    })
      .split("\n")
      .map((line) => line.replace(/\t.*/, ""))
      .filter((word) => word !== "")
      .toSorted();
  for (const [words, expected] of lines) expect(offered(words)).toEqual(expected);
  expect(offered(["export", "--format=s"])).toEqual(["--format=speedscope", "--format=svg"]);
  expect(offered(["report", "script.f"])).toEqual(["script.fish"]);
  expect(offered(["export", "-o", "script.f"])).toEqual(["script.fish"]);
  expect(offered(["attach", ""])).toEqual([]);
  const refs = execFileSync("fish", ["--no-config", "-c", `source ${folder}/script.fish; complete -C 'heatline bench --base topic/'`], {
    cwd: repository.folder,
    encoding: "utf8",
  });
  expect(refs.split("\n").filter((word) => word !== "")).toEqual([evil, "topic/one"]);
  return Promise.resolve();
}

/** Zsh completes only while a line is edited, so in a terminal. */
async function zshCompletes(): Promise<void> {
  const zsh = spawn("script", ["-qec", "zsh -f -i", "/dev/null"], { cwd: folder, env: { ...process.env, TERM: "dumb" } });
  let said = "";
  zsh.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  zsh.stdin.write(
    "unsetopt beep; autoload -Uz compinit; compinit -u -D; source ./script.zsh; heatline() { print -r -- '<'$*'>' }; print read''y\n",
  );
  await expect.poll(() => said).toContain("ready");
  for (const [typed, completed] of [
    ["repo", "report"],
    ["record --too", "record --tool"],
    ["record --tool hey --cookies ans", "record --tool hey --cookies answers"],
    ["export --format=spee", "export --format=speedscope"],
    ["report script.fi", "report script.fish"],
    ["export -o script.fi", "export -o script.fish"],
    ["agent-setup cur", "agent-setup cursor"],
    ["completions powe", "completions powershell"],
    [`bench --base v1`, "bench --base v1.0"],
  ] as const) {
    if (typed.startsWith("bench")) zsh.stdin.write(`cd ${repository.folder}\n`);
    zsh.stdin.write(`heatline ${typed}\t\n`);
    await expect.poll(() => said).toContain(`<${completed}>`);
  }
  zsh.stdin.end("exit\n");
}

/** Those that are installed. */
const others = (
  [
    ["fish", fishCompletes],
    ["zsh", zshCompletes],
  ] as const
).filter(([program]) => isThere(program));

test.each(others)("%s completes commands, options, their values and files", async (_program, completes) => {
  await expect(completes()).resolves.toBeUndefined();
});
