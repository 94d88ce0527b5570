import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { stateEntries, stateEnv } from "../drivers/state-folder.ts";
import { SmallDisk } from "../faults/disk.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-export-"));
const profile = path.join(folder, "app.cpuprofile");

const program = `function burn(rounds) { let sum = 0; for (let at = 0; at < rounds; at++) sum += Math.sqrt(at); return sum; }
function main() { let sum = 0; const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end) sum += burn(100_000); return sum; }
console.log(main());
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(path.join(folder, "app.js"), program);
  execFileSync(process.execPath, ["--no-turbo-inlining", "--cpu-prof", "--cpu-prof-name=app.cpuprofile", "app.js"], { cwd: folder });
});

/** Share of the busy time with a function on the stack, and all busy time in milliseconds. */
async function figuresOf(name: string, file: string): Promise<{ readonly share: number; readonly busy: number }> {
  const { out, err } = await cli.run(["report", file, "--json"], { cwd: folder });
  expect(err).toBe("");
  const { functions, busyTicks, intervalUs = Number.NaN } = JSON.parse(out) as JsonReport;
  const ticks = functions.filter((each) => each.name === name).reduce((most, { totalTicks }) => Math.max(most, totalTicks), 0);
  return { share: ticks / busyTicks, busy: (busyTicks * intervalUs) / 1000 };
}

test.each(["cpuprofile", "speedscope", "pprof", "collapsed"])(
  "a profile exported as %s has the same shares of the same time when it is read again",
  async (format) => {
    const file = path.join(folder, `out.${format}`);
    const { code, out, err } = await cli.run(["export", profile, "--format", format, "-o", file], { cwd: folder });
    expect({ code, out, err }).toEqual({ code: 0, out: "", err: "" });
    const before = await figuresOf("main", profile);
    expect(before.share).toBeGreaterThan(0.5);
    const after = await figuresOf("main", file);
    expect(after.share).toBeCloseTo(before.share, 3);
    expect(after.busy / before.busy).toBeCloseTo(1, 3);
  },
);

test("pictures and reports are written to standard output if no file is named", async () => {
  const svg = await cli.run(["export", profile, "--format", "svg"], { cwd: folder });
  expect(svg).toMatchObject({ code: 0, err: "" });
  expect(svg.out).toMatch(/^<svg[\s\S]*main[\s\S]*<\/svg>\n$/);
  expect(svg.out).toContain("<script>");
  const picture = await cli.run(["export", profile, "--format", "svg", "--static"], { cwd: folder });
  expect(picture.out).toMatch(/^<svg[\s\S]*main[\s\S]*<\/svg>\n$/);
  expect(picture.out).not.toContain("<script");
  const markdown = await cli.run(["export", profile, "--format", "markdown", "-o", "-"], { cwd: folder });
  expect(markdown.out).toMatch(/^# app\.cpuprofile/);
  expect(markdown.out).toContain("Hottest functions by self");
});

test("summaries list code without a file, so that self adds up to all busy time", async () => {
  const names = path.join(folder, "names.txt");
  writeFileSync(names, "main;parse 3\nmain;collect 2\n(garbage collector) 5\n");
  const { out } = await cli.run(["export", names, "--format", "markdown"]);
  expect(out).toContain(`| --- | ---: | ---: | ---: | --- |
| (garbage collector) | 50.0 % | 50.0 % | 5 | garbage collection |
| parse | 30.0 % | 30.0 % | 3 | native code |
| collect | 20.0 % | 20.0 % | 2 | native code |
`);
  const html = await cli.run(["export", names, "--format", "html"]);
  expect(html.out).toContain("<td>collect</td><td>20.0 %</td><td>20.0 %</td><td>2</td><td>native code</td>");
});

/** A profile that its text contradicts; the name of its file has marks of Markdown and HTML. */
function contradicted(): string {
  const stale = path.join(import.meta.dirname, "../fixtures/fit-cases/stale");
  const at = mkdtempSync(path.join(folder, "stale-"));
  const text = path.join(at, "a_b@x&y.cjs");
  copyFileSync(path.join(stale, "a.cjs"), text);
  const recorded = readFileSync(path.join(stale, "c.cpuprofile"), "utf8");
  writeFileSync(
    path.join(at, "c.cpuprofile"),
    recorded.replaceAll("file:///srv/app/a.cjs", () => pathToFileURL(text).href),
  );
  return path.join(at, "c.cpuprofile");
}

const denoLines = path.join(import.meta.dirname, "../fixtures/fit-cases/deno-ts-lines/deno-2.9.6.cpuprofile");

test.each([
  ["script.contradicted", contradicted],
  ["script.otherLines", () => denoLines],
])("summaries and pages say what report says of another text: %s", async (code, fileOf) => {
  const file = fileOf();
  const run = async (...args: readonly string[]): Promise<string> => (await cli.run(args, { cwd: path.dirname(file) })).out;
  const { problems } = JSON.parse(await run("report", file, "--json")) as JsonReport;
  const note = problems.find((problem) => problem.code === code)?.message ?? "none";
  const markdown = await run("export", file, "--format", "markdown");
  const escaped = note
    .replaceAll("_", String.raw`\_`)
    .replaceAll("&", "&amp;")
    .replaceAll("@", "&#64;");
  expect(markdown).toContain(`- **Note**: ${escaped}\n\n## `);
  const page = await run("export", file, "--format", "html");
  expect(/<dt>Note<\/dt><dd>(.*)<\/dd>/.exec(page)?.[1]).toBe(note.replaceAll(/["'&]/g, (mark) => `&#${mark.codePointAt(0) ?? 0};`));
});

test("the note of another text is in the language of the export", async () => {
  const file = contradicted();
  const options = { cwd: path.dirname(file), env: { LC_ALL: "ru_RU.UTF-8" } };
  const { out } = await cli.run(["export", file, "--format", "markdown"], options);
  expect(out).toMatch(/^- \*\*Примечание\*\*: .*[а-я]{5}.*[а-я]{5}/m);
});

test("a profile that fits its text is exported without a note", async () => {
  for (const format of ["markdown", "html"]) {
    const { out } = await cli.run(["export", profile, "--format", format], { cwd: folder });
    expect(out).toContain("Busy time");
    expect(/\*\*Note\*\*|<dt>Note<\/dt>/.exec(out)).toBeNull();
  }
});

test("a profile on standard input is read like a file, also gzipped, and nothing is left on disk", async () => {
  const temporary = mkdtempSync(path.join(folder, "tmp-"));
  const input = gzipSync(readFileSync(profile));
  const env = { ...process.env, TMPDIR: temporary, ...stateEnv(temporary) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli.file, "export", "-", "--format", "collapsed"], {
    input,
    encoding: "utf8",
    env,
  });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/;main /);
  expect(readdirSync(temporary)).toEqual(["state"]);
  expect(await stateEntries(temporary)).toEqual([]);
});

test("a profile on standard input that has no place on the disk, or nowhere, is said to have none", () => {
  const temporary = mkdtempSync(path.join(folder, "full-"));
  using disk = new SmallDisk(temporary, 256 * 1024);
  disk.fill();
  const said = (env: Readonly<Record<string, string>>): string => {
    const options = { input: readFileSync(profile), encoding: "utf8", env: { ...process.env, ...env } } as const;
    const { status, stderr } = spawnSync(process.execPath, [cli.file, "report", "-"], options);
    return `${status} ${stderr}`;
  };
  const full = said({ TMPDIR: temporary, ...stateEnv(temporary) });
  expect(full).toMatch(/^1 heatline: Heatline's folder .+ cannot be used: no space left on the disk\. Free some space there/);
  const nowhere = said({ TMPDIR: "/nowhere/at/all", ...stateEnv("/dev/null") });
  expect(nowhere).toMatch(/^1 heatline: Heatline can use neither its own folder .+ nor the temporary folder \/nowhere\/at\/all: /);
});

test("a write error is reported in one line, without a stack trace of minified code", async () => {
  const nowhere = await cli.run(["export", profile, "--format", "svg", "-o", path.join(folder, "none", "x.svg")]);
  expect(nowhere.code).toBe(1);
  expect(nowhere.err).toMatch(/^heatline: The export could not be written to .*\n$/);
  const full = spawnSync(process.execPath, [cli.file, "report", profile], {
    stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  expect(full.status).toBe(1);
  expect(full.stderr).toMatch(/^heatline: the output cannot be written: no space left on the disk\n$/);
});

/** Runs the command, which reads the profile from `-`, after its terminal has gone. */
async function withoutTerminal(args: readonly string[]): Promise<{ readonly err: string; readonly code: string }> {
  const at = mkdtempSync(path.join(folder, "lost-"));
  execFileSync("mkfifo", ["input", "ended"], { cwd: at });
  // The shell goes on after the hangup, as nohup's command does. Node takes signals back that its parent ignored: a session of its own gets none.
  const script = `trap "" HUP\nsetsid --wait "${process.execPath}" "${cli.file}" ${args.join(" ")} < input 2> err\necho $? > code\necho > ended\n`;
  writeFileSync(path.join(at, "lost.sh"), script);
  const terminal = spawn("script", ["--quiet", "--command", "sh lost.sh", "/dev/null"], {
    cwd: at,
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const input = await open(path.join(at, "input"), "w");
  const gone = once(terminal, "exit");
  terminal.kill("SIGKILL");
  await gone;
  await input.writeFile(readFileSync(profile));
  await input.close();
  await readFile(path.join(at, "ended"));
  return { err: readFileSync(path.join(at, "err"), "utf8"), code: readFileSync(path.join(at, "code"), "utf8") };
}

test("if the terminal goes away, that is reported in one line, and Node writes no stack trace", async () => {
  expect(await withoutTerminal(["report", "-"])).toEqual({
    err: "heatline: the output cannot be written: the disk or device reported an error\n",
    code: "1\n",
  });
});

test("a file is written without a terminal, as nothing has to be reported there", async () => {
  const file = path.join(folder, "without-terminal.txt");
  expect(await withoutTerminal(["export", "-", "--format", "collapsed", "-o", file])).toEqual({ err: "", code: "0\n" });
  expect(readFileSync(file, "utf8")).toMatch(/;main /);
});

test.each([
  [["export"], /Name a profile or a run/],
  [["export", "a"], /--format must be one of cpuprofile, collapsed/],
  [["export", "a", "--format", "gif"], /not “gif”/],
  [["export", "a", "--format", "pprof", "--static"], /--static is for --format svg only/],
])("%j is wrong usage", async (args, message) => {
  const { code, err } = await cli.run(args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});
