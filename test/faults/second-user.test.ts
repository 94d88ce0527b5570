import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { listRuns } from "../../language-server/history/run-store.ts";
import { checkOwnRunsFolder } from "../../language-server/history/runs-folder.ts";
import { readRecoveryNote } from "../../language-server/recording/session/notes/recovery-note.ts";
import { buildCommandLine } from "../cli/command-line.ts";
import { appsFolder, DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { FileTrace } from "../drivers/file-trace.ts";
import { stateEntries, stateEnv } from "../drivers/state-folder.ts";
import { someOf } from "../workbench/some-of.mjs";
import { asSecondUser, codeAsSecondUser, isRoot, plant, Swapper, touched } from "./second-user.ts";

/**
 * A second user of the machine has prepared the temporary folder, which both share. As root that is `nobody`; without root it is this user,
 * of whom nothing in the shared folder may be opened either.
 */
interface Machine {
  /** Both can write there. */
  readonly shared: string;
  /** The first user's: a home folder that others may pass, so that only the private folder keeps them out. */
  readonly home: string;
  /** What notes and links of the second user's lead to: `mine.json` alone is in it. */
  readonly target: string;
  readonly trace: FileTrace;
}

const made: string[] = [];

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function machine(): Promise<Machine> {
  // Beside the folder of the tests, which nobody else can enter.
  const base = await realpath(await mkdtemp(path.join(path.dirname(os.tmpdir()), "second-user-")));
  made.push(base);
  const [shared, home, target] = ["shared", "home", "target"].map((name) => path.join(base, name)) as [string, string, string];
  for (const folder of [base, shared, home, target]) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, folder === shared ? 0o1777 : 0o755);
  }
  await writeFile(path.join(target, "mine.json"), "mine");
  plant(shared, target);
  return { shared, home, target, trace: new FileTrace(path.join(base, "trace")) };
}

/** What is wrong after all has ended: there should be nothing. */
async function harm({ shared, target, trace }: Machine): Promise<readonly string[]> {
  await expect.poll(() => trace.isComplete()).toBe(true);
  const changed = (await readdir(target)).join() === "mine.json" && (await readFile(path.join(target, "mine.json"), "utf8")) === "mine";
  return [...(await touched(trace, shared)), ...(changed ? [] : [`Something in ${target} is changed.`])];
}

/** The first user's folders that are left. */
async function leftIn({ home, shared }: Machine): Promise<readonly string[]> {
  const apart = (await readdir(shared)).filter((name) => /^heatline-s-(?!plant)/.test(name));
  return [...(await stateEntries(home)), ...apart];
}

const places = [
  ["the shared temporary folder", ({ home }: Machine) => stateEnv(home)],
  // Only another user's folder is refused there.
  ["the folder that is to be private", ({ shared }: Machine) => ({ XDG_STATE_HOME: shared })],
] as const;
const possible = isRoot ? places : places.slice(0, 1);

test.each(someOf(1, possible))(
  "what a second user has put in %s is not opened by the command, which records as ever",
  async (_place, envOf) => {
    const at = await machine();
    await using _swapper = new Swapper(at.shared, at.target);
    const runs = path.join(at.home, "runs");
    const cli = await buildCommandLine();
    const args = ["record", "--out", runs, "--load", "/", "--duration", "1", "--", "node", "server.js"];
    const env = { TMPDIR: at.shared, ...envOf(at) };
    const { code, err } = await cli.run(args, { cwd: appsFolder, env, tracer: at.trace.tracer });
    expect([code, err]).toEqual([0, expect.not.stringMatching(/bug|Error/)]);
    expect(await listRuns(runs)).toHaveLength(1);
    expect(await harm(at)).toEqual([]);
    expect(await leftIn(at)).toEqual([]);
    // The trace shows what the session does in its own folder.
    expect((await at.trace.calls("/heatline-hooks.cjs")).filter(({ name }) => name.startsWith("open"))).not.toEqual([]);
  },
);

test.each(someOf(1, possible))(
  "what a second user has put in %s is not opened by the adapter, whether it is stopped, or is killed and its recording is recovered",
  { tags: "thorough", timeout: 240_000 },
  async (_place, envOf) => {
    const at = await machine();
    await using _swapper = new Swapper(at.shared, at.target);
    const runs = path.join(at.home, "runs");
    const env = { TMPDIR: at.shared, ...envOf(at) };
    const measure = async (client: DapClient): Promise<string> => {
      await client.launch("server.js", { runsFolder: runs });
      const port = await client.waitForPort();
      await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 60, warmupSeconds: 0 }) });
      await client.waitForLoad("measuring");
      const live = await client.waitFor("heatline.liveRun", ({ folder }) => typeof folder === "string");
      return path.dirname(String(live["folder"]));
    };
    await using killed = await DapClient.start("exact", "en", env, at.trace.tracer);
    const session = await measure(killed);
    while ((await readRecoveryNote(session))?.load?.requests === undefined) await killed.waitForLoad("measuring");
    expect(
      isRoot ? codeAsSecondUser(`ls '${session}' || cat '${session}/ticks/'* || cat '${session}/recovery.json'`, at.shared) : 1,
    ).not.toBe(0);
    killed.process.kill("SIGKILL");
    expect(await killed.processesLeft()).toEqual([]);
    expect((await listRuns(runs)).map(({ run }) => run.end)).toEqual(["recovered"]);
    expect(await harm(at)).toEqual([]);
    await using stopped = await DapClient.start("exact", "en", env, at.trace.tracer);
    await measure(stopped);
    await stopped.stop();
    expect(stopped.process.exitCode).toBe(0);
    expect(await stopped.processesLeft()).toEqual([]);
    expect((await listRuns(runs)).map(({ run }) => run.end).sort()).toEqual(["recovered", "stopped"]);
    expect(await harm(at)).toEqual([]);
    expect(await leftIn(at)).toEqual([]);
  },
);

test("a runs folder that is neither ours nor of whoever has the folder around it is another user's", async () => {
  const shared = path.dirname(os.tmpdir());
  const folder = await mkdtemp(path.join(shared, "second-user-"));
  made.push(folder);
  const uid = process.getuid?.() ?? 0;
  await expect(checkOwnRunsFolder(folder, uid)).resolves.toBeUndefined();
  await expect(checkOwnRunsFolder(path.join(folder, "heatline-runs"), uid + 1)).resolves.toBeUndefined();
  if (isRoot) await chown(folder, uid + 1, uid + 1);
  // As the owner of the folder around it, root would be trusted.
  const asked = isRoot ? uid + 2 : uid + 1;
  await expect(checkOwnRunsFolder(folder, asked)).rejects.toMatchObject({ coded: { code: "run.foreignFolder", values: { folder } } });
});

test.each(isRoot ? someOf(1, ["folder", "link"]) : [])(
  "a runs folder whose name a second user took first by a %s is refused, unless it is asked for",
  async (what) => {
    const at = await machine();
    const cli = await buildCommandLine();
    const record = ["--duration", "1", "--", "node", path.join(appsFolder, "script.js")];
    const options = { cwd: at.shared, env: { TMPDIR: at.shared, ...stateEnv(at.home) }, tracer: at.trace.tracer };
    const named = what === "folder" ? "heatline-runs" : "elsewhere";
    asSecondUser(
      `mkdir -m 777 ${named}; echo '{}' > ${named}/.lost-1.json; [ -e heatline-runs ] || ln -s ${named} heatline-runs`,
      at.shared,
    );
    const { code, err } = await cli.run(["record", ...record], options);
    expect([code, err]).toEqual([1, expect.stringMatching(/^heatline: .+heatline-runs belongs to another user.+ --out/)]);
    expect(await at.trace.calls(`${at.shared}/${named}/`)).toEqual([]);
    const asked = await cli.run(["record", "--out", "heatline-runs", ...record], options);
    expect([asked.code, asked.err]).toEqual([0, expect.not.stringMatching(/bug|Error/)]);
    expect((await at.trace.calls("/.lost-1.json")).filter(({ name }) => !/stat/.test(name))).toEqual([]);
    expect(await harm(at)).toEqual([]);
  },
);
