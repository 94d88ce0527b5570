import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { codedTextSchema } from "./schema/run-failure.ts";
import type { LoadReport } from "../analysis/load/load.ts";
import { UserError } from "../analysis/user-error.ts";
import { isOwn } from "../platform/private/ours.ts";
import { readUnlinked } from "./regular-file.ts";
import type { CodedText } from "../texts/coded-text.ts";
import { ifRefused } from "../platform/refusals.ts";

/** A recording that was killed, and of which no sample is left. */
export interface LostRecording {
  readonly name: string;
  readonly startedAt: Date;
  readonly why: CodedText;
  /** As far as it went. */
  readonly load: LoadReport | undefined;
}

/** Hidden, as nothing that begins with a dot is a run. The window looks for it, too (extension/debug/adapter-death.ts). */
const prefix = ".lost-";

/** Bytes. */
const largestNote = 64 * 1024;

const keptSchema = v.object({
  name: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  why: codedTextSchema,
  requests: v.optional(v.number()),
  requestsPerSecond: v.optional(v.number()),
});

/** Keeps beside the runs that one was lost, for the next session to say. Rejects with the error of the file system. */
export async function keepLost(runsFolder: string, { name, startedAt, why, load }: LostRecording): Promise<void> {
  const { requests, requestsPerSecond } = load ?? {};
  const kept = { name, startedAt: startedAt.toISOString(), why, requests, requestsPerSecond } satisfies v.InferInput<typeof keptSchema>;
  await mkdir(runsFolder, { recursive: true });
  const id = randomUUID();
  const temporary = path.join(runsFolder, `.tmp-${process.pid}-${id}`);
  await writeFile(temporary, JSON.stringify(kept), { mode: 0o600 });
  await rename(temporary, path.join(runsFolder, `${prefix}${id}.json`));
}

/** What was lost and not said yet, one error each. Nothing is said twice. */
export async function takeLost(runsFolder: string): Promise<readonly UserError[]> {
  const found: UserError[] = [];
  for (const file of (await readdir(runsFolder).catch(ifRefused)) ?? []) {
    if (!file.startsWith(prefix)) continue;
    const lost = await take(path.join(runsFolder, file));
    if (lost !== undefined) found.push(lost);
  }
  return found;
}

/** Undefined if another session has it, it is another user's, or it cannot be read or removed. */
async function take(file: string): Promise<UserError | undefined> {
  if (!(await isOwn(file))) return undefined;
  try {
    const kept = v.safeParse(keptSchema, JSON.parse((await readUnlinked(file, largestNote))?.toString() ?? ""));
    await rm(file);
    return kept.success ? asError(kept.output) : undefined;
  } catch (error) {
    return error instanceof SyntaxError ? undefined : ifRefused(error);
  }
}

function asError({ name, startedAt, why, requests, requestsPerSecond }: v.InferOutput<typeof keptSchema>): UserError {
  const values = { name, time: localTime(new Date(startedAt)), why };
  if (requests === undefined) return new UserError("run.lost", values);
  return new UserError("run.lostUnderLoad", { ...values, requests, rate: Math.round(requestsPerSecond ?? 0) });
}

/** Such as `2026-11-26 17:03`. */
function localTime(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
