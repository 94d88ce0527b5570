import assert from "node:assert/strict";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { readRun } from "../../../language-server/history/run-store.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { lossesBesideWork } from "../../drivers/adapter/recorded-lines.ts";
import { heatline, hottestLine, placeApps, reportOf } from "./command.ts";
import { addCommand } from "./npm-command.ts";
import { waitUntilGone } from "./windows-processes.ts";
import { setting, test, thoroughTest } from "./windows-test.ts";

interface Recorded {
  readonly run: Run;
  readonly hottest: string;
  readonly out: string;
  readonly err: string;
}

/** Runs `heatline record` in a folder with the suite's apps. */
async function record(folder: string, options: readonly string[], command: readonly string[]): Promise<Recorded> {
  return recordIn(await placeApps(folder), options, command);
}

async function recordIn(apps: string, options: readonly string[], command: readonly string[]): Promise<Recorded> {
  const runs = path.join(path.dirname(apps), "runs");
  const { code, out, err } = await heatline(["record", "--out", runs, ...options, "--", ...command], apps);
  assert.equal(code, 0, err + out);
  const written = /The run is in (.+)/.exec(out)?.[1] ?? "";
  return { run: await readRun(path.resolve(apps, written)), hottest: hottestLine(await reportOf(runs, apps)), out, err };
}

function assertExact({ run }: Recorded): void {
  assert.equal(run.recorder, "exact", JSON.stringify(run.recorderNote));
  assert.deepEqual(lossesBesideWork(run), []);
}

test("a script is recorded exactly, from its first line to its end", async (folder) => {
  const recorded = await record(folder, [], ["node", "script.js"]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
});

test("a script is recorded by the inspector where that is asked for", async (folder) => {
  const { run, hottest } = await record(folder, ["--recorder", "inspector"], ["node", "script.js"]);
  assert.equal(run.recorder, "inspector");
  assert.equal(hottest, "script.js:5");
});

test("a server is recorded exactly under load", async (folder) => {
  const recorded = await record(folder, ["--load", "/", "--duration", "3", "--warmup", "1"], ["node", "server.js"]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "server.js:6");
  assert.ok((recorded.run.load?.requests ?? 0) > 0, JSON.stringify(recorded.run.load));
});

thoroughTest("a worker has a log of its own", async (folder) => {
  const recorded = await record(folder, [], ["node", "workers.js"]);
  assertExact(recorded);
  assert.deepEqual(
    recorded.run.threads.map(({ name }) => name),
    ["main", "worker 1"],
  );
  assert.equal(recorded.hottest, "workers.js:7");
});

thoroughTest("forked children each have a log of their own", async (folder) => {
  const recorded = await record(folder, [], ["node", "forks.js"]);
  assertExact(recorded);
  assert.equal(recorded.run.threads.length, 3);
  assert.equal(new Set(recorded.run.threads.map(({ pid }) => pid)).size, 3);
  assert.equal(recorded.hottest, "forks.js:7");
});

thoroughTest("the workers of a cluster each have a log of their own", async (folder) => {
  const recorded = await record(folder, ["--load", "/", "--duration", "3", "--warmup", "1"], ["node", "cluster.js"]);
  assertExact(recorded);
  assert.equal(new Set(recorded.run.threads.map(({ pid }) => pid)).size, 3);
  assert.equal(recorded.hottest, "cluster.js:7");
});

thoroughTest("npx starts the app, and is none of it", async (folder) => {
  const recorded = await record(folder, [], ["npx", "--no-install", "-c", "node script.js"]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
});

if (Number.parseInt(process.versions.node, 10) >= 22) {
  thoroughTest("TypeScript whose types Node strips is recorded on its own lines", async (folder) => {
    const recorded = await record(folder, [], ["node", "--experimental-strip-types", "typed.ts"]);
    assertExact(recorded);
    assert.equal(recorded.hottest, "typed.ts:8");
  });
}

test("an npm script is recorded through npm.cmd and what stands between", async (folder) => {
  const recorded = await record(folder, [], ["npm", "run", "work"]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
});

thoroughTest("a server that node --watch starts in an npm script is recorded exactly under load", async (folder) => {
  const apps = await placeApps(folder);
  await writeFile(path.join(apps, "package.json"), JSON.stringify({ private: true, scripts: { dev: "node --watch server.js" } }));
  const recorded = await recordIn(apps, ["--load", "/", "--duration", "3", "--warmup", "1"], ["npm", "run", "dev"]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "server.js:6");
});

thoroughTest(
  "TypeScript is recorded on its own lines through tsx, its command script made by npm, and the processes that it starts",
  async (folder) => {
    const apps = await placeApps(folder);
    await addCommand(apps, "tsx", path.join(setting("HEATLINE_TSX"), "tsx/dist/cli.mjs"));
    const recorded = await recordIn(apps, [], ["tsx", "typed.ts"]);
    assertExact(recorded);
    assert.equal(recorded.hottest, "typed.ts:8");
  },
);

thoroughTest("a server without load is recorded for as long as was asked", async (folder) => {
  const { run } = await record(folder, ["--duration", "2"], ["node", "server.js"]);
  assert.equal(run.end, "time-cap");
});

thoroughTest("what outlives its session starts Node as without Heatline, also after the next one has begun", async (folder) => {
  const apps = await placeApps(folder);
  await recordIn(apps, [], ["node", "detaches.js"]);
  assert.equal((await recordIn(apps, [], ["node", "script.js"])).err, "");
  await writeFile(path.join(apps, "go.txt"), "");
  assert.deepEqual(await waitUntilGone(""), []);
  const written = await Promise.all(["after.txt", "errors.txt", "code.txt"].map((name) => readFile(path.join(apps, name), "utf8")));
  assert.deepEqual(
    written.map((text) => text.trim()),
    ["2node", "", "0"],
  );
});

/** Names that mean something to cmd.exe. */
const hostileFolder = "a & echo b %PATH% ^ (ж) 😀";
const hostileName = "h & echo i>j.txt ^ %PATH% (ж) 😀";

thoroughTest("folders, scripts of npm and arguments with hostile names start rightly, and nothing else does", async (folder) => {
  const apps = await placeApps(folder, hostileFolder);
  // The script's name alone: npm itself gives its text to cmd.exe.
  const scripts = { [hostileName.replaceAll("%", "")]: "node wrapper.js script.js" };
  await writeFile(path.join(apps, "package.json"), JSON.stringify({ private: true, scripts }));
  const hostile = ["c & echo d>e.txt", '"f"', "^g", "(ж) 😀"];
  const recorded = await recordIn(apps, [], ["npm", "run", ...Object.keys(scripts), "--", ...hostile]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
  assert.ok(recorded.out.includes(hostile.join(",")), recorded.out);
  assert.equal(recorded.err, "");
  assert.deepEqual(
    (await readdir(apps)).filter((name) => name.endsWith(".txt")),
    [],
  );
});

thoroughTest("a package's command script gets what was written, by itself and behind npm, and nothing else starts", async (folder) => {
  const apps = await placeApps(folder);
  await writeFile(path.join(apps, "cli.js"), '#!/usr/bin/env node\nrequire("./script.js");\n');
  await addCommand(apps, "work", path.join(apps, "cli.js"));
  await writeFile(path.join(apps, "package.json"), JSON.stringify({ private: true, scripts: { work: "work" } }));
  const hostile = ["--url=/?a=1&b=2", "c|d", 'e" & echo f>g.txt "', "^h", "i & echo j>k.txt"];
  for (const command of [["work"], ["npm", "run", "work", "--"]]) {
    const recorded = await recordIn(apps, [], [...command, ...hostile]);
    assertExact(recorded);
    assert.equal(recorded.hottest, "script.js:5");
    assert.ok(recorded.out.includes(`result true ${hostile.join(",")}`), recorded.out);
    assert.equal(recorded.err, "");
  }
  assert.deepEqual(
    (await readdir(apps)).filter((name) => name.endsWith(".txt")),
    [],
  );
});

test("where a package's command script would run a part of its folder's name, its program starts; behind npm it is refused", async (folder) => {
  const apps = await placeApps(folder, hostileFolder);
  await writeFile(path.join(apps, "cli.js"), '#!/usr/bin/env node\nrequire("./script.js");\n');
  await addCommand(apps, "work", path.join(apps, "cli.js"));
  await writeFile(path.join(apps, "package.json"), JSON.stringify({ private: true, scripts: { work: "work", start: "npm run work" } }));
  const hostile = ["c & echo d>e.txt", '"f"', "%PATH%", "g\nh"];
  const recorded = await recordIn(apps, [], ["work", ...hostile]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
  assert.ok(recorded.out.includes(`result true ${hostile.join(",")}`), recorded.out);
  assert.equal(recorded.err, "");
  for (const command of [
    ["npm", "start"],
    ["npx", "work"],
  ]) {
    const { code, out, err } = await heatline(["record", "--", ...command], apps);
    assert.equal(code, 1, out);
    assert.match(err, /^heatline: np[mx] starts its script by cmd\.exe, .*: .*work\.cmd\./);
  }
  assert.deepEqual(
    (await readdir(apps)).filter((name) => name.endsWith(".txt")),
    [],
  );
});

test("a file with a hostile name starts rightly, and nothing else does", async (folder) => {
  const apps = await placeApps(folder, hostileFolder);
  const file = `${hostileName.replace(">", "")}.js`;
  await rename(path.join(apps, "script.js"), path.join(apps, file));
  const recorded = await recordIn(apps, [], ["node", file]);
  assertExact(recorded);
  assert.equal(recorded.hottest, `${file}:5`);
});
