import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  endTree,
  findSessionProcesses,
  findStartedProcesses,
  isPaused,
  leadsGroup,
  resumeTrees,
  signalTree,
  treeExists,
} from "../../language-server/platform/process-tree.ts";
import { lowerThreadPriority } from "../../language-server/platform/scheduling.ts";

/** Greater than Linux's largest process id. */
const noProcess = 2 ** 22 + 1;
const PATH = process.env["PATH"] ?? "";

afterEach(() => {
  process.env["PATH"] = PATH;
});

/** A Node process with a child; both run until they are stopped. */
const parent = `const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: "ignore" });
child.on("spawn", () => console.log(child.pid));
setInterval(() => undefined, 1000);`;

interface Tree {
  readonly root: ChildProcess;
  readonly pid: number;
  readonly child: number;
}

async function startTree(env: Readonly<Record<string, string>> = {}): Promise<Tree> {
  const root = spawn(process.execPath, ["-e", parent], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...env },
  });
  const [line] = (await once(root.stdout, "data")) as [Buffer];
  return { root, pid: root.pid ?? 0, child: Number(String(line)) };
}

/** A child that is not reaped stays as a zombie, so its group has to be checked. */
async function expectEnded({ root, pid }: Tree): Promise<void> {
  if (root.exitCode === null && root.signalCode === null) await once(root, "exit");
  await expect.poll(() => treeExists(pid, "linux")).toBe(false);
}

test.each(["linux", "darwin"] as const)("on %s a process tree is ended by its group", async (platform) => {
  expect(leadsGroup(platform)).toBe(true);
  const tree = await startTree();
  expect(treeExists(tree.pid, platform)).toBe(true);
  await endTree(tree.pid, platform);
  await expectEnded(tree);
  expect(signalTree(noProcess, "SIGTERM", platform)).toBe(false);
});

test.each(["linux", "darwin"] as const)("on %s a paused process tree is known, and resumed", async (platform) => {
  const tree = await startTree();
  const pids = [tree.pid, tree.child];
  const paused = async (): Promise<boolean[]> => Promise.all(pids.map((pid) => isPaused(pid, platform)));
  expect(await paused()).toEqual([false, false]);
  signalTree(tree.pid, "SIGSTOP", platform);
  await expect.poll(paused).toEqual([true, true]);
  await resumeTrees([tree.pid], "win32");
  await resumeTrees([], platform);
  await resumeTrees([noProcess], platform);
  expect(await paused()).toEqual([true, true]);
  expect(await isPaused(tree.pid, "win32")).toBe(false);
  await resumeTrees([tree.pid], platform);
  await expect.poll(paused).toEqual([false, false]);
  process.kill(tree.child, "SIGSTOP");
  await expect.poll(paused).toEqual([false, true]);
  await resumeTrees([tree.child], platform);
  await expect.poll(paused).toEqual([false, false]);
  await endTree(tree.pid, platform);
  await expectEnded(tree);
  expect(await isPaused(noProcess, platform)).toBe(false);
});

test.each(["linux", "darwin"] as const)("on %s only what is paused is asked to go on", async (platform) => {
  const script = `process.on("SIGCONT", () => console.log("SIGCONT")).on("SIGUSR2", () => console.log("SIGUSR2")); console.log("ready");`;
  const child = spawn(process.execPath, ["-e", `${script} setInterval(() => undefined, 1000);`], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  await expect.poll(() => out).toBe("ready\n");
  const pid = Number(child.pid);
  await resumeTrees([pid], platform);
  child.kill("SIGUSR2");
  await expect.poll(() => out).toBe("ready\nSIGUSR2\n");
  child.kill("SIGSTOP");
  await expect.poll(() => isPaused(pid, platform)).toBe(true);
  await resumeTrees([pid], platform);
  await expect.poll(() => out).toBe("ready\nSIGUSR2\nSIGCONT\n");
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
});

/** Windows tools as scripts: the list of processes is real, from ps. */
const wmic = `#!/bin/sh\n/bin/ps -A -o ppid= -o pid=\n`;
const refused = "#!/bin/sh\necho 'ERROR: Access is denied.' >&2\nexit 1\n";

test.each([
  ["is missing", undefined, 0o755],
  ["fails", refused, 0o755],
  ["may not be run", "", 0o644],
  ["is no program", "MZ", 0o755],
] as const)("on Windows a process tree is ended process by process if taskkill %s", async (_how, taskkill, mode) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-tools-"));
  await writeFile(path.join(folder, "wmic.exe"), wmic, { mode: 0o755 });
  if (taskkill !== undefined) {
    await writeFile(path.join(folder, "taskkill.exe"), taskkill);
    await chmod(path.join(folder, "taskkill.exe"), mode);
  }
  expect(leadsGroup("win32")).toBe(false);
  const tree = await startTree();
  expect(treeExists(tree.pid, "win32")).toBe(true);
  process.env["PATH"] = folder;
  await endTree(tree.pid, "win32");
  await expectEnded(tree);
  expect(treeExists(tree.pid, "win32")).toBe(false);
  await rm(folder, { recursive: true });
});

test("on Windows the process itself is ended even if nothing lists processes", async () => {
  const tree = await startTree();
  process.env["PATH"] = "";
  await endTree(tree.pid, "win32");
  await once(tree.root, "exit");
  expect(tree.root.signalCode).toBe("SIGKILL");
  process.kill(tree.child, "SIGKILL");
});

test.each([
  ["linux", true],
  ["darwin", false],
  ["win32", false],
] as const)("on %s processes are found by their environment: %s", async (platform, isFound) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-session-"));
  const tree = await startTree({ HEATLINE_TEST_OWNER: platform, HEATLINE_TEST_FOLDER: path.join(folder, "reports") });
  const started = isFound ? [tree.pid, tree.child] : [];
  expect(new Set(findStartedProcesses("HEATLINE_TEST_OWNER", platform, platform))).toEqual(new Set(started));
  expect(new Set(findSessionProcesses(folder, platform))).toEqual(new Set(started));
  await endTree(tree.pid, "linux");
  await expectEnded(tree);
  await rm(folder, { recursive: true });
});

test("on macOS the processes of a session are found by their arguments, and no other program with these is", async () => {
  const around = await mkdtemp(path.join(os.tmpdir(), "heatline-test-ж-"));
  const folder = await mkdtemp(path.join(around, "heatline-"));
  const log = `--logfile=${path.join(folder, "ticks")}`;
  const start = (file: string, ...args: readonly string[]): ChildProcess => spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
  const script = 'process.stdin.resume(); console.log("ready")';
  const [node, other] = [start(process.execPath, log, "-e", script), start("/bin/sh", "-c", "echo ready; read line", log)];
  for (const { stdout } of [node, other]) await once(stdout ?? node, "data");
  expect(findSessionProcesses(folder, "darwin")).toEqual([node.pid]);
  expect(findSessionProcesses(`${folder}x`, "darwin")).toEqual([]);
  for (const child of [node, other]) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await rm(around, { recursive: true });
});

test.each([
  ["linux", true],
  ["darwin", false],
  ["win32", false],
] as const)("on %s the priority of a single thread can be lowered: %s", (platform, isPossible) => {
  expect(lowerThreadPriority(0, platform)).toBe(isPossible);
});
