import { randomUUID } from "node:crypto";
import { access, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { isOwn } from "../platform/private/ours.ts";
import { processExists } from "../platform/process-exists.ts";
import { ifRefused } from "../platform/refusals.ts";
import { readUnlinked } from "./regular-file.ts";

/** Hidden, as nothing that begins with a dot is a run. */
const prefix = ".agent-";
/** Bytes. */
const largestNote = 16 * 1024;

const noteSchema = v.object({
  /** Of the run: `shop · npm start`. */
  name: v.pipe(v.string(), v.maxLength(1000)),
  /** As the agent's client calls itself; "" if it does not. */
  client: v.pipe(v.string(), v.maxLength(1000)),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Of the server that records. */
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** What an agent is recording, as a window sees it. */
export interface AgentRecording extends v.InferOutput<typeof noteSchema> {
  /** Absolute path of the note. Whoever removes it ends the recording. */
  readonly note: string;
}

/** Says beside the runs that an agent records; resolves to the note. Rejects with the error of the file system. */
export async function noteRecording(runsFolder: string, recording: v.InferInput<typeof noteSchema>): Promise<string> {
  await mkdir(runsFolder, { recursive: true, mode: 0o700 });
  const id = randomUUID();
  const temporary = path.join(runsFolder, `.tmp-${process.pid}-${id}`);
  await writeFile(temporary, JSON.stringify(recording), { mode: 0o600 });
  const note = path.join(runsFolder, `${prefix}${id}.json`);
  await rename(temporary, note);
  return note;
}

/** Whether a recording is still wanted: its note is there. */
export async function isWanted(note: string): Promise<boolean> {
  return await access(note).then(
    () => true,
    () => false,
  );
}

/** Ends a recording, or says that it has ended. */
export async function removeNote(note: string): Promise<void> {
  await rm(note, { force: true });
}

/** What agents are recording into a folder, by notes of this user's whose process lives. */
export async function agentRecordings(runsFolder: string): Promise<readonly AgentRecording[]> {
  const names = ((await readdir(runsFolder).catch(ifRefused)) ?? []).filter((name) => name.startsWith(prefix));
  const found = await Promise.all(names.map((name) => readNote(path.join(runsFolder, name))));
  return found.filter((each) => each !== undefined);
}

/** Undefined if it is none, or of a process that died; its note is then removed. */
async function readNote(note: string): Promise<AgentRecording | undefined> {
  if (!(await isOwn(note))) return undefined;
  try {
    const parsed = v.safeParse(noteSchema, JSON.parse((await readUnlinked(note, largestNote))?.toString() ?? ""));
    if (parsed.success && processExists(parsed.output.pid)) return { ...parsed.output, note };
    await removeNote(note);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? undefined : ifRefused(error);
  }
}
