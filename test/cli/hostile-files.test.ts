import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bombs, profileOfFile, writeLargeWithBlanks } from "./bombs.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";
import { someOf } from "../workbench/some-of.mjs";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-hostile-")));
/** Reported by the process itself when it ends. */
const memoryHook = path.join(folder, "memory.cjs");
const kilobytes = 1024;

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(
    memoryHook,
    `process.on("exit", () => require("node:fs").writeFileSync(process.env.MEMORY_FILE, String(process.resourceUsage().maxRSS)));`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `heatline report`; `megabytes` is what it took at its peak. */
async function reported(file: string): Promise<Awaited<ReturnType<CommandLine["run"]>> & { readonly megabytes: number }> {
  const memory = `${file}.memory`;
  const env = { NODE_OPTIONS: `--require ${memoryHook}`, MEMORY_FILE: memory };
  const ended = await cli.run(["report", file], { cwd: folder, env });
  rmSync(file);
  return { ...ended, megabytes: Number(readFileSync(memory, "utf8")) / kilobytes };
}

test.each(someOf(7, Object.entries(bombs)))("%s is read within its budget or refused with a reason", async (name, write) => {
  const file = path.join(folder, name);
  await write(file);
  const { code, out, err, megabytes } = await reported(file);
  expect([0, 1]).toContain(code);
  expect(err).not.toMatch(/\n\s+at |RangeError|FATAL|bug/);
  expect(code === 1 ? err : out).toMatch(code === 1 ? /^heatline: .+\.\n$/ : /Hot functions|busy/);
  expect(megabytes).toBeLessThan(1024);
});

test.each([
  ["blanks into it", "work"],
  ["blanks and a name beyond Latin-1 into it", "работа"],
])(
  "a real profile of 200 MB is read within 1 GB, though its writer put %s",
  { timeout: 400_000, tags: "thorough" },
  async (_what, named) => {
    const file = path.join(folder, "blanks.cpuprofile");
    await writeLargeWithBlanks(file, named);
    expect(statSync(file).size).toBeGreaterThan(200e6);
    const { code, out, megabytes } = await reported(file);
    expect(code).toBe(0);
    expect(out).toMatch(/1,860,000 samples.*\n(.*\n)*Hot functions/);
    expect(megabytes).toBeLessThan(1000);
  },
);

test.each(
  someOf(1, ["file:///etc/passwd", "file:///proc/self/environ", "/proc/self/environ", "file:///proc/kmsg", "file:///proc/self/pagemap"]),
)("a profile that is not trusted cannot show the lines of %s", async (url) => {
  const file = path.join(folder, "stranger.cpuprofile");
  writeFileSync(file, profileOfFile(url));
  const { code, out } = await cli.run(["report", file], { cwd: folder, env: { SECRET: "not-to-be-seen" } });
  expect(code).toBe(0);
  expect(out).toContain("(the source was not kept)");
  expect(out).not.toMatch(/root:|not-to-be-seen/);
  expect(out).toContain("is outside the workspace and the folder of the profile, so it was not read");
});

test("a link beside the profile is not followed, and the files beside it are shown", async () => {
  const inner = path.join(folder, "links");
  mkdirSync(inner);
  writeFileSync(path.join(folder, "outside.js"), "function f() { outsideLine(); }\n");
  symlinkSync(path.join(folder, "outside.js"), path.join(inner, "link.js"));
  writeFileSync(path.join(inner, "own.js"), "function f() { ownLine(); }\n");
  const shown = async (name: string): Promise<string> => {
    const file = path.join(inner, `${name}.cpuprofile`);
    writeFileSync(file, profileOfFile(`file://${path.join(inner, name)}`));
    return (await cli.run(["report", file], { cwd: "/" })).out;
  };
  expect(await shown("link.js")).not.toContain("outsideLine");
  expect(await shown("own.js")).toContain("ownLine");
});

test("files under --source are read wherever they are", async () => {
  const file = path.join(folder, "elsewhere.cpuprofile");
  const sources = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-sources-")));
  writeFileSync(path.join(sources, "there.js"), "function f() { thereLine(); }\n");
  writeFileSync(file, profileOfFile(`file://${sources}/there.js`));
  expect((await cli.run(["report", file], { cwd: folder })).out).not.toContain("thereLine");
  expect((await cli.run(["report", file, "--source", sources], { cwd: folder })).out).toContain("thereLine");
  rmSync(sources, { recursive: true });
});

test.each(["/dev/zero", "pipe"])("%s is refused as a profile and as a file of a run", async (name) => {
  const file = name.startsWith("/") ? name : path.join(folder, name);
  if (name === "pipe") execFileSync("mkfifo", [file]);
  expect((await cli.run(["report", file])).err).toMatch(/^heatline: .+ is not a file\. .+\n$/);
  const run = path.join(folder, `run-of-${path.basename(name)}`);
  mkdirSync(run);
  symlinkSync(file, path.join(run, "run.json"));
  expect((await cli.run(["report", run])).err).toMatch(/^heatline: .+\n$/);
});
