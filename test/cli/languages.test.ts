import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import stringWidth from "string-width";
import { type Command, UsageError } from "../../language-server/cli/command.ts";
import { attachCommand } from "../../language-server/cli/attach/attach.ts";
import { completionsCommand } from "../../language-server/cli/completions/completions.ts";
import { agentSetupCommand, mcpCommand } from "../../language-server/cli/agents/agent-setup.ts";
import { compareCommand } from "../../language-server/cli/compare.ts";
import { exportCommand } from "../../language-server/cli/export.ts";
import { recordCommand } from "../../language-server/cli/record.ts";
import { reportCommand } from "../../language-server/cli/report.ts";
import { type Words, wordsFor } from "../../language-server/cli/words/words.ts";
import { localeOfTerminal } from "../../language-server/cli/words/terminal-locale.ts";
import { latinWords } from "../drivers/latin-words.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { buildCommandLine, type CommandLine } from "./command-line.ts";
import { someOf } from "../workbench/some-of.mjs";

const text = `const crypto = require("node:crypto");

function 登录(request, response) {
  const key = crypto.pbkdf2Sync(request.url, "salt", 1e5, 64, "sha512");
  response.end(key.toString("hex"));
}
`;

const drawing = `
700 | login.js 登录@3:15 4:22 > node:internal/crypto/pbkdf2 pbkdf2Sync@60:1 74:3
295 | login.js 登录@3:15 5:12 > stringify
 80 | (garbage collector)
 20 | (program)
100 | (idle)
`;

/** Options, placeholders of the help, and what a user types: the same in every language. */
const kept =
  `setup cookie cookies csrf token login unix answers none connection file run runs format report export record compare bench before after command options json top filter kinds own deps native program compile dir
  remote local load host port method header name value body connections duration warmup rate interval recorder kind exact inspector cwd out unit per
  second fail above percent output help version ctrl collapsed svg static html markdown trace isolate ticks usr src time modules nope
  text post xyz http gzip vs extension stdin sample type wall url localhost debug keep secrets pprof profile seconds authorization bearer plain hide below line merge recursion https invalid salt const require function return end key hex req tool autocannon wrk oha hey vegeta bombardier siege artillery locust thread route routes orders passes waits counts allocations from blocks slowest group groups imports sarif
  attach completions shell bash zsh fish powershell agent mcp root allow commands client claude code vscode cursor gemini settings codex config toml remove yes servers args home startup starts start savings cache`.split(
    /\s+/,
  );

/** Wrong options that Node itself or `main.ts` rejects; each needs a process of its own. */
const badOptions = [
  ["report", "--top"],
  ["report", "--top", "-5", "a"],
  ["report", "a", "--json=3"],
  ["report", "a", "--nope"],
  ["value"],
  ["mcp", "--nope"],
  ["mcp", "value"],
];

/** Every other usage error that needs no file. */
const mistakes: readonly (readonly [Command, readonly string[]])[] = [
  [reportCommand, []],
  [reportCommand, ["a", "b"]],
  [reportCommand, ["a", "--top", "value"]],
  [reportCommand, ["a", "--top", "0.5"]],
  [reportCommand, ["a", "--top", "1.5"]],
  [reportCommand, ["a", "--filter", "value"]],
  [reportCommand, ["a", "--path-mapping", "value"]],
  [reportCommand, ["a", "--from", "2", "--to", "1"]],
  [recordCommand, []],
  [recordCommand, ["--recorder", "value", "--", "a"]],
  [recordCommand, ["--load", "value", "--", "a"]],
  [recordCommand, ["--load", "http://a/", "--load", "http://b/", "--", "a"]],
  [recordCommand, ["--load", "/", "--header", "value", "--", "a"]],
  [recordCommand, ["--load", "/", "--method", "a b", "--", "a"]],
  [exportCommand, ["a", "--format", "pprof", "--static"]],
  [compareCommand, []],
  [compareCommand, ["a", "b", "c"]],
  [compareCommand, ["a", "b", "--per", "value"]],
  [exportCommand, []],
  [exportCommand, ["a"]],
  [exportCommand, ["a", "--format", "value"]],
  [exportCommand, ["a", "--format", "pprof", "--below", "value"]],
  [agentSetupCommand, ["value", "value"]],
  [attachCommand, ["value"]],
  [completionsCommand(() => []), ["value"]],
  [attachCommand, ["1", "value"]],
];

let cli: CommandLine;
let app: DrawnApp;
let runs: readonly string[];

beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeApp({ "login.js": text })]);
  const scripts = { "login.js": text, "node:internal/crypto/pbkdf2": "" };
  const problems = [{ code: "v8Log.lostTicks", count: 3 }] as const;
  runs = [
    await drawRun(app, { scripts, threads: [drawing], load: {}, run: { problems } }),
    await drawRun(app, { scripts, threads: [drawing.replace("700 |", "200 |")], load: {} }),
  ];
});

async function said(args: readonly string[], locale: string): Promise<string> {
  const { out, err } = await cli.run(args, { cwd: app.folder, env: { LC_ALL: locale } });
  return out + err;
}

const shown = (): readonly (readonly string[])[] => [
  ["--help"],
  ["report", runs[0] ?? ""],
  ["report", runs[0] ?? "", "--filter", "compile"],
  ["compare", ...runs.toReversed(), "--fail-above", "1"],
  ["export", runs[0] ?? "", "--format", "markdown"],
  ["report", runs[0] ?? "", "--groups"],
  ["report", runs[0] ?? "", "--group", "value"],
  ["report", "missing"],
  ["report", "ftp://value/"],
  ["report", "http://"],
  ["report", "https://value@value/"],
  ["report", "http://value.invalid/"],
  ["export", runs[0] ?? "", "--format", "svg", "--below", "value"],
  ["report", runs[0] ?? "", "--thread", "main", "--from", "1.15", "--to", "1.2"],
  ["compare", runs[0] ?? "", "--from", "0.2", "--to", "0.6"],
  ["export", ...runs, "--format", "svg", "--thread", "value"],
  ["agent-setup", "value"],
  ["agent-setup", "--remove"],
  ["agent-setup", "--root", "value"],
  ["agent-setup"],
  ...badOptions,
];

async function mistakeText(command: Command, args: readonly string[], words: Words): Promise<string> {
  const thrown: unknown = await command
    .run(args, { out: process.stdout, err: process.stderr, env: {}, words })
    .catch((error: unknown) => error);
  if (!(thrown instanceof UsageError)) throw new Error(`${command.name} ${args.join(" ")} was no mistake: ${String(thrown)}`);
  return words.say(thrown.coded);
}

test.each(someOf(1, ["ru_RU.UTF-8", "zh_CN.UTF-8"]))(
  "nothing English reaches a terminal in %s but names, options and codes",
  async (locale) => {
    const words = await wordsFor({ LC_ALL: locale });
    const texts = [
      ...(await Promise.all(shown().map((args) => said(args, locale)))),
      ...(await Promise.all(mistakes.map(([command, args]) => mistakeText(command, args, words)))),
      ...[recordCommand, reportCommand, compareCommand, exportCommand, mcpCommand, agentSetupCommand].map(({ help }) => words.lines(help)),
    ];
    expect(texts.filter((output) => output.length < 10)).toEqual([]);
    const plain = texts.map((output) => output.replaceAll(app.folder, "").replaceAll(/isolate-…-v8\.log|^ {2}https:\S+$/gm, ""));
    expect(plain.flatMap((output) => latinWords(output, kept).map((word) => `${word}: ${output.slice(0, 200)}`))).toEqual([]);
  },
);

test("columns are aligned, even if characters are two columns wide", async () => {
  const rows = (await said(["report", runs[0] ?? ""], "zh_CN.UTF-8")).split("\n");
  const places = rows.filter((row) => row.includes("█")).flatMap((row) => /^(.*?) %\s+(?=\S+ %)/.exec(row)?.[1] ?? []);
  expect(new Set(places.slice(0, 2).map((start) => stringWidth(start))).size).toBe(1);
  const head = rows.find((row) => /自身 +总计/.test(row)) ?? "";
  const row = rows[rows.indexOf(head) + 1] ?? "";
  expect(stringWidth(head)).toBe(stringWidth(/^.*? %.*? %/.exec(row)?.[0] ?? ""));
});

test("output for programs is the same in every language", async () => {
  for (const args of [
    ["report", runs[0] ?? "", "--json"],
    ["compare", ...runs, "--json"],
    ["export", runs[0] ?? "", "--format", "cpuprofile"],
  ]) {
    const english = await said(args, "C");
    expect(english).toMatch(/^\{/);
    expect(await said(args, "ru_RU.UTF-8")).toBe(english);
    expect(await said(args, "zh_CN.UTF-8")).toBe(english);
  }
});

test("the language is the first of LC_ALL, LC_MESSAGES and LANG that is set; on Windows without them, the system's", () => {
  const system = (): string => "zh-Hans-CN";
  const locale = (env: Readonly<Record<string, string>>, platform = "linux"): string => localeOfTerminal(env, platform, system);
  expect(locale({ LANG: "ru_RU.UTF-8" })).toBe("ru");
  expect(locale({ LC_ALL: "", LC_MESSAGES: "zh_CN.UTF-8", LANG: "ru_RU.UTF-8" })).toBe("zh-cn");
  expect(locale({ LC_ALL: "C", LC_MESSAGES: "zh_CN.UTF-8", LANG: "ru_RU.UTF-8" })).toBe("en");
  expect([locale({ LANG: "POSIX" }), locale({ LANG: "de_DE" }), locale({})]).toEqual(["en", "en", "en"]);
  expect([locale({}, "win32"), locale({ LANG: "ru" }, "win32")]).toEqual(["zh-cn", "ru"]);
});

test("a Node that is too old is reported in the user's language", async () => {
  const node = await nodeOf(18);
  const { stderr } = spawnSync(node, [cli.file], { encoding: "utf8", env: { ...process.env, LC_ALL: "ru_RU.UTF-8" } });
  expect(stderr).toMatch(/^heatline требуется Node\.js 20 или новее, а это 18\./);
});
