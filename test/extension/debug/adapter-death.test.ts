import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("vscode", () => import("../vscode.ts"));
const { RecoveredRuns } = await import("../../../extension/debug/adapter-death.ts");

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

test("there is no waiting if no log was kept, or when the window closes", async () => {
  const { configuration } = session();
  expect(await runs.next({ configuration: { ...configuration, recorder: "inspector" } }, startedAt)).toBeUndefined();
  expect(await runs.next({ configuration: { ...configuration, request: "attach" } }, startedAt)).toBeUndefined();
  const waiting = runs.next(session(), startedAt);
  runs.dispose();
  expect(await waiting).toBeUndefined();
});
