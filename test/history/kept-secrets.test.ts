import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../language-server/history/run.ts";
import { publishedTokens } from "../analysis/masking/published-tokens.ts";
import { buildCommandLine, type CommandLine } from "../cli/command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-secrets-")));

beforeAll(async () => {
  cli = await buildCommandLine();
  mkdirSync(path.join(folder, "private"));
  writeFileSync(
    path.join(folder, "x.js"),
    `const burn = (until) => {
  let sum = 0;
  while (Date.now() < until) sum += Math.sqrt(sum + 1);
};
burn(Date.now() + 400);
console.log("half");
setTimeout(() => burn(Date.now() + 400), 300);
`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secrets = Array.from({ length: 9 }, (_, index) => `s3cr3t${index}q`);
const github = publishedTokens["GitHub classic"]!;
const args = [
  "--token",
  secrets[0]!,
  `--db=postgres://me:${secrets[1]!}@h/db`,
  "-H",
  `Authorization: Bearer ${secrets[2]!}`,
  `{"password":"${secrets[3]!}"}`,
  `https://h/?sig=${secrets[4]!}&sv=1`,
  `Server=h;Password=${secrets[5]!};`,
  "--session-id",
  secrets[6]!,
  github,
  "--port",
  "80",
];
/** Variables stand before the program, as a shell has them. */
const command = ["env", `API_KEY=${secrets[7]!}`, "node", "x.js", ...args];

async function recorded(out: string, ...options: readonly string[]): Promise<Run> {
  const ran = await cli.run(["record", "--out", out, ...options, "--", ...command], { cwd: folder });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  const [id = ""] = readdirSync(path.join(folder, out));
  return JSON.parse(readFileSync(path.join(folder, out, id, "run.json"), "utf8")) as Run;
}

/** Files below a folder that have one of the secrets. */
function leaks(below: string): readonly string[] {
  const files = readdirSync(path.join(folder, below), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((file) => {
    const bytes = readFileSync(path.join(file.parentPath, file.name));
    return [...secrets, github].filter((secret) => bytes.includes(secret)).map((secret) => `${file.name}: ${secret}`);
  });
}

test("no file of a recording, and none that is exported from it, has a secret of its command line", async () => {
  const run = await recorded("masked");
  expect(run.app.argv.slice(2)).toEqual([
    "--token",
    "***",
    "--db=postgres://me:***@h/db",
    "-H",
    "Authorization: ***",
    '{"password":"***"}',
    "https://h/?sig=***&sv=1",
    "Server=h;Password=***;",
    "--session-id",
    "***",
    "***",
    "--port",
    "80",
  ]);
  expect(run.name).toContain("env API_KEY=*** node x.js --token *** ");
  const formats = ["markdown", "html", "svg", "speedscope"];
  for (const format of formats) {
    const { code, err } = await cli.run(["export", "masked", "--format", format, "--output", `masked/export.${format}`], { cwd: folder });
    expect([code, err]).toEqual([0, ""]);
  }
  const report = await cli.run(["report", "masked", "--json"], { cwd: folder });
  writeFileSync(path.join(folder, "masked/report.json"), report.out);
  expect(leaks("masked")).toEqual([]);
});

test("neither has the note from which a killed session is recovered", { tags: "thorough" }, async () => {
  const temporary = path.join(folder, "private");
  const env = Object.fromEntries(["TMPDIR", "TEMP", "TMP", "HOME", "XDG_STATE_HOME", "LOCALAPPDATA"].map((name) => [name, temporary]));
  let found: readonly string[] | undefined;
  let notes: readonly string[] = [];
  await cli.run(["record", "--out", "watched", "--", ...command], {
    cwd: folder,
    env,
    when: (out) => {
      if (found !== undefined || !out.includes("half")) return;
      notes = readdirSync(temporary, { recursive: true, encoding: "utf8" }).filter((file) => /recovery\.\w+$/.test(file));
      found = leaks("private").filter((leak) => leak.startsWith("recovery"));
    },
  });
  expect(notes).toHaveLength(1);
  expect(found).toEqual([]);
});

test(
  "an older run with plain secrets is exported without them; they are kept and exported if the user wants it",
  { tags: "thorough" },
  async () => {
    const run = await recorded("plain", "--keep-secrets");
    expect(run.app.argv).toEqual(expect.arrayContaining(args));
    const [id = ""] = readdirSync(path.join(folder, "plain"));
    const markdown = async (): Promise<string> => (await cli.run(["export", "plain", "--format", "markdown"], { cwd: folder })).out;
    expect(await markdown()).toContain(secrets[0]);
    const { keepsSecrets, ...older } = run;
    expect(keepsSecrets).toBe(true);
    writeFileSync(path.join(folder, "plain", id, "run.json"), JSON.stringify(older));
    const shown = await markdown();
    for (const secret of [...secrets, github]) expect(shown).not.toContain(secret);
    expect(shown).toContain("--token \\*\\*\\*");
  },
);
