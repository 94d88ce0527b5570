import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type * as vscode from "vscode";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLost, takeLost } from "../../../language-server/history/lost-recording.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { adapterDied, RecoveredRuns } = await import("../../../extension/debug/adapter-death.ts");

const startedAt = Date.parse("2026-11-25T10:00:00.000Z");
let runsFolder: string;
let runs: InstanceType<typeof RecoveredRuns>;

beforeEach(async () => {
  runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-recovered-"));
  runs = new RecoveredRuns();
});

afterEach(async () => {
  runs.dispose();
  await rm(runsFolder, { recursive: true });
});

/** As the store writes runs: complete when they get their name. */
async function write(id: string, end: string, start: string): Promise<void> {
  const temporary = path.join(runsFolder, `.tmp-1-${id}`);
  await mkdir(temporary);
  await writeFile(path.join(temporary, "run.json"), JSON.stringify({ end, startedAt: start }));
  await rename(temporary, path.join(runsFolder, id));
}

const session = () => ({ configuration: { type: "heatline", name: "app", request: "launch", runsFolder } });
const written = (id: string) => ({ name: "heatline.runWritten", body: { folder: path.join(runsFolder, id), id } });

test("a run that was recovered before the search is found, and no other run of the folder", async () => {
  await write("earlier", "recovered", "2026-11-25T09:59:59.000Z");
  await write("same-session", "load-ended", "2026-11-25T10:00:01.000Z");
  await mkdir(path.join(runsFolder, "no-run"));
  await write("ours", "recovered", "2026-11-25T10:00:02.000Z");
  expect(await runs.next(session(), startedAt)).toEqual(written("ours"));
});

test("two sessions that died get one run each, in any order", async () => {
  const later = runs.next(session(), startedAt + 5000);
  await write("first", "recovered", "2026-11-25T10:00:01.000Z");
  expect(await runs.next(session(), startedAt)).toEqual(written("first"));
  await write("second", "recovered", "2026-11-25T10:00:06.000Z");
  expect(await later).toEqual(written("second"));
});

/** As the watchdog writes it. */
const lose = (start: string): Promise<void> =>
  keepLost(runsFolder, { name: "app", startedAt: new Date(start), why: { code: "run.lostInspector" }, load: undefined });

test("where V8 logged nothing after all, the user is notified once, and nothing is left for the next session to say", async () => {
  await lose("2026-11-25T09:59:59.000Z");
  await lose("2026-11-25T10:00:01.000Z");
  const reported = await runs.next(session(), startedAt);
  expect(reported).toMatchObject({
    name: "heatline.problem",
    body: { message: expect.stringContaining("is lost: V8's log has no samples") },
  });
  expect(await takeLost(runsFolder)).toHaveLength(1);
});

test.each([{ recorder: "inspector" }, { request: "attach" }])(
  "of %o the message says at once what is lost and why; nobody says it again",
  async (changes) => {
    const { configuration } = session();
    const dead = { configuration: { ...configuration, ...changes } };
    const { body } = adapterDied(dead as unknown as vscode.DebugSession) as { readonly body: Record<"message" | "remedy", string> };
    expect(body.message).toContain(changes.request === "attach" ? "The app keeps running" : "the app was ended with it");
    expect(body.remedy).toMatch(/^A recording in progress is lost, because the inspector keeps its samples in the app .* again\.$/);
    const waiting = runs.next(dead, startedAt);
    await lose("2026-11-25T10:00:01.000Z");
    expect(await waiting).toBeUndefined();
    expect(await takeLost(runsFolder)).toEqual([]);
  },
);

test("waiting ends when the window closes, also where there is no folder of runs yet", async () => {
  const { configuration } = session();
  const waiting = runs.next({ configuration: { ...configuration, runsFolder: path.join(runsFolder, "none") } }, startedAt);
  runs.dispose();
  expect(await waiting).toBeUndefined();
});
