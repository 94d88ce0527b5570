import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { renameWhenFree } from "../../../language-server/platform/busy-files.ts";
import { openInspector } from "../../../language-server/platform/nodes/node-processes.ts";
import { DapClient, loadPlan } from "../../drivers/adapter/dap-client.ts";
import { heatline, hottestLine, placeApps, reportOf } from "./command.ts";
import { test, thoroughTest } from "./windows-test.ts";
import { startedAgain } from "../../drivers/started-again.ts";
import { isOutlived } from "../../drivers/outlived-session.ts";

/** A Node process that reports its start and runs until it is stopped. */
async function startNode(args: readonly string[], cwd: string): Promise<ChildProcess> {
  const script = 'process.stdout.write("running"); setInterval(() => undefined, 1000)';
  const child = startedAgain(() => spawn(process.execPath, [...args, "-e", script], { cwd, stdio: ["ignore", "pipe", "ignore"] }));
  await once(child.stdout, "data");
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill();
  await exit;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

thoroughTest(
  "a folder that another program holds is reported, stays until the next session, and goes with that but for what processes may name",
  async (folder) => {
    await using client = await DapClient.start();
    const apps = await placeApps(folder);
    await client.launch("", { cwd: apps, workspaceFolders: [apps], program: "server.js" });
    await client.waitForPort();
    await client.request("heatline.startRecording");
    const session = path.dirname(String((await client.waitFor("heatline.liveRun"))["folder"]));
    const holder = await startNode([], path.join(session, "reports"));
    await client.stop();
    assert.equal(client.process.exitCode, 0);
    assert.match(JSON.stringify(client.all("heatline.problem")), /could not be removed: another program has a file in it open/);
    assert.equal(client.all("heatline.runWritten").length, 1);
    assert.ok(await exists(session));
    await end(holder);
    const { code, err } = await heatline(["record", "--out", path.join(folder, "runs"), "--", "node", "script.js"], apps);
    assert.equal(code, 0, err);
    assert.ok(await isOutlived(session));
  },
);

test("a file that another program holds is renamed once that lets go of it", async (folder) => {
  const [held, free] = [path.join(folder, "held.log"), path.join(folder, "free.log")];
  const holder = await startNode(["--prof", "--no-logfile-per-isolate", "--logfile=held.log"], folder);
  await assert.rejects(rename(held, free));
  const renamed = renameWhenFree(held, free);
  await end(holder);
  await renamed;
  assert.ok(await exists(free));
});

test("without Node in PATH it is said that there is none", async (folder) => {
  const apps = await placeApps(folder);
  const name = Object.keys(process.env).find((variable) => variable.toUpperCase() === "PATH") ?? "PATH";
  const before = process.env[name];
  process.env[name] = apps;
  try {
    const { code, err } = await heatline(["record", "--", "node", "script.js"], apps);
    assert.equal(code, 1);
    assert.match(err, /node was not found in PATH/);
  } finally {
    process.env[name] = before;
  }
});

test("an argument of an npm script that cmd.exe would change is refused, and nothing starts", async (folder) => {
  const apps = await placeApps(folder);
  const { code, out, err } = await heatline(["record", "--", "npm", "run", "work", "--", "%PATH:C=D%"], apps);
  assert.equal(code, 1, out);
  assert.match(err, /^heatline: npm starts its script by cmd\.exe, .*: %PATH:C=D%\./);
});

test("an argument with a line break, at which cmd.exe would end the command, is refused, and nothing starts", async (folder) => {
  const apps = await placeApps(folder);
  const { code, out, err } = await heatline(["record", "--", "npm", "run", "work", "--", "a\nb"], apps);
  assert.equal(code, 1, out);
  assert.match(err, /^heatline: npm\.cmd starts its script by cmd\.exe, .*: a↵b\./);
});

test("what an app itself writes to the pipe of the log does no harm", async (folder) => {
  const apps = await placeApps(folder);
  const runs = path.join(folder, "runs");
  const { code, out, err } = await heatline(["record", "--out", runs, "--", "node", "stranger.js"], apps);
  assert.equal(code, 0, err + out);
  const report = await reportOf(runs, apps);
  assert.equal(report.recorder, "exact");
  assert.equal(hottestLine(report), "stranger.js:13");
});

test("an app that crashes keeps what was recorded until then, and its error is reported", async (folder) => {
  const apps = await placeApps(folder);
  const script = await readFile(path.join(apps, "script.js"), "utf8");
  await writeFile(path.join(apps, "throws.js"), `${script}throw new Error("planted crash");\n`);
  const runs = path.join(folder, "runs");
  const { code, err } = await heatline(["record", "--out", runs, "--", "node", "throws.js"], apps);
  assert.equal(code, 1);
  assert.match(err, /heatline: .*ended with exit code 1: .*planted crash/);
  const report = await reportOf(runs, apps);
  assert.equal(report.recorder, "exact");
  assert.equal(hottestLine(report), "throws.js:5");
});

thoroughTest("an app that is killed keeps what was recorded until then", async (folder) => {
  const apps = await placeApps(folder);
  const script = await readFile(path.join(apps, "script.js"), "utf8");
  await writeFile(path.join(apps, "killed.js"), `${script}process.kill(process.pid, "SIGKILL");\n`);
  const runs = path.join(folder, "runs");
  const { err } = await heatline(["record", "--out", runs, "--", "node", "killed.js"], apps);
  // If the kill meets V8's sampler, the script may reach its end first; the process is then stuck until Heatline ends it.
  assert.match(err, /ended with exit code 1|had finished but could not exit/);
  const report = await reportOf(runs, apps);
  assert.equal(report.recorder, "exact");
  assert.equal(hottestLine(report), "killed.js:5");
});

thoroughTest("a process that has finished but never exits is ended, which is said, with all that it did", async (folder) => {
  const apps = await placeApps(folder);
  const runs = path.join(folder, "runs");
  const { code, out, err } = await heatline(["record", "--out", runs, "--", "node", "stuck.js"], apps);
  assert.equal(code, 0, err + out);
  assert.match(err, /^heatline: Process \d+ had finished but could not exit/);
  const report = await reportOf(runs, apps);
  assert.equal(report.recorder, "exact");
  assert.ok(report.lines.some(({ file, line, withLibrariesTicks }) => file.endsWith("/stuck.js") && line === 9 && withLibrariesTicks > 50));
});

test("a log that ends in the middle of a line is read up to there", async (folder) => {
  const apps = await placeApps(folder);
  const child = startedAgain(() =>
    spawn(process.execPath, ["--prof", "--log-source-position", "--no-logfile-per-isolate", "--logfile=v8.log", "script.js"], {
      cwd: apps,
      stdio: "ignore",
    }),
  );
  await once(child, "exit");
  const log = await readFile(path.join(apps, "v8.log"));
  await writeFile(path.join(apps, "cut.log"), log.subarray(0, log.lastIndexOf("tick,") + 9));
  assert.equal(hottestLine(await reportOf("cut.log", apps)), "script.js:5");
});

test("Stop ends a load tool that hangs, started by a command script with a name of many meanings, which got what was written", async (folder) => {
  await using client = await DapClient.start();
  const apps = await placeApps(folder);
  const name = "a & calc ^ (ж) 😀.cmd";
  await writeFile(path.join(apps, name), '@node "%~dp0tool.js" %*\r\n');
  await client.launch("", { cwd: apps, workspaceFolders: [apps], program: "server.js" });
  const port = await client.waitForPort();
  const given = ["hang", "b & echo c>d.txt", "^e", 'f"g', "ж 😀"];
  const share = String.raw`\\server\share`;
  const command = `${[`./${name}`, ...given].map((word) => `'${word}'`).join(" ")} ${share}`;
  await client.request("heatline.startLoad", { plan: loadPlan(port, { tool: "command", command, warmupSeconds: 0 }) });
  const written = path.join(apps, "given.json");
  while (!(await exists(written))) await delay(100);
  await client.stop();
  assert.deepEqual(JSON.parse(await readFile(written, "utf8")), [...given, share]);
  assert.ok(!(await readdir(apps)).includes("d.txt"));
  assert.deepEqual(await client.processesLeft(), []);
});

test("a process that is asked to opens its inspector, without signals", async (folder) => {
  const child = startedAgain(() =>
    spawn(process.execPath, ["--inspect-port=0", "-e", 'process.stdout.write("running"); setInterval(() => undefined, 1000)'], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  await once(child.stdout, "data");
  const opening = openInspector({ pid: child.pid ?? 0, executable: process.execPath });
  assert.match(String((await once(child.stderr, "data"))[0]), /Debugger listening/);
  await opening;
  await end(child);
});
