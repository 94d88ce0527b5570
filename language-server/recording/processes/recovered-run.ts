import type { Problem } from "../../analysis/profile/profile.ts";
import type { Microseconds } from "../../analysis/units.ts";
import { writeOrKeepRun } from "../../history/kept-run.ts";
import { keepLost } from "../../history/lost-recording.ts";
import type { RunDraft } from "../../history/run-store.ts";
import { logTarget } from "../../platform/paths.ts";
import { isOurs } from "../../platform/private/ours.ts";
import { isInBench } from "../../platform/private/private-folder.ts";
import { draftRun } from "../session/run-draft.ts";
import { readBegunNote } from "../session/notes/begun-note.ts";
import { readRecoveryNote } from "../session/notes/recovery-note.ts";
import type { RecoveryNote } from "../session/notes/recovery-note-schema.ts";
import { WindowMeters } from "../session/window/window-meters.ts";
import type { RecordedThread } from "../recorder.ts";
import { requestsFile, RequestsFile } from "../load/requests/requests-file.ts";
import { TickLogs } from "../ticks/tick-logs.ts";

/**
 * Writes the run that a session was recording when its process was killed, from V8's logs, or else that it is lost. Never rejects: the
 * session's folder is to go in any case.
 */
export async function recoverRun(sessionFolder: string): Promise<void> {
  try {
    await recover(sessionFolder);
  } catch (error) {
    console.error(error);
  }
}

async function recover(sessionFolder: string): Promise<void> {
  // A note says where to write and what to read: only one in a folder that nobody else can enter is ours.
  if (!(await isOurs(sessionFolder))) return;
  const note = await readRecoveryNote(sessionFolder);
  if (note === undefined) return recoverBegun(sessionFolder);
  // Written there, it would make the folder again that another watchdog has just removed, and nobody would remove that.
  if (isInBench(note.runsFolder)) return;
  const draft = await draftOf(note, sessionFolder);
  if (draft !== undefined) return void (await writeOrKeepRun(note.runsFolder, draft, (problem) => console.error(problem.message)));
  const { app, startedAt, load } = note;
  const why = note.order === undefined ? "run.lostInspector" : "run.lostNoLog";
  await keepLost(note.runsFolder, { name: app.name, startedAt, why: { code: why }, load });
}

async function recoverBegun(sessionFolder: string): Promise<void> {
  const begun = await readBegunNote(sessionFolder);
  if (begun === undefined) return;
  const { runsFolder, name, startedAt } = begun;
  if (isInBench(runsFolder)) return;
  await keepLost(runsFolder, { name, startedAt, why: { code: "run.lostUnmeasured" }, load: undefined });
}

/** Undefined if no log has a sample of it. */
async function draftOf(note: RecoveryNote, sessionFolder: string): Promise<RunDraft | undefined> {
  if (note.order === undefined) return undefined;
  const { folder } = logTarget(sessionFolder);
  await using logs = new TickLogs({ folder });
  const threads = (await logs.decode(note.order)).map(({ thread }) => thread);
  const [first, ...rest] = threads;
  if (first === undefined) return undefined;
  const problems: readonly Problem[] = [
    ...first.problems,
    { code: "run.recovered", count: 1 },
    ...(note.hasMarks ? [{ code: "run.recoveredNoMarks", count: 1 } as const] : []),
  ];
  return draftRun(note.app, {
    kind: undefined,
    startedAt: note.startedAt,
    durationMs: lastTick(threads) / 1000,
    end: "recovered",
    load: note.load,
    requests: await new RequestsFile(requestsFile(sessionFolder)).read(),
    meters: new WindowMeters(),
    threads: [{ ...first, problems }, ...rest],
  });
}

/** Since the start of the recording, by the logs' own clocks: that of the machine may have been set since. */
function lastTick(threads: readonly RecordedThread[]): Microseconds {
  return threads.reduce((last, { profile }) => Math.max(last, profile.samples.time.at(-1) ?? 0), 0);
}
