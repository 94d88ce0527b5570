import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { latinWords } from "../drivers/latin-words.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";
import { someOf } from "../workbench/some-of.mjs";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-")));

const server = `function work(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end) {}
}
require("node:http").createServer((request, response) => {
  work(5);
  response.writeHead(request.url === "/missing" ? 404 : 200).end();
}).listen(0, "127.0.0.1");
`;

/** The app's code, and names of files, options and keys: the same in every language. */
const kept = `${server} Ctrl silent runs UTF`.toLowerCase().match(/[a-z]{3,}/g) ?? [];

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(path.join(folder, "server.js"), server);
  writeFileSync(path.join(folder, "silent.js"), "setInterval(() => {}, 1000);\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command writes to a terminal, with the lines that it overwrites later. */
async function onTerminal(args: readonly string[], locale: string): Promise<string> {
  const command = ["env", `LC_ALL=${locale}`, process.execPath, cli.file, "record", "--out", `${locale}-runs`, ...args];
  const quoted = command.map((each) => `'${each}'`).join(" ");
  return new Promise((resolve) => {
    execFile("script", ["--quiet", "--command", quoted, "/dev/null"], { cwd: folder }, (_error, out) => resolve(out));
  });
}

/** What the command writes until it ends by Ctrl+C, which is sent once it has written `when`. */
async function interrupted(args: readonly string[], locale: string, when: string): Promise<string> {
  let isSent = false;
  const { out, err } = await cli.run(["record", "--out", `${locale}-runs`, ...args], {
    cwd: folder,
    env: { LC_ALL: locale },
    when: (_out, text, interrupt) => {
      if (isSent || !text.includes(when)) return;
      isSent = true;
      interrupt();
    },
  });
  return out + err;
}

test.each(
  someOf(1, [
    { locale: "ru_RU.UTF-8", phases: ["прогрев", "запись · "], listens: "слушает порт", waits: "Ожидание" },
    { locale: "zh_CN.UTF-8", phases: ["正在预热", "正在记录 · "], listens: "监听端口", waits: "正在等待" },
  ]),
)("nothing English is said while an app is recorded in $locale", async ({ locale, phases, listens, waits }) => {
  const load = ["--duration", "1", "--warmup", "1", "--connections", "2"];
  const [failing, ...others] = await Promise.all([
    onTerminal([...load, "--load", "/missing", "--", "node", "server.js"], locale),
    interrupted(["--", "node", "server.js"], locale, listens),
    interrupted(["--load", "/", "--", "node", "silent.js"], locale, waits),
    interrupted(["--load", "http://127.0.0.1:9/", "--", "node", "silent.js"], locale, waits),
    onTerminal([...load, "--load", "/", "--", "node", "--eval", "process.exit(3)"], locale),
  ]);
  for (const each of [...phases, "404"]) expect(failing).toContain(each);
  for (const text of [failing, ...others]) {
    // Without the report, whose functions are Node's own.
    const [said = ""] = stripVTControlCharacters(text).split(path.basename(folder), 1);
    expect(latinWords(said, kept).map((word) => `${word}: ${said}`)).toEqual([]);
  }
});
