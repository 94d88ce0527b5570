import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Profile, functionKinds } from "../../language-server/analysis/profile/profile.ts";
import { monotonicUs, unstarted } from "../../language-server/recording/ticks/thread-clock.ts";
import { ExactRecorder } from "../../language-server/recording/ticks/exact-recorder.ts";
import type { RecordedThread } from "../../language-server/recording/recorder.ts";
import { ExactApp } from "./exact-app.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { inEnglish } from "../../language-server/texts/english.ts";

const program = path.join(import.meta.dirname, "../fixtures/ground-truth/two-phases.cjs");

function start(...args: string[]): Promise<ExactApp> {
  return ExactApp.start(process.execPath, process.versions.node, [program, ...args]);
}

/** Times of the samples with the function on their stack. */
function timesIn(profile: Profile, name: string): number[] {
  const { stacks, functions, samples } = profile;
  return Array.from(samples.time).filter((_time, row) => {
    for (let at = samples.stack[row] ?? -1; at >= 0; at = stacks.prefix[at] ?? -1)
      if (functions.name[stacks.func[at] ?? -1] === name) return true;
    return false;
  });
}

/** Without problems that any sampler has on a busy machine. */
function realProblems(threads: readonly (RecordedThread | undefined)[]): string[] {
  return threads
    .flatMap((thread) => thread?.problems.map(inEnglish) ?? ["no thread"])
    .filter((message) => !message.includes("buffer was full"));
}

function shareOf(profile: Profile, kind: string): number {
  const { stacks, functions, samples } = profile;
  const hits = samples.stack.filter((stack) => functionKinds[functions.kind[stacks.func[stack] ?? -1] ?? -1] === kind).length;
  return hits / samples.stack.length;
}

test("the recording's clock differs from the machine's by at most two milliseconds, and waiting is distinguished from work", async () => {
  await using app = await start("stay");
  const from = monotonicUs();
  await app.recorder.start();
  const until = monotonicUs();
  await app.run();
  await app.line();
  const change = Number((await app.line()).split(" ")[1]) / 1000 - from;
  const [thread, ...more] = await app.recorder.stop();
  expect(more).toEqual([]);
  expect(thread?.name).toBe("main");
  expect(realProblems([thread])).toEqual([]);
  const profile = thread?.profile as Profile;
  const before = timesIn(profile, "first");
  const after = timesIn(profile, "second");
  expect(before.length).toBeGreaterThan(30);
  expect(after.length).toBeGreaterThan(30);
  // V8 stamps a tick when its thread writes it, which may be delayed on a busy machine.
  const late = before.filter((time) => time > change + 2000);
  expect(late.length).toBeLessThan(before.length / 20);
  // The window began between `from` and `until`.
  expect(Math.min(...after)).toBeGreaterThan(change - (until - from) - 2000);
  expect(shareOf(profile, "idle")).toBeGreaterThan(0.02);
  expect((profile.samples.stack.length * profile.interval) / 1000).toBeGreaterThan(1000);
  expect(thread?.scripts.find((script) => script.url.endsWith("two-phases.cjs"))?.text).toContain("function second(milliseconds)");
});

test("a worker is a thread of its own, recorded from its first line to its last", { tags: "thorough" }, async () => {
  await using app = await start("worker");
  await app.recorder.start();
  await app.run();
  await app.line();
  await app.line();
  await app.end();
  let early: readonly RecordedThread[] = [];
  // Both threads have ended: their details are kept, their logs are not, once V8 can write nothing more.
  const logs = async (): Promise<string[]> => {
    early = await app.recorder.snapshot();
    return readdir(path.join(app.folder, "ticks"));
  };
  await expect.poll(logs).toEqual([]);
  const threads = await app.recorder.stop();
  expect(threads).toEqual(early);
  const worker = threads.find((thread) => thread.name.includes("worker"));
  expect(threads.map((thread) => thread.pid)).toEqual(threads.map(() => app.child.pid));
  expect(timesIn(worker?.profile as Profile, "second").length).toBeGreaterThan(30);
  expect(realProblems(threads)).toEqual([]);
});

test("while an app waits for the recorder nothing is recorded, and afterwards nothing is missed", async () => {
  await using app = await start("stay");
  await app.recorder.start();
  expect(await app.recorder.snapshot()).toEqual([]);
  expect(await app.recorder.stop()).toEqual([]);
});

test("a process that does not report its first line is recorded, too", async () => {
  await using app = await start("kill");
  await app.recorder.start();
  await app.run(false);
  await app.end();
  const threads = await app.recorder.stop();
  expect(threads.map(({ name }) => name)).toEqual(["main"]);
  expect(timesIn(threads[0]?.profile as Profile, "second").length).toBeGreaterThan(30);
});

test("a process is only said to have no log if it had reported its first line when the logs were to be read", async () => {
  await using app = await start("stay");
  await using elsewhere = await start("stay");
  const { main } = elsewhere.inspector;
  await app.recorder.attach(elsewhere.inspector, main);
  await app.recorder.start();
  await app.run();
  await app.line();
  await app.line();
  const begun = monotonicUs();
  const snapshot = app.recorder.snapshot();
  app.recorder.running(main, begun, unstarted);
  expect(realProblems(await snapshot)).toEqual([]);
  expect(realProblems(await app.recorder.stop())).toEqual([expect.stringContaining("was not recorded: V8 wrote no log of its samples")]);
});

test("every complete line of the log is kept after SIGKILL", async () => {
  await using app = await start("kill");
  await app.recorder.start();
  await app.run();
  await app.end();
  expect(app.child.signalCode).toBe("SIGKILL");
  const [thread] = await app.recorder.stop();
  expect(timesIn(thread?.profile as Profile, "first").length).toBeGreaterThan(30);
  expect(timesIn(thread?.profile as Profile, "second").length).toBeGreaterThan(30);
});

test("a second recording has nothing of the first, and a snapshot does not end a recording", async () => {
  await using app = await start("stay");
  await app.recorder.start();
  await app.run();
  await app.line();
  await app.line();
  const [early] = await app.recorder.snapshot();
  const [whole] = await app.recorder.stop();
  expect(timesIn(whole?.profile as Profile, "first")).toEqual(timesIn(early?.profile as Profile, "first"));
  await app.recorder.start();
  await app.inspector.describe(
    "(function third() { const start = process.cpuUsage(); while (process.cpuUsage(start).user < 400_000) for (let i = 0; i < 10_000; i++) Math.sqrt(i); })()",
  );
  const [again] = await app.recorder.stop();
  expect(timesIn(again?.profile as Profile, "third").length).toBeGreaterThan(10);
  expect(timesIn(again?.profile as Profile, "second")).toEqual([]);
});

test("the logs are in a private folder, and are removed with the session", async () => {
  await using app = await start("stay");
  await app.run();
  await app.line();
  const folder = path.join(app.folder, "ticks");
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await readdir(folder)).toHaveLength(1);
  await app.recorder[Symbol.asyncDispose]();
  expect(await readdir(app.folder)).not.toContain("ticks");
});

test("a program that is not Node is refused with a reason", async () => {
  const launch = { nodePath: "/bin/true", nodeVersion: "0.0.0", interval: 1000, sessionFolder: "/nowhere" };
  await expect(ExactRecorder.create(launch)).rejects.toThrow(
    "Node 0.0.0 does not know --prof, --logfile, --prof-sampling-interval, --log-source-position.",
  );
});

test.each([18, 22, 24, 26])("Node %i is recorded too", { tags: "thorough" }, async (major) => {
  const node = await nodeOf(major);
  await using app = await ExactApp.start(node, `${major}.0.0`, [program, "stay"]);
  await app.recorder.start();
  await app.run();
  await app.line();
  await app.line();
  const [thread] = await app.recorder.stop();
  expect(realProblems([thread])).toEqual([]);
  expect(timesIn(thread?.profile as Profile, "second").length).toBeGreaterThan(30);
  expect(shareOf(thread?.profile as Profile, "idle")).toBeGreaterThan(0.02);
});
