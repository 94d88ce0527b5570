import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { encodeProfile } from "../analysis/profile/table-codec.ts";
import { encodeTracks } from "../analysis/timeline/track-codec.ts";
import { renameWhenFree } from "../platform/busy-files.ts";
import type { RunDraft, StoredRun } from "./run-store.ts";
import { runSchemaVersion } from "./schema/run-schema.ts";
import type { Run } from "./run.ts";
import { threadOf } from "./run-store.ts";

/** Thread numbers of each state start at a multiple of this. */
const mostThreads = 10_000;

/**
 * The folder of a running recording. Each state replaces the previous one atomically, since `run.json` is renamed into place last; the
 * previous samples stay for current readers. Sources are written once. It is outside the runs folder, and is removed with its session.
 */
export class LiveRun {
  readonly #folder: string;
  readonly #texts = new Set<string>();
  #state = 0;
  #files: readonly string[] = [];
  #filesBefore: readonly string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(draft: RunDraft): Promise<StoredRun> {
    const folder = this.#folder;
    await Promise.all(["threads", "scripts"].map((name) => mkdir(path.join(folder, name), { recursive: true, mode: 0o700 })));
    const first = (this.#state += 1) * mostThreads;
    const threads = draft.threads.slice(0, mostThreads).map((thread, index) => threadOf(thread, index, `threads/${first + index}.bin`));
    await Promise.all(threads.map(({ file, id }) => this.#writeThread(file, draft.threads[id])));
    for (const [hash, text] of draft.texts) {
      if (this.#texts.has(hash)) continue;
      await writeFile(path.join(folder, "scripts", hash), text);
      this.#texts.add(hash);
    }
    const tracks = draft.tracks === undefined ? undefined : `tracks-${first}.bin`;
    if (draft.tracks !== undefined && tracks !== undefined) await writeFile(path.join(folder, tracks), encodeTracks(draft.tracks));
    const run: Run = { ...draft.run, tracks, schema: runSchemaVersion, id: "live", threads, pinned: false };
    const file = path.join(folder, "run.json");
    await writeFile(`${file}.tmp`, JSON.stringify(run));
    await renameWhenFree(`${file}.tmp`, file);
    await Promise.all(this.#filesBefore.map((name) => rm(path.join(folder, name), { force: true })));
    this.#filesBefore = this.#files;
    this.#files = [...threads.map((thread) => thread.file), ...(tracks === undefined ? [] : [tracks])];
    return { folder, run };
  }

  async #writeThread(file: string, thread: RunDraft["threads"][number] | undefined): Promise<void> {
    if (thread !== undefined) await writeFile(path.join(this.#folder, file), encodeProfile(thread.profile));
  }
}
