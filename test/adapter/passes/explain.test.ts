import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readPass } from "../../../language-server/history/run-passes.ts";
import { readRun, surveyRuns } from "../../../language-server/history/run-store.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { DapClient, loadPlan } from "../../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../../drivers/adapter/reported-problems.ts";
import { someOf } from "../../workbench/some-of.mjs";

/** Enough for what these tests look at. */
const ratePerSecond = 200;

interface Explained {
  readonly client: DapClient;
  readonly folder: string;
  readonly before: Run;
  readonly explain: (changes?: object) => Promise<unknown>;
}

/** An app with one run. `bad`: which of its starts fails, and how. */
async function measured(bad: { readonly start?: number; readonly how?: string; readonly locale?: string } = {}): Promise<Explained> {
  const client = await DapClient.start("exact", bad.locale);
  const env = { STARTS: path.join(client.runsFolder, ".starts"), BAD_START: String(bad.start ?? 0), BAD_HOW: bad.how ?? "" };
  await client.launch("nth-start.js", { env });
  const plan = loadPlan(await client.waitForPort(), { ratePerSecond });
  await client.request("heatline.startLoad", { plan });
  const { folder } = (await client.waitFor("heatline.runWritten")) as { folder: string };
  await client.waitFor("heatline.loadEnded");
  const explain = (changes: object = {}): Promise<unknown> =>
    client.request("heatline.explain", { folder, passes: ["routes", "waits"], plan, ...changes });
  return { client, folder, before: await readRun(folder), explain };
}

/** The run without its passes, and their kinds. */
async function explainedRun(folder: string): Promise<readonly [Run, readonly string[]]> {
  const { passes = [], ...run } = await readRun(folder);
  return [run, passes.map(({ kind }) => kind)];
}

/** Where the app listens now. */
function originIn(client: DapClient): string {
  return (client.all("heatline.ready") as unknown as { origins: string[] }[]).at(-1)?.origins[0] ?? "";
}

test("a run is explained by passes of its own load, and is itself as before", async () => {
  const { client, folder, before, explain } = await measured();
  await using _client = client;
  const [first] = client.all("heatline.ready");
  await explain();
  // The next start is for the user.
  expect(await client.waitFor("heatline.explained")).toEqual({ cancelled: false });
  const [after, kinds] = await explainedRun(folder);
  expect(after).toEqual(before);
  expect(kinds).toEqual(["waits", "routes"]);
  for (const kind of ["waits", "routes"] as const) {
    const pass = await readPass({ folder, run: await readRun(folder) }, kind);
    expect(pass?.run).toMatchObject({ pass: kind, end: "load-ended", name: before.name });
    expect(pass?.run.load?.requests).toBeGreaterThan(10);
    expect(pass?.run.load?.sent).toEqual(before.load?.sent);
    expect(pass?.run.threads[0]?.busyTicks).toBeGreaterThan(0);
    // Each is of a start of its own.
    expect(pass?.run.threads[0]?.pid).not.toBe(before.threads[0]?.pid);
  }
  expect(client.all("heatline.passWritten")).toHaveLength(2);
  // None of the passes is a run of its own.
  expect(client.all("heatline.runWritten")).toHaveLength(1);
  expect((await surveyRuns(client.runsFolder)).runs).toHaveLength(1);
  const progress = client.all("heatline.passProgress");
  expect(progress[0]).toEqual({ kind: "waits", pass: 1, of: 2, secondsLeft: 2.2, isStarting: true });
  expect(progress.at(-1)).toMatchObject({ kind: "routes", pass: 2, of: 2, isStarting: false });
  const left = progress.map(({ secondsLeft }) => Number(secondsLeft));
  expect(left).toEqual(left.toSorted((one, other) => other - one));
  // The app runs again, and can be measured.
  await client.waitFor("heatline.ready", ({ pid, origins }) => pid !== first?.["pid"] && (origins as string[]).length > 0);
  await client.request("heatline.startLoad", { plan: loadPlan(0, { baseUrl: originIn(client), ratePerSecond }) });
  await expect.poll(() => client.all("heatline.runWritten").length, { timeout: 20_000 }).toBe(2);
  expect(Number(await readFile(path.join(client.runsFolder, ".starts"), "utf8"))).toBe(4);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("cancelling in the second pass keeps the first, and the app runs again", async () => {
  const { client, folder, before, explain } = await measured();
  await using _client = client;
  await explain();
  await client.waitFor("heatline.passProgress", ({ pass, isStarting }) => pass === 2 && isStarting === false);
  // Nothing else is measured meanwhile.
  await expect(client.request("heatline.startLoad", { plan: loadPlan(1) })).rejects.toThrow("measuring this app again");
  await expect(explain()).rejects.toThrow("measuring this app again");
  await client.request("heatline.cancelExplain");
  expect(client.all("heatline.explained")).toEqual([{ cancelled: true }]);
  expect(await explainedRun(folder)).toEqual([before, ["waits"]]);
  expect(await readdir(path.join(folder, "passes"))).toEqual(["waits"]);
  // A pass can be measured again, in place of the one before.
  const passId = (await readRun(path.join(folder, "passes/waits"))).id;
  await explain({ passes: ["waits"], endsAfter: true });
  await client.waitFor("terminated");
  expect(client.all("heatline.explained")).toEqual([{ cancelled: true }, { cancelled: false }]);
  expect(await explainedRun(folder)).toEqual([before, ["waits"]]);
  expect((await readRun(path.join(folder, "passes/waits"))).id).not.toBe(passId);
  expect(client.all("heatline.runWritten")).toHaveLength(1);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test.each(
  someOf(2, [
    ["half", "requests failed, and only 0 of "],
    ["crash", "Error: This request is one too many (nth-start.js:34)"],
    ["start", "Error: This start fails (nth-start.js:19)"],
    ["quietly", "The app ended before its load was over."],
    ["answers", "500"],
  ]),
)("a second pass of which the app fails (%s) leaves the first and nothing half-written", async (how, why) => {
  const { client, folder, before, explain } = await measured({ start: 3, how });
  await using _client = client;
  await explain();
  const { error } = (await client.waitFor("heatline.explained")) as { error: { message: string; remedy: string } };
  expect(error.message).toContain(why);
  expect(error.message.startsWith("The routes pass failed, and the run is as before. ")).toBe(how !== "quietly");
  expect(error.remedy).not.toBe("");
  expect(await explainedRun(folder)).toEqual([before, ["waits"]]);
  expect(await readdir(path.join(folder, "passes"))).toEqual(["waits"]);
  expect(client.all("heatline.runWritten")).toHaveLength(1);
  expect(reportedProblems(client)).toEqual([]);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
  expect((await surveyRuns(client.runsFolder)).runs).toHaveLength(1);
});

test("an app that is brought back after the passes and stopped before it listens leaves no run", async () => {
  const { client, explain } = await measured({ start: 3, how: "deaf" });
  await using _client = client;
  await explain({ passes: ["waits"] });
  await client.waitFor("output", ({ output }) => String(output).includes("It never listens."));
  expect(client.all("heatline.explained")).toEqual([{ cancelled: false }]);
  await client.stop();
  expect((await surveyRuns(client.runsFolder)).runs).toHaveLength(1);
});

test("an app that starts no more ends the session, and both are said", { tags: "thorough" }, async () => {
  const { client, folder, before, explain } = await measured({ start: 2, how: "start" });
  await using _client = client;
  await rm(path.join(client.runsFolder, ".starts"));
  await explain({ passes: ["waits"], plan: loadPlan(1, { baseUrl: "http://127.0.0.1:1" }) });
  await client.waitFor("heatline.explained");
  expect(await explainedRun(folder)).toEqual([before, ["waits"]]);
  await client.waitFor("terminated");
  await client.waitFor("heatline.problem", ({ message }) => String(message).includes("This start fails (nth-start.js:19)"));
  await client.stop();
});

test("a run that nothing can be added to is as before, and the reason is said", { tags: "thorough" }, async () => {
  const { client, folder, before, explain } = await measured();
  await using _client = client;
  // Root may write to a read-only folder, too.
  await writeFile(path.join(folder, "passes"), "");
  await explain({ passes: ["waits"], endsAfter: true });
  const { error } = (await client.waitFor("heatline.explained")) as { error: { message: string } };
  expect(error.message).toContain(folder);
  expect(await explainedRun(folder)).toEqual([before, []]);
  await client.waitFor("terminated");
  await client.stop();
});

test("what cannot be explained is refused before the app is restarted", async () => {
  const { client, folder, explain } = await measured({ locale: "ru" });
  await using _client = client;
  const empty = await mkdtemp(path.join(os.tmpdir(), "heatline-test-"));
  await expect(explain({ folder: empty })).rejects.toThrow(empty);
  await expect(explain({ passes: [] })).rejects.toThrow("passes");
  await expect(explain({ passes: ["ticks"] })).rejects.toThrow("passes");
  await expect(explain({ plan: loadPlan(1, { tool: "manual" }) })).rejects.toThrow("«manual»");
  await client.request("heatline.startLoad", { plan: loadPlan(1, { baseUrl: originIn(client), durationSeconds: 60, ratePerSecond }) });
  await client.waitForLoad("measuring");
  await expect(explain()).rejects.toThrow("Нагрузка уже идёт");
  await client.request("heatline.discard");
  expect(await readFile(path.join(client.runsFolder, ".starts"), "utf8")).toBe("1");
  expect(await explainedRun(folder)).toEqual([await readRun(folder), []]);
  await rm(empty, { recursive: true });
  await client.stop();
});

test.each(someOf(1, [["SIGKILL"], ["SIGTERM"]] as const))("a pass that is cut off with its adapter (%s) becomes no run", async (signal) => {
  const { client, folder, before, explain } = await measured();
  await using _client = client;
  await explain({ passes: ["waits"] });
  await client.waitFor("heatline.passProgress", ({ isStarting }) => isStarting === false);
  client.process.kill(signal);
  await client.exited();
  expect(await client.processesLeft()).toEqual([]);
  expect(await explainedRun(folder)).toEqual([before, []]);
  expect((await surveyRuns(client.runsFolder)).runs).toHaveLength(1);
  expect((await readdir(client.runsFolder)).filter((name) => name.startsWith(".lost"))).toEqual([]);
});
