import { lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { writeRun } from "../../history/run-store.ts";
import { logTarget } from "../../platform/log-target.ts";
import { draftRun } from "../session/run-draft.ts";
import { readRecoveryNote } from "../session/recovery-note.ts";
import { WindowMeters } from "../session/window-meters.ts";
import { monotonicUs } from "../ticks/exact-log.ts";
import { TickLogs } from "../ticks/tick-logs.ts";

/** Writes the run that a session was recording when its process was killed, from V8's logs. Never rejects: its folder is to go in any case. */
export async function recoverRun(sessionFolder: string): Promise<void> {
  try {
    await recover(sessionFolder);
  } catch (error) {
    console.error(error);
  }
}

async function recover(sessionFolder: string): Promise<void> {
  if (!(await isOurs(sessionFolder))) return;
  const note = await readRecoveryNote(sessionFolder);
  if (note === undefined) return;
  const { folder } = logTarget(sessionFolder);
  const endMs = await lastWritten(folder);
  const to = monotonicUs() - (Date.now() - endMs) * 1000;
  await using logs = new TickLogs({ folder });
  const threads = (await logs.decode({ ...note.order, to })).map(({ thread }) => thread);
  const [first, ...rest] = threads;
  if (first === undefined) return;
  const draft = await draftRun(note.app, {
    startedAt: note.startedAt,
    durationMs: Math.max(0, endMs - note.startedAt.getTime()),
    end: "recovered",
    exitCode: undefined,
    load: note.load,
    unreached: [],
    meters: new WindowMeters(),
    threads: [{ ...first, problems: [...first.problems, { code: "run.recovered", count: 1 }] }, ...rest],
  });
  if (draft !== undefined) await writeRun(note.runsFolder, draft);
}

/** The temporary folder may be everybody's, and a note says where to write and what to read. */
async function isOurs(folder: string): Promise<boolean> {
  const { uid } = await lstat(folder);
  return process.getuid === undefined || uid === process.getuid();
}

async function lastWritten(folder: string): Promise<number> {
  let last = 0;
  for (const name of await readdir(folder)) last = Math.max(last, (await stat(path.join(folder, name))).mtimeMs);
  return last;
}
